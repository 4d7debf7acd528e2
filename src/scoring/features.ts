import {
  AX,
  cell,
  FIELDS,
  GRAVITY,
  GX,
  norm,
  restWeight,
  SAMPLE_COUNT,
  SAMPLE_DEVIATION,
  SAMPLE_GYRO,
  SAMPLE_JERK,
  SAMPLE_PEAK,
  SAMPLE_REST_X,
  SAMPLE_SPREAD,
  T,
  WINDOW_LENGTH,
} from './window.ts';

/**
 * How a wearable reports a second: one `reading` (the hardest sample if it was a blow, else the last), or all its
 * `samples`. Weights fitted to one fail on the other, so each kind has its own table of features at the end.
 */
export type MessageKind = 'reading' | 'samples';

interface Spans {
  /** A fall is judged while its impact is among this many newest readings. */
  readonly recent: number;
  /** So many readings show the posture just before the impact. */
  readonly shortlyBefore: number;
}

const SPANS: Readonly<Record<MessageKind, Spans>> = {
  reading: { recent: 5, shortlyBefore: 4 },
  samples: { recent: 6, shortlyBefore: 3 },
};
const BEFORE = 8;
const REPETITION = 10;
/** Wearables hold the hardest sample of a second from here on. */
const BLOW = 20;
/** What happened before a longer silence says nothing about now. */
const MAX_GAP_S = 15;
/** The recordings end near these values; beyond, more is not more of a fall. */
const HARDEST = 65;
const MAX_DEVIATION = 20;
const FASTEST = 800;

/** Columns of the trace: what one reading of either kind comes down to. */
const PEAK = 0;
const DEVIATION = 1;
const GYRO = 2;
const REST = 3;
const SPREAD = 6;
const JERK = 7;
const TRACE_FIELDS = 8;

/** What the window shows around its hardest recent reading, the candidate impact; blind to how it is worn. */
export interface Scene {
  /** The candidate impact: |a|, how many readings ago, its second's motion; the |a| of the reading before it. */
  peak: number;
  age: number;
  gyro: number;
  spread: number;
  jerk: number;
  previousPeak: number;
  largestBefore: number;
  deviationBefore: number;
  gyroBefore: number;
  /** What followed; all 0 while the impact is the newest reading. */
  largestAfter: number;
  deviationAfter: number;
  deviationNow: number;
  leastGyroAfter: number;
  spreadNext: number;
  /** Radians from the resting direction of the 8 readings before, or of those shortly before, to that of those after. */
  turn: number;
  turnShort: number;
  /** Other blows among the last ten readings: repeated hits are an activity, not a fall. */
  otherBlows: number;
}

export interface Scratch {
  readonly trace: Float64Array;
  readonly directions: Float64Array;
  readonly scene: Scene;
  readonly sceneBefore: Scene;
}

export function createScratch(): Scratch {
  return {
    trace: new Float64Array(WINDOW_LENGTH * TRACE_FIELDS),
    directions: new Float64Array(6),
    scene: createScene(),
    sceneBefore: createScene(),
  };
}

function createScene(): Scene {
  return {
    peak: 0,
    age: 0,
    gyro: 0,
    spread: 0,
    jerk: 0,
    previousPeak: 0,
    largestBefore: 0,
    deviationBefore: 0,
    gyroBefore: 0,
    largestAfter: 0,
    deviationAfter: 0,
    deviationNow: 0,
    leastGyroAfter: 0,
    spreadNext: 0,
    turn: 0,
    turnShort: 0,
    otherBlows: 0,
  };
}

export function kindOf(window: Float32Array, length: number): MessageKind {
  return cell(window, (length - 1) * FIELDS + SAMPLE_COUNT) > 0 ? 'samples' : 'reading';
}

/** |a| of the hardest recent reading: most windows show no impact, and nothing else is computed for them. */
export function hardestRecent(window: Float32Array, length: number, kind: MessageKind): number {
  let hardest = 0;
  for (let reading = length - 1; reading >= Math.max(0, length - SPANS[kind].recent); reading--) {
    const row = reading * FIELDS;
    const peak = isSampled(window, row, kind) ? cell(window, row + SAMPLE_PEAK) : norm(window, row + AX);
    if (peak > hardest) hardest = peak;
    if (reading > 0 && !followsClosely(window, reading)) break;
  }
  return Math.min(hardest, HARDEST);
}

export function describe(window: Float32Array, length: number, kind: MessageKind, scratch: Scratch): Scene {
  const rows = traceReadings(window, length, kind, scratch.trace);
  return describeTrace(scratch, rows, kind, scratch.scene);
}

/** What the first `rows` readings of the trace show, the last of them as the newest. */
export function describeTrace(
  { trace, directions }: Scratch,
  rows: number,
  kind: MessageKind,
  scene: Scene,
): Scene {
  const { recent, shortlyBefore } = SPANS[kind];
  const impact = findImpact(trace, rows, recent);
  describeImpact(trace, rows, impact, scene);
  describeBefore(trace, impact, scene);
  describeAfter(trace, rows, impact, scene);
  describeTurn(trace, rows, impact, shortlyBefore, directions, scene);
  describeRepetition(trace, rows, impact, scene);
  return scene;
}

/** Returns how many rows the trace has, the newest last. */
export function traceReadings(
  window: Float32Array,
  length: number,
  kind: MessageKind,
  trace: Float64Array,
): number {
  const first = firstConnected(window, length);
  for (let reading = first; reading < length; reading++) {
    const row = reading * FIELDS;
    const target = (reading - first) * TRACE_FIELDS;
    if (isSampled(window, row, kind)) traceSamples(window, row, trace, target);
    else traceReading(window, row, trace, target);
  }
  return length - first;
}

function firstConnected(window: Float32Array, length: number): number {
  let first = length - 1;
  while (first > 0 && length - first < WINDOW_LENGTH && followsClosely(window, first)) first--;
  return first;
}

function isSampled(window: Float32Array, row: number, kind: MessageKind): boolean {
  return kind === 'samples' && cell(window, row + SAMPLE_COUNT) > 0;
}

/** Whether a reading of the window (not its first) continues the one before. */
function followsClosely(window: Float32Array, reading: number): boolean {
  return cell(window, reading * FIELDS + T) - cell(window, (reading - 1) * FIELDS + T) <= MAX_GAP_S;
}

function traceReading(window: Float32Array, row: number, trace: Float64Array, target: number): void {
  const x = cell(window, row + AX);
  const y = cell(window, row + AX + 1);
  const z = cell(window, row + AX + 2);
  const magnitude = Math.sqrt(x * x + y * y + z * z);
  const share = restWeight(magnitude) / Math.max(magnitude, 1e-3);
  trace[target + PEAK] = Math.min(magnitude, HARDEST);
  trace[target + DEVIATION] = Math.min(Math.abs(magnitude - GRAVITY), MAX_DEVIATION);
  trace[target + GYRO] = norm(window, row + GX);
  trace[target + REST] = x * share;
  trace[target + REST + 1] = y * share;
  trace[target + REST + 2] = z * share;
  trace[target + SPREAD] = 0;
  trace[target + JERK] = 0;
}

function traceSamples(window: Float32Array, row: number, trace: Float64Array, target: number): void {
  trace[target + PEAK] = Math.min(cell(window, row + SAMPLE_PEAK), HARDEST);
  trace[target + DEVIATION] = Math.min(cell(window, row + SAMPLE_DEVIATION), MAX_DEVIATION);
  trace[target + GYRO] = cell(window, row + SAMPLE_GYRO);
  trace[target + REST] = cell(window, row + SAMPLE_REST_X);
  trace[target + REST + 1] = cell(window, row + SAMPLE_REST_X + 1);
  trace[target + REST + 2] = cell(window, row + SAMPLE_REST_X + 2);
  trace[target + SPREAD] = Math.min(cell(window, row + SAMPLE_SPREAD), 30);
  trace[target + JERK] = Math.min(cell(window, row + SAMPLE_JERK), 20);
}

function findImpact(trace: Float64Array, rows: number, recent: number): number {
  let impact = rows - 1;
  for (let row = rows - 2; row >= Math.max(0, rows - recent); row--) {
    if (at(trace, row, PEAK) > at(trace, impact, PEAK)) impact = row;
  }
  return impact;
}

function describeImpact(trace: Float64Array, rows: number, impact: number, scene: Scene): void {
  scene.peak = at(trace, impact, PEAK);
  scene.age = rows - 1 - impact;
  scene.gyro = Math.min(at(trace, impact, GYRO), FASTEST);
  scene.spread = at(trace, impact, SPREAD);
  scene.jerk = at(trace, impact, JERK);
  scene.previousPeak = impact > 0 ? at(trace, impact - 1, PEAK) : scene.peak;
}

function describeBefore(trace: Float64Array, impact: number, scene: Scene): void {
  const from = Math.max(0, impact - BEFORE);
  let largest = 0;
  let deviation = 0;
  let gyro = 0;
  for (let row = from; row < impact; row++) {
    largest = Math.max(largest, at(trace, row, PEAK));
    deviation += at(trace, row, DEVIATION);
    gyro += at(trace, row, GYRO);
  }
  scene.largestBefore = impact > from ? largest : GRAVITY;
  scene.deviationBefore = impact > from ? deviation / (impact - from) : 0;
  scene.gyroBefore = impact > from ? gyro / (impact - from) : 0;
}

function describeAfter(trace: Float64Array, rows: number, impact: number, scene: Scene): void {
  const count = rows - 1 - impact;
  let largest = 0;
  let deviation = 0;
  let leastGyro = Number.POSITIVE_INFINITY;
  for (let row = impact + 1; row < rows; row++) {
    largest = Math.max(largest, at(trace, row, PEAK));
    deviation += at(trace, row, DEVIATION);
    leastGyro = Math.min(leastGyro, at(trace, row, GYRO));
  }
  scene.largestAfter = largest;
  scene.deviationAfter = count > 0 ? deviation / count : 0;
  scene.deviationNow = count > 0 ? at(trace, rows - 1, DEVIATION) : 0;
  scene.leastGyroAfter = count > 0 ? leastGyro : 0;
  scene.spreadNext = count > 0 ? at(trace, impact + 1, SPREAD) : 0;
}

function describeTurn(
  trace: Float64Array,
  rows: number,
  impact: number,
  shortlyBefore: number,
  directions: Float64Array,
  scene: Scene,
): void {
  restingDirection(trace, impact + 1, rows, directions, 3);
  restingDirection(trace, Math.max(0, impact - BEFORE), impact, directions, 0);
  scene.turn = angleBetween(directions);
  restingDirection(trace, Math.max(0, impact - shortlyBefore), impact, directions, 0);
  scene.turnShort = angleBetween(directions);
}

function restingDirection(
  trace: Float64Array,
  from: number,
  to: number,
  into: Float64Array,
  place: number,
): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let row = from; row < to; row++) {
    x += at(trace, row, REST);
    y += at(trace, row, REST + 1);
    z += at(trace, row, REST + 2);
  }
  into[place] = x;
  into[place + 1] = y;
  into[place + 2] = z;
}

/** Between the two vectors in `directions`; 0 where either has no direction, as nothing is known then. */
function angleBetween(directions: Float64Array): number {
  const ax = directions[0] ?? 0;
  const ay = directions[1] ?? 0;
  const az = directions[2] ?? 0;
  const bx = directions[3] ?? 0;
  const by = directions[4] ?? 0;
  const bz = directions[5] ?? 0;
  const lengths = Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
  if (!(lengths > 1e-9)) return 0;
  return Math.acos(Math.max(-1, Math.min(1, (ax * bx + ay * by + az * bz) / lengths)));
}

function describeRepetition(trace: Float64Array, rows: number, impact: number, scene: Scene): void {
  let blows = 0;
  for (let row = Math.max(0, rows - REPETITION); row < rows; row++) {
    if (row !== impact && at(trace, row, PEAK) >= BLOW) blows++;
  }
  scene.otherBlows = blows;
}

function at(trace: Float64Array, row: number, column: number): number {
  return trace[row * TRACE_FIELDS + column] ?? 0;
}

/** One line per feature; its weight has the same name in weights.ts, which `npm run train` writes. */
export interface Feature {
  readonly name: string;
  readonly of: (scene: Scene) => number;
}

const SHARED: readonly Feature[] = [
  { name: 'age', of: (s) => s.age },
  { name: 'turnShort', of: (s) => s.turnShort },
  { name: 'deviationBefore', of: (s) => s.deviationBefore },
  { name: 'otherBlows', of: (s) => s.otherBlows },
  { name: 'anyOtherBlows', of: (s) => Math.log1p(s.otherBlows) },
];

export const FEATURES: Readonly<Record<MessageKind, readonly Feature[]>> = {
  reading: [
    ...SHARED,
    { name: 'settling', of: (s) => (s.age > 0 ? 1 : 0) },
    { name: 'justAfter', of: (s) => (s.age === 1 ? 1 : 0) },
    { name: 'peak', of: (s) => s.peak / 10 },
    { name: 'peakAbove40', of: (s) => Math.max(0, s.peak - 40) / 10 },
    { name: 'jump', of: (s) => (s.peak - s.previousPeak) / 10 },
    { name: 'turn', of: (s) => s.turn },
    { name: 'turnSquared', of: (s) => s.turn * s.turn },
    { name: 'deviationNow', of: (s) => Math.min(s.deviationNow, 10) },
    { name: 'leastGyroAfter', of: (s) => Math.log1p(s.leastGyroAfter / 5) },
    { name: 'leastGyroByAge', of: (s) => s.age * Math.log1p(s.leastGyroAfter / 5) },
    { name: 'largestBefore', of: (s) => s.largestBefore / 10 },
  ],
  samples: [
    ...SHARED,
    { name: 'turnShortSquared', of: (s) => s.turnShort * s.turnShort },
    { name: 'deviationAfter', of: (s) => s.deviationAfter },
    { name: 'largestAfter', of: (s) => (s.age > 0 ? (s.largestAfter - GRAVITY) / 10 : 0) },
    { name: 'spread', of: (s) => s.spread / 5 },
    { name: 'spreadNext', of: (s) => s.spreadNext / 5 },
    { name: 'jerk', of: (s) => s.jerk / 5 },
    { name: 'gyro', of: (s) => s.gyro / 100 },
    { name: 'gyroBefore', of: (s) => Math.log1p(s.gyroBefore / 20) },
    { name: 'gyroLog', of: (s) => Math.log1p(s.gyro / 50) },
  ],
};

export function writeFeatures(features: readonly Feature[], scene: Scene, out: Float64Array): void {
  for (let i = 0; i < features.length; i++) out[i] = features[i]?.of(scene) ?? 0;
}
