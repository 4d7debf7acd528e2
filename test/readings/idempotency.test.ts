import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MINUTE_MS } from '../../src/platform/time.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, send, stream } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';
import { sql } from '../helpers/sql.ts';

describe('idempotency of readings', () => {
  const KEY = 'Idempotency-Key';
  let app: TestApp;
  let ada: Person;
  before(async () => {
    app = await startTestApp();
    ada = await signUp(app);
  });
  after(() => app.close());

  const rowsOf = async (mac: string, { databaseUrl } = app) =>
    sql(
      databaseUrl,
      `SELECT r.* FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE mac_address = $1 ORDER BY recorded_at`,
      [mac],
    );
  const falls = async (person: Person) => (await app.call('GET', '/falls', person)).body.pagination.total;
  /** The answer without the time of the next allowed request, which advances. */
  const assessed = ({ nextAllowedRequest: _, ...rest }: Record<string, unknown>) => rest;

  describe('a reading that is sent again with its idempotency key', () => {
    it('gets the first answer, is stored once and uses no slot of the schedule', async () => {
      const mac = randomMac();
      const key = { [KEY]: 'b3f1' };
      const first = await stream(app, ada, resting(mac, { spo2: 90 }), key);
      for (let i = 0; i < 3; i++) {
        const again = await stream(app, ada, resting(mac, { spo2: 90 }), key);
        assert.deepEqual(assessed(again), assessed(first));
        // Computed anew from two clocks, when the device has been read again since.
        const laterMs = Date.parse(again.nextAllowedRequest) - Date.parse(first.nextAllowedRequest);
        assert.ok(Math.abs(laterMs) <= 1, `${laterMs} ms later`);
      }
      app.clock.advance(1000);
      await stream(app, ada, resting(mac), { [KEY]: 'b3f2' });
      assert.deepEqual(assessed(await stream(app, ada, resting(mac, { spo2: 90 }), key)), assessed(first));
      assert.equal((await rowsOf(mac)).length, 2);
    });

    it('is stored once when the copies arrive at the same time', async () => {
      const mac = randomMac();
      for (const round of ['unknown device', 'known device']) {
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => send(app, ada, resting(mac), { [KEY]: round })),
        );
        for (const { status, body } of answers) {
          assert.equal(status, 200, round);
          assert.deepEqual(body.data, answers[0]?.body.data);
        }
        app.clock.advance(1000);
      }
      assert.equal((await rowsOf(mac)).length, 2);
    });

    it('raises one fall', async () => {
      const bob = await signUp(app);
      const mac = randomMac();
      const key = { [KEY]: 'fall' };
      const first = await stream(app, bob, blowOf.HIGH(mac), key);
      assert.equal(first.fallDetected, true);
      assert.deepEqual(assessed(await stream(app, bob, blowOf.HIGH(mac), key)), assessed(first));
      app.clock.advance(50_000);
      await stream(app, bob, blowOf.HIGH(mac));
      app.clock.advance(55_000);
      await stream(app, bob, blowOf.HIGH(mac));
      assert.deepEqual(assessed(await stream(app, bob, blowOf.HIGH(mac), key)), assessed(first));
      assert.equal(await falls(bob), 1);
    });

    it('raises its fall when the first attempt stored the reading but not the fall', async () => {
      const carl = await signUp(app);
      const mac = randomMac();
      const key = { [KEY]: 'interrupted' };
      await stream(app, carl, blowOf.HIGH(mac), key);
      // As if the database had failed between the two commits.
      await sql(app.databaseUrl, 'DELETE FROM fall_events WHERE user_id = $1', [carl.id]);
      const again = await stream(app, carl, blowOf.HIGH(mac), key);
      assert.equal(again.fallDetected, true);
      assert.equal(await falls(carl), 1);
      assert.equal((await rowsOf(mac)).length, 1);
    });

    it('is recognised after a restart', async () => {
      const mac = randomMac();
      const key = { [KEY]: 'before the restart' };
      const first = await stream(app, ada, blowOf.SUSPICIOUS(mac, { heart_rate: 120 }), key);
      app = await restart(app);
      const again = await stream(app, ada, blowOf.SUSPICIOUS(mac, { heart_rate: 120 }), key);
      assert.deepEqual(assessed(again), assessed(first));
      assert.equal((await rowsOf(mac)).length, 1);
      app.clock.advance(1000);
      await stream(app, ada, resting(mac), { [KEY]: 'after the restart' });
      assert.equal((await rowsOf(mac)).length, 2);
    });

    it('is a new reading after ten minutes', async () => {
      const mac = randomMac();
      const key = { [KEY]: 'old' };
      const first = await stream(app, ada, resting(mac), key);
      app.clock.advance(10 * 60_000 + 1);
      assert.notEqual((await stream(app, ada, resting(mac), key)).timestamp, first.timestamp);
      assert.equal((await rowsOf(mac)).length, 2);
    });

    it('is refused to another person who knows the key', async () => {
      const mac = randomMac();
      const dora = await signUp(app);
      await stream(app, ada, resting(mac), { [KEY]: 'mine' });
      assert.equal((await send(app, dora, resting(mac), { [KEY]: 'mine' })).status, 403);
    });
  });

  describe('an idempotency key', () => {
    it('belongs to its device', async () => {
      const [first, second] = [randomMac(), randomMac()];
      const key = { [KEY]: '1' };
      const one = await stream(app, ada, resting(first), key);
      const other = await stream(app, ada, resting(second), key);
      assert.notEqual(one.deviceId, other.deviceId);
      assert.equal((await rowsOf(second)).length, 1);
    });

    it('of a refused reading can be used for the next attempt', async (t) => {
      // A minute, so that the next reading is early on any machine.
      const slow = await startTestApp({ STREAM_INTERVAL_MS: '60000' });
      t.after(() => slow.close());
      const greta = await signUp(slow);
      const mac = randomMac();
      const key = { [KEY]: 'try' };
      assert.equal((await send(slow, greta, resting(mac, { fsr: 7 }), key)).status, 400);
      await stream(slow, greta, resting(mac));
      assert.equal((await send(slow, greta, resting(mac), key)).status, 429);
      slow.clock.advance(2 * MINUTE_MS);
      assert.equal((await send(slow, greta, resting(mac), key)).status, 200);
      assert.equal((await rowsOf(mac, slow)).length, 2);
    });

    it('may be long or contain unusual characters', async () => {
      for (const key of ['x'.repeat(2000), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', '%00', '{}']) {
        const mac = randomMac();
        const eve = await signUp(app);
        await stream(app, eve, resting(mac), { [KEY]: key });
        await stream(app, eve, resting(mac), { [KEY]: key });
        assert.equal((await rowsOf(mac)).length, 1, key);
      }
    });
  });

  describe('readings without a send schedule', () => {
    let fast: TestApp;
    let fay: Person;
    before(async () => {
      fast = await startTestApp({ STREAM_INTERVAL_MS: '0' });
      fay = await signUp(fast);
    });
    after(() => fast.close());

    const stored = (mac: string) =>
      sql(
        fast.databaseUrl,
        `SELECT r.uptime_ms::int AS uptime FROM sensor_readings r JOIN devices d ON d.key = r.device_key
       WHERE mac_address = $1 ORDER BY recorded_at`,
        [mac],
      );

    it('are all stored, even identical ones in the same millisecond', async () => {
      const mac = randomMac();
      await stream(fast, fay, resting(mac));
      const answers = await Promise.all(Array.from({ length: 100 }, () => send(fast, fay, resting(mac))));
      for (const { status } of answers) assert.equal(status, 200);
      assert.equal((await stored(mac)).length, 101);
    });

    it('are stored in the order of their arrival', async () => {
      const mac = randomMac();
      const sent = Array.from({ length: 40 }, (_, i) => i);
      for (const uptime_ms of sent) await stream(fast, fay, resting(mac, { uptime_ms }));
      assert.deepEqual(
        (await stored(mac)).map(({ uptime }) => uptime),
        sent,
      );
    });

    it('with different keys are all stored', async () => {
      const mac = randomMac();
      await Promise.all(
        Array.from({ length: 50 }, (_, i) => stream(fast, fay, resting(mac), { [KEY]: `${i}` })),
      );
      assert.equal((await stored(mac)).length, 50);
    });
  });
});
