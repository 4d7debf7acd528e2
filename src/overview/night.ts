import { difference, type Spans, union } from '../coverage/index.ts';
import type { NightPeriod } from '../platform/night.ts';
import { MINUTE_MS, minuteOf } from '../platform/time.ts';

/** Shorter ones are a weak signal. */
const SHORTEST_BLIND_MINUTES = 5;

interface Span {
  readonly from: Date;
  readonly until: Date;
}

const spanOf = ([from, until]: Spans[number]): Span => ({
  from: new Date(from * MINUTE_MS),
  until: new Date(until * MINUTE_MS),
});

export const blindSpans = (blind: Spans): readonly Span[] =>
  blind.filter(([from, until]) => until - from >= SHORTEST_BLIND_MINUTES).map(spanOf);

interface Slot {
  readonly start: Date;
  readonly end: Date;
  readonly caregivers: readonly unknown[];
}

/** The times of a night in which no slot has a caregiver; none without a roster. */
export function gapsIn({ start, end }: NightPeriod, slots: readonly Slot[]): readonly Span[] {
  if (slots.length === 0) return [];
  const staffed = slots
    .filter(({ caregivers }) => caregivers.length > 0)
    .map((slot): Spans => [[minuteOf(slot.start.getTime()), minuteOf(slot.end.getTime())]]);
  const night: Spans = [[minuteOf(start.getTime()), minuteOf(end.getTime())]];
  return difference(night, union(...staffed)).map(spanOf);
}
