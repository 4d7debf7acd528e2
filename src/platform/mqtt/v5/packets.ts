import { PACKET } from '../packets/packet-check.ts';
import { checkResponseTopic, checkTopicName } from './connect-packet.ts';
import { Fields } from './fields.ts';
import { qosOf } from './packet-types.ts';
import { checkText, IN, PROPERTY, type PropertyReader } from './properties.ts';
import { malformed, protocolError, REASON } from './reasons.ts';

/* The packets of a client after CONNECT, checked strictly. Each function throws ClosedFor. */

export interface PublishFields {
  /** Empty: the alias names it. */
  readonly topic: Buffer;
  readonly messageId: number;
  readonly payload: Buffer;
}

/** The properties stay in the reader. */
export function readPublish(contents: Buffer, flags: number, properties: PropertyReader): PublishFields {
  const fields = new Fields(contents);
  const topic = fields.binary('topic');
  checkText(topic);
  const messageId = qosOf(flags) > 0 ? packetId(fields) : 0;
  fields.properties(properties, IN.publish);
  checkPublishProperties(properties);
  if (topic.length > 0) checkTopicName(topic);
  else if (!properties.has(PROPERTY.topicAlias)) throw protocolError('an empty topic without an alias');
  return { topic, messageId, payload: fields.rest() };
}

export function checkPublishProperties(properties: PropertyReader): void {
  // [MQTT-3.3.4-6]
  if (properties.has(PROPERTY.subscriptionId)) throw protocolError('a Subscription Identifier from a client');
  checkResponseTopic(properties);
}

const PUBLISH_CODES: ReadonlySet<number> = new Set([0x00, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99]);
const RELEASE_CODES: ReadonlySet<number> = new Set([0x00, 0x92]);

export interface Acknowledgement {
  readonly messageId: number;
  readonly reason: number;
}

/** PUBACK, PUBREC, PUBREL and PUBCOMP. */
export function readAcknowledgement(
  type: number,
  contents: Buffer,
  properties: PropertyReader,
): Acknowledgement {
  const fields = new Fields(contents);
  const messageId = packetId(fields);
  const reason = fields.isEmpty ? REASON.success : fields.byte('reason code');
  const codes = type === PACKET.puback || type === PACKET.pubrec ? PUBLISH_CODES : RELEASE_CODES;
  if (!codes.has(reason)) throw protocolError(`reason code ${reason}`);
  if (!fields.isEmpty) fields.properties(properties, IN.acknowledgement);
  fields.finish();
  return { messageId, reason };
}

export interface SubscribeRequest {
  readonly messageId: number;
  readonly subscriptionId: number | undefined;
  readonly filters: readonly { readonly filter: string; readonly options: number }[];
}

const SHARED = '$share/';
const NO_LOCAL = 0x04;
const RETAIN_HANDLING = 0x30;
const RESERVED_OPTIONS = 0xc0;
/** [MQTT-4.7.1-1], [MQTT-4.7.1-2]: a wildcard fills a whole level, and # is the last level. */
const WILDCARDS_IN_PLACE = /^(?:(?:[^/+#]*|\+)\/)*(?:[^/+#]*|\+|#)$/;

export const isShared = (filter: string): boolean => filter.startsWith(SHARED);

export function readSubscribe(contents: Buffer, properties: PropertyReader): SubscribeRequest {
  const fields = new Fields(contents);
  const messageId = packetId(fields);
  fields.properties(properties, IN.subscribe);
  const subscriptionId = properties.number(PROPERTY.subscriptionId);
  const filters: { filter: string; options: number }[] = [];
  while (!fields.isEmpty) {
    const filter = readFilter(fields);
    const options = fields.byte('subscription options');
    if ((options & RESERVED_OPTIONS) !== 0) throw malformed('reserved subscription options');
    if ((options & 3) === 3) throw protocolError('the requested QoS');
    if ((options & RETAIN_HANDLING) === RETAIN_HANDLING) throw protocolError('Retain Handling 3');
    // [MQTT-3.8.3-4]
    if (isShared(filter) && (options & NO_LOCAL) !== 0)
      throw protocolError('No Local on a shared subscription');
    filters.push({ filter, options });
  }
  if (filters.length === 0) throw protocolError('no filters');
  return { messageId, subscriptionId, filters };
}

export interface UnsubscribeRequest {
  readonly messageId: number;
  readonly filters: readonly string[];
}

export function readUnsubscribe(contents: Buffer, properties: PropertyReader): UnsubscribeRequest {
  const fields = new Fields(contents);
  const messageId = packetId(fields);
  fields.properties(properties, IN.unsubscribe);
  const filters: string[] = [];
  while (!fields.isEmpty) filters.push(readFilter(fields));
  if (filters.length === 0) throw protocolError('no filters');
  return { messageId, filters };
}

function readFilter(fields: Fields): string {
  const filter = fields.text('topic filter');
  if (filter === '') throw malformed('an empty filter');
  if (!WILDCARDS_IN_PLACE.test(filter)) throw malformed('a misplaced wildcard');
  return filter;
}

const DISCONNECT_CODES: ReadonlySet<number> = new Set([
  0x00, 0x04, 0x80, 0x81, 0x82, 0x83, 0x90, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99,
]);

export interface DisconnectRequest {
  readonly reason: number;
  /** In seconds; undefined if it stays as it is. */
  readonly sessionExpiry: number | undefined;
}

export function readDisconnect(contents: Buffer, properties: PropertyReader): DisconnectRequest {
  const fields = new Fields(contents);
  if (fields.isEmpty) return { reason: REASON.success, sessionExpiry: undefined };
  const reason = fields.byte('reason code');
  if (!DISCONNECT_CODES.has(reason)) throw protocolError(`reason code ${reason}`);
  if (fields.isEmpty) return { reason, sessionExpiry: undefined };
  fields.properties(properties, IN.disconnect);
  fields.finish();
  return { reason, sessionExpiry: properties.number(PROPERTY.sessionExpiry) };
}

const AUTH_CODES: ReadonlySet<number> = new Set([0x00, 0x18, 0x19]);

export function readAuth(contents: Buffer, properties: PropertyReader): void {
  const fields = new Fields(contents);
  if (fields.isEmpty) return;
  if (!AUTH_CODES.has(fields.byte('reason code'))) throw protocolError('the reason code');
  if (!fields.isEmpty) fields.properties(properties, IN.auth);
  fields.finish();
}

/** [MQTT-2.2.1-3] */
function packetId(fields: Fields): number {
  const id = fields.u16('packet id');
  if (id === 0) throw protocolError('packet id 0');
  return id;
}
