import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import type { RedisScript, RedisScripts } from '../../src/platform/cluster/cluster.ts';
import { HOUR_MS } from '../../src/platform/time.ts';
import { Device, Owner } from '../../src/readings/registry/device.ts';
import { Leases } from '../../src/readings/schedule/leases.ts';
import {
  type Acceptance,
  type DeviceConnection,
  type ScheduledReading,
  ScheduleState,
  takenAt,
  takeTurn,
} from '../../src/readings/schedule/send-schedule.ts';
import { DEVICE_ROW } from '../helpers/device-row.ts';
import { eventually } from '../helpers/eventually.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { seeded } from '../helpers/seeded.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { readingsOf, SCHEDULE_CASES } from '../readings/schedule-cases.ts';
import { type Host, startHost } from './lease-hosts.ts';

type Reading = Omit<ScheduledReading, 'lastStoredAt'>;

type Readings = (lastStoredAt: () => number) => Iterable<Reading>;

const START = Date.now();
const KEY = 7;
const MOST_PLAYS = 10;
/** Of a case: those of a flood are alike. */
const MOST_READINGS = 250;

const readingAt = (time: number, connection?: DeviceConnection, more: Partial<Reading> = {}): Reading => ({
  arrived: time,
  arrivedAt: time,
  madeAt: time,
  uptime: 0,
  isUrgent: false,
  connection,
  ...more,
});
const connectionAt = (id: string, connectedAt: number): DeviceConnection => ({ id, connectedAt });

describe('leases of devices', { skip: WITHOUT_REDIS }, () => {
  let redis: TestRedis;
  let admin: Redis;
  let now = START;
  let keys = 1000;
  const hosts: Host[] = [];
  before(async () => {
    redis = await startRedis();
    admin = new Redis(redis.url);
    // The test stops Redis.
    admin.on('error', () => {});
  });
  afterEach(async () => {
    for (const host of hosts.splice(0)) {
      await host.leases.close();
      await host.cluster.close();
    }
    await admin.flushall();
    now = START;
  });
  after(async () => {
    admin?.disconnect();
    await redis?.stop();
  });

  /** The scripts with a clock that the test sets. */
  const atTime = (scripts: RedisScripts): RedisScripts => ({
    timeoutMs: HOUR_MS,
    define<Reply>({ name, numberOfKeys, lua }: RedisScript) {
      const clock = '{ math.floor(ARGV[#ARGV] / 1000), (ARGV[#ARGV] % 1000) * 1000 }';
      const run = scripts.define<Reply>({
        name: `${name}AtTime`,
        numberOfKeys,
        lua: lua.replace("redis.call('TIME')", clock),
      });
      return (...args) => run(...args, now);
    },
  });

  async function start(
    count: number,
    options: { readonly newestAt?: () => number; readonly sharedMs?: number } = {},
  ): Promise<Host[]> {
    const started = Array.from({ length: count }, () =>
      startHost({ url: redis.url, now: () => now, scriptsOf: atTime, ...options }),
    );
    hosts.push(...started);
    for (const { leases, device } of started)
      await eventually('the instance may take leases', () => leases.mayTake(device(0)));
    return started;
  }

  const heldBy = async (key = KEY): Promise<string | null> => admin.hget(`vigil:schedule:${key}`, 'holder');

  const unansweredBy = (at: readonly Host[]) => at.reduce((sum, host) => sum + host.unanswered(), 0);

  async function play(key: number, at: readonly Host[], random: () => number, next: Readings) {
    const rule = new ScheduleState();
    let lastStoredAt = 0;
    const expected: (Acceptance | undefined)[] = [];
    const found: (Acceptance | undefined)[] = [];
    for (const reading of next(() => lastStoredAt)) {
      now = reading.arrived;
      const known = { ...reading, lastStoredAt };
      const acceptance = takeTurn(rule, known, 1000);
      if (acceptance !== undefined) lastStoredAt = Math.max(lastStoredAt, takenAt(known, acceptance));
      expected.push(acceptance);
      const host = at[Math.floor(random() * at.length)] ?? assert.fail();
      found.push(await host.decide(key, reading));
      if (random() < 0.1) host.leases.release(host.device(key));
    }
    return { expected, found };
  }

  /**
   * Plays the readings at random instances, each over MQTT or HTTP, and compares them with the rule in one process. On a
   * machine so busy that Redis does not answer in time, instances decide alone: such a play says nothing.
   */
  async function compare(name: string, at: readonly Host[], random: () => number, next: Readings) {
    for (let again = 0; ; again++) {
      keys += 1;
      for (const { leases, device } of at)
        await eventually('the instance may take leases', () => leases.mayTake(device(0)));
      const before = unansweredBy(at);
      const { expected, found } = await play(keys, at, random, next);
      if (unansweredBy(at) > before && again < MOST_PLAYS) continue;
      assert.deepEqual(found, expected, name);
      return found;
    }
  }

  it('decide every case as one instance does, whichever instance receives a reading and however', async () => {
    const three = await start(3, { sharedMs: 0 });
    const random = seeded(11);
    for (const one of SCHEDULE_CASES) {
      const isMixed = one.messages.every(({ connection }) => connection === undefined);
      await compare(one.name, three, random, function* (lastStoredAt) {
        // Older than the case, so it has no extra readings. Readings without one may overtake each other.
        const old = connectionAt('old', START - 1);
        const isConnected = isMixed && random() < 0.5;
        let left = MOST_READINGS;
        for (const reading of readingsOf(one, START, lastStoredAt)) {
          if (left-- === 0) return;
          yield isConnected ? { ...reading, connection: old } : reading;
        }
      });
    }
  });

  it('allow a device that moves as many late readings as one instance does', async () => {
    const three = await start(3, { sharedMs: 0 });
    const random = seeded(5);
    let most = 0;
    for (let life = 0; life < 10; life++) {
      const found = await compare(`life ${life}`, three, random, function* () {
        let time = START;
        for (let visit = 0; visit < 6; visit++) {
          const connection = connectionAt(`visit ${visit}`, time);
          for (let late = Math.floor(random() * 8); late > 0; late--)
            yield readingAt(time + 10, connection, {
              madeAt: time - late * 1000,
              uptime: time - START - late * 1000,
            });
          for (let live = Math.floor(random() * 5); live >= 0; live--) {
            time += 1000;
            yield readingAt(time, connection, { uptime: time - START });
          }
          time += Math.floor(random() * 12_000);
        }
      });
      most = Math.max(most, found.filter((one) => one === 'late').length);
    }
    assert.ok(most > 3, `${most} late readings`);
  });

  it('cost a reading over MQTT no command of Redis', async () => {
    const [a = assert.fail()] = await start(1);
    const connection = connectionAt('one', START);
    assert.equal(await a.decide(KEY, readingAt(now, connection)), 'due');
    assert.ok(a.leases.holds(a.device(KEY)));
    const commands: string[] = [];
    const monitor = await admin.monitor();
    monitor.on('monitor', (_time: string, args: string[]) => commands.push(args.join(' ')));
    for (let i = 1; i <= 200; i++) {
      now = START + i * 1000;
      assert.equal(await a.decide(KEY, readingAt(now, connection)), 'due');
      assert.equal(await a.decide(KEY, readingAt(now + 1, connection)), undefined);
    }
    await admin.get('the end');
    await eventually('everything before is seen', () => commands.some((text) => text.includes('the end')));
    monitor.disconnect();
    assert.deepEqual(
      commands.filter((text) => text.includes('vigil:schedule')),
      [],
    );
  });

  it('are given to an instance that receives a reading over HTTP, and stay with Redis while both receive', async () => {
    const [a = assert.fail(), b = assert.fail()] = await start(2);
    const connection = connectionAt('one', START);
    assert.equal(await a.decide(KEY, readingAt(now, connection)), 'due');
    now += 100;
    assert.equal(await b.decide(KEY, readingAt(now)), undefined, 'too early, as the holder knows');
    assert.equal(await heldBy(), null);
    assert.ok(!a.leases.holds(a.device(KEY)));
    now += 900;
    assert.equal(await b.decide(KEY, readingAt(now)), 'due');
    now += 100;
    assert.equal(await a.decide(KEY, readingAt(now, connection)), undefined);
    assert.equal(await heldBy(), null, 'it would only go back and forth');
  });

  it('return the turn of a reading that could not be stored, wherever the schedule is', async () => {
    const [a = assert.fail(), b = assert.fail()] = await start(2);
    const connection = connectionAt('one', START);
    assert.equal(await a.decide(KEY, readingAt(now, connection)), 'due');
    a.giveBack(KEY, 'due');
    assert.equal(await a.decide(KEY, readingAt(now, connection)), 'due', 'at the holder');
    assert.equal(await b.decide(KEY, readingAt(now)), undefined);
    a.giveBack(KEY, 'due');
    await eventually('in Redis', async () => (await b.decide(KEY, readingAt(now))) === 'due');
  });

  it('end with a killed instance: another one goes on at once, by what is stored', async () => {
    let storedAt = START;
    const [a = assert.fail(), b = assert.fail()] = await start(2, { newestAt: () => storedAt });
    const before = connectionAt('before', START);
    for (let i = 0; i <= 5; i++) {
      now = START + i * 1000;
      assert.equal(await a.decide(KEY, readingAt(now, before)), 'due');
    }
    storedAt = now;
    await a.kill();
    now += 3_000;
    const connection = connectionAt('after', now);
    const found: (Acceptance | undefined)[] = [];
    for (let late = 5; late > 0; late--)
      found.push(await b.decide(KEY, readingAt(now + 10, connection, { madeAt: now - late * 500 })));
    assert.deepEqual(found.slice(0, 4), ['late', 'late', 'late', 'due'], '3 s without a reading');
    assert.ok(b.leases.holds(b.device(KEY)));
  });

  it('of a frozen instance end in time, and it writes nothing over the schedule of the next holder', async () => {
    const [a = assert.fail(), b = assert.fail()] = await start(2);
    const connection = connectionAt('at a', START);
    assert.equal(await a.decide(KEY, readingAt(now, connection)), 'due');
    a.freeze(true);
    now += 10_000;
    assert.equal(await b.decide(KEY, readingAt(now, connectionAt('at b', now - 1))), 'due');
    const holder = await heldBy();
    const schedule = await admin.hgetall(`vigil:schedule:${KEY}`);
    a.freeze(false);
    assert.ok(!a.leases.holds(a.device(KEY)), 'by its own clock');
    a.leases.release(a.device(KEY));
    await a.leases.close();
    assert.equal(await heldBy(), holder);
    assert.deepEqual(await admin.hgetall(`vigil:schedule:${KEY}`), schedule);
    assert.ok(b.leases.holds(b.device(KEY)));
  });

  it('are decided here while Redis is away, and the schedule survives a Redis that returns empty', async () => {
    const [a = assert.fail()] = await start(1);
    const connection = connectionAt('one', START);
    assert.equal(await a.decide(KEY, readingAt(now, connection)), 'due');
    await redis.stop();
    await eventually('it is away', () => !a.cluster.isHealthy());
    assert.equal(await a.decide(KEY, readingAt(now + 1, connection)), undefined);
    now += 1000;
    assert.equal(await a.decide(KEY, readingAt(now, connection)), 'due');
    await redis.start();
    await eventually('it is back', () => a.cluster.isHealthy() && a.leases.mayTake(a.device(KEY)));
    assert.equal(await a.decide(KEY, readingAt(now + 1, connection)), undefined);
    assert.ok(a.leases.holds(a.device(KEY)));
    assert.notEqual(await heldBy(), null, 'taken again');
  });

  it('decide the readings of a device in the order of their arrival', async () => {
    const [a = assert.fail(), b = assert.fail()] = await start(2);
    const connection = connectionAt('one', START);
    assert.equal(await a.decide(KEY, readingAt(now, connection)), 'due');
    now += 1000;
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        b.decide(KEY, readingAt(now, i % 2 === 0 ? undefined : connection)).then(() => order.push(i)),
      ),
    );
    assert.deepEqual(order, [0, 1, 2, 3, 4]);
  });
});

describe('leases of 20 000 devices', () => {
  it('are kept and given back a few at a time', async () => {
    let running = 0;
    let mostAtOnce = 0;
    const runs = new Map<string, number>();
    const leases = new Leases({
      scripts: {
        timeoutMs: 1000,
        define<Reply>({ name }: RedisScript) {
          return async (...args) => {
            runs.set(name, (runs.get(name) ?? 0) + 1);
            running += 1;
            mostAtOnce = Math.max(mostAtOnce, running);
            await new Promise((resolve) => setImmediate(resolve));
            running -= 1;
            const taken = [args[1], '1', Date.now(), 0, ...Array(8).fill(null)];
            return (name === 'vigilTakeLease' ? taken : 1) as Reply;
          };
        },
      },
      cluster: {
        isHealthy: () => true,
        subscribe() {},
        relay: {
          subscribe: async () => {},
          unsubscribe() {},
          hasRemoteSubscribers: () => false,
          publish: async () => 1,
          publishedCount: () => 0,
          onMessage() {},
        },
      },
      newestTimes: async () => new Map(),
      intervalMs: 1000,
      steadyNow: Date.now,
      now: Date.now,
      log: silentLog(),
    });
    const devices = Array.from({ length: 20_000 }, (_, key) => {
      const device = new Device({ ...DEVICE_ROW, key }, new Owner('u'), 0);
      device.window.lastArrivedAt = Date.now();
      return device;
    });
    for (const device of devices) await leases.take(device);
    mostAtOnce = 0;
    assert.equal(leases.count(), 20_000);
    await eventually('some are kept', () => (runs.get('vigilKeepLease') ?? 0) > 0);
    assert.ok(mostAtOnce <= 67, `${mostAtOnce} at once: 20 000 in five minutes`);
    mostAtOnce = 0;
    for (const device of devices) leases.release(device);
    await leases.close();
    assert.equal(runs.get('vigilGiveLease'), 20_000);
    assert.ok(mostAtOnce <= 67 + 50, `${mostAtOnce} at once`);
    assert.equal(leases.count(), 0);
  });
});
