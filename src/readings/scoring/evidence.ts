import { type Knots, valueAt } from './calibration.ts';
import { cell, FIELDS, FSR, HEART_RATE, PRESSURE, T } from './window.ts';

/**
 * Evidence of other sensors about an impact. It is bounded, so that it never overrules the motion, and a sensor that is
 * absent or repeats its value counts nothing.
 */
interface Evidence {
  readonly name: string;
  readonly column: number;
  /** The change from before the impact to after it. */
  change(before: number, after: number): number;
  /**
   * Log-odds by change; 1 turns a confidence of 0.50 into 0.73. Large changes mean that something else happened (a lift, a
   * loose strap).
   */
  readonly logOdds: Knots;
  /** Values outside mean that the sensor is off. */
  readonly plausible: readonly [min: number, max: number];
}

/** Near the ground the pressure rises by 0.12 hPa per metre of descent. */
const METRES_PER_HPA = 8.3;
/** Some firmware sends kPa. */
export const hPa = (pressure: number): number => (pressure < 200 ? pressure * 10 : pressure);

/**
 * Fitted by training/pressure.py to FallAllD, one pressure a second, people left out: the detector finds 84 % instead of
 * 77 % of its falls (one reading a second) and 90 instead of 87 % (parts), and leaves as many activities alone. The fit goes from
 * -1.4 to 1.8. Whoever gets up may end with a raised arm, and a fall down the stairs loses more height than any recorded
 * one: neither speaks against a fall.
 */
const HEIGHT_LOST: Knots = [
  [-0.5, 0],
  [-0.2, -0.7],
  [0.2, -0.7],
  [0.35, 0],
  [0.65, 1.5],
  [1.1, 1.5],
  [1.6, 0],
];

/** The same for a rise in hPa; 0 if it is not known. */
export const logOddsOfRise = (rise: number): number => valueAt(HEIGHT_LOST, rise * METRES_PER_HPA);

/** No recording includes the other sensors: caution chose their values, and they only speak for a fall. */
export const EVIDENCE: readonly Evidence[] = [
  {
    name: 'heightLostM',
    column: PRESSURE,
    change: (before, after) => (hPa(after) - hPa(before)) * METRES_PER_HPA,
    logOdds: HEIGHT_LOST,
    plausible: [30, 1100],
  },
  {
    name: 'footPressureLost',
    column: FSR,
    change: (before, after) => (after <= 0.1 ? before - after : 0),
    logOdds: [
      [0.15, 0],
      [0.4, 0.7],
    ],
    plausible: [0, 1],
  },
  {
    name: 'heartRateChange',
    column: HEART_RATE,
    change: (before, after) => Math.abs(after - before),
    logOdds: [
      [15, 0],
      [35, 0.5],
      [120, 0.5],
      [121, 0],
    ],
    plausible: [25, 250],
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

export const weigh = ({ logOdds }: Evidence, change: number): number => valueAt(logOdds, change);

/** NaN if the sensor has no value before the impact or none since, or only the one it had before. */
export function changeIn(evidence: Evidence, window: Float32Array, length: number, age: number): number {
  const impact = length - 1 - age;
  const after = meanOf(evidence, window, impact + 1, length, 1);
  if (Number.isNaN(after) || isStuck(evidence, window, Math.max(0, impact - 1), length)) return Number.NaN;
  const from = firstWithin(window, Math.max(0, impact - BEFORE), impact);
  return evidence.change(meanOf(evidence, window, from, impact, MIN_READINGS_BEFORE), after);
}

/** Whether a sensor repeats one value: firmware without it sends a constant, and others round or read it seldom. */
function isStuck({ column }: Evidence, window: Float32Array, from: number, to: number): boolean {
  let known = Number.NaN;
  for (let reading = from; reading < to; reading++) {
    const value = cell(window, reading * FIELDS + column);
    if (value !== known && !Number.isNaN(value) && !Number.isNaN(known)) return false;
    if (!Number.isNaN(value)) known = value;
  }
  return true;
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
