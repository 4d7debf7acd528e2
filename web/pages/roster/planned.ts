// How many caregivers the roster plans at each moment of a day.

import type { CalendarSlot } from '../../api/records.ts';
import { today } from '../../text/words.ts';
import { addDays } from './days.ts';

type Planned = Pick<CalendarSlot, 'start' | 'end'> & {
  readonly caregivers: readonly { readonly id: string }[];
};

/** A part of a day during which the number of caregivers does not change. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly people: number;
}

const QUARTER_MS = 15 * 60_000;
/** Twice 16 hours: midnight in any zone, and a number of quarters that halves down to one. */
const SEARCH_QUARTERS = 64;

/** When a day begins in the organisation's zone: the first quarter of an hour whose date is not an earlier one. */
export function startOf(day: string): number {
  let before = Date.parse(day) - SEARCH_QUARTERS * QUARTER_MS;
  let at = Date.parse(day) + SEARCH_QUARTERS * QUARTER_MS;
  while (at - before > QUARTER_MS) {
    const middle = (at + before) / 2;
    if (today(middle) < day) before = middle;
    else at = middle;
  }
  return at;
}

/** The parts of a day, without a break; a caregiver on two slots counts once. */
export function partsOf(day: string, slots: readonly Planned[]): readonly Part[] {
  const [begin, end] = [startOf(day), startOf(addDays(day, 1))];
  const spans = slots.map(({ start, end: over, caregivers }) => ({
    from: Date.parse(start),
    to: Date.parse(over),
    ids: caregivers.map(({ id }) => id),
  }));
  const changes = spans.flatMap(({ from, to }) => [from, to]).filter((at) => at > begin && at < end);
  const bounds = [...new Set([begin, ...changes, end])].sort((a, b) => a - b);
  const parts: Part[] = [];
  for (const [i, to] of bounds.slice(1).entries()) {
    const from = bounds[i] ?? begin;
    const present = spans.filter((span) => span.from <= from && span.to >= to);
    const people = new Set(present.flatMap(({ ids }) => ids)).size;
    const last = parts.at(-1);
    if (last?.people === people) parts[parts.length - 1] = { ...last, to };
    else parts.push({ from, to, people });
  }
  return parts;
}
