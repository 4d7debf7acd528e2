import { packet, text, u16 } from './packets.ts';
import {
  BAD_METHOD,
  BAD_TEXTS,
  type Carrier,
  MALFORMED,
  type Malformed,
  MESSAGE,
  one,
  PROTOCOL,
  properties,
  propertyCases,
  TOPIC,
  TWICE,
  u32,
} from './v5-malformed-cases.ts';

/** CONNECT with user name and password, for which the test fills in nothing: it is refused before they are read. */
export const connectWith = (
  connectProperties: Buffer,
  { flags = 0xc2, will = [] as readonly Buffer[], level = 5, tail = [] as readonly Buffer[] } = {},
): Buffer =>
  packet(
    0x10,
    text('MQTT'),
    level,
    flags,
    u16(60),
    connectProperties,
    text('malformed'),
    ...will,
    text('nobody'),
    text('nothing'),
    ...tail,
  );

const CONNECT_CARRIERS: Readonly<Record<string, Carrier>> = {
  CONNECT: {
    allowed: [
      'Session Expiry Interval',
      'Authentication Method',
      'Authentication Data',
      'Request Problem Information',
      'Request Response Information',
      'Receive Maximum',
      'Topic Alias Maximum',
      'Maximum Packet Size',
    ],
    build: (bytes) => connectWith(bytes),
  },
  Will: {
    allowed: [...MESSAGE, 'Will Delay Interval'],
    build: (bytes) => connectWith(properties(), { flags: 0xc6, will: [bytes, TOPIC, text('{}')] }),
  },
};

/** The first packet of a connection; the server answers CONNACK with the reason. */
export const malformedConnects: readonly Malformed[] = [
  ...propertyCases(CONNECT_CARRIERS).filter(({ what }) => what !== 'CONNECT with Authentication Data twice'),
  one(
    'Authentication Data twice',
    connectWith(properties(0x15, text('a'), 0x16, text('b'), 0x16, text('b'))),
    PROTOCOL,
    TWICE,
  ),
  one(
    'Authentication Data without a method',
    connectWith(properties(0x16, text('b'))),
    PROTOCOL,
    '3.1.2.11.10',
  ),
  one('an Authentication Method', connectWith(properties(0x15, text('SCRAM'))), BAD_METHOD, '4.12'),
  one('Receive Maximum 0', connectWith(properties(0x21, u16(0))), PROTOCOL, '3.1.2.11.3'),
  one('Maximum Packet Size 0', connectWith(properties(0x27, u32(0))), PROTOCOL, '3.1.2.11.4'),
  ...[0x17, 0x19].map((id) =>
    one(`property ${id} of 2`, connectWith(properties(id, 2)), PROTOCOL, '3.1.2.11.6, 3.1.2.11.7'),
  ),
  one('the reserved flag', connectWith(properties(), { flags: 0xc3 }), MALFORMED, 'MQTT-3.1.2-3'),
  ...[0xca, 0xd2, 0xda, 0xe2].map((flags) =>
    one(
      `the flags ${flags} without a Will`,
      connectWith(properties(), { flags }),
      MALFORMED,
      'MQTT-3.1.2-11, MQTT-3.1.2-13',
    ),
  ),
  one(
    'Will QoS 3',
    connectWith(properties(), { flags: 0xde, will: [properties(), TOPIC, text('{}')] }),
    MALFORMED,
    'MQTT-3.1.2-12',
  ),
  one(
    'a Will topic with a wildcard',
    connectWith(properties(), { flags: 0xc6, will: [properties(), text('a/#'), text('{}')] }),
    MALFORMED,
    'MQTT-3.3.2-2',
  ),
  one(
    'an empty Will topic',
    connectWith(properties(), { flags: 0xc6, will: [properties(), text(''), text('{}')] }),
    MALFORMED,
    'MQTT-4.7.3-1',
  ),
  one(
    'a wildcard in the Response Topic of the Will',
    connectWith(properties(), { flags: 0xc6, will: [properties(0x08, text('+')), TOPIC, text('{}')] }),
    PROTOCOL,
    'MQTT-3.3.2-14',
  ),
  one('trailing bytes', connectWith(properties(), { tail: [text('more')] }), MALFORMED, '2.1.4'),
  one(
    'the contents of MQTT 3.1.1',
    packet(0x10, text('MQTT'), 5, 0xc2, u16(60), text('id')),
    MALFORMED,
    'MQTT-2.2.2-1',
  ),
  ...Object.entries(BAD_TEXTS).map(([what, bad]) =>
    one(
      `${what} in the client id`,
      packet(0x10, text('MQTT'), 5, 0x02, u16(60), properties(), bad),
      MALFORMED,
      'MQTT-1.5.4-1',
    ),
  ),
  ...[7, 8, 9, 10, 11].map((length) =>
    one(
      `${length} bytes`,
      packet(0x10, connectWith(properties()).subarray(2).subarray(0, length)),
      MALFORMED,
      '3.1.2',
    ),
  ),
];
