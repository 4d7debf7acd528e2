import {
  AX,
  cell,
  FIELDS,
  firstConnected,
  GRAVITY,
  GX,
  norm,
  restWeight,
  WINDOW_LENGTH,
  type Window,
} from './window.ts';

/**
 * Inputs of the reading network: the readings around the hardest recent one, the candidate impact. Only magnitudes,
 * times and angles, so that the mounting of the wearable does not matter. The same numbers as training/inputs.py.
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

/** Reuses its scratch memory: a thread fills many thousand inputs a second. */
export function createReadingInput(): Write {
  const peaks = new Float64Array(WINDOW_LENGTH);
  const deviations = new Float64Array(WINDOW_LENGTH);
  const turnings = new Float64Array(WINDOW_LENGTH);
  const vectors = new Float64Array(WINDOW_LENGTH * 3);
  const rests = new Float64Array(WINDOW_LENGTH * 3);
  const directions = new Float64Array(12);
  const [BEFORE_AT, SHORTLY_AT, AFTER_AT, NOW_AT] = [0, 3, 6, 9];

  /** Returns the number of readings, the newest last. */
  function trace(cells: Float32Array, length: number): number {
    const first = firstConnected(cells, length);
    for (let reading = first; reading < length; reading++) {
      const row = reading * FIELDS;
      const place = reading - first;
      const size = norm(cells, row + AX);
      const share = restWeight(size) / Math.max(size, 1e-3);
      peaks[place] = Math.min(size, HARDEST);
      deviations[place] = Math.min(Math.abs(size - GRAVITY), MAX_DEVIATION);
      turnings[place] = Math.log1p((norm(cells, row + GX) || 0) / 20);
      for (let axis = 0; axis < 3; axis++) {
        const along = cell(cells, row + AX + axis);
        vectors[place * 3 + axis] = along;
        rests[place * 3 + axis] = along * share;
      }
    }
    return length - first;
  }

  /** Sums the resting directions of some readings; returns the length of the sum. */
  function rest(from: number, to: number, at: number): number {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let place = Math.max(0, from); place < to; place++) {
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

  /** How much the direction turns from reading to reading. */
  function unrest(from: number, to: number): number {
    if (to <= from) return -1;
    let sum = 0;
    for (let place = from; place < to; place++) sum += angle(vectors, place * 3, vectors, place * 3 - 3);
    return sum / (to - from);
  }

  function atLeast(limit: number, from: number, to: number): number {
    let count = 0;
    for (let place = Math.max(0, from); place < to; place++) if ((peaks[place] ?? 0) >= limit) count++;
    return count;
  }

  function writeImpact(into: Float64Array, rows: number, impact: number): void {
    const before = impact > 0 ? impact - 1 : impact;
    into[0] = rows - 1 - impact;
    into[1] = peaks[impact] ?? 0;
    into[2] = turnings[impact] ?? 0;
    into[3] = peaks[before] ?? 0;
    into[4] = turnings[before] ?? 0;
  }

  function writeBefore(into: Float64Array, impact: number): void {
    const from = Math.max(0, impact - BEFORE);
    const some = impact > from;
    into[5] = some ? largest(peaks, from, impact) : GRAVITY;
    into[6] = mean(deviations, from, impact);
    into[7] = mean(turnings, from, impact);
    into[8] = some ? least(deviations, from, impact) : 0;
  }

  function writeAfter(into: Float64Array, rows: number, impact: number): void {
    const some = rows - 1 > impact;
    into[9] = some ? largest(peaks, impact + 1, rows) : 0;
    into[10] = mean(deviations, impact + 1, rows);
    into[11] = some ? (deviations[rows - 1] ?? 0) : 0;
    into[12] = some ? least(turnings, impact + 1, rows) : 0;
    into[13] = mean(turnings, impact + 1, rows);
    into[14] = some ? (turnings[rows - 1] ?? 0) : 0;
  }

  function writePosture(into: Float64Array, rows: number, impact: number): void {
    const from = Math.max(0, impact - BEFORE);
    const age = rows - 1 - impact;
    into[19] = rest(from, impact, BEFORE_AT) / Math.max(1, impact - from);
    into[20] =
      rest(impact - SHORTLY_BEFORE, impact, SHORTLY_AT) / Math.max(1, Math.min(SHORTLY_BEFORE, impact));
    into[21] = rest(impact + 1, rows, AFTER_AT) / Math.max(1, age);
    rest(age > 1 ? rows - 2 : impact + 1, rows, NOW_AT);
    into[15] = angle(directions, BEFORE_AT, directions, AFTER_AT);
    into[16] = angle(directions, SHORTLY_AT, directions, AFTER_AT);
    into[17] = angle(directions, SHORTLY_AT, directions, NOW_AT);
    into[18] = angle(directions, BEFORE_AT, directions, SHORTLY_AT);
    into[22] = toRest(impact, BEFORE_AT);
    into[23] = toRest(impact, AFTER_AT);
  }

  function writeRepetition(into: Float64Array, rows: number, impact: number): void {
    into[24] = atLeast(BLOW, rows - 10, rows) - 1;
    into[25] = atLeast(BLOW, impact - 4, impact);
    into[26] = atLeast(BLOW, impact + 1, rows);
    into[27] = atLeast(LIVELY, rows - 14, rows);
    let second = 0;
    let third = 0;
    for (let place = Math.max(0, rows - 10); place < rows; place++) {
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

  function writeSequence(into: Float64Array, rows: number, impact: number): void {
    for (let back = 1; back <= 4; back++) {
      writeStep(into, 27 + 3 * back, impact - back, impact - back >= 0, AFTER_AT, 0);
    }
    for (let on = 1; on <= 5; on++) {
      writeStep(into, 39 + 3 * on, impact + on, impact + on < rows, SHORTLY_AT, -1);
    }
    into[57] = unrest(impact + 2, rows);
    into[58] = unrest(Math.max(1, impact - 4), impact);
  }

  function writeStep(
    into: Float64Array,
    at: number,
    place: number,
    known: boolean,
    rest: number,
    absent: number,
  ) {
    into[at] = known ? (deviations[place] ?? 0) : absent;
    into[at + 1] = known ? (turnings[place] ?? 0) : absent;
    into[at + 2] = known ? toRest(place, rest) : absent;
  }

  return ({ cells }, length, impactReading, into) => {
    const rows = trace(cells, length);
    const impact = impactReading - (length - rows);
    writeImpact(into, rows, impact);
    writeBefore(into, impact);
    writeAfter(into, rows, impact);
    writePosture(into, rows, impact);
    writeRepetition(into, rows, impact);
    writeSequence(into, rows, impact);
  };
}

function largest(values: Float64Array, from: number, to: number): number {
  let found = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) found = Math.max(found, values[i] ?? 0);
  return found;
}

function least(values: Float64Array, from: number, to: number): number {
  let found = Number.POSITIVE_INFINITY;
  for (let i = from; i < to; i++) found = Math.min(found, values[i] ?? 0);
  return found;
}

/** 0 for an empty range. */
function mean(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i] ?? 0;
  return to > from ? sum / (to - from) : 0;
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
