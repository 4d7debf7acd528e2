import { randomMac, resting } from '../helpers/readings.ts';
import {
  DISCONNECT,
  PINGREQ,
  PINGRESP,
  packet,
  puback,
  pubcomp,
  pubrec,
  pubrel,
  suback,
  subscribe,
  text,
  u16,
  unsuback,
  unsubscribe,
} from './packets.ts';

/** The bytes to send (after CONNECT, unless they start with one), and the expected answers until the end. */
export interface Case {
  readonly clause: string;
  readonly what: string;
  readonly sent: () => Buffer;
  readonly answers?: readonly Buffer[];
  /** Closed by the server, or still open and answering. */
  readonly end: 'closed' | 'open';
  /** The bytes are the first of their connection. */
  readonly first?: boolean;
  readonly byteByByte?: boolean;
}

const MAC = randomMac();
export const READINGS = text(`devices/${MAC}/readings`);
const FILTER = text(`devices/${MAC}/assessments`);
const OTHER_FILTER = text(`devices/${MAC}/readings`);
export const SAME_FILTER_SPELLED_OTHERWISE = text(
  `devices/${MAC.replaceAll(':', '').toLowerCase()}/assessments`,
);
const REFUSED_FILTER = text('elsewhere');
export const reading = () => Buffer.from(JSON.stringify(resting(MAC, { uptime_ms: readings++ })));
let readings = 1;

export const closes = (clause: string, what: string, sent: Buffer): Case => ({
  clause,
  what,
  sent: () => sent,
  end: 'closed',
});
const answers = (clause: string, what: string, sent: () => Buffer, ...expected: Buffer[]): Case => ({
  clause,
  what,
  sent,
  answers: expected,
  end: 'open',
});

export const BAD_UTF8: Readonly<Record<string, readonly number[]>> = {
  'an overlong NUL': [0xc0, 0x80],
  'a surrogate': [0xed, 0xa0, 0x80],
  'a byte that never occurs': [0x61, 0xff],
  'a character cut short': [0xe2, 0x82],
  'an overlong slash': [0xf0, 0x80, 0x80, 0xaf],
  'a character beyond U+10FFFF': [0xf4, 0x90, 0x80, 0x80],
};
export const NUL = [0x61, 0x00, 0x62];
export const id1 = u16(1);

const NAMES: Readonly<Record<number, string>> = {
  1: 'CONNECT',
  2: 'CONNACK',
  3: 'PUBLISH',
  4: 'PUBACK',
  5: 'PUBREC',
  6: 'PUBREL',
  7: 'PUBCOMP',
  8: 'SUBSCRIBE',
  9: 'SUBACK',
  10: 'UNSUBSCRIBE',
  11: 'UNSUBACK',
  12: 'PINGREQ',
  13: 'PINGRESP',
  14: 'DISCONNECT',
};
const ACKNOWLEDGEMENTS = [4, 5, 6, 7];
/** Valid contents, by packet type. */
const CONTENTS: Readonly<Record<number, readonly Buffer[]>> = {
  3: [READINGS, Buffer.from('{}')],
  4: [id1],
  5: [id1],
  6: [id1],
  7: [id1],
  8: [id1, FILTER, Buffer.from([0])],
  10: [id1, FILTER],
  12: [],
  14: [],
};
const REQUIRED_FLAGS: Readonly<Record<number, number>> = { 6: 2, 8: 2, 10: 2 };
const FLAGS_CLAUSE: Readonly<Record<number, string>> = {
  6: 'MQTT-3.6.1-1',
  8: 'MQTT-3.8.1-1',
  10: 'MQTT-3.10.1-1',
  14: 'MQTT-3.14.1-1',
};

export const headers: Case[] = [
  ...[4, 5, 6, 7, 8, 10, 12, 14].flatMap((type) =>
    [0, 1, 2, 3, 8, 10, 15]
      .filter((flags) => flags !== (REQUIRED_FLAGS[type] ?? 0))
      .map((flags) =>
        closes(
          FLAGS_CLAUSE[type] ?? 'MQTT-2.2.2-2',
          `${NAMES[type]} with the flags ${flags}`,
          packet((type << 4) | flags, ...(CONTENTS[type] ?? [])),
        ),
      ),
  ),
  ...[0, 2, 9, 11, 13, 15].map((type) =>
    closes('MQTT-2.2.1', `${NAMES[type] ?? `type ${type}`} from a client`, packet(type << 4, id1)),
  ),
  ...Object.entries(CONTENTS).map(([type, contents]) => ({
    ...closes(
      'MQTT-3.1.0-1',
      `${NAMES[Number(type)]} before CONNECT`,
      packet((Number(type) << 4) | (REQUIRED_FLAGS[Number(type)] ?? 0), ...contents),
    ),
    first: true,
  })),
  closes('MQTT-2.2.3', 'a length of five bytes', Buffer.from([0xc0, 0x80, 0x80, 0x80, 0x80, 0x00])),
  ...ACKNOWLEDGEMENTS.flatMap((type) =>
    [[], [0], [0, 1, 0], [0, 1, 0, 0]].map((bytes) =>
      closes(
        'MQTT-2.2.3',
        `${NAMES[type]} of ${bytes.length} bytes`,
        packet((type << 4) | (REQUIRED_FLAGS[type] ?? 0), ...bytes),
      ),
    ),
  ),
  ...[12, 14].flatMap((type) =>
    [1, 2].map((length) =>
      closes('MQTT-2.2.3', `${NAMES[type]} of ${length} bytes`, packet(type << 4, Buffer.alloc(length))),
    ),
  ),
  ...ACKNOWLEDGEMENTS.map((type) =>
    closes(
      'MQTT-2.3.1-1',
      `${NAMES[type]} with packet id 0`,
      packet((type << 4) | (REQUIRED_FLAGS[type] ?? 0), 0, 0),
    ),
  ),
];

export const publishes: Case[] = [
  ...[0x36, 0x37, 0x3e, 0x3f].map((first) =>
    closes('MQTT-3.3.1-4', `QoS 3 (${first.toString(16)})`, packet(first, READINGS, id1, 0x7b)),
  ),
  ...[0x38, 0x39].map((first) =>
    closes('MQTT-3.3.1-2', `DUP with QoS 0 (${first.toString(16)})`, packet(first, READINGS, 0x7b)),
  ),
  ...['+', '#', `devices/+/readings`, `devices/${MAC}/#`, 'a+', 'a#b'].map((topic) =>
    closes('MQTT-3.3.2-2', `to ${topic.replace(MAC, '<MAC>')}`, packet(0x30, text(topic), 0x7b)),
  ),
  ...[0x32, 0x34].map((first) =>
    closes('MQTT-2.3.1-1', `packet id 0 (${first.toString(16)})`, packet(first, READINGS, u16(0), 0x7b)),
  ),
  ...Object.entries(BAD_UTF8).map(([what, bytes]) =>
    closes('MQTT-3.3.2-1', `${what} in the topic`, packet(0x30, text(bytes), 0x7b)),
  ),
  closes('MQTT-1.5.3-2', 'NUL in the topic', packet(0x30, text(NUL), 0x7b)),
  closes('MQTT-4.7.3-1', 'an empty topic', packet(0x30, text(''), 0x7b)),
  closes('MQTT-3.3.2-1', 'no topic', packet(0x30)),
  closes('MQTT-3.3.2-1', 'a topic that is longer than the packet', packet(0x30, u16(9), 0x61)),
  closes('MQTT-2.3.1-1', 'no packet id', packet(0x32, READINGS)),
  closes('MQTT-2.3.1-1', 'half a packet id', packet(0x32, READINGS, 0x00)),
  answers('MQTT-4.3.1-1', 'QoS 0 is not answered', () => packet(0x30, READINGS, reading())),
  answers('MQTT-3.3.1-8', 'QoS 0 may be retained', () => packet(0x31, READINGS, reading())),
  answers('MQTT-4.3.2-2', 'QoS 1 gets PUBACK', () => packet(0x32, READINGS, id1, reading()), puback(1)),
  answers(
    'MQTT-2.3.1-6',
    'PUBACK has the packet id',
    () => packet(0x32, READINGS, u16(65535), reading()),
    puback(65535),
  ),
  answers('MQTT-3.3.1-1', 'QoS 1 with DUP too', () => packet(0x3a, READINGS, id1, reading()), puback(1)),
  answers('MQTT-3.3.3-1', 'an empty payload is valid', () => packet(0x32, READINGS, id1), puback(1)),
  answers(
    'MQTT-4.6.0-2',
    'PUBACKs arrive in the order of the messages',
    () => Buffer.concat([3, 1, 2].map((id) => packet(0x32, READINGS, u16(id), reading()))),
    puback(3),
    puback(1),
    puback(2),
  ),
  answers('MQTT-4.3.3-2', 'QoS 2 gets PUBREC', () => packet(0x34, READINGS, u16(2), reading()), pubrec(2)),
  answers('MQTT-4.3.3-2', 'PUBREL gets PUBCOMP', () => pubrel(2), pubcomp(2)),
  answers(
    'MQTT-4.3.3-2',
    'QoS 2 that is sent again gets PUBREC again',
    () => {
      const body = reading();
      return Buffer.concat([packet(0x34, READINGS, u16(4), body), packet(0x3c, READINGS, u16(4), body)]);
    },
    pubrec(4),
    pubrec(4),
  ),
  ...[4, 5, 7].map((type) =>
    answers(
      'MQTT-4.3.2-1',
      `${NAMES[type]} that was not expected`,
      () => packet(type << 4, u16(77)),
      ...(type === 5 ? [pubrel(77)] : []),
    ),
  ),
];

const MISPLACED = ['a#', 'a/#/b', '#/', '##', 'a+', '+a', 'a/b+/c', '/+a/', '++', '#+'];

export const subscriptions: Case[] = [
  closes('MQTT-3.8.3-3', 'SUBSCRIBE without filters', packet(0x82, id1)),
  closes('MQTT-2.3.1-1', 'SUBSCRIBE without a packet id', packet(0x82)),
  closes('MQTT-2.3.1-1', 'SUBSCRIBE with packet id 0', subscribe(0, [FILTER, 0])),
  closes('MQTT-3.8.3-2', 'SUBSCRIBE without a QoS', packet(0x82, id1, FILTER)),
  closes('MQTT-3.8.3-2', 'SUBSCRIBE without the second QoS', packet(0x82, id1, FILTER, 0, OTHER_FILTER)),
  closes(
    'MQTT-3.8.3-1',
    'SUBSCRIBE whose filter is longer than the packet',
    packet(0x82, id1, u16(99), 0x61, 0),
  ),
  ...[3, 4, 0x40, 0x80, 0xff].map((qos) =>
    closes('MQTT-3.8.3-4', `SUBSCRIBE with the QoS ${qos}`, subscribe(1, [FILTER, qos])),
  ),
  closes('MQTT-4.7.3-1', 'SUBSCRIBE to an empty filter', subscribe(1, [text(''), 0])),
  closes('MQTT-1.5.3-2', 'SUBSCRIBE with NUL', subscribe(1, [text(NUL), 0])),
  closes('MQTT-1.5.3-2', 'SUBSCRIBE with NUL first', subscribe(1, [FILTER, 0], [text([0, 0x61]), 0])),
  ...Object.entries(BAD_UTF8).map(([what, bytes]) =>
    closes('MQTT-3.8.3-1', `SUBSCRIBE with ${what}`, subscribe(1, [FILTER, 0], [text(bytes), 0])),
  ),
  ...MISPLACED.map((filter) =>
    closes(
      filter.includes('#') ? 'MQTT-4.7.1-2' : 'MQTT-4.7.1-3',
      `SUBSCRIBE to ${filter}`,
      subscribe(1, [text(filter), 0]),
    ),
  ),
  ...[0, 1, 2].map((qos) =>
    answers('MQTT-3.8.4-1', `SUBSCRIBE with QoS ${qos}`, () => subscribe(9, [FILTER, qos]), suback(9, qos)),
  ),
  answers('MQTT-3.8.4-2', 'SUBACK has the packet id', () => subscribe(65535, [FILTER, 0]), suback(65535, 0)),
  answers(
    'MQTT-3.9.3-1',
    'one return code for each filter, in order',
    () => subscribe(3, [OTHER_FILTER, 1], [REFUSED_FILTER, 1], [FILTER, 2]),
    suback(3, 1, 128, 2),
  ),
  answers(
    'MQTT-3.9.3-1',
    'the same filter twice gets two return codes',
    () => subscribe(3, [FILTER, 0], [FILTER, 1]),
    suback(3, 0, 1),
  ),
  answers(
    'MQTT-3.9.3-1',
    'the same filter five times, among others',
    () =>
      subscribe(
        3,
        [FILTER, 0],
        [OTHER_FILTER, 2],
        [FILTER, 1],
        [FILTER, 2],
        [OTHER_FILTER, 0],
        [FILTER, 0],
        [FILTER, 1],
      ),
    suback(3, 0, 2, 1, 2, 0, 0, 1),
  ),
  answers(
    'MQTT-3.9.3-1',
    'a refused filter twice gets two refusals',
    () => subscribe(3, [REFUSED_FILTER, 0], [FILTER, 0], [REFUSED_FILTER, 0]),
    suback(3, 128, 0, 128),
  ),
  answers(
    'MQTT-3.9.3-1',
    'a filter that is spelled in two ways gets two return codes',
    () => subscribe(3, [FILTER, 1], [SAME_FILTER_SPELLED_OTHERWISE, 1]),
    suback(3, 1, 1),
  ),
  {
    ...answers(
      'MQTT-3.9.3-1',
      'the same filter twice, byte by byte',
      () => subscribe(3, [FILTER, 0], [FILTER, 1]),
      suback(3, 0, 1),
    ),
    byteByByte: true,
  },
  answers(
    'MQTT-3.8.4-3',
    'a repeated SUBSCRIBE is answered again',
    () => Buffer.concat([subscribe(1, [FILTER, 0]), subscribe(2, [FILTER, 1])]),
    suback(1, 0),
    suback(2, 1),
  ),
  closes('MQTT-3.10.3-2', 'UNSUBSCRIBE without filters', packet(0xa2, id1)),
  closes('MQTT-2.3.1-1', 'UNSUBSCRIBE without a packet id', packet(0xa2)),
  closes('MQTT-2.3.1-1', 'UNSUBSCRIBE with packet id 0', unsubscribe(0, FILTER)),
  closes('MQTT-4.7.3-1', 'UNSUBSCRIBE from an empty filter', unsubscribe(1, text(''))),
  closes('MQTT-1.5.3-2', 'UNSUBSCRIBE with NUL', unsubscribe(1, text(NUL))),
  closes(
    'MQTT-3.10.3-1',
    'UNSUBSCRIBE whose filter is longer than the packet',
    packet(0xa2, id1, u16(99), 0x61),
  ),
  closes('MQTT-3.10.3-1', 'UNSUBSCRIBE with half a length', packet(0xa2, id1, FILTER, 0)),
  ...Object.entries(BAD_UTF8).map(([what, bytes]) =>
    closes('MQTT-3.10.3-1', `UNSUBSCRIBE with ${what}`, unsubscribe(1, FILTER, text(bytes))),
  ),
  ...MISPLACED.slice(0, 5).map((filter) =>
    closes('MQTT-4.7.1-2', `UNSUBSCRIBE from ${filter}`, unsubscribe(1, text(filter))),
  ),
  answers('MQTT-3.10.4-4', 'UNSUBSCRIBE gets UNSUBACK', () => unsubscribe(5, FILTER), unsuback(5)),
  answers(
    'MQTT-3.10.4-5',
    'UNSUBSCRIBE from an unknown filter gets UNSUBACK',
    () => unsubscribe(65535, text('never'), FILTER, FILTER),
    unsuback(65535),
  ),
];

export const others: Case[] = [
  answers('MQTT-3.12.4-1', 'PINGREQ gets PINGRESP', () => PINGREQ, PINGRESP),
  {
    ...answers(
      'MQTT-2.2',
      'packets may arrive byte by byte',
      () => Buffer.concat([PINGREQ, packet(0x32, READINGS, id1, reading())]),
      PINGRESP,
      puback(1),
    ),
    byteByByte: true,
  },
  closes('MQTT-3.14.4-1', 'DISCONNECT', DISCONNECT),
  closes('MQTT-3.14.4-2', 'DISCONNECT followed by packets', Buffer.concat([DISCONNECT, PINGREQ, PINGREQ])),
];
