import { SHORTEST_HISTORY } from '../src/readings/scoring/window.ts';
import ACTIVITIES from './activities.json' with { type: 'json' };
import type { Judged, Way } from './judge.ts';
import { keyOf } from './judge.ts';

/** Kinds of activity in the recordings of ordinary life; training/judge.py reads the same list. */
export type Kind = keyof typeof ACTIVITIES;
const KINDS = Object.keys(ACTIVITIES) as readonly Kind[];

/** An activity that is not in the list counts as ordinary life: an unknown name must not hide alarms. */
export const kindOf = (activity: string): Kind =>
  KINDS.find((kind) => ACTIVITIES[kind].includes(activity)) ?? 'housework and errands, unscripted';

export const isSport = ({ activity }: { readonly activity: string }): boolean => kindOf(activity) === 'sport';

/** Recorded hours, and the false alarms in them: on the board, and those that ring. */
export interface Quiet {
  readonly hours: number;
  readonly alerts: number;
  readonly confirmed: number;
  readonly rings: number;
}

/** Of some streams in one way. Streams that differ only in the second boundary count as one recording. */
export function quietOf(judged: readonly Judged[], own: Way, phases: number): Quiet {
  const key = keyOf(own);
  const found = judged.flatMap(({ alarms, recordedS }) => {
    const counted = alarms[key];
    // The first messages do not count.
    return counted === undefined ? [] : [{ ...counted, countedS: recordedS - (SHORTEST_HISTORY - 1) }];
  });
  const sum = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0) / phases;
  return {
    hours: sum(found.map(({ countedS }) => countedS)) / 3600,
    alerts: sum(found.map(({ POTENTIAL }) => POTENTIAL)),
    confirmed: sum(found.map(({ CONFIRMED }) => CONFIRMED)),
    rings: sum(found.map(({ rings }) => rings)),
  };
}

/** The exact Poisson limit: with this many alarms or fewer, the true number is below it in 95 of 100 cases. */
export function atMost(alarms: number): number {
  const count = Math.ceil(alarms);
  const chanceOfFewer = (expected: number): number => {
    let term = Math.exp(-expected);
    let sum = term;
    for (let k = 1; k <= count; k++) {
      term *= expected / k;
      sum += term;
    }
    return sum;
  };
  let [low, high] = [count, 3 * count + 10];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (chanceOfFewer(middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}
