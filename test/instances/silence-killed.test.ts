import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it, type TestContext } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { killAll } from '../process/child.ts';
import { type Sent, WAYS } from '../readings/ways.ts';
import { type Instance, startInstance } from './instances.ts';

/** Eight seconds of silence, from the start of an instance on, and what a busy machine takes. */
const RAISED_WITHIN_MS = 30_000;
const SILENCE_MS = 8_000;
const blow = (mac: string, more: object) =>
  resting(mac, { accel_x: 22, accel_y: -18, accel_z: 14, gyro_x: 120, gyro_y: -80, gyro_z: 60, ...more });

interface Wearer {
  readonly person: Person;
  readonly mac: string;
}

for (const withRedis of [false, true])
  describe(`an impact, then kill -9 in the eight seconds of silence, ${withRedis ? 'with' : 'without'} Redis`, {
    skip: withRedis && WITHOUT_REDIS,
  }, () => {
    let database: TestDatabase;
    let redis: TestRedis | undefined;
    before(async () => {
      [database, redis] = await Promise.all([
        createTestDatabase(),
        withRedis ? startRedis() : Promise.resolve(undefined),
      ]);
    });
    afterEach(killAll);
    after(async () => {
      await redis?.stop();
      await database.drop();
    });

    const start = (): Promise<Instance> =>
      startInstance({ DATABASE_URL: database.url, ...(redis && { REDIS_URL: redis.url }) });
    async function kill({ vigil }: Instance): Promise<void> {
      vigil.signal('SIGKILL');
      await vigil.exited;
    }

    /** One wearer over each transport, and one over HTTP that goes on; the last reading of all is an impact. */
    async function fallenAt(instance: Instance): Promise<{ silent: Wearer[]; goesOn: Wearer }> {
      const wearers = await Promise.all(
        [...Object.values(WAYS), WAYS.HTTP].map(async (way): Promise<Wearer> => {
          const person = await signUp(instance);
          const mac = randomMac();
          await way?.(instance, person, readingsOf(mac));
          return { person, mac };
        }),
      );
      return { silent: wearers.slice(0, -1), goesOn: wearers.at(-1) ?? assert.fail() };
    }
    const readingsOf = (mac: string): Sent[] =>
      Array.from({ length: 11 }, (_, second) => ({
        reading: (second < 10 ? resting : blow)(mac, { uptime_ms: second * 1000 }),
        at: Date.now() - (11 - second) * 1000,
      }));
    const levelsOf = async (instance: Instance, { person: { token } }: Wearer): Promise<string[]> =>
      (await instance.call('GET', '/falls', { token })).body.data.map(({ status }: Json) => status);

    async function areRaisedOnce(instance: Instance, silent: readonly Wearer[]): Promise<void> {
      const levels = () => Promise.all(silent.map((wearer) => levelsOf(instance, wearer)));
      await eventually(
        'the falls are raised',
        async () => (await levels()).every((own) => own.includes('POTENTIAL')),
        RAISED_WITHIN_MS,
      );
      assert.deepEqual(
        await levels(),
        silent.map(() => ['POTENTIAL']),
      );
    }

    /** Whether it was in time: on a very busy machine the wearer may be silent for longer. */
    async function goOn(instance: Instance, { person, mac }: Wearer, since: number, t: TestContext) {
      await stream(instance, person, resting(mac, { uptime_ms: 20_000 }));
      const silentMs = performance.now() - since;
      if (silentMs > SILENCE_MS) t.diagnostic(`the machine was busy: ${silentMs.toFixed(0)} ms of silence`);
      return silentMs <= SILENCE_MS;
    }

    it('is raised once by the remaining instance, unless the wearer goes on there', async (t) => {
      const [one, other] = await Promise.all([start(), start()]);
      const since = performance.now();
      const { silent, goesOn } = await fallenAt(one);
      await kill(one);
      const inTime = await goOn(other, goesOn, since, t);
      await areRaisedOnce(other, silent);
      if (inTime) assert.ok(!(await levelsOf(other, goesOn)).includes('POTENTIAL'));
    });

    it('is raised once after the restart of the only instance, unless the wearer goes on by then', async (t) => {
      const one = await start();
      const { silent, goesOn } = await fallenAt(one);
      await kill(one);
      const since = performance.now();
      const again = await start();
      const inTime = await goOn(again, goesOn, since, t);
      await areRaisedOnce(again, silent);
      if (inTime) assert.ok(!(await levelsOf(again, goesOn)).includes('POTENTIAL'));
    });
  });
