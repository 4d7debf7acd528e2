import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MqttClient } from 'mqtt';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type FallingWearer, fallingWearer } from '../helpers/falling.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { pause } from '../helpers/quiet.ts';
import { randomMac, resting, send } from '../helpers/readings.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, join, readingsTopic } from '../mqtt/clients.ts';
import { killAll } from '../process/child.ts';
import { type Instance, startInstance } from './instances.ts';
import { statusOf } from './outages.ts';

const SEEDS = [1, 2, 3];
const WALKING_S = 6;
/** How far a fall's confidence may be from that of the same wearer at one instance. */
const TOLERANCE = 0.1;
/** Longer than a lease. */
const FROZEN_MS = 5_000;
/** Well below the second between readings, which a busy machine sends late, and then soon after each other. */
const INTERVAL_MS = '200';

describe('four instances, of which two are killed', { skip: WITHOUT_REDIS }, () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let instances: Instance[];
  let isOver = false;
  before(async () => {
    [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
    const start = async (): Promise<Instance> => {
      const env = { DATABASE_URL: database.url, REDIS_URL: redis.url, STREAM_INTERVAL_MS: INTERVAL_MS };
      const instance = await startInstance(env);
      await instance.vigil.prints('Redis: connected');
      return instance;
    };
    instances = await Promise.all([start(), start(), start(), start()]);
  });
  after(async () => {
    isOver = true;
    await killAll();
    await redis?.stop();
    await database?.drop();
  });

  const instance = (nth: number): Instance => instances[nth % instances.length] ?? assert.fail();

  /** A wearable that sends one reading after the other, and goes to the next instance when its connection breaks. */
  function wearable(person: Person, first: number) {
    const mac = randomMac();
    let at = first;
    let client: MqttClient | undefined;
    return {
      mac,
      async send(reading: object): Promise<void> {
        for (let dup = false; ; dup = true) {
          try {
            client ??= await join(instance(at), bySession(person));
            const text = JSON.stringify({ ...reading, device_id: mac });
            await client.publishAsync(readingsTopic(mac), text, { qos: 1, dup });
            return;
          } catch (error) {
            // After a failed check nobody waits for the other wearables.
            if (isOver) throw error;
            client = undefined;
            at += 1;
            await pause(20);
          }
        }
      },
      /** Goes to an instance without a word to the one before, which still believes that it is connected. */
      moveTo(nth: number) {
        at = nth;
        client?.stream.destroy();
        client = undefined;
      },
      end: () => client?.endAsync(true),
    };
  }

  /** Counts how often each reading of a device is stored, by its uptime. */
  const storedTimes = async (mac: string): Promise<ReadonlyMap<number, number>> =>
    new Map(
      (
        await sql(
          database.url,
          `SELECT r.uptime_ms::int AS uptime, count(*)::int AS count FROM sensor_readings r
           JOIN devices d ON d.key = r.device_key WHERE d.mac_address = $1 GROUP BY 1`,
          [mac],
        )
      ).map(({ uptime, count }) => [uptime, count]),
    );

  /** Plays a life in real time, with its blow at this time; returns the confidences of its falls. */
  async function play(
    { seconds, blowAt }: FallingWearer,
    person: Person,
    first: number,
    blowTime: number,
  ): Promise<readonly number[]> {
    const one = wearable(person, first);
    const start = blowTime - blowAt * 1000;
    for (const [i, reading] of seconds.entries()) {
      await pause(Math.max(0, start + i * 1000 - performance.now()));
      await one.send(reading);
    }
    await one.end();
    const expected = new Map(seconds.map(({ uptime_ms }) => [uptime_ms, 1]));
    assert.deepEqual(await storedTimes(one.mac), expected, 'each acknowledged reading is stored once');
    const rows = await sql(database.url, 'SELECT confidence FROM fall_events WHERE user_id = $1', [
      person.id,
    ]);
    return rows.map(({ confidence }) => Number(confidence));
  }

  it('a frozen instance writes nothing of the past, and knows the schedule of the next holder', async () => {
    const [a, b] = [instance(0), instance(1)];
    const person = await signUp(a);
    const one = wearable(person, 0);
    const began = performance.now();
    const uptime = () => Math.round(performance.now() - began);
    const sent: number[] = [];
    async function next(): Promise<void> {
      const uptime_ms = uptime();
      await one.send(resting('', { uptime_ms }));
      sent.push(uptime_ms);
    }
    for (let i = 0; i < 3; i++) {
      await next();
      await pause(1000);
    }
    assert.ok((await a.figure('vigil_device_leases')) > 0, 'it holds the lease');
    a.vigil.signal('SIGSTOP');
    one.moveTo(1);
    const until = performance.now() + FROZEN_MS;
    while (performance.now() < until) {
      await next();
      await pause(1000);
    }
    assert.ok((await b.figure('vigil_device_leases')) > 0, 'the other one has taken it');
    a.vigil.signal('SIGCONT');
    await eventually('it runs again, with Redis', async () => (await statusOf(a)) === 'HEALTHY');
    await next();
    // Sent together: at most one of them can be the next in the schedule.
    const answers = await Promise.all(
      [1, 2].map(() => send(a, person, resting(one.mac, { uptime_ms: uptime() }))),
    );
    assert.ok(
      answers.some(({ status }) => status === 429),
      JSON.stringify(answers.map(({ body }) => body)),
    );
    await one.end();
    const times = await storedTimes(one.mac);
    for (const time of sent) assert.equal(times.get(time), 1, String(time));
  });

  it('nothing acknowledged is lost or stored twice, and falls of those that moved are seen', async () => {
    const wearers = SEEDS.map((seed) => fallingWearer(seed, 'reading', WALKING_S));
    const blowAfterMs = 1000 * (2 + Math.max(...wearers.map(({ blowAt }) => blowAt)));
    const people = await Promise.all(Array.from({ length: 3 * SEEDS.length }, () => signUp(instance(3))));
    const blowTime = performance.now() + blowAfterMs;
    const playAll = (first: number) =>
      wearers.map((wearer, i) => play(wearer, people[3 * i + first] ?? assert.fail(), first, blowTime));
    const moved = [...playAll(0), ...playAll(1)];
    const stayed = playAll(2);
    async function kill(nth: number, atMs: number): Promise<void> {
      await pause(Math.max(0, blowTime + atMs - performance.now()));
      instance(nth).vigil.signal('SIGKILL');
    }
    const [there, here] = await Promise.all([
      Promise.all(moved),
      Promise.all(stayed),
      kill(0, -1_500),
      kill(1, 500),
    ]);
    for (const [nth, falls] of there.entries()) {
      const [confidence = 0] = falls;
      const [expected = 0] = here[nth % SEEDS.length] ?? [];
      assert.equal(falls.length, 1, 'one fall each');
      assert.ok(Math.abs(confidence - expected) <= TOLERANCE, `${confidence} instead of ${expected}`);
    }
  });
});
