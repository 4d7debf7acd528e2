import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';

const SILENCE_MS = 8_000;
const blow = (mac: string, more: object) =>
  resting(mac, { accel_x: 22, accel_y: -18, accel_z: 14, gyro_x: 120, gyro_y: -80, gyro_z: 60, ...more });

for (const withRedis of [false, true])
  describe(`an impact, then silence, at two instances ${withRedis ? 'with' : 'without'} Redis`, {
    skip: withRedis && WITHOUT_REDIS,
  }, () => {
    let database: TestDatabase;
    let redis: TestRedis | undefined;
    let one: TestApp;
    let other: TestApp;
    let nurse: Person;
    let time = Date.now();
    const now = () => time;
    before(async () => {
      database = await createTestDatabase();
      redis = withRedis ? await startRedis() : undefined;
      const env = {
        DATABASE_URL: database.url,
        STREAM_INTERVAL_MS: '0',
        ...(redis && { REDIS_URL: redis.url }),
      };
      [one, other] = [await startTestApp(env, { now }), await startTestApp(env, { now })];
      for (const app of [one, other])
        await eventually(
          'the instance is healthy',
          async () => (await app.call('GET', '/health')).body.data?.status === 'HEALTHY',
        );
      nurse = await signUp(one, 'CAREGIVER');
      time += SILENCE_MS;
    });
    after(async () => {
      await other.close();
      await redis?.stop();
      await database.drop();
    });

    /** A wearer whose last reading, at the first instance, is an impact. */
    async function fallen(): Promise<{ ada: Person; mac: string }> {
      const ada = await signUp(one);
      await assign(one, nurse, ada);
      const mac = randomMac();
      for (let second = 0; second <= 10; second++) {
        time += 1000;
        await stream(one, ada, (second < 10 ? resting : blow)(mac, { uptime_ms: second * 1000 }));
      }
      return { ada, mac };
    }
    async function pass(ms: number): Promise<void> {
      time += ms;
      await dueWorkDone();
    }
    const alertsAbout = async (person: Person): Promise<Json[]> => {
      const { body } = await other.call('GET', '/caregivers/alerts?limit=100', { token: nurse.token });
      return body.data.filter(({ patientId }: Json) => patientId === person.id);
    };

    it('is nothing when the next reading arrives at the other one', async () => {
      const { ada, mac } = await fallen();
      time += SILENCE_MS - 1000;
      await stream(other, ada, resting(mac, { uptime_ms: 20_000 }));
      await pass(2000);
      await pass(60_000);
      assert.deepEqual(await alertsAbout(ada), []);
    });

    it('is raised once', async () => {
      const { ada } = await fallen();
      await pass(SILENCE_MS + 1000);
      await pass(10_000);
      const falls = (await other.call('GET', '/falls', { token: ada.token })).body.data;
      assert.deepEqual(
        falls.map(({ status }: Json) => status),
        ['POTENTIAL'],
      );
      assert.equal((await alertsAbout(ada)).length, 1);
    });

    it('is raised by the other one when the one that heard the impact is gone', async () => {
      const { ada } = await fallen();
      await one.close();
      await pass(SILENCE_MS + 1000);
      assert.equal((await alertsAbout(ada)).length, 1);
    });
  });
