import { createHash } from 'node:crypto';
import type { SensorSign } from '../notify/texts/content.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/time.ts';
import { isWithinHours } from '../platform/zone.ts';
import { type NewSensorEvent, OLDEST_EVENT_DAYS } from './schema.ts';

/** docs/sensors.md, "Events". */
const FALL_CONFIDENCE = 0.8;
const CALL_CONFIDENCE = 1;
/** In the middle of POTENTIAL: nobody has seen or measured a fall. */
const SIGN_CONFIDENCE = 0.6;

export function confidenceOf({ type, confidence }: Pick<NewSensorEvent, 'type' | 'confidence'>): number {
  if (type === 'FALL') return confidence ?? FALL_CONFIDENCE;
  return type === 'CALL' ? CALL_CONFIDENCE : SIGN_CONFIDENCE;
}

/** The error in the time of an event; undefined for a valid one. */
export function timeComplaint(at: Date, now: number): string | undefined {
  if (at.getTime() > now) return 'must not be in the future';
  return at.getTime() < now - OLDEST_EVENT_DAYS * DAY_MS
    ? `must be at most ${OLDEST_EVENT_DAYS} days ago`
    : undefined;
}

export interface SensorRule {
  readonly type: SensorSign;
  /** Null: at any time. */
  readonly hours: { readonly from: string; readonly to: string } | null;
}

export const escalates = (
  rules: readonly SensorRule[],
  type: SensorSign,
  at: Date,
  timeZone: string,
): boolean =>
  rules.some(
    (rule) => rule.type === type && (rule.hours === null || isWithinHours(rule.hours, timeZone, at)),
  );

/** docs/sensors.md, "Limits": of one sensor about one patient; falls and calls count apart from the others. */
export const EVENTS_PER_MINUTE = 30;
export const EVENTS_PER_HOUR = 100;
/** During a flood, caregivers and admins are notified once in this interval. */
const FLOOD_ALERT_MS = HOUR_MS;

export interface EventCounts {
  /** Arrival times of the events within the limits, newest first, at most EVENTS_PER_HOUR. */
  readonly alerted: readonly Date[];
  /** When an event beyond the limits last arrived. */
  readonly floodedAt: Date | null;
}

export function floodAt({ alerted, floodedAt }: EventCounts, now: number) {
  const within = (ms: number): number => alerted.filter((at) => now - at.getTime() < ms).length;
  const isFlood = within(MINUTE_MS) >= EVENTS_PER_MINUTE || within(HOUR_MS) >= EVENTS_PER_HOUR;
  const isKnown = floodedAt !== null && now - floodedAt.getTime() < FLOOD_ALERT_MS;
  return { isFlood, isNews: isFlood && !isKnown };
}

const digest = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  // Lengths keep the parts apart.
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest();
};

/**
 * docs/sensors.md, "Repeats": identifies an event of a sensor by the sender's key, or by its time. A nurse-call system
 * is one sensor for many rooms, so type, patient and room belong to it: a second call must not pass for the first.
 */
export function keyOf(
  event: NewSensorEvent,
  senderId: string,
  idempotencyKey: string | undefined,
): Buffer | null {
  if (idempotencyKey !== undefined) return digest('key', senderId, idempotencyKey);
  if (event.at == null) return null;
  const { type, patientId, room } = event;
  return digest('event', new Date(event.at).toISOString(), type, patientId ?? '', room ?? '');
}

/** Identifies an MQTT message. */
export const messageKeyOf = (senderId: string, bytes: Uint8Array): Buffer =>
  digest('message', senderId, bytes);
