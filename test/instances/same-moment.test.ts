import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { connectLive } from '../helpers/live.ts';
import { logInAsAdmin, signUp } from '../helpers/people.ts';
import { randomMac, resting, send } from '../helpers/readings.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { bySession, readingsTopic } from '../mqtt/clients.ts';
import { joinRaw, publishPacket } from '../mqtt/raw.ts';
import { rowsOf } from '../mqtt/stored.ts';

/** So often that copies overlap at each of their steps. */
const TIMES = 25;

describe('copies of a message that arrive at two instances at the same moment', {
  skip: WITHOUT_REDIS,
}, () => {
  let redis: TestRedis;
  let apps: readonly [TestApp, TestApp];
  before(async () => {
    redis = await startRedis();
    // Without a send schedule, which would refuse most of the copies.
    const env = { REDIS_URL: redis.url, STREAM_INTERVAL_MS: '0', LOG_LEVEL: 'error' };
    const first = await startTestApp(env);
    apps = [first, await startTestApp({ ...env, DATABASE_URL: first.databaseUrl })];
  });
  after(async () => {
    for (const app of apps.toReversed()) await app.close();
    await redis.stop();
  });

  it('are stored once over HTTP, of wearables that are new and of those that are known', async () => {
    for (let n = 0; n < TIMES; n++) {
      const [ada, mac] = [await signUp(apps[0]), randomMac()];
      for (const uptime_ms of [1000, 2000]) {
        const copies = apps.map((app) =>
          send(app, ada, resting(mac, { uptime_ms }), { 'Idempotency-Key': `${mac} ${uptime_ms}` }),
        );
        for (const { status } of await Promise.all(copies)) assert.equal(status, 200);
      }
      assert.equal(await rowsOf(apps[0], mac), 2);
    }
  });

  it('are stored once of a live reading and its repetition in a backlog', async () => {
    const admin = await logInAsAdmin(apps[0]);
    for (let n = 0; n < TIMES; n++) {
      const [ada, macAddress] = [await signUp(apps[0]), randomMac()];
      const { body } = await apps[0].call('POST', `/patients/${ada.id}/devices`, {
        token: admin.token,
        body: { macAddress },
      });
      const reading = { ...resting(macAddress), idempotency_key: macAddress };
      const { token } = body.data;
      const readings = [{ ...reading, recorded_at: new Date(apps[0].clock.now() - 1_000).toISOString() }];
      const [live, handedOver] = await Promise.all([
        connectLive(apps[0], { token }).then(async (phone) => {
          const reply = await phone.ask({ type: 'reading', data: reading });
          await phone.close();
          return reply;
        }),
        apps[1].call('POST', `/device/${macAddress}/backlog`, { token, body: { readings } }),
      ]);
      assert.deepEqual([live.status, handedOver.status], [200, 200]);
      assert.equal(await rowsOf(apps[0], macAddress), 1);
    }
  });

  it('are stored once over MQTT', async () => {
    for (let n = 0; n < TIMES; n++) {
      const [ada, mac] = [await signUp(apps[0]), randomMac()];
      const clients = await Promise.all(apps.map((app) => joinRaw(app, bySession(ada))));
      for (const client of clients)
        client.send(publishPacket(readingsTopic(mac), resting(mac), { dup: true }));
      for (const client of clients) assert.equal((await client.next()).cmd, 'puback');
      assert.equal(await rowsOf(apps[0], mac), 1);
      for (const { socket } of clients) socket.destroy();
    }
  });
});
