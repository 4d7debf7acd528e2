import { readEvent } from './events.ts';
import {
  type Check,
  isId,
  isNumber,
  isObject,
  MalformedMessage,
  optional,
  readMessage,
  type Shape,
} from './messages.ts';

/** A message between instances: an event, or the subjects that one instance has subscribed to. */
export interface Envelope {
  readonly from: string;
  /** The sender's sequence number of a message that goes both by Redis and by the side channel. */
  readonly number?: number;
  /** The kind's name as `type`, beside the fields of the event. */
  readonly event?: Readonly<Record<string, unknown>>;
  readonly subscribedSubjects?: readonly string[];
}

/** The maximum that an instance announces at once (redis-relay.ts). */
export const MAX_SUBJECTS = 1_000;

const areSubjects: Check = (value) =>
  Array.isArray(value) && value.length <= MAX_SUBJECTS && value.every(isId);

const ENVELOPE: Shape<Envelope> = {
  from: isId,
  number: optional(isNumber),
  event: optional(isObject),
  subscribedSubjects: optional(areSubjects),
};

/** Throws MalformedMessage. */
export function readEnvelope(text: string) {
  const envelope = readMessage<Envelope>(text, ENVELOPE);
  const event = envelope.event && readEvent(envelope.event);
  if (envelope.event !== undefined && event === undefined) throw new MalformedMessage('unexpected "event"');
  return { ...envelope, event };
}
