import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import mqttPacket from 'mqtt-packet';
import { MAX_UNREAD_BYTES } from '../../src/platform/mqtt/limits.ts';
import { PacketReader } from '../../src/platform/mqtt/packets/packet-reader.ts';
import type { TakeReading } from '../../src/platform/mqtt/packets/published.ts';
import { parseDeviceFilter, parsePublished } from '../../src/platform/mqtt/topics.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { seeded } from '../helpers/seeded.ts';
import { bySession, granted, join, readingsTopic } from './clients.ts';
import { bytesOf, connectPacket, joinRaw, publishPacket, rawClient } from './raw.ts';
import { closedFor } from './refused.ts';
import { rowsOf } from './stored.ts';

describe('resource limits of MQTT clients', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' });
    person = await signUp(app);
  });
  after(() => app.close());

  /** A fixed header that announces this many bytes, without content. */
  const announce = (first: number, length: number): Buffer => {
    const bytes = [first];
    let rest = length;
    do {
      bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
      rest = Math.floor(rest / 128);
    } while (rest > 0);
    return Buffer.from(bytes);
  };

  it('close the connection when a packet announces more than 256 KiB', async () => {
    const client = await joinRaw(app, bySession(person));
    client.socket.write(announce(0x32, 300 * 1024));
    await closedFor(client, 0x95);
  });

  it('accept a payload of nearly 256 KiB', async () => {
    const mac = randomMac();
    const client = await joinRaw(app, bySession(person));
    client.send(publishPacket(readingsTopic(mac), resting(mac, { note: 'x'.repeat(255 * 1024) })));
    assert.equal((await client.next()).cmd, 'puback');
    assert.equal(await rowsOf(app, mac), 1);
    client.socket.destroy();
  });

  it('are much lower for the first packet of an unknown client', async () => {
    const client = rawClient(app);
    client.socket.write(announce(0x10, 64 * 1024));
    await client.gone;
  });

  it('close only the connection that sends malformed packets', async () => {
    const steady = await join(app, bySession(person));
    const welcome = bytesOf(connectPacket(bySession(person)));
    const attacks: Buffer[] = [
      Buffer.from([0x00]),
      Buffer.from([0xf0, 0x00]),
      Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]),
      Buffer.from([0x10, 0x00]),
      Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
      bytesOf(publishPacket(readingsTopic(randomMac()), '{}')),
      Buffer.concat([welcome, welcome]),
      Buffer.concat([welcome, Buffer.from([0x36, 0x02, 0x00, 0x00])]),
      Buffer.concat([welcome, Buffer.from([0x30, 0x02, 0x00, 0x00])]),
      Buffer.concat([welcome, Buffer.from([0x30, 0x04, 0x00, 0xff, 0x61, 0x62])]),
      Buffer.concat([welcome, Buffer.from([0x82, 0x02, 0x00, 0x01])]),
      Buffer.concat([welcome, Buffer.from([0x82, 0x05, 0x00, 0x01, 0x00, 0x00, 0x00])]),
      Buffer.concat([welcome, Buffer.from([0x62, 0x00])]),
      Buffer.concat([welcome, Buffer.from([0x20, 0x02, 0x00, 0x00])]),
    ];
    const random = seeded(60);
    for (let i = 0; i < 60; i++) {
      const noise = Buffer.from(Array.from({ length: 1 + Math.floor(random() * 200) }, () => random() * 256));
      attacks.push(i % 2 === 0 ? noise : Buffer.concat([welcome, noise]));
    }
    const clients = attacks.map((bytes) => {
      const client = rawClient(app);
      // The service may wait for more bytes; none will follow.
      client.socket.end(bytes);
      return client;
    });
    await Promise.all(clients.map(({ gone }) => gone));
    assert.equal((await app.call('GET', '/health')).status, 200);
    assert.equal(steady.connected, true);
    const mac = randomMac();
    await steady.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac)), { qos: 1 });
    steady.end();
  });

  it('accept a packet byte by byte, and many packets in one write', async () => {
    const mac = randomMac();
    const client = await joinRaw(app, bySession(person));
    const bytes = bytesOf(publishPacket(readingsTopic(mac), resting(mac)));
    for (const byte of bytes) {
      client.socket.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    assert.equal((await client.next()).cmd, 'puback');
    const many = Array.from({ length: 500 }, (_, i) =>
      bytesOf(publishPacket(readingsTopic(mac), resting(mac, { uptime_ms: i }), { messageId: i + 1 })),
    );
    client.socket.write(Buffer.concat(many));
    for (let i = 0; i < 500; i++) assert.equal((await client.next(20_000)).messageId, i + 1);
    assert.equal(await rowsOf(app, mac), 501);
    client.socket.destroy();
  });

  it('close a connection that is silent for more than one and a half keep-alives', async () => {
    const client = await joinRaw(app, bySession(person), { keepalive: 1 });
    await closedFor(client, 0x8d);
  });

  it('allow at most 100 filters per connection', async () => {
    const client = await join(app, bySession(person));
    const codes = await Promise.all(
      Array.from({ length: 101 }, () => granted(client, `devices/${randomMac()}/#`)),
    );
    assert.equal(codes.filter((code) => code === 0).length, 100);
    client.end();
  });
});

/* Without a connection, so in MQTT 3.1.1 only: v5-malformed.test.ts sends packets of version 5 to the service. */
describe('the packet reader', () => {
  const chunks = (bytes: Buffer, size: number): Buffer[] =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
  const none: TakeReading = () => false;

  /** Returns the bytes that are left to the broker, or undefined when the connection was closed. */
  function passed(reader: PacketReader, bytes: Buffer, size: number): Buffer | undefined {
    const rest: Buffer[] = [];
    for (const chunk of chunks(bytes, size)) {
      const read = reader.read(chunk);
      if (read instanceof Error) return undefined;
      if (read !== null) rest.push(read);
    }
    return Buffer.concat(rest);
  }

  /** A reader that has seen CONNECT. */
  function connected(maxBytes: number, take: TakeReading): PacketReader {
    const reader = new PacketReader(maxBytes, take);
    reader.read(mqttPacket.generate(connectPacket({}, { protocolVersion: 4 })));
    return reader;
  }

  const packet = mqttPacket.generate(publishPacket('a', 'x'.repeat(300)));
  const ping = mqttPacket.generate({ cmd: 'pingreq' });

  it('passes unclaimed packets to the broker, however the bytes are split, unless they are too large', () => {
    const bytes = Buffer.concat([packet, ping, packet]);
    for (const size of [1, 2, 3, 7, 100, 1000]) {
      assert.deepEqual(passed(connected(400, none), bytes, size), bytes);
      assert.equal(passed(connected(299, none), bytes, size), undefined);
    }
  });

  it('offers whole readings, and only those at the start of the bytes', () => {
    const bytes = Buffer.concat([packet, packet, ping, packet]);
    for (const size of [1, 2, 3, 7, 100, 310, 1000]) {
      const taken: string[] = [];
      const reader = connected(400, (topic, { payload, qos, dup }, id) => {
        taken.push(`${topic} ${payload.length} ${qos} ${dup} ${id}`);
        return true;
      });
      const rest = passed(reader, bytes, size);
      // The last one follows a ping, and is claimed unless both arrive together.
      const together = taken.length === 2;
      assert.deepEqual(rest, together ? Buffer.concat([ping, packet]) : ping, String(size));
      assert.deepEqual(taken, Array(together ? 2 : 3).fill('a 300 1 false 1'), String(size));
      if (size === 1 || size === 1000) assert.equal(together, size === 1000);
    }
  });

  it('leaves QoS 2 to the broker, and closes the connection on an invalid PUBLISH', () => {
    const untaken: TakeReading = (topic) => assert.fail(topic.toString());
    const exactlyOnce = mqttPacket.generate(publishPacket('a', 'x', { qos: 2 }));
    const malformed = [
      // Without a message id, with message id 0, without a topic, with a topic longer than the packet.
      Buffer.from([0x32, 0x03, 0x00, 0x01, 0x61]),
      Buffer.from([0x32, 0x05, 0x00, 0x01, 0x61, 0x00, 0x00]),
      Buffer.from([0x30, 0x00]),
      Buffer.from([0x30, 0x03, 0x00, 0x09, 0x61]),
    ];
    for (const size of [1, 100]) {
      assert.deepEqual(passed(connected(400, untaken), exactlyOnce, size), exactlyOnce);
      for (const bytes of malformed) assert.equal(passed(connected(400, untaken), bytes, size), undefined);
    }
  });

  /** A connection on which bytes arrive when the test says so. */
  const silent = () => new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });

  it('pauses and resumes at the same byte, whenever room is made', () => {
    const numbered = Array.from({ length: 6 }, (_, i) =>
      mqttPacket.generate(publishPacket('a', 'x'.repeat(50), { messageId: i + 1 })),
    );
    const taken: number[] = [];
    let open = false;
    const reader = connected(400, (_topic, _message, id) => {
      taken.push(id);
      // As when a reading is refused at once: its answer makes room while others are being read.
      reader.resume();
      return true;
    });
    const stream = silent();
    reader.attach(stream, () => open);
    // Split in the middle of packets.
    for (const chunk of chunks(Buffer.concat(numbered), 90)) assert.equal(stream.push(chunk), false);
    assert.deepEqual(taken, []);
    open = true;
    reader.resume();
    assert.deepEqual(taken, [1, 2, 3, 4, 5, 6]);
  });

  it('closes a connection that cannot be paused and ignores the receive limit', async () => {
    const reader = new PacketReader(400, () => true);
    const stream = silent();
    reader.attach(stream, () => false);
    const ended = once(stream, 'error');
    const chunk = Buffer.alloc(64 * 1024);
    for (let sent = 0; sent <= MAX_UNREAD_BYTES; sent += chunk.length) stream.push(chunk);
    assert.match(String(await ended), /ignores the receive limit/);
  });

  it('refuses a length of five bytes', () => {
    const bytes = Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]);
    for (const size of [1, 6]) assert.equal(passed(connected(2 ** 40, none), bytes, size), undefined);
  });
});

describe('MQTT topics', () => {
  it('accept any spelling of the MAC and are written in one', () => {
    for (const mac of ['aa:bb:cc:dd:ee:ff', 'AA-BB-CC-DD-EE-FF', 'aabbccddeeff']) {
      assert.deepEqual(parsePublished(`devices/${mac}/backlog`), {
        macAddress: 'AA:BB:CC:DD:EE:FF',
        channel: 'backlog',
      });
      assert.equal(parseDeviceFilter(`devices/${mac}/+`)?.topic, 'devices/AA:BB:CC:DD:EE:FF/+');
    }
    for (const topic of [
      '',
      '/',
      'devices',
      'devices//readings',
      'devices/AABBCCDDEEFF/readings/',
      'Devices/AABBCCDDEEFF/readings',
    ]) {
      assert.equal(parsePublished(topic), undefined, topic);
      assert.equal(parseDeviceFilter(topic), undefined, topic);
    }
  });
});
