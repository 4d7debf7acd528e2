import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { MAX_KEEPALIVE_S, MAX_QOS2 } from '../limits.ts';
import { PACKET, typeOf } from '../packets/packet-check.ts';
import type { TakeReading } from '../packets/published.ts';
import { parseDeviceFilter } from '../topics.ts';
import { connectForAedes, isTooDeep, readConnect } from './connect-packet.ts';
import { packetOf, u16 } from './encode.ts';
import { acknowledged } from './outbound.ts';
import { AUTH, isDup, qosOf } from './packet-types.ts';
import {
  checkPublishProperties,
  isShared,
  readAcknowledgement,
  readAuth,
  readDisconnect,
  readPublish,
  readSubscribe,
  readUnsubscribe,
} from './packets.ts';
import { IN, PROPERTY, PropertyReader } from './properties.ts';
import { ClosedFor, protocolError, REASON, type Reason } from './reasons.ts';
import { TOPIC_ALIAS_MAXIMUM } from './reply-packets.ts';
import { markedTopic, responseRequest } from './response-request.ts';
import type { Version5Deps } from './state5.ts';
import { markedFilter } from './subscription-options.ts';
import { Version5 } from './version5.ts';

/** Read and used at once, packet by packet. */
const properties = new PropertyReader();

const CONNECT = 0x10;
const PUBACK = 0x40;
const SUBSCRIBE = 0x82;
const UNSUBSCRIBE = 0xa2;
const PINGREQ = Buffer.from([0xc0, 0]);
const DISCONNECT = Buffer.from([0xe0, 0]);
/** Aedes closes the connection on a packet that only servers send, and sends the Will. */
const CLOSE_WITH_WILL = Buffer.from([0xd0, 0]);
const ID_BYTES = 16;
const MAX_FILTER_LENGTH = 128;
/** No topic of the service is as long. */
const MAX_ALIASED_BYTES = 1024;

/** Starts a connection, and translates its CONNECT. */
export function receiveConnect(
  stream: Duplex,
  deps: Version5Deps,
  contents: Buffer,
): { readonly v5: Version5; readonly bytes: Buffer } {
  const request = readConnect(contents, properties);
  const { cleanStart, sessionExpiry, keepAlive } = request;
  const assignedClientId =
    request.clientId === '' ? `auto-${randomBytes(ID_BYTES).toString('base64url')}` : undefined;
  const clientId = assignedClientId ?? request.clientId;
  const granted = keepAlive === 0 ? MAX_KEEPALIVE_S : Math.min(keepAlive, MAX_KEEPALIVE_S);
  const v5 = new Version5(stream, deps, request, {
    cleanStart,
    assignedClientId,
    keepAlive: granted === keepAlive ? undefined : granted,
    sessionPresent: false,
    refusal: undefined,
  });
  // A session of 3.1.1 that is not clean is resumed and kept; see sessions.begin and sessions.leave for the rest.
  const clean = cleanStart && sessionExpiry === 0;
  return { v5, bytes: packetOf(CONNECT, connectForAedes(request, { clientId, clean })) };
}

/** The packet of MQTT 3.1.1 for Aedes. Throws ClosedFor. */
export function receive(v5: Version5, firstByte: number, contents: Buffer): Buffer {
  const type = typeOf(firstByte);
  switch (type) {
    case PACKET.publish:
      return receivePublish(v5, firstByte, contents);
    case PACKET.puback:
    case PACKET.pubrec:
    case PACKET.pubrel:
    case PACKET.pubcomp:
      return receiveAcknowledgement(v5, firstByte, contents);
    case PACKET.subscribe:
      return receiveSubscribe(v5, contents);
    case PACKET.unsubscribe:
      return receiveUnsubscribe(v5, contents);
    case PACKET.disconnect:
      return receiveDisconnect(v5, contents);
    case AUTH:
      readAuth(contents, properties);
      // [MQTT-4.12.0-6]: only after a CONNECT with an authentication method, which is refused.
      throw protocolError('AUTH without an authentication method');
    default:
      return PINGREQ;
  }
}

/** Offers a PUBLISH that lies between `start` and `end`; false if it must be checked and passed to Aedes. */
export function offerReading(
  v5: Version5,
  take: TakeReading,
  bytes: Buffer,
  flags: number,
  start: number,
  end: number,
): boolean {
  if (end - start < 3) return false;
  const qos = qosOf(flags) === 1 ? 1 : 0;
  const topicEnd = start + 2 + bytes.readUInt16BE(start);
  const propertiesAt = topicEnd + 2 * qos;
  if (propertiesAt >= end) return false;
  const messageId = qos === 1 ? bytes.readUInt16BE(topicEnd) : 0;
  if (qos === 1 && messageId === 0) return false;
  let topic = bytes.subarray(start + 2, topicEnd);
  const dup = isDup(flags);
  if (bytes[propertiesAt] === 0) {
    return take(topic, { payload: bytes.subarray(propertiesAt + 1, end), qos, dup }, messageId);
  }
  try {
    const payload = bytes.subarray(properties.read(IN.publish, bytes, propertiesAt, end), end);
    checkPublishProperties(properties);
    topic = aliased(v5, topic);
    const request = responseRequest(properties, v5.deps.now);
    return take(topic, { payload, qos, dup, request }, messageId);
  } catch (error) {
    // Read again as a packet for Aedes, whose checks say what is wrong with it.
    if (error instanceof ClosedFor) return false;
    throw error;
  }
}

function receivePublish(v5: Version5, firstByte: number, contents: Buffer): Buffer {
  const { topic: sent, messageId, payload } = readPublish(contents, firstByte & 0x0f, properties);
  const topic = aliased(v5, sent);
  if (qosOf(firstByte) === 2) holdQos2(v5, messageId);
  const request = responseRequest(properties, v5.deps.now);
  const marked = request === undefined ? topic : markedTopic(topic, v5.usedIncoming().remember(request));
  const id = messageId === 0 ? [] : [u16(messageId)];
  return packetOf(firstByte, u16(marked.length), marked, ...id, payload);
}

/** The limit of QoS 1 is how fast the connection is read. */
function holdQos2(v5: Version5, messageId: number): void {
  const incoming = v5.usedIncoming();
  incoming.unreleased ??= new Set();
  const { unreleased } = incoming;
  if (unreleased.has(messageId)) return;
  if (unreleased.size >= MAX_QOS2)
    throw new ClosedFor(REASON.receiveMaximum, `more than ${MAX_QOS2} messages in flight`);
  unreleased.add(messageId);
}

/** The topic of a message, by its alias if it has none; learns the alias if it has both. */
function aliased(v5: Version5, topic: Buffer): Buffer {
  const alias = properties.number(PROPERTY.topicAlias);
  if (alias === undefined) return topic;
  if (alias > TOPIC_ALIAS_MAXIMUM)
    throw new ClosedFor(REASON.aliasInvalid, `Topic Alias ${alias} is greater than ${TOPIC_ALIAS_MAXIMUM}`);
  if (topic.length === 0) {
    const known = v5.incoming?.aliases[alias];
    if (known === undefined) throw protocolError(`Topic Alias ${alias} has no topic`);
    return known;
  }
  if (topic.length > MAX_ALIASED_BYTES) throw new ClosedFor(REASON.topicInvalid, 'a topic that is too long');
  const { aliases } = v5.usedIncoming();
  if (aliases[alias]?.equals(topic) !== true) {
    // Not from Buffer's pool, whose blocks it would keep alive.
    const kept = Buffer.allocUnsafeSlow(topic.length);
    topic.copy(kept);
    aliases[alias] = kept;
  }
  return topic;
}

function receiveAcknowledgement(v5: Version5, firstByte: number, contents: Buffer): Buffer {
  const type = typeOf(firstByte);
  const { messageId, reason } = readAcknowledgement(type, contents, properties);
  // 4.3.3: no PUBREL follows a PUBREC that refuses the message, which is settled as by a PUBACK.
  const isRefused = type === PACKET.pubrec && reason >= REASON.unspecified;
  if (isRefused || type === PACKET.puback || type === PACKET.pubcomp) acknowledged(v5);
  return packetOf(isRefused ? PUBACK : firstByte, u16(messageId));
}

function receiveSubscribe(v5: Version5, contents: Buffer): Buffer {
  const { messageId, subscriptionId, filters } = readSubscribe(contents, properties);
  const parts = [u16(messageId)];
  for (const [place, { filter, options }] of filters.entries()) {
    const at = { messageId, place };
    const refusal = refusalOf(filter);
    if (refusal !== undefined) v5.usedSubscriptions().refuse(at, refusal, filter);
    // Aedes closes the connection for a filter with too many levels, so a refused one is not shown to it.
    const marked = Buffer.from(
      markedFilter(refusal === undefined ? filter : '', at, options, subscriptionId),
    );
    parts.push(u16(marked.length), marked, Buffer.from([options & 3]));
  }
  return packetOf(SUBSCRIBE, ...parts);
}

/** Of filters that no client may subscribe to; Aedes cannot read marked filters that start with a wildcard. */
function refusalOf(filter: string): Reason | undefined {
  if (isShared(filter)) return REASON.sharedSubscriptions;
  if (filter.length > MAX_FILTER_LENGTH || isTooDeep(filter)) return REASON.filterInvalid;
  return /^[+#]/.test(filter) ? REASON.wildcards : undefined;
}

function receiveUnsubscribe(v5: Version5, contents: Buffer): Buffer {
  const { messageId, filters: sent } = readUnsubscribe(contents, properties);
  const filters = sent.map((filter) => parseDeviceFilter(filter)?.topic ?? filter);
  v5.usedSubscriptions().unsubscribe(messageId, filters);
  const shown = filters.map((filter) => Buffer.from(isTooDeep(filter) ? '-' : filter));
  return packetOf(UNSUBSCRIBE, u16(messageId), ...shown.flatMap((filter) => [u16(filter.length), filter]));
}

function receiveDisconnect(v5: Version5, contents: Buffer): Buffer {
  const { reason, sessionExpiry } = readDisconnect(contents, properties);
  if (sessionExpiry !== undefined) {
    // [MQTT-3.14.2-2]
    if (v5.sessionExpiry === 0 && sessionExpiry > 0) throw protocolError('a session that ended with CONNECT');
    v5.expireSessionAfter(sessionExpiry);
  }
  return reason === REASON.success ? DISCONNECT : CLOSE_WITH_WILL;
}
