import { SECOND_MS } from '../../time.ts';
import { MAX_UNSENT_BYTES, SESSION_KEPT_MS } from '../limits.ts';
import { PACKET, typeOf } from '../packets/packet-check.ts';
import { pushToReader } from '../stream-internals.ts';
import { PropertyList, packetOf, u16 } from './encode.ts';
import { publishedAtOf } from './message-age.ts';
import type { OutgoingMessage } from './message-state.ts';
import { qosOf } from './packet-types.ts';
import { PROPERTY } from './properties.ts';
import { REASON, reasonOfReturnCode } from './reasons.ts';
import { acceptingConnack, connackFor, releasedFor, subackFor, unsubackFor } from './reply-packets.ts';
import type { State5 } from './state5.ts';

const CONNACK = 2;
const SUBACK = 9;
const UNSUBACK = 11;
const PUBLISH = 0x30;
const RETAIN = 0x01;
/** An alert is of no use longer than sessions live. */
const ALERT_LASTS_MS = SESSION_KEPT_MS;

/** Takes a piece of a packet of MQTT 3.1.1; sends the packet in version 5 once it is complete. */
export function fromAedes(v5: State5, piece: Buffer): boolean {
  v5.pieces ??= [];
  v5.pieces.push(piece);
  const contentsAt = contentsOf(v5.pieces);
  if (contentsAt === undefined) return true;
  const last = v5.pieces.at(-1) ?? piece;
  const bytes = Buffer.concat(v5.pieces);
  v5.pieces = undefined;
  return translate(v5, bytes, bytes.subarray(contentsAt), last);
}

/** Where the contents start; undefined while the packet is incomplete. Aedes writes the length in one piece. */
function contentsOf([first, second, ...rest]: readonly Buffer[]): number | undefined {
  if (first === undefined || (first.length === 1 && second === undefined)) return undefined;
  const beginning = first.length === 1 && second !== undefined ? Buffer.concat([first, second]) : first;
  let length = 0;
  let at = 1;
  for (;;) {
    const byte = beginning[at] ?? 0;
    length += (byte & 0x7f) * 128 ** (at - 1);
    at += 1;
    if ((byte & 0x80) === 0) break;
  }
  const size = [first, second, ...rest].reduce((sum, part) => sum + (part?.length ?? 0), 0);
  return size >= at + length ? at : undefined;
}

function translate(v5: State5, bytes: Buffer, contents: Buffer, last: Buffer): boolean {
  const firstByte = bytes[0] ?? 0;
  switch (typeOf(firstByte)) {
    case CONNACK:
      return sendConnack(v5, contents[1] ?? 0);
    case PACKET.publish:
      return forward(v5, firstByte & 0x0f, contents, last);
    case SUBACK:
      return v5.send(subackFor(v5, contents.readUInt16BE(0), contents.subarray(2)));
    case UNSUBACK:
      return v5.send(unsubackFor(v5, contents.readUInt16BE(0)));
    case PACKET.pubcomp:
      return v5.send(releasedFor(v5, contents.readUInt16BE(0)));
    // The short forms of acknowledgements, which mean success, and PINGRESP are the same in both versions.
    default:
      return v5.send(bytes);
  }
}

function sendConnack(v5: State5, returnCode: number): boolean {
  const reason = reasonOfReturnCode(returnCode);
  if (reason !== REASON.success) {
    v5.endWith(connackFor(v5, reason, v5.greeting?.refusal ?? ''));
    return true;
  }
  v5.isResumed = v5.greeting?.sessionPresent === true;
  const bytes = acceptingConnack(v5);
  v5.greeting = undefined;
  // [MQTT-3.1.2-24]: nothing larger may be sent, and nothing shorter says enough.
  if (bytes.length > v5.maximumPacketSize) v5.disconnect(REASON.tooLarge, 'CONNACK does not fit');
  return v5.send(bytes);
}

function forward(v5: State5, flags: number, contents: Buffer, payload: Buffer): boolean {
  const topicEnd = 2 + contents.readUInt16BE(0);
  const topic = contents.subarray(2, topicEnd);
  const name = topic.toString('utf8');
  const messageId = qosOf(flags) > 0 ? contents.readUInt16BE(topicEnd) : 0;
  if ((flags & RETAIN) !== 0 && v5.subscriptions?.wantsRetained(name) === false) return true;
  const message: OutgoingMessage = {
    topic,
    payload: contents.subarray(topicEnd + (messageId === 0 ? 0 : 2)),
    flags,
    messageId,
    expiresAt: v5.deps.expires(name) ? (publishedAtOf(payload) ?? v5.deps.now()) + ALERT_LASTS_MS : undefined,
  };
  if (messageId === 0 || v5.usedOutgoing().inFlight < v5.receiveMaximum) return sendMessage(v5, message);
  return queue(v5, message);
}

/** A client that leaves too many messages unacknowledged is cut off, as one that leaves them unread. */
function queue(v5: State5, message: OutgoingMessage): boolean {
  const outgoing = v5.usedOutgoing();
  outgoing.queue.push(message);
  outgoing.queuedBytes += message.payload.length;
  if (outgoing.queuedBytes > MAX_UNSENT_BYTES)
    v5.disconnect(REASON.quota, 'too many unacknowledged messages');
  return true;
}

/** The client has acknowledged a message. */
export function acknowledged(v5: State5): void {
  const { outgoing } = v5;
  if (outgoing === undefined) return;
  outgoing.inFlight = Math.max(0, outgoing.inFlight - 1);
  while (outgoing.inFlight < v5.receiveMaximum) {
    const next = outgoing.queue.shift();
    if (next === undefined) return;
    outgoing.queuedBytes -= next.payload.length;
    sendMessage(v5, next);
  }
}

/** Sends a message, unless it has expired or is larger than the client accepts: then it counts as delivered. */
export function sendMessage(v5: State5, message: OutgoingMessage): boolean {
  const { topic, flags, messageId, payload, expiresAt, correlationData } = message;
  const name = topic.toString('utf8');
  const lastsMs = expiresAt === undefined ? undefined : expiresAt - v5.deps.now();
  if (lastsMs !== undefined && lastsMs <= 0) return dropped(v5, messageId);
  const properties = new PropertyList();
  if (lastsMs !== undefined) properties.u32(PROPERTY.messageExpiry, Math.ceil(lastsMs / SECOND_MS));
  if (correlationData !== undefined) properties.data(PROPERTY.correlationData, correlationData);
  else for (const id of v5.subscriptions?.idsOf(name) ?? []) properties.varint(PROPERTY.subscriptionId, id);
  const alias = aliasOf(v5, name);
  if (alias !== undefined) properties.u16(PROPERTY.topicAlias, alias.number);
  const sent = alias?.isKnown === true ? EMPTY : topic;
  const id = messageId === 0 ? EMPTY : u16(messageId);
  const bytes = packetOf(PUBLISH | flags, u16(sent.length), sent, id, properties.toBuffer(), payload);
  if (bytes.length > v5.maximumPacketSize) {
    v5.deps.log.warn({ bytes: bytes.length }, 'MQTT: message not sent, larger than the client accepts');
    return dropped(v5, messageId);
  }
  if (alias?.isKnown === false) v5.usedOutgoing().aliases.set(name, alias.number);
  if (messageId !== 0) v5.usedOutgoing().inFlight += 1;
  return v5.send(bytes);
}

const EMPTY = Buffer.alloc(0);

/** [MQTT-3.1.2-25]: as if it had been delivered. */
function dropped({ stream }: State5, messageId: number): boolean {
  if (messageId !== 0) pushToReader(stream, packetOf(PACKET.puback << 4, u16(messageId)));
  return true;
}

interface Alias {
  readonly number: number;
  readonly isKnown: boolean;
}

/** The first topics of a connection get aliases: it has few. */
function aliasOf(v5: State5, topic: string): Alias | undefined {
  if (v5.aliasMaximum === 0) return undefined;
  const { aliases } = v5.usedOutgoing();
  const known = aliases.get(topic);
  if (known !== undefined) return { number: known, isKnown: true };
  const next = aliases.size + 1;
  return next > v5.aliasMaximum ? undefined : { number: next, isKnown: false };
}
