import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, it } from 'node:test';
import { connect } from 'mqtt';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually, inTime } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { startProxy } from '../helpers/proxy.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';
import { bySession, granted, join, listenTo, readingsTopic, urlOf } from '../mqtt/clients.ts';
import { connectPacket, joinRaw, publishPacket, rawClient } from '../mqtt/raw.ts';
import { closedFor } from '../mqtt/refused.ts';
import { rowsOf } from '../mqtt/stored.ts';
import { mqttVersion } from '../mqtt/version.ts';

/** The reason of DISCONNECT in version 5. */
const BUSY = 0x89;
const SILENT = { LOG_LEVEL: 'silent', STREAM_INTERVAL_MS: '0' };

describe('MQTT while the database is down', () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let app: TestApp;
  let person: Person;
  before(async () => {
    database = await createTestDatabase();
    proxy = await startProxy(database.url);
    app = await startTestApp({ ...SILENT, DATABASE_URL: proxy.url });
    person = await signUp(app);
  });
  after(async () => {
    await app.close();
    await proxy.close();
    await database.drop();
  });

  afterEach(() => proxy.mend());

  it('acknowledges nothing, closes the connection after a while, and stores the resent reading once', async () => {
    const mac = randomMac();
    const client = await joinRaw(app, bySession(person));
    client.send(publishPacket(readingsTopic(mac), resting(mac), { messageId: 1 }));
    assert.equal((await client.next()).messageId, 1);
    await proxy.cut();
    const late = publishPacket(readingsTopic(mac), resting(mac, { uptime_ms: 2 }), { messageId: 2 });
    const began = Date.now();
    client.send(late);
    await closedFor(client, BUSY);
    const waited = Date.now() - began;
    assert.ok(waited >= 900, `closed after ${waited} ms, which leaves the database time to return`);

    await proxy.mend();
    await eventually(
      'the device is connected again',
      async () => {
        const again = await joinRaw(app, bySession(person)).catch(() => undefined);
        again?.send({ ...late, dup: true } as typeof late);
        const acknowledged = (await again?.next(3_000).catch(() => undefined))?.messageId === 2;
        again?.socket.destroy();
        return acknowledged;
      },
      20_000,
    );
    assert.equal(await rowsOf({ databaseUrl: database.url }, mac), 2);
  });

  it('closes only the connection of a PUBLISH for an unknown device, and stores it when it is resent', async () => {
    const mac = randomMac();
    /** Each of these would end a process outside of tests. */
    const dropped: unknown[] = [];
    const note = (reason: unknown) => void dropped.push(reason);
    process.on('unhandledRejection', note);
    const client = await joinRaw(app, bySession(person));
    const bystander = await joinRaw(app, bySession(person));
    await proxy.cut();
    const packet = publishPacket(readingsTopic(mac), resting(mac), { messageId: 7 });
    client.send(packet);
    await closedFor(client, BUSY);
    process.off('unhandledRejection', note);
    assert.deepEqual(dropped, []);
    bystander.send({ cmd: 'pingreq' });
    assert.equal((await bystander.next()).cmd, 'pingresp');
    bystander.socket.destroy();

    await proxy.mend();
    await eventually('the acknowledgement', async () => {
      const again = await joinRaw(app, bySession(person)).catch(() => undefined);
      again?.send({ ...packet, dup: true } as typeof packet);
      const acknowledged = (await again?.next(3_000).catch(() => undefined))?.messageId === 7;
      again?.socket.destroy();
      return acknowledged;
    });
    assert.equal(await rowsOf({ databaseUrl: database.url }, mac), 1);
  });

  it('closes a CONNECT without CONNACK when it cannot check the credentials', async () => {
    await proxy.cut();
    for (const credentials of [
      { username: randomMac(), password: 'a device token' },
      { username: person.email, password: 'a password' },
      bySession(person),
    ]) {
      const client = rawClient(app);
      client.send(connectPacket(credentials));
      await assert.rejects(client.next(), /closed/);
    }
  });

  it('lets an ordinary client reconnect by itself when the database is back', async () => {
    await proxy.cut();
    const client = connect(urlOf(app), {
      ...bySession(person),
      protocolVersion: mqttVersion(),
      reconnectPeriod: 100,
    });
    client.on('error', () => {});
    await inTime(
      'the broker refuses the client',
      new Promise<void>((resolve) => client.once('close', () => resolve())),
    );
    await proxy.mend();
    await eventually('the client is connected', () => client.connected);
    client.end(true);
  });
});

describe('MQTT during shutdown and restart', () => {
  it('closes a CONNECT during shutdown without CONNACK', async () => {
    const database = await createTestDatabase();
    const proxy = await startProxy(database.url);
    const app = await startTestApp({ ...SILENT, DATABASE_URL: proxy.url });
    const person = await signUp(app);
    const mac = randomMac();
    const busy = await joinRaw(app, bySession(person));
    busy.send(publishPacket(readingsTopic(mac), resting(mac)));
    assert.equal((await busy.next()).cmd, 'puback');
    const late = rawClient(app);
    await once(late.socket, 'connect');
    proxy.hold();
    // The shutdown waits for it.
    busy.send(publishPacket(readingsTopic(mac), resting(mac, { uptime_ms: 2 }), { messageId: 2 }));
    busy.send({ cmd: 'pingreq' });
    assert.equal((await busy.next()).cmd, 'pingresp', 'the previous reading was accepted');
    const closing = app.close();
    await eventually('the shutdown started', async () => {
      const newcomer = rawClient(app).socket;
      const isRefused = await once(newcomer, 'connect').then(
        () => false,
        () => true,
      );
      newcomer.destroy();
      return isRefused;
    });
    late.send(connectPacket({}));
    await assert.rejects(late.next(), /closed/);
    await proxy.mend();
    await closing;
    await proxy.close();
    await database.drop();
  });

  it('recognises in a new process a reading that was committed but not acknowledged', async () => {
    let app = await startTestApp(SILENT);
    const person = await signUp(app);
    const mac = randomMac();
    const client = await joinRaw(app, bySession(person));
    const packet = publishPacket(readingsTopic(mac), resting(mac));
    client.send(packet);
    // The test sees the commit; the device never receives the PUBACK, and nothing in memory survives.
    await eventually('the reading is committed', async () => (await rowsOf(app, mac)) === 1);
    client.socket.destroy();
    app = await restart(app, SILENT);
    const back = await joinRaw(app, bySession(person));
    back.send({ ...packet, dup: true } as typeof packet);
    assert.equal((await back.next()).cmd, 'puback');
    assert.equal(await rowsOf(app, mac), 1);
    back.socket.destroy();
    await app.close();
  });

  it('acknowledges readings in flight, publishes offline, closes connections, and stores nothing twice', async () => {
    let app = await startTestApp(SILENT);
    const person = await signUp(app);
    const mac = randomMac();
    const watcher = await join(app, bySession(person));
    const subscriber = listenTo(watcher);
    await granted(watcher, `devices/${mac}/presence`);
    const client = await joinRaw(app, bySession(person));
    client.send(publishPacket(readingsTopic(mac), resting(mac, { uptime_ms: 1 }), { messageId: 1 }));
    await client.next();
    assert.equal((await subscriber.next()).text, 'online');
    for (let i = 2; i <= 20; i++) {
      client.send(publishPacket(readingsTopic(mac), resting(mac, { uptime_ms: i }), { messageId: i }));
    }
    const acknowledged = new Set([(await client.next()).messageId]);
    const closing = restart(app, SILENT);
    for (;;) {
      const packet = await client.next().catch(() => undefined);
      if (packet === undefined) break;
      // Version 5 sends DISCONNECT.
      if (packet.cmd === 'puback') acknowledged.add(packet.messageId);
    }
    assert.equal((await subscriber.next()).text, 'offline');
    app = await closing;
    assert.ok((await rowsOf(app, mac)) >= acknowledged.size + 1);
    // As a device would: resends everything that was not acknowledged.
    const back = await joinRaw(app, bySession(person));
    for (let i = 2; i <= 20; i++) {
      if (acknowledged.has(i)) continue;
      back.send(
        publishPacket(readingsTopic(mac), resting(mac, { uptime_ms: i }), { messageId: i, dup: true }),
      );
      assert.equal((await back.next()).messageId, i);
    }
    assert.equal(await rowsOf(app, mac), 20);
    back.socket.destroy();
    watcher.end(true);
    await app.close();
  });
});
