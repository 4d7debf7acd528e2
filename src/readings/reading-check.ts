import { Compile } from 'typebox/compile';
import { AppError, InvalidInput } from '../platform/errors.ts';
import { canonicalMac } from '../platform/mac.ts';
import { fieldErrorsOf } from '../platform/schema/check.ts';
import { annotationsOf } from '../platform/schema/primitives.ts';
import { SensorReading } from './schema.ts';
import { SAMPLE_FIELDS } from './scoring/window.ts';

const schema = Compile(SensorReading);
const fieldErrors = fieldErrorsOf(SensorReading);
const messageOf = (field: 'device_id' | 'samples'): string =>
  annotationsOf(SensorReading.properties[field])['x-says'] ?? 'is not valid';

/** Returns the reading with its MAC address in canonical form, or all of its validation errors. */
export function checkReading(body: unknown): { macAddress: string; reading: SensorReading } | AppError {
  if (body instanceof AppError) return body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return new InvalidInput(undefined, 'The body must be a JSON object', 'BODY_MALFORMED');
  }
  if (schema.Check(body)) {
    const macAddress = canonicalMac(body.device_id);
    if (macAddress !== undefined && (body.samples == null || inOrder(body.samples)))
      return { macAddress, reading: body };
  }
  return new InvalidInput({ ...fieldErrors(body), ...errorsBeyondSchema(body) });
}

function errorsBeyondSchema({ device_id, samples }: Partial<SensorReading>) {
  return {
    ...(typeof device_id === 'string' &&
      canonicalMac(device_id) === undefined && { device_id: messageOf('device_id') }),
    ...(Array.isArray(samples) && !inOrder(samples) && { samples: messageOf('samples') }),
  };
}

type Samples = NonNullable<SensorReading['samples']>;

/**
 * Also called with rows that do not match the schema, so that all errors are reported at once: it must accept any JSON.
 */
function inOrder(samples: Samples): boolean {
  const times = samples.map((row: unknown) => (Array.isArray(row) ? (row[0] as unknown) : undefined));
  return times.every((time, i) => {
    const before = i === 0 ? Number.NEGATIVE_INFINITY : times[i - 1];
    return typeof time === 'number' && typeof before === 'number' && time >= before;
  });
}

export function flattenSamples(samples: Samples): Float32Array {
  const cells = new Float32Array(samples.length * SAMPLE_FIELDS);
  for (const [i, row] of samples.entries()) cells.set(row, i * SAMPLE_FIELDS);
  return cells;
}
