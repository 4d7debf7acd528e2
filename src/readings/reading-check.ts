import { Compile } from 'typebox/compile';
import { AppError, InvalidInput } from '../platform/errors.ts';
import { canonicalMac } from '../platform/mac.ts';
import { fieldErrorsOf } from '../platform/schema/check.ts';
import { annotationsOf } from '../platform/schema/primitives.ts';
import { SensorReading } from './schema.ts';
import { BIN_GYRO, BIN_GYRO_PEAK, BIN_VALUES, SAMPLE_FIELDS } from './scoring/window.ts';

/** Rows of `samples` without a gyro: t_ms and the acceleration. */
const SAMPLE_FIELDS_WITHOUT_GYRO = 4;

const schema = Compile(SensorReading);
const fieldErrors = fieldErrorsOf(SensorReading);
const messageOf = (field: 'device_id' | 'samples' | 'parts'): string =>
  annotationsOf(SensorReading.properties[field])['x-message'] ?? 'is not valid';

/** Returns the reading with its MAC address in canonical form, or all of its validation errors. */
export function checkReading(body: unknown): { macAddress: string; reading: SensorReading } | AppError {
  if (body instanceof AppError) return body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return new InvalidInput(undefined, 'The body must be a JSON object', 'BODY_MALFORMED');
  }
  if (schema.Check(body)) {
    const macAddress = canonicalMac(body.device_id);
    if (macAddress !== undefined && isConsistent(body)) return { macAddress, reading: body };
  }
  return new InvalidInput({ ...fieldErrors(body), ...errorsBeyondSchema(body) });
}

type Samples = NonNullable<SensorReading['samples']>;
type Parts = NonNullable<SensorReading['parts']>;

function isConsistent({ gyro_x, gyro_y, gyro_z, samples, parts }: SensorReading): boolean {
  const hasGyro = gyro_x !== null;
  if ((gyro_y !== null) !== hasGyro || (gyro_z !== null) !== hasGyro) return false;
  if (samples != null) return parts == null && inOrder(samples) && samplesFit(samples, hasGyro);
  return parts == null || partsFit(parts, hasGyro);
}

/** Also called with bodies that do not match the schema, so that all errors are reported at once. */
function errorsBeyondSchema(body: Partial<SensorReading>) {
  const { device_id, samples, parts } = body;
  const hasGyro = GYRO.some((axis) => body[axis] != null);
  // Without any rotation nothing says which rows fit.
  const isUnknown = GYRO.every((axis) => body[axis] === undefined);
  const missing = GYRO.filter((axis) => body[axis] === undefined || (hasGyro && body[axis] === null));
  return {
    ...(typeof device_id === 'string' &&
      canonicalMac(device_id) === undefined && { device_id: messageOf('device_id') }),
    ...Object.fromEntries(missing.map((axis) => [axis, ALL_OR_NULL])),
    ...(Array.isArray(samples) &&
      (!inOrder(samples) || !(isUnknown || samplesFit(samples, hasGyro))) && {
        samples: messageOf('samples'),
      }),
    ...(Array.isArray(parts) && !(isUnknown || partsFit(parts, hasGyro)) && { parts: messageOf('parts') }),
    ...(samples != null && parts != null && { parts: 'must not be sent together with samples' }),
  };
}

const GYRO = ['gyro_x', 'gyro_y', 'gyro_z'] as const;
const ALL_OR_NULL = 'is required; a wearable without a gyro sends null for all three';

/*
 * The functions below are also called with rows that do not match the schema: they must accept any JSON.
 */

function inOrder(samples: Samples): boolean {
  const times = samples.map((row: unknown) => (Array.isArray(row) ? (row[0] as unknown) : undefined));
  return times.every((time, i) => {
    const before = i === 0 ? Number.NEGATIVE_INFINITY : times[i - 1];
    return typeof time === 'number' && typeof before === 'number' && time >= before;
  });
}

function samplesFit(samples: Samples, hasGyro: boolean): boolean {
  const columns = hasGyro ? SAMPLE_FIELDS : SAMPLE_FIELDS_WITHOUT_GYRO;
  return samples.every((row: unknown) => Array.isArray(row) && row.length === columns);
}

function partsFit(parts: Parts, hasGyro: boolean): boolean {
  return parts.every(
    (row: unknown) =>
      Array.isArray(row) && (row[BIN_GYRO] !== null) === hasGyro && (row[BIN_GYRO_PEAK] !== null) === hasGyro,
  );
}

/** Rows of `SAMPLE_FIELDS` numbers; the rotation is NaN without a gyro. */
export function flattenSamples(samples: readonly (readonly number[])[]): Float32Array {
  const cells = new Float32Array(samples.length * SAMPLE_FIELDS);
  if (samples[0]?.length === SAMPLE_FIELDS_WITHOUT_GYRO) cells.fill(Number.NaN);
  for (const [i, row] of samples.entries()) cells.set(row, i * SAMPLE_FIELDS);
  return cells;
}

/** Rows of `BIN_VALUES` numbers; both rotations are NaN without a gyro. */
export function flattenParts(parts: readonly (readonly (number | null)[])[]): Float32Array {
  const cells = new Float32Array(parts.length * BIN_VALUES);
  for (const [i, row] of parts.entries())
    for (const [column, value] of row.entries()) cells[i * BIN_VALUES + column] = value ?? Number.NaN;
  return cells;
}
