import { isUtf8 } from 'node:buffer';

/*
 * Strict checks for MQTT 3.1.1 (and 3.1, which differs in CONNECT only): Aedes and its parser accept many violations.
 * Clauses are those of the OASIS standard. [MQTT-4.8.0-1]: a protocol violation closes the connection.
 */

export class ProtocolViolation extends Error {
  /** Set for a violation that gets a reply before the connection is closed. */
  readonly connackCode: number | undefined;
  constructor(clause: string, message: string, connackCode?: number) {
    super(`${message} [${clause}]`);
    this.connackCode = connackCode;
  }
}

/** [MQTT-2.2.1], table 2.1. */
export const PACKET = {
  connect: 1,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubrel: 6,
  pubcomp: 7,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
} as const;

export const typeOf = (firstByte: number): number => firstByte >> 4;

type ContentsCheck = (contents: Buffer, flags: number) => ProtocolViolation | undefined;

interface Rule {
  /** Undefined for flags that carry data. */
  readonly flags: number | undefined;
  readonly flagsClause: string;
  readonly length?: number;
  readonly contents?: ContentsCheck;
}

const plain = { flags: 0, flagsClause: 'MQTT-2.2.2-2' };
const acknowledgement = { ...plain, length: 2, contents: checkPacketId };

/** The packets that a client may send. */
const RULES: ReadonlyMap<number, Rule> = new Map<number, Rule>([
  [PACKET.connect, { ...plain, contents: checkConnect }],
  [PACKET.publish, { flags: undefined, flagsClause: '', contents: checkPublish }],
  [PACKET.puback, acknowledgement],
  [PACKET.pubrec, acknowledgement],
  [PACKET.pubrel, { ...acknowledgement, flags: 2, flagsClause: 'MQTT-3.6.1-1' }],
  [PACKET.pubcomp, acknowledgement],
  [PACKET.subscribe, { flags: 2, flagsClause: 'MQTT-3.8.1-1', contents: checkSubscribe }],
  [PACKET.unsubscribe, { flags: 2, flagsClause: 'MQTT-3.10.1-1', contents: checkUnsubscribe }],
  [PACKET.pingreq, { ...plain, length: 0 }],
  [PACKET.disconnect, { ...plain, flagsClause: 'MQTT-3.14.1-1', length: 0 }],
]);

/** Call it before a packet is buffered; `connected`: its CONNECT has been seen. */
export function checkHeader(
  firstByte: number,
  length: number,
  connected: boolean,
): ProtocolViolation | undefined {
  const type = typeOf(firstByte);
  const rule = RULES.get(type);
  if (rule === undefined) return new ProtocolViolation('MQTT-2.2.1', 'not a packet that clients send');
  if (type === PACKET.connect ? connected : !connected) {
    return connected
      ? new ProtocolViolation('MQTT-3.1.0-2', 'a second CONNECT')
      : new ProtocolViolation('MQTT-3.1.0-1', 'the first packet must be CONNECT');
  }
  const flags = firstByte & 0x0f;
  if (rule.flags === undefined) return checkPublishFlags(flags);
  if (flags !== rule.flags) return new ProtocolViolation(rule.flagsClause, 'reserved flags');
  if (rule.length !== undefined && length !== rule.length) {
    return new ProtocolViolation('MQTT-2.2.3', `a length of ${length} instead of ${rule.length}`);
  }
  return undefined;
}

/** `contents`: the bytes after the fixed header. */
export const checkContents = (firstByte: number, contents: Buffer): ProtocolViolation | undefined =>
  RULES.get(typeOf(firstByte))?.contents?.(contents, firstByte & 0x0f);

const DUP = 0x08;
const qosOf = (flags: number): number => (flags >> 1) & 3;

function checkPublishFlags(flags: number): ProtocolViolation | undefined {
  if (qosOf(flags) === 3) return new ProtocolViolation('MQTT-3.3.1-4', 'QoS 3');
  if (qosOf(flags) === 0 && (flags & DUP) !== 0)
    return new ProtocolViolation('MQTT-3.3.1-2', 'DUP with QoS 0');
  return undefined;
}

function checkPacketId(contents: Buffer, _flags: number, at = 0): ProtocolViolation | undefined {
  if (at + 2 > contents.length) return malformed('packet id');
  return contents.readUInt16BE(at) === 0 ? new ProtocolViolation('MQTT-2.3.1-1', 'packet id 0') : undefined;
}

function checkPublish(contents: Buffer, flags: number): ProtocolViolation | undefined {
  const fields = new Fields(contents);
  const topic = fields.text('MQTT-3.3.2-1');
  if (topic instanceof ProtocolViolation) return topic;
  return (
    checkTopicName(topic, 'MQTT-3.3.2-2') ??
    (qosOf(flags) > 0 ? checkPacketId(contents, flags, fields.at) : undefined)
  );
}

function checkTopicName(topic: string, clause: string): ProtocolViolation | undefined {
  if (topic === '') return new ProtocolViolation('MQTT-4.7.3-1', 'an empty topic');
  return /[+#]/.test(topic) ? new ProtocolViolation(clause, 'wildcards in a topic name') : undefined;
}

/** [MQTT-4.7.1-2], [MQTT-4.7.1-3]: a wildcard fills a whole level, and # is the last level. */
const WILDCARDS_IN_PLACE = /^(?:(?:[^/+#]*|\+)\/)*(?:[^/+#]*|\+|#)$/;

function checkFilter(filter: string): ProtocolViolation | undefined {
  if (filter === '') return new ProtocolViolation('MQTT-4.7.3-1', 'an empty filter');
  return WILDCARDS_IN_PLACE.test(filter)
    ? undefined
    : new ProtocolViolation('MQTT-4.7.1-3', 'a misplaced wildcard');
}

function checkSubscribe(contents: Buffer): ProtocolViolation | undefined {
  return checkFilters(contents, 'MQTT-3.8.3-1', 'MQTT-3.8.3-3', (fields) => {
    const qos = fields.byte();
    if (qos === undefined) return malformed('requested QoS');
    return qos > 2 ? new ProtocolViolation('MQTT-3.8.3-4', 'the requested QoS') : undefined;
  });
}

function checkUnsubscribe(contents: Buffer): ProtocolViolation | undefined {
  return checkFilters(contents, 'MQTT-3.10.3-1', 'MQTT-3.10.3-2', () => undefined);
}

function checkFilters(
  contents: Buffer,
  textClause: string,
  noneClause: string,
  checkOptions: (fields: Fields) => ProtocolViolation | undefined,
): ProtocolViolation | undefined {
  const violation = checkPacketId(contents, 0);
  if (violation !== undefined) return violation;
  const fields = new Fields(contents, 2);
  if (fields.isEmpty) return new ProtocolViolation(noneClause, 'no filters');
  while (!fields.isEmpty) {
    const filter = fields.text(textClause);
    if (filter instanceof ProtocolViolation) return filter;
    const wrong = checkFilter(filter) ?? checkOptions(fields);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** [MQTT-3.1.2.1], and the names of MQTT 3.1. */
const LEVEL_OF_NAME: Readonly<Record<string, number>> = { MQTT: 4, MQIsdp: 3 };
const UNACCEPTABLE_LEVEL = 1;

const RESERVED = 0x01;
const WILL = 0x04;
const WILL_QOS = 0x18;
const WILL_RETAIN = 0x20;
const PASSWORD = 0x40;
const USER_NAME = 0x80;

function checkConnect(contents: Buffer): ProtocolViolation | undefined {
  const fields = new Fields(contents);
  const name = fields.text('MQTT-3.1.2-1');
  if (name instanceof ProtocolViolation) return name;
  const expected = Object.hasOwn(LEVEL_OF_NAME, name) ? LEVEL_OF_NAME[name] : undefined;
  if (expected === undefined) return new ProtocolViolation('MQTT-3.1.2-1', 'the protocol name');
  const level = fields.byte();
  if (level === undefined) return malformed('protocol level');
  // Checked first: the following fields differ in other versions.
  if (level !== expected) {
    return new ProtocolViolation('MQTT-3.1.2-2', `protocol level ${level}`, UNACCEPTABLE_LEVEL);
  }
  const flags = fields.byte();
  if (flags === undefined || !fields.skip(2)) return malformed('flags and keep-alive');
  return checkConnectFlags(flags) ?? checkConnectPayload(fields, flags);
}

function checkConnectFlags(flags: number): ProtocolViolation | undefined {
  if ((flags & RESERVED) !== 0) return new ProtocolViolation('MQTT-3.1.2-3', 'the reserved flag');
  const willQos = flags & WILL_QOS;
  if ((flags & WILL) === 0) {
    if (willQos !== 0) return new ProtocolViolation('MQTT-3.1.2-13', 'Will QoS without Will');
    if ((flags & WILL_RETAIN) !== 0)
      return new ProtocolViolation('MQTT-3.1.2-15', 'Will Retain without Will');
  } else if (willQos === WILL_QOS) {
    return new ProtocolViolation('MQTT-3.1.2-14', 'Will QoS 3');
  }
  return (flags & (USER_NAME | PASSWORD)) === PASSWORD
    ? new ProtocolViolation('MQTT-3.1.2-22', 'a password without a user name')
    : undefined;
}

function checkConnectPayload(fields: Fields, flags: number): ProtocolViolation | undefined {
  const clientId = fields.text('MQTT-3.1.3-4');
  if (clientId instanceof ProtocolViolation) return clientId;
  if ((flags & WILL) !== 0) {
    const topic = fields.text('MQTT-3.1.3-10');
    if (topic instanceof ProtocolViolation) return topic;
    const wrong = checkTopicName(topic, 'MQTT-4.7.1-1');
    if (wrong !== undefined) return wrong;
    if (!fields.binary()) return malformed('Will message');
  }
  if ((flags & USER_NAME) !== 0) {
    const userName = fields.text('MQTT-3.1.3-11');
    if (userName instanceof ProtocolViolation) return userName;
  }
  if ((flags & PASSWORD) !== 0 && !fields.binary()) return malformed('password');
  return fields.isEmpty ? undefined : new ProtocolViolation('MQTT-3.1.3-1', 'more than the flags announce');
}

const malformed = (what: string): ProtocolViolation =>
  new ProtocolViolation('MQTT-4.8.0-1', `malformed: ${what}`);

/** Reads fields in sequence, never beyond the end. */
class Fields {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get isEmpty(): boolean {
    return this.at >= this.#bytes.length;
  }

  skip(length: number): boolean {
    this.at += length;
    return this.at <= this.#bytes.length;
  }

  byte(): number | undefined {
    return this.#bytes[this.at++];
  }

  /** [MQTT-1.5.3-1], [MQTT-1.5.3-2]: well-formed UTF-8 without U+0000. */
  text(clause: string): string | ProtocolViolation {
    const start = this.at + 2;
    if (!this.binary()) return malformed('text');
    const bytes = this.#bytes.subarray(start, this.at);
    if (!isUtf8(bytes)) return new ProtocolViolation(clause, 'text that is no UTF-8');
    return bytes.includes(0)
      ? new ProtocolViolation('MQTT-1.5.3-2', 'U+0000 in a text')
      : bytes.toString('utf8');
  }

  /** A two-byte length and that many bytes. */
  binary(): boolean {
    if (!this.skip(2)) return false;
    return this.skip(this.#bytes.readUInt16BE(this.at - 2));
  }
}
