import { CannotStart, messageOf } from '../../platform/errors.ts';
import { type FallLevel, fallLevel } from '../../platform/fall-levels.ts';
import type { ReadingMetrics } from '../metrics.ts';
import type { BatchColumns } from './batch.ts';
import { createJudge, createModels, type Rule } from './score.ts';
import { readWeights } from './weights.ts';
import { cell, FIELDS, T, type Window } from './window.ts';

/** docs/contract.md, "Fall levels": caregivers are alerted from POTENTIAL up. */
const ALERT_ABOVE = 0.5;

/** Reads the file once at start, so that an invalid file fails the start and not every batch. */
export function shadowVersion(file: string | undefined): string | null {
  if (file === undefined) return null;
  try {
    return readWeights(file).version;
  } catch (error) {
    throw new CannotStart(`DETECTOR_SHADOW: ${file}: ${messageOf(error)}`);
  }
}

/** How the shadow detector judges a window. */
export interface ShadowVerdict {
  readonly confidence: number;
  readonly level: FallLevel;
  readonly decidedBy: Rule;
  readonly secondsSinceImpact: number;
}

export type ShadowJudge = (window: Window, length: number) => ShadowVerdict;

export function createShadowJudge(file: string): ShadowJudge {
  const judge = createJudge(createModels(readWeights(file)));
  return (window, length) => {
    const { confidence, rule, impact } = judge(window, length);
    const secondsSinceImpact = rule === 'model' ? -cell(window.cells, impact * FIELDS + T) : 0;
    return { confidence, level: fallLevel(confidence), decidedBy: rule, secondsSinceImpact };
  };
}

/** Counts every reading that only one of the two detectors would alert for. */
export function compareWithShadow(
  { confidences, shadow }: BatchColumns,
  count: number,
  metrics: Pick<ReadingMetrics, 'detectorsDisagreed'> | undefined,
): void {
  for (let place = 0; place < count; place++) {
    const alerts = (confidences[place] ?? 0) > ALERT_ABOVE;
    if (alerts !== (shadow[place] ?? 0) > ALERT_ABOVE)
      metrics?.detectorsDisagreed(alerts ? 'detector' : 'shadow');
  }
}
