import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { freePort } from '../../loadtest/machine/free-port.ts';
import type { Cluster } from '../../src/platform/cluster/cluster.ts';
import { createRedisCluster } from '../../src/platform/cluster/redis.ts';
import { createRedisSchedule } from '../../src/readings/schedule/redis-schedule.ts';
import { eventually } from '../helpers/eventually.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { createNoSideChannel } from './side-channel.ts';

const log = pino({ level: 'silent' });
/** The scripts in src/platform/cluster/redis-connection.ts and src/readings/schedule/redis-scripts.ts. */
const SCRIPTS = 6;

/** Undoes the escaping of MONITOR. */
const unescaped = (script: string): string => script.replaceAll('\\n', '\n');

/** One Redis Cluster node with all slots: it refuses a command whose keys are in different slots. */
describe('a Redis Cluster', { skip: WITHOUT_REDIS }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-redis-cluster-'));
  let redis: TestRedis;
  let admin: Redis;
  let monitor: Redis;
  let a: Cluster;
  let b: Cluster;
  const commands: { readonly args: readonly string[]; readonly isOfScript: boolean }[] = [];

  before(async () => {
    // The default is the port plus 10 000, which may be the ephemeral port of a connection.
    const busPort = await freePort();
    redis = await startRedis(['--cluster-enabled', 'yes', '--cluster-port', busPort, '--dir', folder]);
    admin = new Redis(redis.url);
    await admin.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await eventually('the cluster is ready', async () =>
      String(await admin.call('CLUSTER', 'INFO')).includes('cluster_state:ok'),
    );
    monitor = await admin.monitor();
    monitor.on('monitor', (_time: string, args: string[], source: string) => {
      commands.push({ args, isOfScript: source === 'lua' });
    });
    const join = () =>
      createRedisCluster({ url: redis.url, pgBus: createNoSideChannel(), now: Date.now, log });
    [a, b] = [join(), join()];
    await eventually('both instances are connected to Redis', () => a.isHealthy() && b.isHealthy());
  });
  after(async () => {
    await a?.close();
    await b?.close();
    monitor?.disconnect();
    admin?.disconnect();
    await redis?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('carries everything that instances share', async () => {
    await a.hit('limit', 5, 60_000);
    assert.equal((await b.hit('limit', 5, 60_000)).remaining, 3);
    assert.ok(((await a.nextConnectionSequence()) ?? 0) < ((await b.nextConnectionSequence()) ?? 0));
    const at = Date.now();
    const times = { arrived: at, arrivedAt: at, madeAt: at, lastStoredAt: 0, uptime: 0 };
    const reading = { ...times, isUrgent: false, connection: undefined };
    const scheduleOfA = createRedisSchedule(a.scripts ?? assert.fail());
    const scheduleOfB = createRedisSchedule(b.scripts ?? assert.fail());
    assert.equal((await scheduleOfA.take(1, reading, 0, 60_000))?.acceptance, 'due');
    assert.equal((await scheduleOfB.take(1, reading, 0, 60_000))?.acceptance, undefined);
    scheduleOfA.giveBack(1, 'due', 0, 60_000);
    await eventually(
      'the slot is returned',
      async () => (await scheduleOfB.take(1, reading, 0, 60_000))?.acceptance === 'due',
    );
    a.presence.add('x');
    await eventually('b sees the presence of x', async () =>
      (await b.presence.onOtherInstances(['x', 'y'])).has('x'),
    );
    a.sessionStore.write('account', 'name', 'text', { maxPerOwner: 2, ttlMs: 60_000 });
    await eventually(
      'b reads the session',
      async () => (await b.sessionStore.read('account', 'name')) === 'text',
    );
  });

  it('runs scripts that use only the keys they declare', async () => {
    await eventually('every script has run', () => scripts().size === SCRIPTS);
    let given: readonly string[] = [];
    const undeclared = new Set<string>();
    for (const { args, isOfScript } of commands) {
      const [name = '', , keys = '0', ...rest] = args;
      if (/^eval/i.test(name)) given = rest.slice(0, Number(keys));
      else if (isOfScript && name.toUpperCase() !== 'TIME' && !given.includes(args[1] ?? ''))
        undeclared.add(args.slice(0, 2).join(' '));
    }
    assert.deepEqual([...undeclared], []);
    assert.ok(
      commands.some(({ isOfScript }) => isOfScript),
      'MONITOR shows the commands of scripts',
    );
  });

  const scripts = (): ReadonlySet<string> =>
    new Set(
      commands.flatMap(({ args: [name = '', script = ''] }) => {
        if (/^evalsha$/i.test(name)) return [script];
        return /^eval$/i.test(name) ? [createHash('sha1').update(unescaped(script)).digest('hex')] : [];
      }),
    );
});
