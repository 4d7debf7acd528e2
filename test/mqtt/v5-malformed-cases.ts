import { type Part, packet, text, u16 } from './packets.ts';

/** Bytes that a client sends, and the reason that the server closes with. */
export interface Malformed {
  readonly what: string;
  readonly bytes: Buffer;
  readonly reason: number;
  /** The section of the OASIS standard, or its statement, that decides. */
  readonly clause: string;
}

export const MALFORMED = 0x81;
export const PROTOCOL = 0x82;
export const BAD_METHOD = 0x8c;
const BAD_TOPIC = 0x90;
const BAD_ALIAS = 0x94;

const FILTER = text('devices/AA:BB:CC:DD:EE:FF/assessments');
export const TOPIC = text('devices/AA:BB:CC:DD:EE:FF/readings');
export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const bytesOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));

/** The properties with their length in front; all of these are shorter than 128 bytes. */
export const properties = (...parts: readonly Part[]): Buffer => {
  const bytes = bytesOf(parts);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
};

export const BAD_TEXTS: Readonly<Record<string, Buffer>> = {
  'an overlong NUL': text([0xc0, 0x80]),
  'a surrogate': text([0xed, 0xa0, 0x80]),
  'a byte that never occurs': text([0x61, 0xff]),
  'a character cut short': text([0xe2, 0x82]),
  NUL: text([0x61, 0x00]),
  'a length beyond its end': u16(40),
};

/** A valid example of every property of the standard. */
const EXAMPLES: Readonly<Record<string, readonly [number, Buffer]>> = {
  'Payload Format Indicator': [0x01, Buffer.from([1])],
  'Message Expiry Interval': [0x02, u32(60)],
  'Content Type': [0x03, text('application/json')],
  'Response Topic': [0x08, text('devices/AA:BB:CC:DD:EE:FF/own')],
  'Correlation Data': [0x09, text([1, 2])],
  'Subscription Identifier': [0x0b, Buffer.from([7])],
  'Session Expiry Interval': [0x11, u32(60)],
  'Assigned Client Identifier': [0x12, text('id')],
  'Server Keep Alive': [0x13, u16(60)],
  'Authentication Method': [0x15, text('SCRAM')],
  'Authentication Data': [0x16, text([1])],
  'Request Problem Information': [0x17, Buffer.from([1])],
  'Will Delay Interval': [0x18, u32(1)],
  'Request Response Information': [0x19, Buffer.from([1])],
  'Response Information': [0x1a, text('topic')],
  'Server Reference': [0x1c, text('server')],
  'Reason String': [0x1f, text('why')],
  'Receive Maximum': [0x21, u16(9)],
  'Topic Alias Maximum': [0x22, u16(9)],
  'Topic Alias': [0x23, u16(1)],
  'Maximum QoS': [0x24, Buffer.from([1])],
  'Retain Available': [0x25, Buffer.from([1])],
  'User Property': [0x26, Buffer.concat([text('a'), text('b')])],
  'Maximum Packet Size': [0x27, u32(9_000)],
  'Wildcard Subscription Available': [0x28, Buffer.from([1])],
  'Subscription Identifier Available': [0x29, Buffer.from([1])],
  'Shared Subscription Available': [0x2a, Buffer.from([1])],
};
const example = (name: string): Buffer => {
  const [id, value] = EXAMPLES[name] ?? [0, Buffer.alloc(0)];
  return Buffer.concat([Buffer.from([id]), value]);
};

export interface Carrier {
  /** The properties that a client may send here. */
  readonly allowed: readonly string[];
  readonly build: (properties: Buffer) => Buffer;
}

export const MESSAGE = [
  'Payload Format Indicator',
  'Message Expiry Interval',
  'Content Type',
  'Response Topic',
  'Correlation Data',
];
const CARRIERS: Readonly<Record<string, Carrier>> = {
  PUBLISH: {
    allowed: [...MESSAGE, 'Topic Alias', 'Subscription Identifier'],
    build: (bytes) => packet(0x32, TOPIC, u16(1), bytes, Buffer.from('{}')),
  },
  SUBSCRIBE: {
    allowed: ['Subscription Identifier'],
    build: (bytes) => packet(0x82, u16(1), bytes, FILTER, 0),
  },
  UNSUBSCRIBE: { allowed: [], build: (bytes) => packet(0xa2, u16(1), bytes, FILTER) },
  PUBACK: { allowed: ['Reason String'], build: (bytes) => packet(0x40, u16(1), 0, bytes) },
  PUBREC: { allowed: ['Reason String'], build: (bytes) => packet(0x50, u16(1), 0, bytes) },
  PUBREL: { allowed: ['Reason String'], build: (bytes) => packet(0x62, u16(1), 0, bytes) },
  PUBCOMP: { allowed: ['Reason String'], build: (bytes) => packet(0x70, u16(1), 0, bytes) },
  DISCONNECT: {
    allowed: ['Session Expiry Interval', 'Reason String', 'Server Reference'],
    build: (bytes) => packet(0xe0, 0, bytes),
  },
};

/** In the section of each property that may occur once. */
export const TWICE = '“It is a Protocol Error to include … more than once”';

export const one = (what: string, bytes: Buffer, reason: number, clause: string): Malformed => ({
  what,
  bytes,
  reason,
  clause,
});

export function propertyCases(carriers: Readonly<Record<string, Carrier>>): Malformed[] {
  return Object.entries(carriers).flatMap(([name, { allowed, build }]) => [
    ...Object.keys(EXAMPLES)
      .filter((property) => property !== 'User Property' && !allowed.includes(property))
      .map((property) =>
        one(`${name} with ${property}`, build(properties(example(property))), MALFORMED, '2.2.2.2'),
      ),
    ...allowed.map((property) =>
      one(
        `${name} with ${property} twice`,
        build(properties(example(property), example(property))),
        PROTOCOL,
        TWICE,
      ),
    ),
    ...allowed.map((property) =>
      one(
        `${name} with half of ${property}`,
        build(properties(example(property).subarray(0, -1))),
        MALFORMED,
        '2.2.2.2',
      ),
    ),
    ...[0x00, 0x04, 0x1e, 0x2b, 0x7f].map((id) =>
      one(`${name} with the unknown property ${id}`, build(properties(id, 0)), MALFORMED, '2.2.2.2'),
    ),
    ...Object.entries(BAD_TEXTS).map(([what, bad]) =>
      one(
        `${name} with ${what} in a User Property`,
        build(properties(0x26, text('a'), bad)),
        MALFORMED,
        'MQTT-1.5.4-1',
      ),
    ),
    one(`${name} with half a User Property`, build(properties(0x26, text('a'))), MALFORMED, '2.2.2.2'),
    one(
      `${name} with a property identifier of two bytes`,
      build(properties(0xa6, 0x00)),
      MALFORMED,
      'MQTT-1.5.5-1',
    ),
    one(`${name} with properties that are longer than it`, build(Buffer.from([0x7f])), MALFORMED, '2.2.2.1'),
    one(
      `${name} with a property length of five bytes`,
      build(Buffer.from([0x80, 0x80, 0x80, 0x80, 0x00])),
      MALFORMED,
      'MQTT-1.5.5-1',
    ),
    one(
      `${name} with a property length in too many bytes`,
      build(Buffer.from([0x80, 0x00])),
      MALFORMED,
      'MQTT-1.5.5-1',
    ),
  ]);
}

/** After CONNACK; the server answers DISCONNECT with the reason. */
export const malformed: readonly Malformed[] = [
  ...propertyCases(CARRIERS),
  ...[0x30, 0x32, 0x34].flatMap((first) => {
    const id = first === 0x30 ? Buffer.alloc(0) : u16(1);
    const publish = (...parts: readonly Part[]) => packet(first, TOPIC, id, properties(...parts), 0x7b);
    return [
      one(`PUBLISH ${first} with Topic Alias 0`, publish(0x23, u16(0)), BAD_ALIAS, 'MQTT-3.3.2-8'),
      one(
        `PUBLISH ${first} with a Topic Alias beyond the maximum`,
        publish(0x23, u16(17)),
        BAD_ALIAS,
        'MQTT-3.3.2-9',
      ),
      one(`PUBLISH ${first} with a Subscription Identifier`, publish(0x0b, 1), PROTOCOL, 'MQTT-3.3.4-6'),
      one(`PUBLISH ${first} with a Payload Format Indicator of 2`, publish(0x01, 2), PROTOCOL, '3.3.2.3.2'),
      one(
        `PUBLISH ${first} with an empty Response Topic`,
        publish(0x08, text('')),
        PROTOCOL,
        'MQTT-3.3.2-14',
      ),
      one(
        `PUBLISH ${first} with a wildcard in the Response Topic`,
        publish(0x08, text('a/+')),
        PROTOCOL,
        'MQTT-3.3.2-14',
      ),
      one(
        `PUBLISH ${first} with an alias that has no topic`,
        packet(first, text(''), id, properties(0x23, u16(2))),
        PROTOCOL,
        '3.3.4',
      ),
      one(
        `PUBLISH ${first} without topic and alias`,
        packet(first, text(''), id, properties()),
        PROTOCOL,
        '3.3.2.1',
      ),
      one(
        `PUBLISH ${first} to a wildcard`,
        packet(first, text('a/#'), id, properties()),
        MALFORMED,
        'MQTT-3.3.2-2',
      ),
      one(
        `PUBLISH ${first} to too many levels`,
        packet(first, text('a/b/c/d/e/f/g/h/i'), id, properties()),
        BAD_TOPIC,
        '3.14.2.1',
      ),
      one(`PUBLISH ${first} without properties`, packet(first, TOPIC, id), MALFORMED, 'MQTT-2.2.2-1'),
      ...Object.entries(BAD_TEXTS).flatMap(([what, bad]) => [
        one(
          `PUBLISH ${first} with ${what} in the topic`,
          packet(first, bad, id, properties()),
          MALFORMED,
          'MQTT-1.5.4-1',
        ),
        one(
          `PUBLISH ${first} with ${what} in the Content Type`,
          publish(0x03, bad),
          MALFORMED,
          'MQTT-1.5.4-1',
        ),
        one(
          `PUBLISH ${first} with ${what} in the Response Topic`,
          publish(0x08, bad),
          MALFORMED,
          'MQTT-1.5.4-1',
        ),
      ]),
    ];
  }),
  ...[0x36, 0x37, 0x3e].map((first) =>
    one(
      `PUBLISH with QoS 3 (${first})`,
      packet(first, TOPIC, u16(1), properties()),
      MALFORMED,
      'MQTT-3.3.1-4',
    ),
  ),
  one('PUBLISH with DUP and QoS 0', packet(0x38, TOPIC, properties()), MALFORMED, '2.1.3'),
  ...[0x32, 0x34].map((first) =>
    one(
      `PUBLISH ${first} with packet id 0`,
      packet(first, TOPIC, u16(0), properties()),
      PROTOCOL,
      'MQTT-2.2.1-3',
    ),
  ),
  ...[0x40, 0x50, 0x62, 0x70].flatMap((first) => [
    one(`acknowledgement ${first} without a packet id`, packet(first), MALFORMED, '2.2.1'),
    one(`acknowledgement ${first} with half a packet id`, packet(first, 0), MALFORMED, '2.2.1'),
    one(`acknowledgement ${first} with packet id 0`, packet(first, u16(0)), PROTOCOL, 'MQTT-2.2.1-3'),
    one(`acknowledgement ${first} with an unknown reason`, packet(first, u16(1), 0x55), PROTOCOL, '2.4'),
    one(`acknowledgement ${first} with trailing bytes`, packet(first, u16(1), 0, 0, 0), MALFORMED, '2.1.4'),
    one(`acknowledgement ${first} with reserved flags`, packet(first | 1, u16(1)), MALFORMED, 'MQTT-2.1.3-1'),
  ]),
  one('PUBREL with the flags of PUBACK', packet(0x60, u16(1)), MALFORMED, 'MQTT-2.1.3-1'),
  one('PUBACK with the reason of PUBREL', packet(0x40, u16(1), 0x92), PROTOCOL, '2.4'),
  one('PUBREL with the reason of PUBACK', packet(0x62, u16(1), 0x97), PROTOCOL, '2.4'),
  one('SUBSCRIBE without filters', packet(0x82, u16(1), properties()), PROTOCOL, 'MQTT-3.8.3-2'),
  one('SUBSCRIBE with packet id 0', packet(0x82, u16(0), properties(), FILTER, 0), PROTOCOL, 'MQTT-2.2.1-3'),
  one('SUBSCRIBE without a packet id', packet(0x82), MALFORMED, '2.2.1'),
  one('SUBSCRIBE without properties', packet(0x82, u16(1)), MALFORMED, 'MQTT-2.2.2-1'),
  one(
    'SUBSCRIBE with Subscription Identifier 0',
    packet(0x82, u16(1), properties(0x0b, 0), FILTER, 0),
    PROTOCOL,
    '3.8.2.1.2',
  ),
  one(
    'SUBSCRIBE with a Subscription Identifier of five bytes',
    packet(0x82, u16(1), properties(0x0b, 0x80, 0x80, 0x80, 0x80, 1), FILTER, 0),
    MALFORMED,
    'MQTT-1.5.5-1',
  ),
  one('SUBSCRIBE without options', packet(0x82, u16(1), properties(), FILTER), MALFORMED, '3.8.3'),
  one(
    'SUBSCRIBE to an empty filter',
    packet(0x82, u16(1), properties(), text(''), 0),
    MALFORMED,
    'MQTT-4.7.3-1',
  ),
  one('SUBSCRIBE with the QoS 3', packet(0x82, u16(1), properties(), FILTER, 3), PROTOCOL, '3.8.3.1'),
  one(
    'SUBSCRIBE with Retain Handling 3',
    packet(0x82, u16(1), properties(), FILTER, 0x30),
    PROTOCOL,
    '3.8.3.1',
  ),
  ...[0x40, 0x80, 0xc0].map((options) =>
    one(
      `SUBSCRIBE with the options ${options}`,
      packet(0x82, u16(1), properties(), FILTER, options),
      MALFORMED,
      'MQTT-3.8.3-5',
    ),
  ),
  one(
    'SUBSCRIBE with No Local to a shared subscription',
    packet(0x82, u16(1), properties(), text('$share/a/b'), 0x04),
    PROTOCOL,
    'MQTT-3.8.3-4',
  ),
  ...['a#', 'a/#/b', '+a', 'a/b+/c', '##'].flatMap((filter) => [
    one(
      `SUBSCRIBE to ${filter}`,
      packet(0x82, u16(1), properties(), text(filter), 0),
      MALFORMED,
      'MQTT-4.7.1-1',
    ),
    one(
      `UNSUBSCRIBE from ${filter}`,
      packet(0xa2, u16(1), properties(), text(filter)),
      MALFORMED,
      'MQTT-4.7.1-1',
    ),
  ]),
  ...Object.entries(BAD_TEXTS).flatMap(([what, bad]) => [
    one(
      `SUBSCRIBE with ${what} in the filter`,
      packet(0x82, u16(1), properties(), bad, 0),
      MALFORMED,
      'MQTT-1.5.4-1',
    ),
    one(
      `UNSUBSCRIBE with ${what} in the filter`,
      packet(0xa2, u16(1), properties(), bad),
      MALFORMED,
      'MQTT-1.5.4-1',
    ),
  ]),
  one('UNSUBSCRIBE without filters', packet(0xa2, u16(1), properties()), PROTOCOL, 'MQTT-3.10.3-2'),
  one('UNSUBSCRIBE with packet id 0', packet(0xa2, u16(0), properties(), FILTER), PROTOCOL, 'MQTT-2.2.1-3'),
  ...[0x80, 0xa0].map((first) =>
    one(
      `type ${first} without its flags`,
      packet(first, u16(1), properties(), FILTER, 0),
      MALFORMED,
      'MQTT-2.1.3-1',
    ),
  ),
  one('PINGREQ with contents', packet(0xc0, 0), MALFORMED, '2.1.4'),
  one('PINGREQ with flags', packet(0xc1), MALFORMED, 'MQTT-2.1.3-1'),
  one('DISCONNECT with flags', packet(0xe1), MALFORMED, 'MQTT-2.1.3-1'),
  ...[0x01, 0x87, 0x8b, 0x8e, 0xff].map((reason) =>
    one(`DISCONNECT with the reason ${reason}`, packet(0xe0, reason), PROTOCOL, 'MQTT-3.14.2-1'),
  ),
  one('DISCONNECT with trailing bytes', packet(0xe0, 0, 0, 0), MALFORMED, '2.1.4'),
  one(
    'DISCONNECT that gives its session a life',
    packet(0xe0, 0, properties(0x11, u32(60))),
    PROTOCOL,
    '3.14.2.2.2',
  ),
  ...[0x00, 0x20, 0x90, 0xb0, 0xd0].map((first) =>
    one(`type ${first >> 4} from a client`, packet(first, u16(1)), PROTOCOL, '2.1.2'),
  ),
  one(
    'a second CONNECT',
    packet(0x10, text('MQTT'), 5, 0x02, u16(60), properties(), text('again')),
    PROTOCOL,
    'MQTT-3.1.0-2',
  ),
  one('AUTH', packet(0xf0), PROTOCOL, 'MQTT-4.12.0-6'),
  one('AUTH with a method', packet(0xf0, 0x18, properties(0x15, text('SCRAM'))), PROTOCOL, 'MQTT-4.12.0-6'),
  one('AUTH with flags', packet(0xf1), MALFORMED, 'MQTT-2.1.3-1'),
  one('AUTH with an unknown reason', packet(0xf0, 0x55), PROTOCOL, 'MQTT-3.15.2-1'),
  one('AUTH with a misplaced property', packet(0xf0, 0x18, properties(0x21, u16(1))), MALFORMED, '2.2.2.2'),
  one('a length of five bytes', Buffer.from([0xc0, 0x80, 0x80, 0x80, 0x80, 0x00]), MALFORMED, 'MQTT-1.5.5-1'),
];
