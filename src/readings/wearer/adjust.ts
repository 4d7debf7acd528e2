import { fallLevel, isAtLeast } from '../../platform/fall-levels.ts';
import { BY_NETWORK } from '../../response/limits/sensitivity.ts';
import { rounded } from '../assessed.ts';
import type { Explanation } from '../scoring/explain.ts';
import type { Scoring } from '../scoring/scoring.ts';
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

/** The explanation with the confidence for this wearer; unchanged where a rule decided. */
export function forWearer<Judged extends Pick<Explanation, 'confidence' | 'level' | 'decidedBy'>>(
  explanation: Judged,
  { sensitivity }: { readonly sensitivity: WearerSensitivity },
  atMs: number,
): Judged & { readonly wearer?: WearerAdjustment } {
  const { decidedBy } = explanation;
  if (sensitivity.offset === 0 || !BY_NETWORK.has(decidedBy)) return explanation;
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

/** Explains the fall of this wearer that a scored reading becomes if no reading follows it; undefined if it becomes none. */
export function fallIfSilent(
  scoring: Pick<Scoring, 'explainSilence'>,
  reading: { readonly slot: number; readonly number: number; readonly confidence: number },
  owner: { readonly sensitivity: WearerSensitivity },
  atMs: number,
): WearerExplanation | undefined {
  const explanation = scoring.explainSilence(reading);
  if (explanation === undefined) return undefined;
  const ofWearer = forWearer(explanation, owner, atMs);
  const isNews = ofWearer.confidence > reading.confidence && isAtLeast(ofWearer.level, 'POTENTIAL');
  return isNews ? ofWearer : undefined;
}
