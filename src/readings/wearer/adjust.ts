import { fallLevel } from '../../notify/levels.ts';
import { rounded } from '../assessed.ts';
import type { Explanation } from '../scoring/explain.ts';
import { loweredConfidence, offsetAt } from './sensitivity.ts';
import type { WearerSensitivity } from './store.ts';

/** How the wearer's false alarms changed a confidence. */
interface WearerAdjustment {
  /** The detector's own confidence. */
  readonly detectorConfidence: number;
  /** Log-odds. */
  readonly offset: number;
  readonly falseAlarms: number;
}

export type WearerExplanation = Explanation & { readonly wearer?: WearerAdjustment };

/** The explanation with the confidence for this wearer; unchanged where a rule decided, because rules are for hard falls. */
export function forWearer(
  explanation: Explanation,
  { sensitivity }: { readonly sensitivity: WearerSensitivity },
  atMs: number,
): WearerExplanation {
  const { decidedBy } = explanation;
  if (sensitivity.offset === 0 || (decidedBy !== 'model' && decidedBy !== 'extra-evidence'))
    return explanation;
  const offset = offsetAt(sensitivity, atMs);
  const confidence = rounded(loweredConfidence(explanation.confidence, offset));
  if (confidence === explanation.confidence) return explanation;
  return {
    ...explanation,
    confidence,
    level: fallLevel(confidence),
    wearer: {
      detectorConfidence: explanation.confidence,
      offset: rounded(offset),
      falseAlarms: sensitivity.falseAlarms,
    },
  };
}
