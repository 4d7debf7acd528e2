import assert from 'node:assert/strict';
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { connect } from 'mqtt';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually, inTime } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, readingsTopic } from './clients.ts';
import { joinRaw, publishPacket } from './raw.ts';
import { rowsOf } from './stored.ts';

/** A proxy between clients and the broker; while `deaf`, it drops the broker's answers. */
async function startLossyWire(port: number) {
  const sockets = new Set<Socket>();
  const wire = { deaf: false, url: '', cut, close };
  const server = createServer((near) => {
    const far = connectTcp(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => wire.deaf || near.write(bytes));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  wire.url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  function cut(): void {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }
  function close(): void {
    cut();
    server.close();
  }
  return wire;
}

describe('readings that a client resends', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent', STREAM_INTERVAL_MS: '0' });
  });
  after(() => app.close());

  it('with DUP are not overtaken by newer ones', async () => {
    const person = await signUp(app);
    const mac = randomMac();
    const client = await joinRaw(app, bySession(person));
    const inOrder = Array.from({ length: 40 }, (_, i) => i + 1);
    client.socket.cork();
    for (const messageId of inOrder) {
      const reading = resting(mac, { heart_rate: messageId });
      client.send(publishPacket(readingsTopic(mac), reading, { messageId, dup: messageId <= 30 }));
    }
    client.socket.uncork();
    for (const messageId of inOrder) assert.equal((await client.next()).messageId, messageId);
    client.socket.destroy();
    const rows = await sql(app.databaseUrl, 'SELECT heart_rate FROM sensor_readings ORDER BY recorded_at');
    assert.deepEqual(
      rows.map(({ heart_rate }) => heart_rate),
      inOrder,
    );
  });
});

describe('readings that a client resends without DUP', () => {
  let app: TestApp;
  let person: Person;
  let mac: string;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent', STREAM_INTERVAL_MS: '0' });
    person = await signUp(app);
    mac = randomMac();
  });
  after(() => app.close());

  it('by mqtt.js are stored once when the connection breaks between commit and PUBACK', async (t) => {
    const wire = await startLossyWire(app.app.ports.mqtt ?? 0);
    const client = connect(wire.url, bySession(person));
    t.after(() => {
      client.end(true);
      wire.close();
    });
    await inTime(
      'the client connects',
      new Promise<void>((resolve) => client.once('connect', () => resolve())),
    );
    await client.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac, { uptime_ms: 1 })), { qos: 1 });
    wire.deaf = true;
    const resent = [2, 3, 4].map((uptime_ms) =>
      client.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac, { uptime_ms })), { qos: 1 }),
    );
    await eventually('the readings are committed', async () => (await rowsOf(app, mac)) === 4);
    wire.deaf = false;
    wire.cut();
    await Promise.all(resent);
    assert.equal(await rowsOf(app, mac), 4);
    await client.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac, { uptime_ms: 5 })), { qos: 1 });
    assert.equal(await rowsOf(app, mac), 5);
  });

  it('are detected until a new reading arrives, also within one chunk of bytes', async () => {
    const stored = await rowsOf(app, mac);
    const reading = (uptime_ms: number, messageId: number) =>
      publishPacket(readingsTopic(mac), resting(mac, { uptime_ms }), { messageId });
    const client = await joinRaw(app, bySession(person));
    client.socket.cork();
    // Resent, resent, new; then identical ones, but from a client that has already sent a new reading.
    for (const [i, uptime] of [3, 5, 100, 100, 3].entries()) client.send(reading(uptime, i + 1));
    client.socket.uncork();
    for (const id of [1, 2, 3, 4, 5]) assert.equal((await client.next()).messageId, id);
    assert.equal(await rowsOf(app, mac), stored + 3);
    client.socket.destroy();
  });

  it('are detected after a new one too: of unacknowledged readings some may be stored and some not', async () => {
    const own = randomMac();
    const reading = (uptime_ms: number, messageId: number) =>
      publishPacket(readingsTopic(own), resting(own, { uptime_ms }), { messageId });
    async function sendOnNewConnection(uptimes: readonly number[]): Promise<void> {
      const client = await joinRaw(app, bySession(person));
      client.socket.cork();
      for (const [i, uptime] of uptimes.entries()) client.send(reading(uptime, i + 1));
      client.socket.uncork();
      for (const i of uptimes.keys()) assert.equal((await client.next()).messageId, i + 1);
      client.socket.destroy();
    }
    await sendOnNewConnection([2, 4, 5, 8]);
    await sendOnNewConnection([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const rows = await sql(
      app.databaseUrl,
      `SELECT r.uptime_ms::int AS uptime FROM sensor_readings r JOIN devices d ON d.key = r.device_key
       WHERE d.mac_address = $1 ORDER BY recorded_at`,
      [own],
    );
    assert.deepEqual(
      rows.map(({ uptime }) => uptime),
      [2, 4, 5, 8, 1, 3, 6, 7, 9],
    );
  });

  it('are distinguished from identical readings of a device that sends constants, once a second', async () => {
    const own = randomMac();
    for (let connection = 0; connection < 3; connection++) {
      const client = await joinRaw(app, bySession(person));
      // Resends arrive at once, one after the other.
      app.clock.advance(5_000);
      for (let messageId = 1; messageId <= 5; messageId++) {
        client.send(publishPacket(readingsTopic(own), resting(own), { messageId }));
        assert.equal((await client.next()).messageId, messageId);
        app.clock.advance(1_000);
      }
      client.socket.destroy();
    }
    assert.equal(await rowsOf(app, own), 15);
  });

  it('are recognised while the first copy is not yet stored', async () => {
    const stored = await rowsOf(app, mac);
    const packet = publishPacket(readingsTopic(mac), resting(mac, { uptime_ms: 200 }));
    const clients = await Promise.all([1, 2, 3].map(() => joinRaw(app, bySession(person))));
    for (const client of clients) client.send(packet);
    for (const client of clients) {
      assert.equal((await client.next()).cmd, 'puback');
      client.send(packet);
    }
    for (const client of clients) assert.equal((await client.next()).cmd, 'puback');
    // One was new, and its client may send the same twice; the others have sent nothing new yet.
    assert.equal(await rowsOf(app, mac), stored + 2);
    for (const client of clients) client.socket.destroy();
  });

  it('are detected only among as many messages as a client can have had in flight', async () => {
    const stored = await rowsOf(app, mac);
    const client = await joinRaw(app, bySession(person));
    // All identical, and equal to a stored one: a device that sends constants.
    for (let messageId = 1; messageId <= 30; messageId++) {
      client.send(publishPacket(readingsTopic(mac), resting(mac, { uptime_ms: 3 }), { messageId }));
    }
    for (let messageId = 1; messageId <= 30; messageId++) {
      assert.equal((await client.next()).messageId, messageId);
    }
    assert.equal(await rowsOf(app, mac), stored + 10);
    client.socket.destroy();
  });

  it('are not detected with QoS 0, which is never resent', async () => {
    const stored = await rowsOf(app, mac);
    const client = await joinRaw(app, bySession(person));
    const packet = publishPacket(readingsTopic(mac), resting(mac, { uptime_ms: 3 }), { qos: 0 });
    client.send(packet);
    client.send(packet);
    await eventually('both are stored', async () => (await rowsOf(app, mac)) === stored + 2);
    client.socket.destroy();
  });
});
