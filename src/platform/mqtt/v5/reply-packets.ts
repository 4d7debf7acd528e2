import type { AppError } from '../../errors.ts';
import { MAX_PACKET_BYTES, MAX_QOS2 } from '../limits.ts';
import { NONE, PropertyList, packetOf, reasonString, u16 } from './encode.ts';
import { PROPERTY } from './properties.ts';
import { REASON, type Reason, reasonOf } from './reasons.ts';
import type { State5 } from './state5.ts';

/* The broker's replies in version 5, with what they contain besides that of 3.1.1. */

const CONNACK = 0x20;
const PUBACK = 0x40;
const PUBREC = 0x50;
const PUBCOMP = 0x70;
const SUBACK = 0x90;
const UNSUBACK = 0xb0;
const DISCONNECT = 0xe0;

export const TOPIC_ALIAS_MAXIMUM = 16;

/** The first packet that the client's Maximum Packet Size allows; without one, the shortest. */
function fitting({ maximumPacketSize }: State5, ...packets: readonly [Buffer, ...Buffer[]]): Buffer {
  const last = packets.at(-1) ?? packets[0];
  return packets.find(({ length }) => length <= maximumPacketSize) ?? last;
}

/** With a Reason String if the client wants to know and it fits. */
function explained(v5: State5, reason: Reason, text: string, packet: (properties: Buffer) => Buffer): Buffer {
  if (!v5.wantsReasons || reason === REASON.success) return packet(NONE);
  const properties = new PropertyList().text(PROPERTY.reasonString, reasonString(text));
  return fitting(v5, packet(properties.toBuffer()), packet(NONE));
}

/** Refuses a client whose CONNECT cannot be read. */
export const unreadableConnack = (reason: Reason): Buffer =>
  packetOf(CONNACK, Buffer.from([0, reason]), NONE);

/** Refuses a client. */
export const connackFor = (v5: State5, reason: Reason, text: string): Buffer =>
  explained(v5, reason, text, (properties) => packetOf(CONNACK, Buffer.from([0, reason]), properties));

/** Accepts a client, and tells it the limits. */
export function acceptingConnack(v5: State5): Buffer {
  const { greeting, sessionExpiry } = v5;
  const properties = new PropertyList();
  if (greeting?.assignedClientId !== undefined)
    properties.text(PROPERTY.assignedClientId, greeting.assignedClientId);
  if (sessionExpiry > 0) properties.u32(PROPERTY.sessionExpiry, sessionExpiry);
  if (greeting?.keepAlive !== undefined) properties.u16(PROPERTY.serverKeepAlive, greeting.keepAlive);
  properties
    .u16(PROPERTY.receiveMaximum, MAX_QOS2)
    .u32(PROPERTY.maximumPacketSize, MAX_PACKET_BYTES)
    .u16(PROPERTY.topicAliasMaximum, TOPIC_ALIAS_MAXIMUM)
    .byte(PROPERTY.sharedSubscriptionAvailable, 0);
  const flags = Buffer.from([greeting?.sessionPresent === true ? 1 : 0, REASON.success]);
  return packetOf(CONNACK, flags, properties.toBuffer());
}

export const disconnectFor = (v5: State5, reason: Reason, text: string): Buffer =>
  explained(v5, reason, text, (properties) => packetOf(DISCONNECT, Buffer.from([reason]), properties));

/** PUBACK or PUBREC with the reason, the API's sentence, the HTTP status and when to try again. */
export function refusedPublish(v5: State5, qos: 1 | 2, messageId: number, error: AppError): Buffer {
  const firstByte = qos === 1 ? PUBACK : PUBREC;
  const short = packetOf(firstByte, u16(messageId), Buffer.from([reasonOf(error)]));
  if (!v5.wantsReasons) return short;
  const numbers = new PropertyList().pair(PROPERTY.userProperty, 'code', String(error.status));
  if (error.retryAfter !== undefined)
    numbers.pair(PROPERTY.userProperty, 'retryAfter', String(error.retryAfter));
  numbers.text(PROPERTY.reasonString, reasonString(error.message));
  return fitting(
    v5,
    packetOf(firstByte, u16(messageId), Buffer.from([reasonOf(error)]), numbers.toBuffer()),
    short,
  );
}

/** PUBCOMP. A resumed session may have begun the exchange, and only Aedes knows. */
export function releasedFor(v5: State5, messageId: number): Buffer {
  const isKnown = v5.incoming?.unreleased?.delete(messageId) === true || v5.isResumed;
  const reason = isKnown ? [] : [Buffer.from([REASON.unknownPacketId])];
  return packetOf(PUBCOMP, u16(messageId), ...reason);
}

/** What Aedes refuses with 128 has a reason. */
export function subackFor(v5: State5, messageId: number, granted: Buffer): Buffer {
  const refusals = v5.subscriptions?.refusalsOf(messageId);
  const codes = granted.map((code, place) =>
    code < REASON.unspecified ? code : (refusals?.get(place)?.reason ?? REASON.notAuthorized),
  );
  return packetOf(SUBACK, u16(messageId), NONE, Buffer.from(codes));
}

/** A code for each filter. */
export function unsubackFor(v5: State5, messageId: number): Buffer {
  const filters = v5.subscriptions?.unsubscribed(messageId) ?? [];
  const seen = new Set<string>();
  const codes = filters.map((filter) => {
    const existed = v5.filters?.has(filter) === true && !seen.has(filter);
    seen.add(filter);
    return existed ? REASON.success : REASON.noSubscription;
  });
  return packetOf(UNSUBACK, u16(messageId), NONE, Buffer.from(codes));
}
