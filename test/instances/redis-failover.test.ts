import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { SHARED_SLOT } from '../../src/platform/cluster/redis-channels.ts';
import { assign } from '../helpers/care.ts';
import { type MadeCertificate, makeCertificate } from '../helpers/certificates.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { signUp } from '../helpers/people.ts';
import type { Program } from '../helpers/program.ts';
import { randomMac, severe, stream } from '../helpers/readings.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { startRedisCluster } from '../helpers/redis-cluster.ts';
import { startRedisSentinel } from '../helpers/redis-sentinel.ts';
import { rowsOf } from '../mqtt/stored.ts';
import { killAll } from '../process/child.ts';
import { startPair } from './instances.ts';
import { keepSending, RECOVERY_MS, statusOf } from './outages.ts';

/** Not 0: the shared schedule is checked for every reading. */
const SETTINGS = { STREAM_INTERVAL_MS: '20' };
const SENDERS = 6;

const failing = {
  killed: (master: Program) => master.stop(),
  /** Its connections stay open, and it does not answer. */
  hung: async (master: Program) => master.signal('SIGSTOP'),
} as const;
type Failure = keyof typeof failing;
const FAILURES = Object.keys(failing) as Failure[];

async function sentinel(tls: MadeCertificate) {
  const redis = await startRedisSentinel(tls);
  return {
    url: redis.url,
    stop: redis.stop,
    /** The master alone can move, and test/cluster/redis-sentinel.test.ts tests it: it takes ten seconds. */
    move: async () => {},
    async fail(how: Failure) {
      const master = await redis.master();
      await failing[how](master);
      return {
        isReplaced: async () => (await redis.master()).port !== master.port,
        goOn: () => master.signal('SIGCONT'),
      };
    },
  };
}

async function cluster(tls: MadeCertificate) {
  const redis = await startRedisCluster(tls);
  return {
    url: redis.url,
    stop: redis.stop,
    /** The slots of the devices and of the channels, to other masters. */
    async move() {
      const schedules = () => Promise.all(redis.nodes.map(({ admin }) => admin.keys('vigil:schedule:*')));
      const slots = new Set([SHARED_SLOT]);
      await eventually('Redis knows the devices', async () => {
        for (const key of (await schedules()).flat())
          slots.add(Number(await redis.nodes[0]?.admin.cluster('KEYSLOT', key)));
        return slots.size > SENDERS;
      });
      for (const slot of slots) await redis.moveSlot(slot, await redis.masterOf((slot + 8_192) % 16_384));
    },
    async fail(how: Failure) {
      const master = await redis.masterOf(SHARED_SLOT);
      // It would not say what it sees.
      const closed = once(master.admin, 'end');
      master.admin.disconnect();
      await closed;
      await failing[how](master);
      return {
        isReplaced: async () => (await redis.masterOf(SHARED_SLOT)).port !== master.port,
        goOn: () => master.signal('SIGCONT'),
      };
    },
  };
}

for (const [name, start] of [
  ['a Redis master with Sentinel', sentinel],
  ['a Redis Cluster', cluster],
] as const)
  describe(`two instances with ${name}, over TLS`, { skip: WITHOUT_REDIS }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigil-redis-tls-'));
    after(async () => {
      await killAll();
      rmSync(folder, { recursive: true, force: true });
    });

    for (const how of FAILURES)
      it(`store every reading and deliver every alert while Redis moves, and when its master is ${how}`, async (t) => {
        const tls = makeCertificate(folder, how, 'IP:127.0.0.1');
        const redis = await start(tls);
        const env = { ...SETTINGS, REDIS_URL: redis.url, NODE_EXTRA_CA_CERTS: tls.certFile };
        const pair = await startPair(env);
        const { a, b, database } = pair;
        try {
          const patient = await signUp(a);
          const caregiver = await signUp(a, 'CAREGIVER');
          await assign(a, caregiver, patient);
          const far = await live(b, caregiver);
          const macs = Array.from({ length: SENDERS }, randomMac);
          const senders = macs.map((mac, nth) => keepSending(nth % 2 === 0 ? a : b, patient, mac));

          /** A fall at one instance, seen at the other. */
          const fall = async (): Promise<void> => {
            const faller = await signUp(a);
            await assign(a, caregiver, faller);
            const { deviceId } = await stream(a, faller, severe(randomMac()));
            await far.find(({ type, data }) => type === 'alert' && data.deviceId === deviceId, 'the alert');
          };

          await redis.move();
          await fall();
          const { isReplaced, goOn } = await redis.fail(how);
          await fall();
          await eventually('the replica is the master', isReplaced);
          // The former master learns that it is one.
          goOn();
          for (const instance of [a, b])
            await eventually('the instance is healthy', async () => (await statusOf(instance)) === 'HEALTHY');
          await fall();

          for (const [nth, sender] of senders.entries()) {
            const { acknowledged, slowestMs } = await sender.end();
            t.diagnostic(`${acknowledged} readings, the slowest took ${Math.round(slowestMs)} ms`);
            assert.deepEqual([...new Set(sender.statuses)], [200]);
            assert.ok(slowestMs < RECOVERY_MS, `a reading took ${slowestMs} ms`);
            assert.equal(await rowsOf({ databaseUrl: database.url }, macs[nth] ?? ''), acknowledged);
          }
          await far.close();
        } finally {
          await killAll();
          await pair.close();
          await redis.stop();
        }
      });
  });
