import type { Outgoing } from '../../platform/mqtt/broker.ts';
import { WAITING_PER_SESSION } from '../../platform/mqtt/limits.ts';
import { stampPublished } from '../../platform/mqtt/v5/message-age.ts';
import type { EventCursor } from '../event-cursor.ts';
import { eventJson } from '../event-json.ts';
import type { LiveEvent } from '../events.ts';

/* The queue of a session: alerts that were not acknowledged. */

/** Only alerts are queued, and each has its number in the event log. */
export type Waiting = Outgoing & { readonly number: number };

/** Broker id of messages that were built from the log. */
const LOG = 'log';

export function addTo(waiting: Waiting[], alert: Waiting): boolean {
  if (waiting.length >= WAITING_PER_SESSION) return false;
  waiting.push(alert);
  return true;
}

/** Every alert up to this number was queued and has left the queue. */
export const settledUpTo = (cursor: EventCursor, waiting: readonly Waiting[]): number =>
  Math.min(cursor.position, ...waiting.map(({ number }) => number - 1));

/** [MQTT-3.3.1-1]: DUP is set on an alert that may have been sent before. */
export const markDuplicate = <Alert extends Waiting>(sent: number, alert: Alert): Alert => ({
  ...alert,
  dup: alert.number <= sent,
});

export const byNumber = (a: Waiting, b: Waiting): number => a.number - b.number;

/** Read from the log, and not sent to the client yet. */
export const isUnsent = (alert: Waiting): boolean =>
  alert.cmd === 'publish' && alert.brokerId === LOG && alert.messageId === undefined;

export const packetOf = (event: LiveEvent, topic: string): Waiting => ({
  cmd: 'publish',
  topic,
  payload: stamped(Buffer.from(eventJson(event)), event.at),
  qos: 1,
  retain: false,
  dup: false,
  brokerId: LOG,
  brokerCounter: event.id,
  number: event.id,
});

const stamped = (payload: Buffer, at: number | undefined): Buffer =>
  at === undefined ? payload : stampPublished(payload, at);
