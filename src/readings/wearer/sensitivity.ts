import { type FallLevel, fallLevel, HIGHEST_CONFIDENCE } from '../../platform/fall-levels.ts';
import { logOdds, sigmoid } from '../../platform/log-odds.ts';
import { DAY_MS } from '../../platform/time.ts';

/** docs/response.md, "The detector learns its wearer": the rule, without storage. */

/** Log-odds that are added to the detector's confidence. It never goes lower, whatever caregivers report. */
export const LOWEST_OFFSET = -1;
export const HALF_LIFE_MS = 30 * DAY_MS;

/** The levels that alert caregivers, so that they can be marked. */
type AlertingLevel = 'POTENTIAL' | 'HIGH' | 'CONFIRMED';

/** Less for an emergency: the detector was sure of it, so one mark is weak evidence against it. */
const FALSE_ALARM_STEP: Readonly<Record<AlertingLevel, number>> = {
  POTENTIAL: 0.15,
  HIGH: 0.15,
  CONFIRMED: 0.05,
};

/** The share of the offset that is left after a real fall. */
const LEFT_AFTER_REAL_FALL = 0.5;

/** What caregivers reported about one fall; the last report counts. */
export interface Mark {
  readonly fallId: string;
  readonly outcome: 'FALSE_ALARM' | 'CONFIRMED';
  readonly level: AlertingLevel;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Learned {
  readonly offset: number;
  readonly falseAlarms: number;
  readonly realFalls: number;
}

/** An offset and the time for which it was computed. */
export interface OffsetSince {
  readonly offset: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The offset returns to 0, so that a wearer who has changed is not stuck with old marks. */
export function offsetAt({ offset, at }: OffsetSince, now: number): number {
  return offset === 0 ? 0 : offset * 2 ** (-Math.max(0, now - at) / HALF_LIFE_MS);
}

/**
 * The sensitivity that some marks lead to, computed from all of them: a mark that changes, or that two caregivers make,
 * counts once.
 */
export function learnedFrom(marks: readonly Mark[], now: number): Learned {
  const inOrder = marks.toSorted((a, b) => a.at - b.at || (a.fallId < b.fallId ? -1 : 1));
  let current: OffsetSince = { offset: 0, at: inOrder[0]?.at ?? now };
  for (const { outcome, level, at } of inOrder) {
    const offset = offsetAt(current, at);
    const next = outcome === 'CONFIRMED' ? offset * LEFT_AFTER_REAL_FALL : offset - FALSE_ALARM_STEP[level];
    current = { offset: Math.max(LOWEST_OFFSET, next), at };
  }
  const falseAlarms = marks.filter(({ outcome }) => outcome === 'FALSE_ALARM').length;
  return { offset: offsetAt(current, now), falseAlarms, realFalls: marks.length - falseAlarms };
}

/** The smallest confidence above a limit; confidences have four decimals. */
const JUST_ABOVE = 0.0001;

/**
 * The least confidence after lowering: one level down at most, so that HIGH still alerts, and an event stays recorded.
 * CONFIRMED and NO_FALL do not change.
 */
const FLOOR: Readonly<Partial<Record<FallLevel, number>>> = {
  SUSPICIOUS: HIGHEST_CONFIDENCE.NO_FALL + JUST_ABOVE,
  POTENTIAL: HIGHEST_CONFIDENCE.NO_FALL + JUST_ABOVE,
  HIGH: HIGHEST_CONFIDENCE.SUSPICIOUS + JUST_ABOVE,
};

/** The confidence for a wearer with this offset. */
export function loweredConfidence(confidence: number, offset: number): number {
  const floor = FLOOR[fallLevel(confidence)];
  if (offset >= 0 || floor === undefined) return confidence;
  const lowered = sigmoid(logOdds(confidence) + Math.max(LOWEST_OFFSET, offset));
  return Math.min(confidence, Math.max(floor, lowered));
}

/** The detector's own confidence above which caregivers are alerted about a wearer with this offset. */
export const alertThreshold = (offset: number): number =>
  Math.min(HIGHEST_CONFIDENCE.POTENTIAL, sigmoid(logOdds(HIGHEST_CONFIDENCE.SUSPICIOUS) - offset));
