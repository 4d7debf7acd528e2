import { FALL_LEVELS } from '../../notify/levels.ts';
import type { ClusterEvent } from './cluster.ts';

/** A message between instances: an event for all, or the subjects that one of them has subscribed to. */
export interface Envelope {
  readonly from: string;
  /** The sender's own number for what it sends twice, by Redis and by the side channel. */
  readonly number?: number;
  readonly event?: ClusterEvent;
  readonly subscribedSubjects?: readonly string[];
}

/** Whoever can write to Redis can send anything: what is not of our making is dropped, and nothing of it is logged. */
export class MalformedMessage extends Error {}

type Check = (value: unknown) => boolean;
type Shape<Fields> = { readonly [Name in keyof Required<Fields>]: Check };

/** Ids, MAC addresses, MQTT client ids and event names; all are shorter. */
const MAX_ID_LENGTH = 256;
/** As many as an instance announces at once (redis-relay.ts). */
export const MAX_SUBJECTS = 1_000;
const MAX_MESSAGE_LENGTH = 1024 * 1024;

const isId: Check = (value) => typeof value === 'string' && value.length > 0 && value.length <= MAX_ID_LENGTH;
const isNumber: Check = (value) => Number.isSafeInteger(value);
const isBoolean: Check = (value) => typeof value === 'boolean';
const isLevel: Check = (value) => FALL_LEVELS.some((level) => level === value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** The compiler asks for every event and every field of it. */
const EVENTS: {
  readonly [Type in ClusterEvent['type']]: Shape<Omit<Extract<ClusterEvent, { type: Type }>, 'type'>>;
} = {
  resync: {},
  'session.revoked': { userId: isId, sessionId: isId },
  'user.revoked': { userId: isId, keptSession: optional(isId) },
  'user.changed': { userId: isId },
  'care.ended': { caregiverId: isId, patientId: isId },
  'device.disabled': { macAddress: isId, disabled: isBoolean },
  'device.deleted': { macAddress: isId },
  'device.moved': { macAddress: isId },
  'device.token.replaced': { macAddress: isId },
  'mqtt.connected': { clientId: isId, connectionSequence: isNumber },
  'live.event': { recipientId: isId, id: isNumber, event: isId, data: isObject },
  'live.overview': { event: isId, data: isObject },
  'fall.recorded': { fallId: isId, userId: isId, level: isLevel, at: isNumber },
};

const isEvent: Check = (value) => {
  if (!isObject(value) || typeof value.type !== 'string' || !Object.hasOwn(EVENTS, value.type)) return false;
  const shape: Readonly<Record<string, Check>> = EVENTS[value.type as ClusterEvent['type']];
  return Object.entries(shape).every(([name, check]) => check(value[name]));
};

const areSubjects: Check = (value) =>
  Array.isArray(value) && value.length <= MAX_SUBJECTS && value.every(isId);

const ENVELOPE: Shape<Envelope> = {
  from: isId,
  number: optional(isNumber),
  event: optional(isEvent),
  subscribedSubjects: optional(areSubjects),
};

export const readEnvelope = (text: string): Envelope => readMessage<Envelope>(text, ENVELOPE);

/** A JSON object whose fields pass their checks; throws MalformedMessage otherwise. Unknown fields may be of a newer version. */
export function readMessage<Message>(text: string, shape: Shape<Message>): Message {
  if (text.length > MAX_MESSAGE_LENGTH) throw new MalformedMessage('too long');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedMessage('not JSON');
  }
  if (!isObject(value)) throw new MalformedMessage('not an object');
  for (const [name, check] of Object.entries<Check>(shape)) {
    if (!check(value[name])) throw new MalformedMessage(`unexpected "${name}"`);
  }
  return value as Message;
}
