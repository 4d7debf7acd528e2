import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connectAsync } from 'mqtt';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { signUp } from '../helpers/people.ts';
import { type DatabaseWire, startProxy } from '../helpers/proxy.ts';
import { pause } from '../helpers/quiet.ts';
import { randomMac, resting, send } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, readingsTopic, urlOf } from '../mqtt/clients.ts';
import { mqttVersion } from '../mqtt/version.ts';

const CUT_EVERY_MS = 500;
const AWAY_MS = 10;
const LASTS_MS = 10_000;
const WEARABLES = 10;
const SEND_EVERY_MS = 50;

describe('readings while database connections are cut every half second', () => {
  let database: TestDatabase;
  let wire: DatabaseWire;
  let app: TestApp;
  before(async () => {
    database = await createTestDatabase();
    wire = await startProxy(database.url);
    app = await startTestApp({
      DATABASE_URL: wire.url,
      LOG_LEVEL: 'silent',
      STREAM_INTERVAL_MS: '0',
    });
  });
  after(async () => {
    await app?.close();
    await wire?.close();
    await database?.drop();
  });

  /** All readings that the wearables have sent by the end, and whether each was acknowledged. */
  async function whileCutting(
    startWearable: (mac: string) => Promise<(isTimeUp: () => boolean) => Promise<readonly boolean[]>>,
  ): Promise<ReadonlyMap<string, readonly boolean[]>> {
    const wearables = await Promise.all(
      Array.from({ length: WEARABLES }, randomMac).map(async (mac) => ({
        mac,
        sendAll: await startWearable(mac),
      })),
    );
    const ends = Date.now() + LASTS_MS;
    const isTimeUp = () => Date.now() >= ends;
    async function cut(): Promise<void> {
      while (!isTimeUp()) {
        await pause(CUT_EVERY_MS);
        await wire.cut();
        await pause(AWAY_MS);
        await wire.mend();
      }
    }
    const sending = wearables.map(async ({ mac, sendAll }) => [mac, await sendAll(isTimeUp)] as const);
    const [sent] = await Promise.all([Promise.all(sending), cut()]);
    return new Map(sent);
  }

  /** Counts how often each reading of a device is stored, by its uptime. */
  async function storedTimes(mac: string): Promise<ReadonlyMap<number, number>> {
    const rows = await sql(
      database.url,
      `SELECT r.uptime_ms::int AS uptime, count(*)::int AS count FROM sensor_readings r
       JOIN devices d ON d.key = r.device_key WHERE d.mac_address = $1 GROUP BY 1`,
      [mac],
    );
    return new Map(rows.map(({ uptime, count }) => [uptime, count]));
  }

  /** Every acknowledged reading is stored exactly once; one that its client gave up, at most once. */
  async function assertStoredOnce(sent: ReadonlyMap<string, readonly boolean[]>): Promise<void> {
    const problems: string[] = [];
    for (const [mac, acknowledged] of sent) {
      const times = await storedTimes(mac);
      for (const [i, isAcknowledged] of acknowledged.entries()) {
        const count = times.get(i + 1) ?? 0;
        if (count > 1 || (isAcknowledged && count === 0)) problems.push(`${mac} ${i + 1}: ${count} times`);
      }
    }
    assert.deepEqual(problems, []);
    const acknowledged = [...sent.values()].flat().filter(Boolean).length;
    // A busy machine takes few; without any, the test would show nothing.
    assert.ok(acknowledged >= 2 * WEARABLES, `only ${acknowledged} were acknowledged`);
  }

  it('are stored exactly once when mqtt.js resends them without DUP', async () => {
    const person = await signUp(app);
    const sent = await whileCutting(async (mac) => {
      const client = await connectAsync(urlOf(app), { ...bySession(person), protocolVersion: mqttVersion() });
      client.on('error', () => {});
      return async (isTimeUp) => {
        const acknowledged: Promise<boolean>[] = [];
        for (let uptime_ms = 1; !isTimeUp(); uptime_ms++) {
          const reading = JSON.stringify(resting(mac, { uptime_ms }));
          const publishing = client.publishAsync(readingsTopic(mac), reading, { qos: 1 });
          // mqtt.js itself gives up some readings when its connection breaks.
          acknowledged.push(
            publishing.then(
              () => true,
              () => false,
            ),
          );
          await pause(SEND_EVERY_MS);
        }
        return Promise.all(acknowledged).finally(() => client.end(true));
      };
    });
    await assertStoredOnce(sent);
  });

  it('are stored exactly once when HTTP clients repeat them with their Idempotency-Key', async () => {
    const person = await signUp(app);
    const sent = await whileCutting(async (mac) => async (isTimeUp) => {
      const acknowledged: boolean[] = [];
      // A very busy machine takes fewer than two while connections are cut.
      while (!isTimeUp() || acknowledged.length < 2) {
        const uptime_ms = acknowledged.length + 1;
        const headers = { 'Idempotency-Key': `${mac} ${uptime_ms}` };
        let status = 503;
        while (status === 503) {
          ({ status } = await send(app, person, resting(mac, { uptime_ms }), headers));
        }
        assert.equal(status, 200);
        acknowledged.push(true);
      }
      return acknowledged;
    });
    await assertStoredOnce(sent);
  });
});
