import type { Judged, Way } from './judge.ts';
import { keyOf } from './judge.ts';
import type { Level } from './metrics.ts';

/** Kinds of activity in the recordings of ordinary life, and the hours of each in the assumed day. */
export const KINDS = [
  'sitting, standing, lying',
  'meals, desk, handwork',
  'housework and errands, unscripted',
  'walking',
  'stairs and lift',
  'car and train',
  'sport',
] as const;
export type Kind = (typeof KINDS)[number];

/**
 * The waking hours of an active older person without sport. Older people sit or lie for 9.4 of their waking hours on
 * average (Harvey, Chastin and Skelton, Journal of Aging and Physical Activity 2015): here 8 h, and most of the meals,
 * desk and car.
 */
export const DAY: Readonly<Partial<Record<Kind, number>>> = {
  'sitting, standing, lying': 8,
  'meals, desk, handwork': 3.5,
  'housework and errands, unscripted': 2,
  walking: 1.5,
  'stairs and lift': 0.5,
  'car and train': 0.5,
};

const ACTIVITIES: Readonly<Record<Exclude<Kind, 'sport'>, readonly string[]>> = {
  'sitting, standing, lying': [
    ...['sitting', 'standing', 'lying', 'lying on the back', 'lying on the right side'],
    ...['no steps', 'watch not worn'],
  ],
  'meals, desk, handwork': [
    ...['brushing teeth', 'eating pasta', 'eating soup', 'eating chips', 'eating a sandwich', 'drinking'],
    ...['writing', 'typing', 'folding clothes', 'office work'],
  ],
  'housework and errands, unscripted': ['general', 'mixed'],
  walking: [
    ...['walking', 'walking in a car park', 'walking treadmill flat 4 km/h'],
    ...['walking treadmill sloped 4 km/h', 'walk slow', 'walk mod', 'walk fast'],
  ],
  'stairs and lift': ['upstairs', 'downstairs', 'stairs', 'standing in a lift', 'moving in a lift'],
  'car and train': ['driving', 'train'],
};

/** Whatever is not in the list is sport. */
export const kindOf = (activity: string): Kind =>
  KINDS.find((kind) => kind !== 'sport' && ACTIVITIES[kind].includes(activity)) ?? 'sport';

/** Recorded hours, and the false alarms in them. */
export interface Quiet {
  readonly hours: number;
  readonly alarms: Readonly<Record<Level, number>>;
}

/** Of some streams in one way. Streams that differ only in the second boundary count as one recording. */
export function quietOf(judged: readonly Judged[], own: Way, phases: number): Quiet {
  const key = keyOf(own);
  const alarms = { SUSPICIOUS: 0, POTENTIAL: 0, HIGH: 0, CONFIRMED: 0 };
  let seconds = 0;
  for (const stream of judged) {
    const counted = stream.alarms[key];
    if (counted === undefined) continue;
    seconds += stream.recordedS;
    for (const level of ['SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'] as const)
      alarms[level] += counted[level] / phases;
  }
  return { hours: seconds / 3600 / phases, alarms };
}

export const perHour = ({ hours, alarms }: Quiet, level: Level): number => alarms[level] / hours;

/** With this many alarms, the true number is below this value in 95 of 100 cases (Poisson). */
export function atMost(alarms: number): number {
  let high = alarms + 3;
  const cumulated = (expected: number): number => {
    let term = Math.exp(-expected);
    let sum = term;
    for (let k = 1; k <= Math.ceil(alarms); k++) {
      term *= expected / k;
      sum += term;
    }
    return sum;
  };
  while (cumulated(high) > 0.05) high += 0.05;
  return high;
}
