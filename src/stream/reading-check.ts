import { Compile } from 'typebox/compile';
import { canonicalMac } from '../domain/mac.ts';
import { InvalidInput } from '../errors.ts';
import { fieldComplaints } from '../schemas/check.ts';
import { annotationsOf } from '../schemas/primitives.ts';
import { SensorReading } from '../schemas/readings.ts';
import { SAMPLE_FIELDS } from '../scoring/window.ts';

const schema = Compile(SensorReading);
const complaintsAbout = fieldComplaints(SensorReading);
const says = (field: 'device_id' | 'samples'): string =>
  annotationsOf(SensorReading.properties[field])['x-says'] ?? 'is not valid';

/** The reading with its MAC address in canonical form, or every complaint about it at once. */
export function checkReading(body: unknown): { macAddress: string; reading: SensorReading } | InvalidInput {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return new InvalidInput(undefined, 'The body must be a JSON object');
  }
  if (schema.Check(body)) {
    const macAddress = canonicalMac(body.device_id);
    if (macAddress !== undefined && (body.samples == null || inOrder(body.samples)))
      return { macAddress, reading: body };
  }
  return new InvalidInput({ ...complaintsAbout(body), ...complaintsBeyondSchema(body) });
}

function complaintsBeyondSchema({ device_id, samples }: Partial<SensorReading>) {
  return {
    ...(typeof device_id === 'string' &&
      canonicalMac(device_id) === undefined && { device_id: says('device_id') }),
    ...(Array.isArray(samples) && !inOrder(samples) && { samples: says('samples') }),
  };
}

type Samples = NonNullable<SensorReading['samples']>;

const inOrder = (samples: Samples): boolean =>
  samples.every((row, i) => i === 0 || (Array.isArray(row) && row[0] >= (samples[i - 1]?.[0] ?? 0)));

export function flattenSamples(samples: Samples): Float32Array {
  const cells = new Float32Array(samples.length * SAMPLE_FIELDS);
  for (const [i, row] of samples.entries()) cells.set(row, i * SAMPLE_FIELDS);
  return cells;
}
