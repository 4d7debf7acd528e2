/**
 * A device's window: its last readings as rows of one flat Float32Array, oldest first, newest last. Absent values are
 * NaN. The cells are plain 4-byte floats, so that a window can be shared with a scoring thread without copying.
 */
export interface Window {
  readonly cells: Float32Array;
  /** The raw signals of the last `RECENT` readings as bins, newest last; a row is valid if its reading has samples. */
  readonly bins: Float32Array;
}

/** In seconds, and so in readings: the impact, 8 seconds before it and all after it. No rule needs more. */
export const WINDOW_LENGTH = 15;
export const FIELDS = 14;

/** Seconds relative to the newest reading of the window: 0 for the newest, negative for the others. */
export const T = 0;
/** m/s² */
export const AX = 1;
export const AY = 2;
export const AZ = 3;
/** °/s */
export const GX = 4;
export const GY = 5;
export const GZ = 6;
/** hPa or kPa, as the firmware sends it */
export const PRESSURE = 7;
export const FSR = 8;
export const HEART_RATE = 9;
export const SPO2 = 10;
/** Number of samples in the reading (NaN if none), and their largest |a| and |gyro|. */
export const SAMPLE_COUNT = 11;
export const SAMPLE_PEAK = 12;
export const SAMPLE_GYRO_PEAK = 13;

/*
 * A reading's `samples` are summarised in five bins. An impact arrives in one message and the stillness that confirms
 * it in the next ones, and only the newest message's samples are available.
 */
export const BINS = 5;
/**
 * Columns of a bin: largest and smallest |a|, mean of ||a| − g|, mean vector, mean and largest |gyro|, jerk, resting
 * vector.
 */
export const BIN_PEAK = 0;
export const BIN_LEAST = 1;
export const BIN_DEVIATION = 2;
export const BIN_MEAN = 3;
export const BIN_GYRO = 6;
export const BIN_GYRO_PEAK = 7;
export const BIN_JERK = 8;
export const BIN_REST = 9;
export const BIN_VALUES = 12;
export const MESSAGE_CELLS = BINS * BIN_VALUES;
/** Number of seconds searched for an impact, and so of messages whose bins are kept. */
export const RECENT = 6;

/** Layout of `samples`: rows of t_ms, ax, ay, az, gx, gy, gz; t_ms ≤ 0 and ascending. */
export const SAMPLE_FIELDS = 7;
export const MAX_SAMPLES = 128;

export const GRAVITY = 9.81;
/**
 * Below this the hardest recent reading is not an impact, so the readings after it cannot be the stillness after one.
 */
export const IMPACT = 18;
/** With fewer readings, one without others in the window's seconds has no history. */
export const SHORTEST_HISTORY = 5;

/**
 * How a wearable reports a second: one `reading` (the hardest sample if it was a blow, else the last), or all its
 * `samples`. A network trained on one kind fails on the other, so each kind has its own.
 */
export type MessageKind = 'reading' | 'samples';

/** Without a gyro, how fast the direction of the acceleration turns stands for the rotation: a network of its own. */
export type NetworkName = MessageKind | `${MessageKind}-nogyro`;

export const createWindow = (length = WINDOW_LENGTH): Window => ({
  cells: new Float32Array(length * FIELDS),
  bins: new Float32Array(RECENT * MESSAGE_CELLS),
});

export function kindOf({ cells }: Window, length: number): MessageKind {
  return hasSamples(cells, length - 1) ? 'samples' : 'reading';
}

export function hasSamples(cells: Float32Array, reading: number): boolean {
  return cell(cells, reading * FIELDS + SAMPLE_COUNT) > 0;
}

/** Largest |a| of a reading, or of its raw signal for kind `samples`. */
export function peakOf(cells: Float32Array, reading: number, kind: MessageKind): number {
  return kind === 'samples' && hasSamples(cells, reading)
    ? cell(cells, reading * FIELDS + SAMPLE_PEAK)
    : norm(cells, reading * FIELDS + AX);
}

/** Whether any reading has a rotation: wearables without a gyro send none, or three zeros. */
export function hasGyro({ cells }: Window, length: number): boolean {
  for (let reading = length - 1; reading >= 0; reading--) {
    const row = reading * FIELDS;
    if (norm(cells, row + GX) > 0 || cell(cells, row + SAMPLE_GYRO_PEAK) > 0) return true;
  }
  return false;
}

/**
 * Whole seconds from a reading of the window (not its newest) to the next one. The window goes by time: a lost message
 * leaves a gap, and does not move the earlier readings closer. Messages are due every second, so 1 at least.
 */
export function secondsToNext(cells: Float32Array, reading: number): number {
  const row = reading * FIELDS + T;
  return Math.max(1, Math.round(cell(cells, row + FIELDS) - cell(cells, row)));
}

/** The hardest reading of the recent seconds; the latest if several are equal. */
export function findImpact({ cells }: Window, length: number, kind: MessageKind): number {
  let impact = length - 1;
  let hardest = peakOf(cells, impact, kind);
  let ago = 0;
  for (let reading = length - 2; reading >= 0; reading--) {
    ago += secondsToNext(cells, reading);
    if (ago >= RECENT) break;
    const peak = peakOf(cells, reading, kind);
    if (peak > hardest) {
      hardest = peak;
      impact = reading;
    }
  }
  return impact;
}

/** The angle between the vectors in three neighbouring cells each, in degrees: how far the wearable has turned. */
export function degreesBetween(a: Float32Array, i: number, b: Float32Array, j: number): number {
  const lengths = Math.max(1e-6, norm(a, i)) * Math.max(1e-6, norm(b, j));
  const along = cell(a, i) * cell(b, j) + cell(a, i + 1) * cell(b, j + 1) + cell(a, i + 2) * cell(b, j + 2);
  return (Math.acos(Math.max(-1, Math.min(1, along / lengths))) * 180) / Math.PI;
}

/** Near 1 for a sample that shows gravity alone, near 0 for one that shows a blow or free fall. */
export function restWeight(magnitude: number): number {
  const deviation = (magnitude - GRAVITY) / 3;
  return 1 / (1 + deviation * deviation * deviation * deviation);
}

/** The compiler cannot know that an index is in range; an absent cell is NaN anyway. */
export function cell(cells: Float32Array, index: number): number {
  return cells[index] ?? Number.NaN;
}

/** Length of the vector in three neighbouring cells. */
export function norm(cells: Float32Array, index: number): number {
  const x = cell(cells, index);
  const y = cell(cells, index + 1);
  const z = cell(cells, index + 2);
  return Math.sqrt(x * x + y * y + z * z);
}
