import {
  AX,
  cell,
  degreesBetween,
  FIELDS,
  GRAVITY,
  GX,
  norm,
  restWeight,
  secondsToNext,
  WINDOW_LENGTH,
  type Window,
} from './window.ts';

/**
 * Inputs of the reading network: the readings around the hardest recent one, the candidate impact, by second. Only
 * magnitudes, times and angles, so that the mounting of the wearable does not matter. The same numbers as
 * training/inputs.py, `ReadingWindow`.
 */
export const READING_INPUTS = 59;

const BEFORE = 8;
const SHORTLY_BEFORE = 3;
/** From this acceleration on, wearables send the hardest sample of a second. */
const BLOW = 20;
const LIVELY = 15;
/** The recordings end near these values; larger ones do not make a fall more likely. */
const HARDEST = 65;
const MAX_DEVIATION = 20;

/** Indexes of the input groups that an explanation names (training/inputs.py has the list). */
export const READING_GROUPS: Readonly<Record<string, readonly number[]>> = {
  timeSinceImpact: [0],
  impact: [1, 2, 3, 4],
  motionBefore: [5, 6, 7, 8, 19, 20, 30, 31, 33, 34, 36, 37, 39, 40, 58],
  stillness: [9, 10, 11, 12, 13, 14, 21, 42, 43, 45, 46, 48, 49, 51, 52, 54, 55, 57],
  postureChange: [15, 16, 17, 18, 22, 23, 32, 35, 38, 41, 44, 47, 50, 53, 56],
  repeatedHits: [24, 25, 26, 27, 28, 29],
};

type Write = (window: Window, length: number, impact: number, into: Float64Array) => void;

/** The place of the newest reading; places are seconds, and a second without a reading is absent. */
const NEWEST = WINDOW_LENGTH - 1;
const END = WINDOW_LENGTH;

/** Reuses its scratch memory: a thread fills many thousand inputs a second. */
export function createReadingInput(withGyro: boolean): Write {
  const isThere = new Uint8Array(WINDOW_LENGTH);
  /** All 0 where no reading is. */
  const peaks = new Float64Array(WINDOW_LENGTH);
  const deviations = new Float64Array(WINDOW_LENGTH);
  const turnings = new Float64Array(WINDOW_LENGTH);
  const vectors = new Float64Array(WINDOW_LENGTH * 3);
  const rests = new Float64Array(WINDOW_LENGTH * 3);
  const directions = new Float64Array(12);
  const [BEFORE_AT, SHORTLY_AT, AFTER_AT, NOW_AT] = [0, 3, 6, 9];

  /** Places the readings by second; returns the place of the impact. */
  function trace(cells: Float32Array, length: number, impactReading: number): number {
    isThere.fill(0);
    peaks.fill(0);
    rests.fill(0);
    let impact = NEWEST;
    let place = NEWEST;
    for (let reading = length - 1; place >= 0; reading--) {
      const previous = reading > 0 ? place - secondsToNext(cells, reading - 1) : -1;
      if (reading === impactReading) impact = place;
      placeReading(cells, reading, place, previous >= 0);
      place = previous;
    }
    return impact;
  }

  function placeReading(cells: Float32Array, reading: number, place: number, hasPrevious: boolean): void {
    const row = reading * FIELDS;
    const size = norm(cells, row + AX);
    const share = restWeight(size) / Math.max(size, 1e-3);
    isThere[place] = 1;
    peaks[place] = Math.min(size, HARDEST);
    deviations[place] = Math.min(Math.abs(size - GRAVITY), MAX_DEVIATION);
    turnings[place] = Math.log1p(turningOf(cells, reading, hasPrevious) / 20);
    for (let axis = 0; axis < 3; axis++) {
      const along = cell(cells, row + AX + axis);
      vectors[place * 3 + axis] = along;
      rests[place * 3 + axis] = along * share;
    }
  }

  /** Without a gyro, the angle to the previous direction in the window; 0 for its first reading. */
  function turningOf(cells: Float32Array, reading: number, hasPrevious: boolean): number {
    const row = reading * FIELDS;
    // A reading without a gyro among others with one turns by an unknown amount.
    if (withGyro) return norm(cells, row + GX) || 0;
    return hasPrevious ? degreesBetween(cells, row + AX, cells, row - FIELDS + AX) : 0;
  }

  function count(from: number, to: number): number {
    let found = 0;
    for (let place = from; place < to; place++) found += isThere[place] ?? 0;
    return found;
  }

  function largest(values: Float64Array, from: number, to: number): number {
    let found = Number.NEGATIVE_INFINITY;
    for (let place = from; place < to; place++)
      if (isThere[place] === 1) found = Math.max(found, values[place] ?? 0);
    return found;
  }

  function least(values: Float64Array, from: number, to: number): number {
    let found = Number.POSITIVE_INFINITY;
    for (let place = from; place < to; place++)
      if (isThere[place] === 1) found = Math.min(found, values[place] ?? 0);
    return found;
  }

  /** 0 for an empty range. */
  function mean(values: Float64Array, from: number, to: number): number {
    let sum = 0;
    let found = 0;
    for (let place = from; place < to; place++) {
      if (isThere[place] === 0) continue;
      sum += values[place] ?? 0;
      found++;
    }
    return found > 0 ? sum / found : 0;
  }

  /** Sums the resting directions of some readings; returns the length of the sum. */
  function rest(from: number, to: number, at: number): number {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let place = from; place < to; place++) {
      x += rests[place * 3] ?? 0;
      y += rests[place * 3 + 1] ?? 0;
      z += rests[place * 3 + 2] ?? 0;
    }
    directions[at] = x;
    directions[at + 1] = y;
    directions[at + 2] = z;
    return Math.sqrt(x * x + y * y + z * z);
  }

  const toRest = (place: number, at: number): number => angle(vectors, place * 3, directions, at);

  /** How much the direction turns from reading to reading; -1 if there are no two. */
  function unrest(from: number, to: number): number {
    let sum = 0;
    let steps = -1;
    let before = 0;
    for (let place = from; place < to; place++) {
      if (isThere[place] === 0) continue;
      if (steps >= 0) sum += angle(vectors, place * 3, vectors, before * 3);
      steps++;
      before = place;
    }
    return steps > 0 ? sum / steps : -1;
  }

  function atLeast(limit: number, from: number, to: number): number {
    let found = 0;
    for (let place = from; place < to; place++) if ((peaks[place] ?? 0) >= limit) found++;
    return found;
  }

  function writeImpact(into: Float64Array, impact: number): void {
    let before = impact - 1;
    while (before >= impact - BEFORE && isThere[before] !== 1) before--;
    if (before < impact - BEFORE) before = impact;
    into[0] = NEWEST - impact;
    into[1] = peaks[impact] ?? 0;
    into[2] = turnings[impact] ?? 0;
    into[3] = peaks[before] ?? 0;
    into[4] = turnings[before] ?? 0;
  }

  function writeBefore(into: Float64Array, impact: number): void {
    const from = impact - BEFORE;
    const some = count(from, impact) > 0;
    into[5] = some ? largest(peaks, from, impact) : GRAVITY;
    into[6] = mean(deviations, from, impact);
    into[7] = mean(turnings, from, impact);
    into[8] = some ? least(deviations, from, impact) : 0;
  }

  function writeAfter(into: Float64Array, impact: number): void {
    const some = NEWEST > impact;
    into[9] = some ? largest(peaks, impact + 1, END) : 0;
    into[10] = mean(deviations, impact + 1, END);
    into[11] = some ? (deviations[NEWEST] ?? 0) : 0;
    into[12] = some ? least(turnings, impact + 1, END) : 0;
    into[13] = mean(turnings, impact + 1, END);
    into[14] = some ? (turnings[NEWEST] ?? 0) : 0;
  }

  function writePosture(into: Float64Array, impact: number): void {
    const from = impact - BEFORE;
    const shortly = impact - SHORTLY_BEFORE;
    into[19] = rest(from, impact, BEFORE_AT) / Math.max(1, count(from, impact));
    into[20] = rest(shortly, impact, SHORTLY_AT) / Math.max(1, count(shortly, impact));
    into[21] = rest(impact + 1, END, AFTER_AT) / Math.max(1, count(impact + 1, END));
    rest(Math.max(impact + 1, NEWEST - 1), END, NOW_AT);
    into[15] = angle(directions, BEFORE_AT, directions, AFTER_AT);
    into[16] = angle(directions, SHORTLY_AT, directions, AFTER_AT);
    into[17] = angle(directions, SHORTLY_AT, directions, NOW_AT);
    into[18] = angle(directions, BEFORE_AT, directions, SHORTLY_AT);
    into[22] = toRest(impact, BEFORE_AT);
    into[23] = toRest(impact, AFTER_AT);
  }

  function writeRepetition(into: Float64Array, impact: number): void {
    into[24] = atLeast(BLOW, END - 10, END) - 1;
    into[25] = atLeast(BLOW, impact - 4, impact);
    into[26] = atLeast(BLOW, impact + 1, END);
    into[27] = atLeast(LIVELY, END - 14, END);
    let second = 0;
    let third = 0;
    for (let place = END - 10; place < END; place++) {
      const peak = peaks[place] ?? 0;
      if (place === impact) continue;
      if (peak > second) {
        third = second;
        second = peak;
      } else if (peak > third) third = peak;
    }
    into[28] = second;
    into[29] = third;
  }

  function writeSequence(into: Float64Array, impact: number): void {
    for (let back = 1; back <= 4; back++) writeStep(into, 27 + 3 * back, impact - back, AFTER_AT, 0);
    for (let on = 1; on <= 5; on++) writeStep(into, 39 + 3 * on, impact + on, SHORTLY_AT, -1);
    into[57] = unrest(impact + 1, END);
    into[58] = unrest(impact - 5, impact);
  }

  function writeStep(into: Float64Array, at: number, place: number, rest: number, absent: number): void {
    const known = place < END && isThere[place] === 1;
    into[at] = known ? (deviations[place] ?? 0) : absent;
    into[at + 1] = known ? (turnings[place] ?? 0) : absent;
    into[at + 2] = known ? toRest(place, rest) : absent;
  }

  return ({ cells }, length, impactReading, into) => {
    const impact = trace(cells, length, impactReading);
    writeImpact(into, impact);
    writeBefore(into, impact);
    writeAfter(into, impact);
    writePosture(into, impact);
    writeRepetition(into, impact);
    writeSequence(into, impact);
  };
}

/** The angle between two vectors; 0 if either has no direction, because the angle is then unknown. */
function angle(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const ax = a[i] ?? 0;
  const ay = a[i + 1] ?? 0;
  const az = a[i + 2] ?? 0;
  const bx = b[j] ?? 0;
  const by = b[j + 1] ?? 0;
  const bz = b[j + 2] ?? 0;
  const lengths = Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
  if (!(lengths > 1e-9)) return 0;
  return Math.acos(Math.max(-1, Math.min(1, (ax * bx + ay * by + az * bz) / lengths)));
}
