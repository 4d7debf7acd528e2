import type { Queryable } from '../../platform/database/database.ts';
import { fallLevel, isAtLeast } from '../../platform/fall-levels.ts';
import { DAY_MS } from '../../platform/time.ts';
import { BY_NETWORK, confidenceFor } from '../../response/limits/sensitivity.ts';
import { SENSITIVITIES, type Sensitivity } from '../../response/vocabulary.ts';
import { EVALUATION } from './evaluation.ts';
import { type DetectedFall, detectedFalls } from './store.ts';

export const REPLAYED_DAYS = 30;

/** Whom the report is about; null for everybody. */
interface Scope {
  readonly wardId: string | null;
  readonly patientId: string | null;
}

/**
 * What each choice of sensitivity means in the evaluation, and would have meant for the detected falls of the last 30 days:
 * replayed from the stored confidences, verdicts and outcomes.
 */
export async function sensitivityReport(q: Queryable, scope: Scope, now: number) {
  const falls = await detectedFalls(q, { ...scope, since: new Date(now - REPLAYED_DAYS * DAY_MS) });
  return {
    days: REPLAYED_DAYS,
    recordedHours: EVALUATION.hours,
    choices: SENSITIVITIES.map((sensitivity) => ({
      sensitivity,
      ...rungOf(falls, sensitivity),
      evaluation: EVALUATION.choices[sensitivity],
    })),
  };
}

function rungOf(falls: readonly DetectedFall[], sensitivity: Sensitivity) {
  const rung = falls.filter((fall) => rings(fall, sensitivity));
  const count = (some: readonly DetectedFall[], judged: DetectedFall['judged']) =>
    some.filter((fall) => fall.judged === judged).length;
  return {
    rung: rung.length,
    realFalls: { rung: count(rung, 'real'), all: count(falls, 'real') },
    falseAlarms: { rung: count(rung, 'false'), all: count(falls, 'false') },
  };
}

/** Whether phones would have rung. */
function rings({ confidence, decidedBy, isMovedOn }: DetectedFall, sensitivity: Sensitivity): boolean {
  if (isMovedOn) return false;
  const chosen =
    decidedBy === null || BY_NETWORK.has(decidedBy) ? confidenceFor(sensitivity, confidence) : confidence;
  return isAtLeast(fallLevel(chosen), 'POTENTIAL');
}
