// Encodes the columns of a packed hour; the view unpacked_readings (sql/125) decodes them.

/** Some value cannot be stored without loss. */
export class Unpackable extends Error {}

interface PackedColumn {
  /** Null if all values are. */
  readonly first: number | null;
  readonly numbers: Buffer;
}

/** The lowest one is chosen that makes whole numbers of all values. */
const STEPS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 2 ** 40];
const MOST = 9e15;
const HEADER_BYTES = 20;
const TWO_POW_32 = 2 ** 32;

type Kind = 'whole' | 'real';

/** The values of a PostgreSQL array in its binary form (array_send); NaN is null. */
export function valuesOf(array: Buffer, count: number, kind: Kind): Float64Array {
  const values = new Float64Array(count);
  let place = HEADER_BYTES;
  for (let i = 0; i < count; i++) {
    const bytes = array.readInt32BE(place);
    place += 4;
    if (bytes < 0) {
      values[i] = Number.NaN;
      continue;
    }
    const value = kind === 'real' ? array.readFloatBE(place) : wholeAt(array, place, bytes);
    if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) throw new Unpackable();
    values[i] = value;
    place += bytes;
  }
  return values;
}

const wholeAt = (array: Buffer, place: number, bytes: number): number =>
  bytes === 8
    ? array.readInt32BE(place) * TWO_POW_32 + array.readUInt32BE(place + 4)
    : array.readIntBE(place, bytes);

export function packWhole(values: Float64Array, slope = 0): PackedColumn {
  const rest = slope === 0 ? values : values.map((value, i) => value - i * slope);
  let [lowest, highest, hasNull] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false];
  for (const value of rest) {
    if (Number.isNaN(value)) hasNull = true;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  if (lowest > highest) return { first: null, numbers: Buffer.alloc(0) };
  const [first, range] = [lowest - 1, highest - lowest + 1];
  if (![first, highest, range].every(Number.isSafeInteger)) throw new Unpackable();
  if (range === 1 && !hasNull) return { first, numbers: Buffer.alloc(0) };
  const width = Math.ceil(range.toString(16).length / 2);
  const count = rest.length;
  const numbers = Buffer.alloc(width * count);
  for (let i = 0; i < count; i++) {
    const number = (rest[i] ?? Number.NaN) - first;
    if (Number.isNaN(number)) continue;
    // Shifts work on 32 bits.
    const [low, high] = [number | 0, (number / TWO_POW_32) | 0];
    for (let byte = 0; byte < width; byte++)
      numbers[(width - 1 - byte) * count + i] = byte < 4 ? low >>> (8 * byte) : high >>> (8 * (byte - 4));
  }
  return { first, numbers };
}

/** As in the view: a whole number, divided, as a real. */
const isExact = (value: number, steps: number): boolean =>
  Number.isNaN(value) ||
  (Math.abs(value * steps) <= MOST && Math.fround(Math.round(value * steps) / steps) === value);

export function packReal(values: Float64Array): PackedColumn & { readonly steps: number } {
  const steps = STEPS.find((one) => values.every((value) => isExact(value, one)));
  if (steps === undefined) throw new Unpackable();
  return { steps, ...packWhole(values.map((value) => Math.round(value * steps))) };
}

export interface PackedTimes extends PackedColumn {
  /** Microseconds, or milliseconds where all times are whole ones. */
  readonly unit: number;
  readonly slope: number;
}

/** Microseconds, rising. */
export function packTimes(values: Float64Array): PackedTimes {
  const unit = values.every((us) => us % 1000 === 0) ? 1000 : 1;
  const times = values.map((us) => us / unit);
  const slope = slopeOf(times);
  return { unit, slope, ...packWhole(times, slope) };
}

export const slopeOf = (values: Float64Array): number =>
  Math.trunc(((values.at(-1) ?? 0) - (values[0] ?? 0)) / Math.max(1, values.length - 1));
