import { Compile } from 'typebox/compile';
import { AppError, type Details, InvalidInput } from '../../platform/errors.ts';
import { canonicalMac } from '../../platform/mac.ts';
import { annotationsOf } from '../../platform/schema/primitives.ts';
import { DAY_MS } from '../../platform/time.ts';
import { keyProblem } from '../idempotency-key.ts';
import { checkReading } from '../reading-check.ts';
import {
  type BacklogOutcome,
  BacklogReading,
  MAX_BACKLOG,
  OLDEST_BACKLOG_DAYS,
  type SensorReading,
} from '../schema.ts';

/** A valid entry of a backlog. */
export interface BacklogEntry {
  readonly reading: SensorReading;
  /** Microseconds since 1970. */
  readonly recordedAtUs: number;
  readonly idempotencyKey: string | undefined;
}

const recordedAt = BacklogReading.properties.recorded_at;
const isTime = Compile(recordedAt);
const NOT_A_TIME = annotationsOf(recordedAt)['x-message'] ?? 'must be a time';

interface CheckedBacklog {
  /** Valid entries in time order, each time once, with their index in the message. */
  readonly entries: readonly (BacklogEntry & { readonly index: number })[];
  /** Number of further entries with the same time. */
  readonly duplicates: number;
  /** Invalid entries. */
  readonly refused: BacklogOutcome['refused'];
}

/** Checks a message, or throws if it is no list of readings. */
export function checkBacklog(message: unknown, macAddress: string, now: number): CheckedBacklog {
  if (message instanceof AppError) throw message;
  if (!Array.isArray(message) || message.length === 0 || message.length > MAX_BACKLOG) {
    const error = `A backlog must be a JSON array of 1 to ${MAX_BACKLOG} readings`;
    throw new InvalidInput(undefined, error, 'BODY_MALFORMED');
  }
  const byTime = new Map<number, BacklogEntry & { readonly index: number }>();
  const refused: BacklogOutcome['refused'] = [];
  let duplicates = 0;
  for (const [index, entry] of message.entries()) {
    const checked = checkEntry(entry, macAddress, now);
    if (checked instanceof AppError) {
      refused.push({
        index,
        error: checked.message,
        code: checked.code,
        ...(checked.details && { details: { ...checked.details } }),
      });
    } else if (byTime.has(checked.recordedAtUs)) {
      duplicates += 1;
    } else {
      byTime.set(checked.recordedAtUs, { ...checked, index });
    }
  }
  const entries = [...byTime.values()].sort((a, b) => a.recordedAtUs - b.recordedAtUs);
  return { entries, duplicates, refused };
}

/** Returns the entry, with its device taken from the topic, or all of its validation errors. */
export function checkEntry(entry: unknown, macAddress: string, now: number): BacklogEntry | InvalidInput {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return new InvalidInput(undefined, 'The entry must be a JSON object', 'BODY_MALFORMED');
  }
  const {
    device_id: deviceId,
    recorded_at: time,
    idempotency_key: key,
  } = entry as { device_id?: unknown; recorded_at?: unknown; idempotency_key?: unknown };
  const checked = checkReading({ ...entry, device_id: deviceId ?? macAddress });
  const recordedAtUs = timeOf(time);
  const timeError =
    recordedAtUs === undefined ? missingOrMalformed(time) : outOfBounds(recordedAtUs / 1000, now);
  const badKey = keyProblem(key);
  const details: Details = {
    ...(checked instanceof AppError ? checked.details : {}),
    ...(isOther(deviceId, macAddress) && { device_id: 'must match the topic' }),
    ...(timeError !== undefined && { recorded_at: timeError }),
    ...(badKey !== undefined && { idempotency_key: badKey }),
  };
  if (checked instanceof AppError || recordedAtUs === undefined || Object.keys(details).length > 0) {
    return new InvalidInput(details);
  }
  return {
    reading: checked.reading,
    recordedAtUs,
    idempotencyKey: typeof key === 'string' ? key : undefined,
  };
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
