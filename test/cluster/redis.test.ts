import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { DEVICE_DELETED } from '../../src/devices/cluster-events.ts';
import type { Cluster, RedisScript } from '../../src/platform/cluster/cluster.ts';
import { RESYNC } from '../../src/platform/cluster/events.ts';
import { createRedisCluster } from '../../src/platform/cluster/redis.ts';
import { HOUR_MS } from '../../src/platform/time.ts';
import { createRedisSchedule } from '../../src/readings/schedule/redis-schedule.ts';
import {
  type Acceptance,
  type DeviceConnection,
  type ScheduledReading,
  ScheduleState,
  takenAt,
  takeTurn,
} from '../../src/readings/schedule/send-schedule.ts';
import type { SharedSchedule } from '../../src/readings/schedule/shared-schedule.ts';
import { eventually } from '../helpers/eventually.ts';
import { startProxy } from '../helpers/proxy.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { readingsOf, SCHEDULE_CASES } from '../readings/schedule-cases.ts';
import { createNoSideChannel } from './side-channel.ts';

/** The window began between `from` and now; Redis counts in whole milliseconds. */
function assertResetAt({ resetAt }: { readonly resetAt: number }, from: number, windowMs: number): void {
  assert.ok(
    resetAt >= from + windowMs - 2 && resetAt <= Date.now() + windowMs + 2,
    `${resetAt}, from ${from}`,
  );
}

describe('cluster over Redis', () => {
  const log = pino({ level: 'silent' });
  const MAC = 'AA:BB:CC:DD:EE:FF';

  /** Reports deleted devices by MAC address, and `resync`. */
  function listen(to: Cluster, received: (text: string) => void): void {
    to.subscribe(DEVICE_DELETED, ({ macAddress }) => received(macAddress));
    to.subscribe(RESYNC, () => received('resync'));
  }

  const plainReading = (time = Date.now(), connection?: DeviceConnection): ScheduledReading => ({
    arrived: time,
    arrivedAt: time,
    madeAt: time,
    uptime: 0,
    isUrgent: false,
    connection,
    lastStoredAt: time - 1,
  });

  let redis: TestRedis;
  let a: Cluster;
  let b: Cluster;
  let scheduleOfA: SharedSchedule;
  let scheduleOfB: SharedSchedule;

  before(async () => {
    if (WITHOUT_REDIS) return;
    redis = await startRedis();
    a = createRedisCluster({ url: redis.url, pgBus: createNoSideChannel(), now: Date.now, log });
    b = createRedisCluster({ url: redis.url, pgBus: createNoSideChannel(), now: Date.now, log });
    scheduleOfA = createRedisSchedule(a.scripts ?? assert.fail());
    scheduleOfB = createRedisSchedule(b.scripts ?? assert.fail());
    await eventually('both instances are connected to Redis', () => a.isHealthy() && b.isHealthy());
  });

  after(async () => {
    if (WITHOUT_REDIS) return;
    await a.close();
    await b.close();
    await redis.stop();
  });

  test('two instances share the count of a rate limit', { skip: WITHOUT_REDIS }, async () => {
    const from = Date.now();
    const verdicts = [];
    for (const one of [a, b, a, b]) verdicts.push(await one.hit('together', 3, 60_000));
    assert.deepEqual(
      verdicts.map((v) => [v.allowed, v.remaining]),
      [
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
      ],
    );
    const [first] = verdicts;
    assertResetAt(first ?? assert.fail(), from, 60_000);
  });

  test('a hit is returned at another instance, and peek counts nothing', {
    skip: WITHOUT_REDIS,
  }, async () => {
    const from = Date.now();
    assert.equal((await a.peek('given', 1)).allowed, true);
    await a.hit('given', 1, 60_000);
    const full = await b.peek('given', 1);
    assert.deepEqual([full.allowed, full.remaining], [false, 0]);
    assertResetAt(full, from, 60_000);
    await b.giveBack('given');
    await b.giveBack('given');
    assert.equal((await a.hit('given', 1, 60_000)).allowed, true, 'the count never drops below zero');
    assert.equal((await b.hit('given', 1, 60_000)).allowed, false);
  });

  test('a window expires by itself', { skip: WITHOUT_REDIS }, async () => {
    assert.equal((await a.hit('short', 1, 50)).allowed, true);
    await eventually('the window has expired', async () => (await b.hit('short', 1, 50)).allowed);
  });

  test('two instances share one send schedule per device', { skip: WITHOUT_REDIS }, async () => {
    const start = Date.now() - 60_000;
    const take = async (one: SharedSchedule, afterMs: number) =>
      (await one.take(1, plainReading(), Date.now() - start - afterMs, 1000))?.acceptance;
    assert.equal(await take(scheduleOfA, 0), 'due');
    assert.equal(await take(scheduleOfB, 200), undefined);
    assert.equal(await take(scheduleOfB, 850), 'due');
    scheduleOfB.giveBack(1, 'due', 60_000, 1000);
    assert.equal(await take(scheduleOfB, 860), 'due');
  });

  test('Redis decides every reading as the in-process rule does', { skip: WITHOUT_REDIS }, async () => {
    const start = Date.now() - HOUR_MS;
    const first = { id: 'first', connectedAt: start + 12_500 };
    // Not a whole number of seconds after the previous one: Redis' clock advances during the test.
    const second = { id: 'second', connectedAt: start + 20_300 };
    const readings: ScheduledReading[] = [
      { ...plainReading(start), lastStoredAt: 0 },
      { ...plainReading(start + 500), isUrgent: true },
      { ...plainReading(start + 900), isUrgent: true },
      plainReading(start + 2_000),
      // Offline from here on: eleven readings were kept, one more than allowed.
      ...Array.from({ length: 11 }, (_, i) => ({
        ...plainReading(start + 12_600 + i, first),
        madeAt: start + 3_000 + i * 800,
        lastStoredAt: start + 2_000,
      })),
      plainReading(start + 12_700, first),
      plainReading(start + 13_700, first),
      { ...plainReading(start + 14_000, first), isUrgent: true },
      ...Array.from({ length: 9 }, (_, i) => ({
        ...plainReading(start + 20_400 + i * 10, second),
        lastStoredAt: start + 14_000,
        madeAt: start + 20_400 + i * 10,
      })),
    ];
    const state = new ScheduleState();
    const rule = readings.map((reading) => takeTurn(state, reading, 1000));
    const together = [];
    for (const reading of readings) {
      const waitedMs = Date.now() - reading.arrived;
      together.push((await scheduleOfA.take(7, reading, waitedMs, 1000))?.acceptance);
    }
    assert.deepEqual(together, rule);
    assert.deepEqual(new Set(rule), new Set(['due', 'urgent', undefined, 'late', 'extra']));
  });

  /** The script with a clock that the test sets. */
  function scheduleAt(time: () => number): SharedSchedule {
    const scripts = a.scripts ?? assert.fail();
    return createRedisSchedule({
      timeoutMs: HOUR_MS,
      define<Answer>({ name, numberOfKeys, lua }: RedisScript) {
        const clock = '{ math.floor(ARGV[#ARGV] / 1000), (ARGV[#ARGV] % 1000) * 1000 }';
        const atTime = lua.replace("redis.call('TIME')", clock);
        assert.notEqual(atTime, lua);
        const run = scripts.define<Answer>({ name: `${name}AtTime`, numberOfKeys, lua: atTime });
        return (...args) => run(...args, time());
      },
    });
  }

  test('Redis decides all cases as the in-process rule does', { skip: WITHOUT_REDIS }, async (t) => {
    const start = Date.now();
    let now = start;
    const shared = scheduleAt(() => now);
    for (const [index, one] of SCHEDULE_CASES.entries())
      await t.test(one.name, async () => {
        const state = new ScheduleState();
        let lastStoredAt = 0;
        const rule: (Acceptance | undefined)[] = [];
        const answers: (Acceptance | undefined)[] = [];
        for (const reading of readingsOf(one, start, () => lastStoredAt)) {
          const acceptance = takeTurn(state, reading, 1000);
          if (acceptance !== undefined) lastStoredAt = Math.max(lastStoredAt, takenAt(reading, acceptance));
          rule.push(acceptance);
          now = reading.arrived;
          answers.push((await shared.take(1000 + index, reading, 0, 1000))?.acceptance);
        }
        assert.deepEqual(answers, rule);
        assert.ok(one.check(answers));
      });
  });

  test('a schedule too far in the future is reset, because the clock was set back', {
    skip: WITHOUT_REDIS,
  }, async () => {
    const other = new Redis(redis.url);
    await other.hset('vigil:schedule:9', { due: Date.now() + HOUR_MS, urgent: Date.now() + HOUR_MS });
    await other.quit();
    const take = () => scheduleOfA.take(9, { ...plainReading(), isUrgent: true }, 0, 1000);
    assert.equal((await take())?.acceptance, 'due');
    assert.equal((await take())?.acceptance, 'urgent');
    assert.equal((await take())?.acceptance, undefined);
  });

  test('a reading accepted but lost with its instance is accepted again on the next connection', {
    skip: WITHOUT_REDIS,
  }, async () => {
    const start = Date.now() - 10_000;
    const take = async (reading: ScheduledReading) =>
      (await scheduleOfA.take(11, reading, Date.now() - reading.arrived, 1000))?.acceptance;
    const before = { id: 'before the kill', connectedAt: start - 1 };
    const next = { id: 'after it', connectedAt: start + 3_000 };
    const readingAt = (time: number, madeAt: number, connection: DeviceConnection): ScheduledReading => ({
      ...plainReading(time, connection),
      madeAt,
      lastStoredAt: start,
    });
    assert.equal(await take({ ...readingAt(start, start, before), lastStoredAt: 0 }), 'due');
    // The instance was killed before it stored this reading, so the client still has it and the one after it.
    assert.equal(await take(readingAt(start + 1_100, start + 1_100, before)), 'due');
    assert.equal(await take(readingAt(start + 3_050, start + 1_100, next)), 'late');
    assert.equal(await take(readingAt(start + 3_051, start + 2_200, next)), 'late');
    assert.equal(await take(readingAt(start + 3_300, start + 3_300, next)), 'due');
  });

  test('a command that a paused Redis runs late uses up no slot', {
    skip: WITHOUT_REDIS,
  }, async () => {
    const take = () => scheduleOfA.take(12, plainReading(), 0, 1000);
    assert.equal((await scheduleOfA.take(13, plainReading(), 0, 1000))?.acceptance, 'due');
    redis.signal('SIGSTOP');
    assert.equal(await take(), undefined, 'each instance decides on its own');
    redis.signal('SIGCONT');
    await eventually('Redis is back', () => a.isHealthy() && b.isHealthy());
    assert.equal((await take())?.acceptance, 'due');
  });

  test('an event reaches every instance once', { skip: WITHOUT_REDIS }, async () => {
    const received: string[] = [];
    listen(a, (text) => received.push(`a ${text}`));
    listen(b, (text) => received.push(`b ${text}`));
    a.broadcast(DEVICE_DELETED, { macAddress: MAC });
    await eventually('both instances have the event', () => received.length >= 2);
    assert.deepEqual(received.sort(), [`a ${MAC}`, `b ${MAC}`]);
  });

  test('an instance that alone lost Redis makes the others resync if an event of it was lost', {
    skip: WITHOUT_REDIS,
  }, async () => {
    const wire = await startProxy(redis.url);
    const c = createRedisCluster({
      url: wire.url,
      pgBus: createNoSideChannel(),
      now: Date.now,
      log,
    });
    const received: Record<'b' | 'c', string[]> = { b: [], c: [] };
    const cutOff = async (meanwhile: () => Promise<void>) => {
      await wire.cut();
      await eventually('the outage is detected', () => !c.isHealthy());
      await meanwhile();
      await wire.mend();
      await eventually('the connection is healthy again', () => c.isHealthy());
    };
    const say = async (macAddress: string) => {
      await c.broadcast(DEVICE_DELETED, { macAddress });
      await eventually('the event arrives', () => received.b.at(-1) === macAddress);
    };
    try {
      await eventually('the instance is connected to Redis', () => c.isHealthy());
      listen(b, (text) => received.b.push(text));
      listen(c, (text) => received.c.push(text));
      await cutOff(async () => {});
      await say('first');
      assert.deepEqual(received, { b: ['first'], c: ['resync', 'first'] }, 'no event was lost');
      await cutOff(() => c.broadcast(DEVICE_DELETED, { macAddress: 'lost' }));
      await say('second');
      assert.deepEqual(received.b, ['first', 'resync', 'second']);
      assert.deepEqual(
        received.c,
        ['resync', 'first', 'lost', 'resync', 'second'],
        'the other instance sends no resync of its own',
      );
      await cutOff(async () => {});
      await say('third');
      assert.deepEqual(received.b, ['first', 'resync', 'second', 'third'], 'the earlier loss is settled');
    } finally {
      await c.close();
      await wire.close();
    }
  });

  test('each instance continues alone without Redis, and resyncs when it is back', {
    skip: WITHOUT_REDIS,
  }, async () => {
    const received: string[] = [];
    listen(b, (text) => received.push(text));
    await redis.stop();
    await eventually('the outage is detected', () => !a.isHealthy() && !b.isHealthy());

    assert.equal((await a.hit('alone', 1, 60_000)).allowed, true);
    assert.equal((await a.hit('alone', 1, 60_000)).allowed, false);
    assert.equal((await b.hit('alone', 1, 60_000)).allowed, true);
    assert.equal(await scheduleOfA.take(2, plainReading(), 0, 1000), undefined);
    b.broadcast(DEVICE_DELETED, { macAddress: MAC });
    assert.deepEqual(received, [MAC]);

    await redis.start();
    await eventually('both instances are healthy again', () => a.isHealthy() && b.isHealthy());
    assert.deepEqual(received, [MAC, 'resync']);
  });
});
