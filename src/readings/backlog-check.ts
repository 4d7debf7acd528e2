import { Compile } from 'typebox/compile';
import { AppError, type Details, InvalidInput } from '../platform/errors.ts';
import { canonicalMac } from '../platform/mac.ts';
import { annotationsOf } from '../platform/schema/primitives.ts';
import { DAY_MS } from '../platform/time.ts';
import { checkReading } from './reading-check.ts';
import { BacklogReading, OLDEST_BACKLOG_DAYS, type SensorReading } from './schema.ts';

/** A valid entry of a backlog. */
export interface BacklogEntry {
  readonly reading: SensorReading;
  /** Microseconds since 1970. */
  readonly recordedAtUs: number;
}

const recordedAt = BacklogReading.properties.recorded_at;
const isTime = Compile(recordedAt);
const NOT_A_TIME = annotationsOf(recordedAt)['x-says'] ?? 'must be a time';

/** Returns the entry, with its device taken from the topic, or all of its validation errors. */
export function checkEntry(entry: unknown, macAddress: string, now: number): BacklogEntry | InvalidInput {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return new InvalidInput(undefined, 'The entry must be a JSON object', 'BODY_MALFORMED');
  }
  const { device_id: deviceId, recorded_at: time } = entry as { device_id?: unknown; recorded_at?: unknown };
  const checked = checkReading({ ...entry, device_id: deviceId ?? macAddress });
  const recordedAtUs = timeOf(time);
  const timeComplaint =
    recordedAtUs === undefined ? missingOrMalformed(time) : outOfBounds(recordedAtUs / 1000, now);
  const details: Details = {
    ...(checked instanceof AppError ? checked.details : {}),
    ...(isOther(deviceId, macAddress) && { device_id: 'must match the topic' }),
    ...(timeComplaint !== undefined && { recorded_at: timeComplaint }),
  };
  if (checked instanceof AppError || recordedAtUs === undefined || Object.keys(details).length > 0) {
    return new InvalidInput(details);
  }
  return { reading: checked.reading, recordedAtUs };
}

const isOther = (deviceId: unknown, macAddress: string): boolean => {
  const mac = typeof deviceId === 'string' ? canonicalMac(deviceId) : undefined;
  return mac !== undefined && mac !== macAddress;
};

const missingOrMalformed = (time: unknown): string =>
  time === undefined || time === null ? 'is required' : NOT_A_TIME;

function outOfBounds(ms: number, now: number): string | undefined {
  if (ms > now) return 'must not be in the future';
  return ms < now - OLDEST_BACKLOG_DAYS * DAY_MS
    ? `must be at most ${OLDEST_BACKLOG_DAYS} days ago`
    : undefined;
}

/** Keeps the microseconds, which Date would drop: two readings may share a millisecond. */
function timeOf(text: unknown): number | undefined {
  if (!isTime.Check(text)) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return undefined;
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  return ms * 1000 + Number(fraction.padEnd(6, '0').slice(3, 6));
}
