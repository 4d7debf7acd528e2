import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, severe } from '../helpers/readings.ts';
import { type Sent, WAYS, type Way } from './ways.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const SILENCE_MS = 8_000;
/** A blow that alerts nobody by itself. */
const blow: typeof resting = (mac, more) =>
  resting(mac, { accel_x: 22, accel_y: -18, accel_z: 14, gyro_x: 120, gyro_y: -80, gyro_z: 60, ...more });

/** Readings with the time since the one before. */
type Life = readonly { readonly reading: typeof resting; readonly afterMs: number }[];
const each = (reading: typeof resting, count = 1): Life =>
  Array.from({ length: count }, () => ({ reading, afterMs: SECOND_MS }));

for (const [name, way] of Object.entries(WAYS))
  describe(`over ${name}`, () => {
    let app: TestApp;
    let time = Date.now();
    const now = () => time;
    before(async () => {
      app = await startTestApp({ STREAM_INTERVAL_MS: '0', SESSION_DURATION: '1d' }, { now });
      // A silence counts from the start of the service on.
      time += SILENCE_MS;
    });
    const cuts: (() => void)[] = [];
    after(async () => {
      for (const cut of cuts) cut();
      await app.close();
    });

    function* lived(life: Life): Generator<Sent> {
      const mac = randomMac();
      let uptime_ms = 0;
      for (const { reading, afterMs } of life) {
        time += afterMs;
        uptime_ms += afterMs;
        yield { reading: reading(mac, { uptime_ms }), at: time };
      }
    }
    async function live(life: Life): Promise<{ ada: Person; cut: ReturnType<Way> }> {
      const ada = await signUp(app);
      const cut = way(app, ada, lived(life));
      cuts.push(await cut);
      return { ada, cut };
    }
    const levelsOf = async ({ token }: Person): Promise<string[]> =>
      (await app.call('GET', '/falls', { token })).body.data.map(({ status }: { status: string }) => status);
    const levelsAfter = async (life: Life): Promise<string[]> => levelsOf((await live(life)).ada);
    async function pass(ms: number): Promise<void> {
      time += ms;
      await dueWorkDone();
    }

    it('the first five readings are scored each by itself, and the sixth with the others', async () => {
      for (const calm of [0, 1, 4])
        assert.deepEqual(await levelsAfter([...each(resting, calm), ...each(severe)]), ['HIGH']);
      assert.deepEqual(await levelsAfter([...each(resting, 5), ...each(severe)]), ['SUSPICIOUS']);
    });

    it('the second to fourth reading after a minute of silence are judged by the window', async () => {
      const afterSilence = (reading: typeof resting): Life => [
        ...each(resting, 6),
        { reading, afterMs: MINUTE_MS + SECOND_MS },
      ];
      assert.deepEqual(await levelsAfter(afterSilence(severe)), ['HIGH']);
      for (const calm of [0, 2]) {
        const life = [...afterSilence(resting), ...each(resting, calm), ...each(severe)];
        assert.deepEqual(await levelsAfter(life), ['SUSPICIOUS']);
      }
    });

    for (const connection of ['mute', 'gone'])
      it(`an impact without a reading for 8 s is raised, when the connection is ${connection}`, async () => {
        const { ada, cut } = await live([...each(resting, 10), ...each(blow)]);
        if (connection === 'gone') (await cut)();
        await pass(SILENCE_MS - SECOND_MS);
        assert.ok(!(await levelsOf(ada)).includes('POTENTIAL'));
        await pass(2 * SECOND_MS);
        assert.deepEqual(await levelsOf(ada), ['POTENTIAL']);
      });
  });
