import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HOUR_MS } from '../../src/platform/time.ts';
import { type Response, standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { streamConfirmedFall } from '../helpers/confirmed-fall.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, send, stream, violent } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

describe('the send schedule of readings', () => {
  let app: TestApp;
  let ada: Person;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '365d' });
    ada = await signUp(app);
  });
  after(() => app.close());

  const setClock = (time: number) => app.clock.advance(time - app.clock.now());
  /**
   * The accepted and the refused one of two readings sent at the same time. One after the other, a busy machine may take
   * longer than the interval, and the schedule's clock cannot be stopped.
   */
  async function sendBoth(
    person: Person,
    one: object,
    other: object,
    to = app,
  ): Promise<readonly [Response, Response]> {
    const [first, second] = await Promise.all([send(to, person, one), send(to, person, other)]);
    const [accepted, refused] = first.status === 200 ? [first, second] : [second, first];
    assert.deepEqual([accepted.status, refused.status], [200, 429]);
    return [accepted, refused];
  }
  const rows = (mac: string) =>
    sql(
      app.databaseUrl,
      `SELECT r.* FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE mac_address = $1 ORDER BY recorded_at`,
      [mac],
    );

  describe('the answer to a reading', () => {
    it('carries exactly the fields of the contract', async () => {
      const from = app.clock.now();
      const { status, body, headers } = await send(app, ada, resting(randomMac()));
      const to = app.clock.now();
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['success', 'data']);
      assert.deepEqual(Object.keys(body.data), [
        'deviceId',
        'timestamp',
        'fallDetected',
        'fallConfidence',
        'healthScore',
        'nextAllowedRequest',
      ]);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
      const { deviceId, timestamp, fallDetected, fallConfidence, healthScore, nextAllowedRequest } =
        body.data;
      assert.match(deviceId, /^[0-9a-f]{8}-[0-9a-f-]{27}$/);
      assert.ok(Date.parse(timestamp) >= from && Date.parse(timestamp) <= to);
      assert.equal(new Date(timestamp).toISOString(), timestamp);
      assert.equal(fallDetected, false);
      assert.ok(fallConfidence >= 0 && fallConfidence <= 1);
      assert.equal(healthScore, 100);
      const due = Date.parse(nextAllowedRequest) - 1000;
      assert.ok(due >= from && due <= to, nextAllowedRequest);
    });

    it('is sent only after the reading is stored', async () => {
      const mac = randomMac();
      for (let i = 0; i < 5; i++) {
        const { timestamp } = await stream(app, ada, resting(mac, { uptime_ms: i }));
        const found = await rows(mac);
        assert.equal(found.length, i + 1);
        assert.equal(found[i].recorded_at.toISOString(), timestamp);
        assert.equal(Number(found[i].uptime_ms), i);
        app.clock.advance(1000);
      }
    });
  });

  describe('the send schedule', () => {
    it('answers the second of two quick readings with 429, retryAfter and Retry-After', async () => {
      const mac = randomMac();
      const { nextAllowedRequest } = await stream(app, ada, resting(mac));
      setClock(Date.parse(nextAllowedRequest));
      const [, { body, headers }] = await sendBoth(ada, resting(mac), resting(mac));
      assert.equal(body.success, false);
      assert.equal(typeof body.error, 'string');
      assert.ok(body.retryAfter === 1 || body.retryAfter === 2, String(body.retryAfter));
      assert.equal(headers.get('retry-after'), String(body.retryAfter));
      assert.equal((await rows(mac)).length, 2);
    });

    it('accepts a device again at nextAllowedRequest', async () => {
      const mac = randomMac();
      for (let i = 0; i < 5; i++) {
        const { nextAllowedRequest } = await stream(app, ada, resting(mac));
        app.clock.advance(Math.max(0, Date.parse(nextAllowedRequest) - app.clock.now()));
      }
    });

    it('tolerates a reading that is slightly early and keeps the rate', async () => {
      const mac = randomMac();
      const first = Date.parse((await stream(app, ada, resting(mac))).nextAllowedRequest);
      let due = first;
      for (let i = 0; i < 20; i++) {
        setClock(due - 290);
        const [accepted] = await sendBoth(ada, resting(mac), resting(mac));
        due = Date.parse(accepted.body.data.nextAllowedRequest);
      }
      assert.ok(due - first >= 20_000, 'one per second, though each was early');
      assert.equal((await rows(mac)).length, 21);
    });

    it('accepts a fall long before the next reading is due, once per second, and keeps its rate', async (t) => {
      // A minute, so that the fall is early on any machine.
      const slow = await startTestApp({ STREAM_INTERVAL_MS: '60000' });
      t.after(() => slow.close());
      const ian = await signUp(slow);
      const mac = randomMac();
      const { nextAllowedRequest } = await stream(slow, ian, resting(mac));
      const [accepted] = await sendBoth(ian, violent(mac), violent(mac, { uptime_ms: 1 }), slow);
      const fall = accepted.body.data;
      assert.equal(fall.fallDetected, true);
      // The two underlying clocks are read one after the other.
      const moved = Date.parse(fall.nextAllowedRequest) - Date.parse(nextAllowedRequest);
      assert.ok(Math.abs(moved) <= 50, `${moved} ms`);
      slow.clock.advance(Date.parse(nextAllowedRequest) - slow.clock.now());
      await stream(slow, ian, resting(mac));
    });

    it('refuses no known device when the clock is set back an hour', async () => {
      const ian = await signUp(app);
      const mac = randomMac();
      await stream(app, ian, resting(mac));
      app.clock.advance(1000);
      await stream(app, ian, resting(mac));
      app.clock.advance(1000);
      await stream(app, ian, resting(randomMac()));
      app.clock.advance(-HOUR_MS);
      const { timestamp, nextAllowedRequest } = await stream(app, ian, resting(mac, { battery_level: 41 }));
      const now = app.clock.now();
      assert.ok(Math.abs(Date.parse(timestamp) - now) < 5_000, timestamp);
      assert.ok(Math.abs(Date.parse(nextAllowedRequest) - now) < 5_000, nextAllowedRequest);
      const early = await send(app, ian, resting(mac));
      assert.ok(early.status === 200 || early.body.retryAfter <= 2, JSON.stringify(early.body));
      const { data } = (await app.call('GET', `/device/${mac}/status`, { token: ian.token })).body;
      assert.equal(data.batteryLevel, 41);
      app.clock.advance(HOUR_MS);
    });

    it('applies per device: ten devices of one person can send at the same time', async () => {
      const bob = await signUp(app);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => send(app, bob, resting(randomMac()))),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        Array(10).fill(200),
      );
    });

    it('accepts one of many simultaneous readings of a known device', async () => {
      const mac = randomMac();
      await stream(app, ada, resting(mac));
      app.clock.advance(1000);
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(app, ada, resting(mac))));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.equal((await rows(mac)).length, 2);
    });

    it('is independent of the global rate limit', async () => {
      const { headers } = await send(app, ada, resting(randomMac()));
      assert.equal(headers.get('x-ratelimit-limit'), null);
    });

    it('continues after days without readings, on a day without a prepared partition', async () => {
      const mac = randomMac();
      await stream(app, ada, resting(mac));
      app.clock.advance(30 * 86_400_000);
      const carl = await signUp(app);
      const { timestamp } = await stream(app, carl, resting(randomMac()));
      assert.ok(Math.abs(Date.parse(timestamp) - app.clock.now()) < 5_000);
    });
  });

  describe('the health score of an answer', () => {
    it('falls with the values of the reading, and keeps the last known ones', async () => {
      const dora = await signUp(app);
      const mac = randomMac();
      const well = await stream(app, dora, resting(mac, { heart_rate: 70, spo2: 98, battery_level: 90 }));
      assert.equal(well.healthScore, 100);
      app.clock.advance(1000);
      const unwell = await stream(app, dora, resting(mac, { spo2: 84 }));
      assert.ok(unwell.healthScore < 100);
      app.clock.advance(1000);
      assert.equal((await stream(app, dora, resting(mac))).healthScore, unwell.healthScore);
    });

    it('classifies a person with a confirmed fall and abnormal vitals as high-risk at once', async () => {
      const standing = await startTestApp({}, { now: standingClock() });
      const eve = await signUp(standing);
      const vitals = { heart_rate: 150, spo2: 85 };
      const { healthScore } = await streamConfirmedFall(standing, eve, randomMac(), vitals);
      await standing.close();
      assert.ok(100 - healthScore >= 75, String(healthScore));
    });

    it('includes the falls of the person, on any device, for seven days', async () => {
      const fay = await signUp(app);
      const [first, second] = [randomMac(), randomMac()];
      assert.equal((await stream(app, fay, resting(second))).healthScore, 100);
      await stream(app, fay, blowOf.HIGH(first));
      app.clock.advance(1000);
      const soon = (await stream(app, fay, resting(second))).healthScore;
      assert.ok(soon < 100);
      app.clock.advance(3 * 86_400_000);
      assert.equal((await stream(app, fay, resting(second))).healthScore, soon);
      app.clock.advance(4 * 86_400_000);
      assert.equal((await stream(app, fay, resting(second))).healthScore, 100);
    });

    it('includes a fall that the person reported', async () => {
      const gus = await signUp(app);
      const mac = randomMac();
      await stream(app, gus, resting(mac));
      await app.call('POST', '/falls', { token: gus.token, body: { confidence: 0.95 } });
      app.clock.advance(1000);
      assert.ok((await stream(app, gus, resting(mac))).healthScore < 100);
    });
  });
});
