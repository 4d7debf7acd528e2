import { cell, FIELDS, FSR, HEART_RATE, PRESSURE, T } from './window.ts';

/**
 * Evidence that other sensors may add to an impact. No recording includes them: the constants come from physics and
 * caution, not from measurement. So each can only raise a suspicion a little, and an absent or unchanged sensor counts
 * nothing.
 */
interface Evidence {
  readonly name: string;
  readonly column: number;
  /** 1 turns a confidence of 0.50 into 0.73. */
  readonly maxLogOdds: number;
  /** The change from before the impact to after it. */
  change(before: number, after: number): number;
  /** The change at which it starts to count, and the one from which it counts in full. */
  readonly from: number;
  readonly full: number;
  /**
   * Values and changes outside these mean that the sensor is off, or that something else happened (a lift, a loose
   * strap).
   */
  readonly plausible: readonly [min: number, max: number];
  readonly largestChange: number;
}

/** Near the ground the pressure rises by 0.12 hPa per metre of descent. */
const METRES_PER_HPA = 8.3;
/** Some firmware sends kPa. */
const hPa = (pressure: number): number => (pressure < 200 ? pressure * 10 : pressure);

export const EVIDENCE: readonly Evidence[] = [
  {
    name: 'heightLostM',
    column: PRESSURE,
    maxLogOdds: 1,
    change: (before, after) => (hPa(after) - hPa(before)) * METRES_PER_HPA,
    from: 0.4,
    full: 1,
    plausible: [30, 1100],
    largestChange: 2.5,
  },
  {
    name: 'footPressureLost',
    column: FSR,
    maxLogOdds: 0.7,
    change: (before, after) => (after <= 0.1 ? before - after : 0),
    from: 0.15,
    full: 0.4,
    plausible: [0, 1],
    largestChange: 1,
  },
  {
    name: 'heartRateChange',
    column: HEART_RATE,
    maxLogOdds: 0.5,
    change: (before, after) => Math.abs(after - before),
    from: 15,
    full: 35,
    plausible: [25, 250],
    largestChange: 120,
  },
];

/** Limit for all sensors together: they never turn motion that is clearly no fall into one. */
export const MAX_EVIDENCE = 1.5;

const BEFORE = 8;
/** The mean of fewer readings is too noisy for a comparison. */
const MIN_READINGS_BEFORE = 3;
const MAX_BEFORE_S = 20;

/** Log-odds that the other sensors add to an impact `age` readings ago: 0 if they are absent. */
export function evidenceFor(window: Float32Array, length: number, age: number): number {
  if (age < 1) return 0;
  let sum = 0;
  for (const evidence of EVIDENCE) sum += weigh(evidence, changeIn(evidence, window, length, age));
  return Math.min(MAX_EVIDENCE, sum);
}

export function weigh({ maxLogOdds, from, full, largestChange }: Evidence, change: number): number {
  // A comparison with NaN is false: an unknown change adds nothing.
  if (!(change > from && change <= largestChange)) return 0;
  return maxLogOdds * Math.min(1, (change - from) / (full - from));
}

/** NaN if the sensor has no value before the impact or none since. */
export function changeIn(evidence: Evidence, window: Float32Array, length: number, age: number): number {
  const impact = length - 1 - age;
  const after = meanOf(evidence, window, impact + 1, length, 1);
  if (Number.isNaN(after)) return Number.NaN;
  const from = firstWithin(window, Math.max(0, impact - BEFORE), impact);
  return evidence.change(meanOf(evidence, window, from, impact, MIN_READINGS_BEFORE), after);
}

function firstWithin(window: Float32Array, from: number, impact: number): number {
  const earliest = cell(window, impact * FIELDS + T) - MAX_BEFORE_S;
  let first = from;
  while (first < impact && cell(window, first * FIELDS + T) < earliest) first++;
  return first;
}

function meanOf(
  { column, plausible: [min, max] }: Evidence,
  window: Float32Array,
  from: number,
  to: number,
  minCount: number,
): number {
  let count = 0;
  let sum = 0;
  for (let reading = from; reading < to; reading++) {
    const value = cell(window, reading * FIELDS + column);
    if (!(value >= min && value <= max)) continue;
    count++;
    sum += value;
  }
  return count >= minCount ? sum / count : Number.NaN;
}
