import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fallLevel } from '../../src/platform/fall-levels.ts';
import { MAX_BATCH_SIZE } from '../../src/readings/scoring/batch.ts';
import { Scoring } from '../../src/readings/scoring/scoring.ts';
import { decodeSignal } from '../../src/readings/store/signals.ts';
import { standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { inTime } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import {
  blowOf,
  type Reading,
  randomMac,
  resting,
  severe,
  stream,
  stumble,
  violent,
} from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

describe('the scoring of a stream', () => {
  let app: TestApp;
  let ada: Person;
  before(async () => {
    // The window goes by time: what a request takes on a busy machine must not pass.
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' }, { now: standingClock() });
    ada = await signUp(app);
  });
  after(() => app.close());

  let person = { devices: 0 };
  /** A device without history; an account has at most ten devices. */
  async function freshMac(): Promise<string> {
    if (person.devices === 10) {
      ada = await signUp(app);
      person = { devices: 0 };
    }
    person.devices += 1;
    return randomMac();
  }

  /** Sends the first reading of a device. */
  async function first(reading: (mac: string) => object) {
    const mac = await freshMac();
    return stream(app, ada, reading(mac));
  }

  async function confidences(mac: string, readings: readonly ((mac: string) => object)[]): Promise<number[]> {
    const scores: number[] = [];
    for (const reading of readings) {
      scores.push((await stream(app, ada, reading(mac))).fallConfidence);
      app.clock.advance(1000);
    }
    return scores;
  }
  const last = (values: readonly number[]): number => values.at(-1) ?? Number.NaN;
  const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);

  describe('the first reading of a device', () => {
    it('is no fall at rest', async () => {
      const { fallConfidence, fallDetected } = await first(resting);
      assert.ok(fallConfidence <= 0.3, String(fallConfidence));
      assert.equal(fallDetected, false);
    });

    it('is SUSPICIOUS at most for a stumble', async () => {
      const { fallConfidence, fallDetected } = await first(stumble);
      assert.ok(fallConfidence <= 0.5, String(fallConfidence));
      assert.equal(fallDetected, false);
    });

    it('is at least HIGH for a severe fall and for anything more violent', async () => {
      const harder: readonly (readonly [number[], number[]])[] = [
        [
          [35, 0, 0],
          [300, 0, 0],
        ],
        [
          [0, -25, 25],
          [0, 200, 230],
        ],
        [
          [20.3, 20.3, -20.3],
          [-180, 180, 180],
        ],
        [
          [60, 50, 40],
          [700, 600, 500],
        ],
        [
          [400, 400, 400],
          [10_000, 10_000, 10_000],
        ],
      ];
      const bodies = [
        severe,
        ...harder.map(
          ([accel, gyro]) =>
            (mac: string) =>
              resting(mac, {
                accel_x: accel[0],
                accel_y: accel[1],
                accel_z: accel[2],
                gyro_x: gyro[0],
                gyro_y: gyro[1],
                gyro_z: gyro[2],
              }),
        ),
      ];
      for (const body of bodies) {
        const { fallConfidence, fallDetected } = await first(body);
        assert.ok(fallConfidence > 0.7, `${fallConfidence} for ${JSON.stringify(body(''))}`);
        assert.equal(fallDetected, true);
      }
    });

    it('can have every level, and fallDetected means POTENTIAL or above', async () => {
      for (const [level, reading] of Object.entries(blowOf)) {
        const { fallConfidence, fallDetected } = await first(reading);
        assert.equal(fallLevel(fallConfidence), level);
        assert.equal(fallDetected, level !== 'SUSPICIOUS');
      }
    });

    it('counts as first again after a minute of silence', async () => {
      const mac = await freshMac();
      await confidences(mac, times(10, resting));
      app.clock.advance(61_000);
      assert.ok((await stream(app, ada, severe(mac))).fallConfidence > 0.7);
    });
  });

  describe('the first five readings of a device', () => {
    for (let before = 1; before <= 4; before++)
      it(`are scored each by itself: a severe one after ${before} at rest is HIGH at once`, async () => {
        const mac = await freshMac();
        const scores = await confidences(mac, [...times(before, resting), severe]);
        for (const score of scores.slice(0, -1)) assert.ok(score <= 0.3, String(scores));
        assert.ok(last(scores) > 0.7, String(scores));
      });

    it('end with the fifth: the next ones decide about a severe sixth', async () => {
      const scores = await confidences(await freshMac(), [...times(5, resting), severe]);
      assert.ok(last(scores) > 0.3 && last(scores) <= 0.5, String(scores));
    });

    it('are no fall at rest, and SUSPICIOUS at most in a stumble, also after a severe one', async () => {
      const scores = await confidences(await freshMac(), [severe, stumble, resting, stumble, severe]);
      const [first = 0, second = 1, third = 1, fourth = 1, fifth = 0] = scores;
      assert.ok(first > 0.7 && fifth > 0.7, String(scores));
      assert.ok(second <= 0.5 && third <= 0.3 && fourth <= 0.5, String(scores));
    });

    it('are explained by the reading alone', async () => {
      const mac = await freshMac();
      await confidences(mac, [resting, severe]);
      const { body } = await app.call('GET', '/falls', { token: ada.token });
      const [fall] = body.data;
      const detail = (await app.call('GET', `/falls/${fall.id}`, { token: ada.token })).body.data;
      assert.equal(detail.assessment.decidedBy, 'single-reading');
      assert.equal(detail.assessment.readings, 1);
    });

    it('are counted through a restart and through a silence', async () => {
      const mac = await freshMac();
      await confidences(mac, times(3, resting));
      app = await restart(app);
      const [, fifth = 0] = await confidences(mac, [resting, severe]);
      assert.ok(fifth > 0.7, String(fifth));

      const rare = await freshMac();
      await confidences(rare, [resting]);
      app.clock.advance(3_600_000);
      app = await restart(app);
      const [, third = 0] = await confidences(rare, [resting, severe]);
      assert.ok(third > 0.7, String(third));
    });

    it('are not those after a silence: the second to fourth are judged by the window', async () => {
      const mac = await freshMac();
      await confidences(mac, times(5, resting));
      app.clock.advance(3_600_000);
      app = await restart(app);
      const scores = await confidences(mac, [resting, severe]);
      assert.ok(last(scores) > 0.3 && last(scores) <= 0.5, String(scores));
    });

    it('begin again when the MAC is registered again', async () => {
      const mac = await freshMac();
      await confidences(mac, times(6, resting));
      assert.equal((await app.call('DELETE', `/device/${mac}`, { token: ada.token })).status, 204);
      const scores = await confidences(mac, [resting, severe]);
      assert.ok(last(scores) > 0.7, String(scores));
    });
  });

  describe('a resting reading', () => {
    const step = (i: number) => (mac: string) =>
      resting(mac, {
        accel_z: 9.8 + 3 * Math.sin(i),
        accel_x: Math.cos(i * 1.7),
        gyro_y: 60 * Math.sin(i * 2),
      });

    it('is NO_FALL after rest, after walking, and after stumbling', async () => {
      const pasts = [
        times(1, resting),
        times(29, resting),
        Array.from({ length: 12 }, (_, i) => step(i)),
        times(12, stumble),
      ];
      for (const past of pasts) {
        const scores = await confidences(await freshMac(), [...past, resting]);
        assert.ok(last(scores) <= 0.3, String(scores));
      }
    });

    it('is NO_FALL again long after an impact', async () => {
      const scores = await confidences(await freshMac(), [
        ...times(6, resting),
        violent,
        ...times(40, resting),
      ]);
      for (const score of scores.slice(-20)) assert.ok(score <= 0.3, String(scores));
    });

    it('is NO_FALL in every posture', async () => {
      const postures = [
        [9.81, 0, 0],
        [0, -9.81, 0],
        [0, 0, -9.81],
        [5.66, 5.66, 5.66],
      ];
      for (const [accel_x, accel_y, accel_z] of postures) {
        const lying = (mac: string) => resting(mac, { accel_x, accel_y, accel_z });
        const scores = await confidences(await freshMac(), times(8, lying));
        for (const score of scores) assert.ok(score <= 0.3, String(scores));
      }
    });
  });

  describe('a fall in a stream', () => {
    const lying = (mac: string) => resting(mac, { accel_x: 9.7, accel_y: 0.4, accel_z: 0.9 });
    const impact = (mac: string) =>
      resting(mac, { accel_x: 34, accel_y: -28, accel_z: 27, gyro_x: 420, gyro_y: 280, gyro_z: 90 });
    const fall = [...times(10, resting), impact, ...times(5, lying)];
    const samples = (peak: number) =>
      Array.from({ length: 40 }, (_, i) => [
        (i - 39) * 25,
        i === 20 ? peak : 0.2,
        0.1,
        i === 20 ? peak / 2 : 9.8,
        i > 15 && i < 25 ? 250 : 2,
        0,
        0,
      ]);

    it('is detected from the impact and the stillness in another posture', async () => {
      const scores = await confidences(await freshMac(), fall);
      assert.ok(Math.max(...scores.slice(0, 10)) <= 0.3, String(scores));
      assert.ok(Math.max(...scores.slice(10)) > 0.5, String(scores));
    });

    it('gets the same score when the service restarts in the middle', async () => {
      const whole = await confidences(await freshMac(), fall);
      for (const cut of [10, 12]) {
        const mac = await freshMac();
        const before = await confidences(mac, fall.slice(0, cut));
        app = await restart(app);
        const all = [...before, ...(await confidences(mac, fall.slice(cut)))];
        for (const [i, score] of all.entries()) {
          assert.ok(Math.abs(score - (whole[i] ?? Number.NaN)) < 0.001, `cut at ${cut}: ${all} / ${whole}`);
        }
      }
    });

    it('gets the same score across a restart when messages carry samples', async () => {
      const still = (mac: string) => resting(mac, { samples: samples(0.2) });
      const hit = (mac: string) => resting(mac, { samples: samples(40) });
      const after = (mac: string) => ({
        ...lying(mac),
        samples: samples(0.2).map((row) => [row[0], 9.7, 0.4, 0.9, 1, 0, 0]),
      });
      const story = [...times(8, still), hit, ...times(4, after)];
      const whole = await confidences(await freshMac(), story);
      const mac = await freshMac();
      const before = await confidences(mac, story.slice(0, 9));
      app = await restart(app);
      const all = [...before, ...(await confidences(mac, story.slice(9)))];
      for (const [i, score] of all.entries()) {
        assert.ok(Math.abs(score - (whole[i] ?? Number.NaN)) < 0.001, `${all} / ${whole}`);
      }
      assert.ok(Math.max(...whole.slice(8)) > 10 * Math.max(...whole.slice(0, 8)), String(whole));
    });

    it('is detected in the samples when the reading itself is calm', async () => {
      const calm = await first(resting);
      const shaken = (mac: string): Reading =>
        resting(mac, { samples: samples(60).map((row) => [...row.slice(0, 4), 600, 500, 0]) });
      const mac = await freshMac();
      const { fallConfidence } = await stream(app, ada, shaken(mac));
      assert.ok(fallConfidence > calm.fallConfidence && fallConfidence > 0.7, String(fallConfidence));
      const [row] = await sql(
        app.databaseUrl,
        'SELECT signal FROM reading_signals JOIN devices d ON d.key = device_key WHERE mac_address = $1',
        [mac],
      );
      const { samples: stored } = decodeSignal(row.signal);
      assert.equal(stored?.length, 40 * 7);
      assert.deepEqual([stored[0], stored[20 * 7 + 1]], [-975, 60]);
    });
  });

  describe('scoring in threads', () => {
    const silent = silentLog();

    it('gives every reading of a burst its own confidence, as if sent one by one', async () => {
      const bodies = Array.from({ length: 200 }, (_, i) =>
        i % 70 === 3 ? violent('') : i % 11 === 5 ? severe('') : resting(''),
      );
      const run = async (wait: boolean): Promise<number[]> => {
        const scoring = new Scoring({ threads: 2, log: silent, slots: 4 });
        const slot = scoring.claimSlot() ?? 0;
        const scores: number[] = [];
        for (const [number, body] of bodies.entries()) {
          scoring.score(
            {
              slot,
              number,
              body,
              samples: undefined,
              scored(score) {
                scores[number] = score;
              },
            },
            1e12 + number * 1000,
          );
          if (wait) await scoring.drain();
        }
        await scoring.drain();
        await scoring.close();
        return scores;
      };
      assert.deepEqual(await run(false), await run(true));
    });

    it('keeps the order of every device when more readings arrive than a batch holds', async () => {
      const devices = Math.ceil(MAX_BATCH_SIZE / 3);
      const scoring = new Scoring({ threads: 2, log: silent, slots: 1024 });
      const slots = Array.from({ length: devices }, () => scoring.claimSlot() ?? assert.fail('no slot'));
      const finished = new Map<number, number[]>(slots.map((slot) => [slot, []]));
      for (let number = 0; number < 10; number++) {
        for (const slot of slots) {
          const scored = () => void finished.get(slot)?.push(number);
          const reading = { slot, number, body: resting(''), samples: undefined, scored };
          scoring.score(reading, 1e12 + number * 1000);
        }
      }
      await scoring.drain();
      await scoring.close();
      for (const numbers of finished.values()) assert.deepEqual(numbers, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });

    it('goes on when callbacks throw, on the main thread and in threads', async () => {
      const lines: string[] = [];
      const scoring = new Scoring({
        threads: 1,
        log: silentLog({ error: (_fields, line) => void lines.push(line) }),
        slots: 64,
      });
      const slots = Array.from({ length: 40 }, () => scoring.claimSlot() ?? assert.fail('no slot'));
      for (const [number, devices] of [1, 40, 1, 40, 1].entries()) {
        const scored: number[] = [];
        for (const slot of slots.slice(0, devices)) {
          const callback = () => {
            scored.push(slot);
            if (slot === slots[0]) throw new Error('a bad callback');
          };
          const reading = { slot, number, body: resting(''), samples: undefined, scored: callback };
          scoring.score(reading, 1e12 + number * 1000);
        }
        await inTime(`round ${number}`, scoring.drain());
        assert.equal(scored.length, devices);
      }
      await scoring.close();
      assert.deepEqual(lines, Array(5).fill('scoring: callback of a scored reading failed'));
    });

    it('keeps devices separate', async () => {
      const scoring = new Scoring({ threads: 2, log: silent, slots: 64 });
      const results = new Map<number, number>();
      for (let device = 0; device < 64; device++) {
        const slot = scoring.claimSlot() ?? assert.fail('no slot');
        const body = device % 2 === 0 ? severe('') : resting('');
        scoring.score(
          { slot, number: 0, body, samples: undefined, scored: (score) => void results.set(device, score) },
          1e12,
        );
      }
      assert.equal(scoring.claimSlot(), undefined);
      await scoring.drain();
      await scoring.close();
      for (const [device, score] of results) assert.equal(score > 0.7, device % 2 === 0);
      assert.equal(results.size, 64);
    });
  });
});
