import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { fallingWearer } from '../helpers/falling.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, severe, stream } from '../helpers/readings.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { seeded } from '../helpers/seeded.ts';
import { assertSame, type Outcome, playLife, type Way } from '../helpers/wearer-play.ts';

const SEEDS = [1, 2, 3, 4, 5, 6];

for (const withRedis of [false, true])
  describe(`a wearable that moves between two instances ${withRedis ? 'with' : 'without'} Redis`, {
    skip: withRedis && WITHOUT_REDIS,
  }, () => {
    let database: TestDatabase;
    let redis: TestRedis | undefined;
    let apps: TestApp[];
    let carer: Person;
    let ahead = 0;
    const now = () => Date.now() + ahead;
    before(async () => {
      database = await createTestDatabase();
      redis = withRedis ? await startRedis() : undefined;
      const env = {
        DATABASE_URL: database.url,
        SESSION_DURATION: '365d',
        // Redis keeps the schedule by its own clock, which a test cannot move.
        ...(redis && { REDIS_URL: redis.url, STREAM_INTERVAL_MS: '0' }),
      };
      apps = [await startTestApp(env, { now }), await startTestApp(env, { now })];
      for (const app of apps)
        await eventually(
          'the instance is healthy',
          async () => (await app.call('GET', '/health')).body.data?.status === 'HEALTHY',
        );
      carer = await signUp(apps[0] as TestApp, 'CAREGIVER');
    });
    after(async () => {
      for (const app of apps) await app.close();
      await redis?.stop();
      await database.drop();
    });

    const advance = (ms: number) => {
      ahead += ms;
    };
    const play = (seed: number, wayOf: (second: number) => Way, lag = 0): Promise<Outcome> =>
      playLife({ apps, carer, now, advance }, fallingWearer(seed), wayOf, lag);
    const outcomes = new Map<number, Promise<Outcome>>();
    const liveOf = (seed: number): Promise<Outcome> => {
      const known = outcomes.get(seed) ?? play(seed, () => ({ way: 'live', instance: 0 }));
      outcomes.set(seed, known);
      return known;
    };

    it('has five first readings in all, not five at each', async () => {
      const wearer = await signUp(apps[0] as TestApp);
      for (const before of [4, 5]) {
        const mac = randomMac();
        let confidence = 0;
        for (let second = 0; second <= before; second++) {
          const app = apps[second % 2] as TestApp;
          const reading = second < before ? resting : severe;
          confidence = (await stream(app, wearer, reading(mac, { uptime_ms: second * 1000 }))).fallConfidence;
          advance(1000);
        }
        assert.equal(confidence > 0.7, before < 5, `${confidence} after ${before}`);
      }
    });

    it('returns with its fall to an instance that heard it before', async () => {
      for (const seed of SEEDS) {
        const { blowAt } = fallingWearer(seed);
        const isAway = (second: number) => second >= blowAt - 6 && second < blowAt + 1;
        const outcome = await play(seed, (second) => ({ way: 'live', instance: isAway(second) ? 1 : 0 }));
        assertSame(outcome, await liveOf(seed), `seed ${seed}`);
      }
    });

    it('sends every other reading to either', async () => {
      for (const seed of SEEDS) {
        const outcome = await play(seed, (second) => ({ way: 'live', instance: second % 2 }));
        assertSame(outcome, await liveOf(seed), `seed ${seed}`);
      }
    });

    it('sends its backlog to another instance than its readings', async () => {
      for (const seed of SEEDS) {
        const { blowAt } = fallingWearer(seed);
        const isKept = (second: number) => second >= blowAt - 1 && second <= blowAt;
        const wayOf = (second: number): Way =>
          isKept(second) ? { way: 'backlog', instance: 1 } : { way: 'live', instance: 0 };
        assertSame(await play(seed, wayOf, 1), await liveOf(seed), `seed ${seed}`);
      }
    });

    it('sends readings and backlogs to any of them', async () => {
      const random = seeded(7);
      for (const seed of SEEDS) {
        const { seconds } = fallingWearer(seed);
        const from = Math.floor(random() * (seconds.length - 4));
        const to = from + 1 + Math.floor(random() * 6);
        const lag = to - from + Math.floor(random() * 4);
        const ways = seconds.map(
          (_, i): Way => ({
            way: i >= from && i < to && random() < 0.8 ? 'backlog' : 'live',
            instance: random() < 0.5 ? 0 : 1,
          }),
        );
        const outcome = await play(seed, (second) => ways[second] ?? { way: 'live', instance: 0 }, lag);
        assertSame(outcome, await liveOf(seed), `seed ${seed}, from ${from} to ${to}, ${lag} s later`);
      }
    });
  });
