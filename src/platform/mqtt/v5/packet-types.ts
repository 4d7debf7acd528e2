import { PACKET, typeOf } from '../packets/packet-check.ts';
import { type ClosedFor, malformed, protocolError } from './reasons.ts';

export const AUTH = 15;

/** [MQTT-2.1.3-1]: the flags of the packets that a client may send; PUBLISH's carry data. */
const FLAGS: ReadonlyMap<number, number> = new Map<number, number>([
  [PACKET.connect, 0],
  [PACKET.puback, 0],
  [PACKET.pubrec, 0],
  [PACKET.pubrel, 2],
  [PACKET.pubcomp, 0],
  [PACKET.subscribe, 2],
  [PACKET.unsubscribe, 2],
  [PACKET.pingreq, 0],
  [PACKET.disconnect, 0],
  [AUTH, 0],
]);

const DUP = 0x08;
export const qosOf = (flags: number): number => (flags >> 1) & 3;
export const isDup = (flags: number): boolean => (flags & DUP) !== 0;

/** Call it before the rest of a packet is buffered; CONNECT has been seen. */
export function checkHeader(firstByte: number, length: number): ClosedFor | undefined {
  const type = typeOf(firstByte);
  const flags = firstByte & 0x0f;
  if (type === PACKET.publish) return checkPublishFlags(flags);
  const expected = FLAGS.get(type);
  if (expected === undefined) return protocolError('not a packet that clients send');
  if (type === PACKET.connect) return protocolError('a second CONNECT');
  if (flags !== expected) return malformed('reserved flags');
  if (type === PACKET.pingreq && length > 0) return malformed('PINGREQ with contents');
  return undefined;
}

function checkPublishFlags(flags: number): ClosedFor | undefined {
  if (qosOf(flags) === 3) return malformed('QoS 3');
  // 2.1.3: invalid flags are malformed.
  return qosOf(flags) === 0 && isDup(flags) ? malformed('DUP with QoS 0') : undefined;
}
