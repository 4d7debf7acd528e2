import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type Reading, randomMac, resting, stream, violent } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';
import { sql } from '../helpers/sql.ts';

describe('a shake test', () => {
  let app: TestApp;
  let patient: Person;
  let caregiver: Person;
  let mac: string;
  before(async () => {
    // It stands still unless moved: on a slow machine, time would pass faster than the wearable's own clock says.
    const startedAt = Date.now();
    app = await startTestApp({}, { now: () => startedAt });
  });
  after(() => app.close());
  beforeEach(async () => {
    [patient, caregiver, mac] = [await signUp(app), await signUp(app, 'CAREGIVER'), randomMac()];
    await assign(app, caregiver, patient);
    await tick(resting(mac));
  });

  let uptime = 0;
  /** One second later the wearable sends a reading. */
  async function tick(reading: Reading): Promise<Json> {
    app.clock.advance(1_000);
    uptime += 1_000;
    return stream(app, patient, { ...reading, uptime_ms: uptime });
  }
  /** A moment after the last reading. */
  const start = () => {
    app.clock.advance(50);
    uptime += 50;
    return app.call('POST', `/device/${mac}/shake-test`, { token: caregiver.token });
  };
  const get = async (): Promise<Json> =>
    (await app.call('GET', `/device/${mac}/shake-test`, { token: caregiver.token })).body.data;
  const shaken = (i: number): Reading => ({
    ...violent(mac),
    accel_x: (i % 2 ? -1 : 1) * (40 + i),
    gyro_x: 300 + i,
  });
  const falls = async (): Promise<Json[]> =>
    (await app.call('GET', '/falls', { token: patient.token })).body.data;
  const alerts = async (): Promise<Json[]> =>
    (await app.call('GET', '/caregivers/alerts', { token: caregiver.token })).body.data;
  const logged = async (): Promise<string[]> => {
    const { body } = await app.call('GET', `/device/${mac}/logs?limit=100&order=asc`, {
      token: caregiver.token,
    });
    return body.data.map(({ type, message }: Json) => `${type} ${message}`);
  };
  async function still(): Promise<void> {
    for (let i = 0; i < 5; i++) await tick(resting(mac));
  }
  async function shake(count = 5): Promise<void> {
    for (let i = 0; i < count; i++) await tick(shaken(i));
  }

  it('leads through both steps, passes a good wearable and is in log and status', async () => {
    const begun = await start();
    assert.equal(begun.status, 201);
    const { startedAt } = begun.body.data;
    assert.deepEqual(begun.body.data, {
      state: 'waiting',
      step: 'still',
      startedAt,
      endsAt: new Date(Date.parse(startedAt) + 30_000).toISOString(),
      checks: [],
    });
    await tick(resting(mac));
    assert.deepEqual([(await get()).state, (await get()).step], ['running', 'still']);
    const status = async () =>
      (await app.call('GET', `/device/${mac}/status`, { token: caregiver.token })).body.data.shakeTest;
    assert.deepEqual(await status(), { startedAt, state: 'running' });
    await still();
    assert.equal((await get()).step, 'shake');
    await shake();
    const { state, step, checks } = await get();
    assert.deepEqual([state, step], ['passed', null], JSON.stringify(checks));
    assert.deepEqual(await status(), { startedAt, state: 'passed' });
    const lines = (await logged()).filter((line) => /Shake test/.test(line));
    assert.equal(lines.length, 2);
    assert.match(
      lines[0] ?? '',
      /^INFO Shake test started by .+: no alerts from its readings for 30 seconds$/,
    );
    assert.equal(lines[1], 'INFO Shake test passed');
    const [audited] = await sql(
      app.databaseUrl,
      `SELECT action FROM audit_log WHERE action = 'device.shake-test' AND actor_id = $1 AND subject_id = $2`,
      [caregiver.id, patient.id],
    );
    assert.ok(audited);
  });

  it('stores its readings, and raises no fall and no alert for them or for the stillness after them', async () => {
    await start();
    await still();
    await shake(15);
    for (let i = 0; i < 20; i++) await tick(resting(mac));
    assert.deepEqual([await falls(), await alerts()], [[], []]);
    const { body } = await app.call('GET', `/device/${mac}/readings`, { token: caregiver.token });
    assert.equal(body.data.filter((point: Json) => point.accelMagnitude > 35).length, 15);
    assert.doesNotMatch((await logged()).join(), /Fall suspected/);
  });

  it('ends by itself: a fall after it is a fall', async () => {
    await start();
    await still();
    await shake();
    app.clock.advance(20_000);
    await tick(violent(mac));
    assert.equal((await alerts()).length, 1);
  });

  it('leaves the help button and reported falls alone', async () => {
    await start();
    const { status } = await app.call('POST', `/device/${mac}/answer`, {
      token: patient.token,
      body: { answer: 'help' },
    });
    assert.equal(status, 201);
    assert.equal((await alerts()).length, 1);
  });

  it('is one at a time and at most five an hour', async () => {
    assert.equal((await start()).status, 201);
    assert.equal((await start()).status, 409);
    for (let i = 0; i < 4; i++) {
      app.clock.advance(30_000);
      assert.equal((await start()).status, 201);
    }
    app.clock.advance(30_000);
    const refused = await start();
    assert.equal(refused.status, 429);
    // The seconds that the requests themselves took.
    const took = 3600 - 150 - refused.body.retryAfter;
    assert.ok(took >= 0 && took <= 60, `${took} s`);
    app.clock.advance(refused.body.retryAfter * 1000);
    assert.equal((await start()).status, 201);
  });

  it('times out, says what was missing, and logs it once', async () => {
    await start();
    app.clock.advance(30_000);
    for (const _ of [1, 2]) {
      const { state, checks } = await get();
      assert.equal(state, 'timed_out');
      assert.match(checks[0].says, /^No message arrived/);
    }
    const lines = (await logged()).filter((line) => /not completed/.test(line));
    assert.deepEqual(lines, [
      'WARNING Shake test not completed. No message arrived. Check that the wearable is switched on, connected and has its token.',
    ]);
  });

  it('fails a wearable that sends g, and says so', async () => {
    const inG = (reading: Reading): Reading => ({
      ...reading,
      accel_x: reading.accel_x / 9.81,
      accel_y: reading.accel_y / 9.81,
      accel_z: reading.accel_z / 9.81,
    });
    await start();
    for (let i = 0; i < 5; i++) await tick(inG(resting(mac)));
    for (let i = 0; i < 5; i++) await tick(inG(shaken(i)));
    const { state, checks } = await get();
    assert.equal(state, 'failed');
    assert.deepEqual(
      checks.filter(({ ok }: Json) => !ok).map(({ name }: Json) => name),
      ['units'],
    );
    assert.match(
      (await logged()).at(-1) ?? '',
      /^WARNING Shake test failed\. At rest 1\.0: this looks like g/,
    );
  });

  it('judges the samples and the parts that came with the readings', async () => {
    const swings = (i: number) => Array.from({ length: 40 }, (_, k) => 60 * Math.sin(0.7 * k + i));
    const samples = (i: number, isShaken: boolean) =>
      swings(i).map((swing, k) => [
        25 * k - 975,
        isShaken ? swing : 0.5,
        0.3,
        9.8,
        isShaken ? 5 * swing : 0.3,
        0.2,
        0,
      ]);
    const part = (isShaken: boolean) =>
      isShaken
        ? [52, 9, 18, 3, 0, 9.8, 150, 310, 14, 0.1, 0, 0.9]
        : [9.9, 9.7, 0.1, 0.5, 0.3, 9.8, 0.3, 0.4, 0, 0, 0, 1];
    const parts = (_: number, isShaken: boolean) => Array.from({ length: 5 }, () => part(isShaken));
    for (const [name, signal] of [
      ['rate', (i: number, isShaken: boolean) => ({ samples: samples(i, isShaken) })],
      ['parts', (i: number, isShaken: boolean) => ({ parts: parts(i, isShaken) })],
    ] as const) {
      assert.equal((await start()).status, 201);
      for (let i = 0; i < 5; i++) await tick({ ...resting(mac), ...signal(i, false) });
      for (let i = 0; i < 5; i++) await tick({ ...shaken(i), ...signal(i, true) });
      const { state, checks } = await get();
      assert.equal(state, 'passed', JSON.stringify(checks));
      assert.equal(checks.at(-1).name, name);
      app.clock.advance(60_000);
      uptime += 60_000;
    }
    assert.deepEqual(await falls(), []);
  });

  it('says that a wearable has no gyro', async () => {
    const without = (reading: Reading) =>
      ({ ...reading, gyro_x: null, gyro_y: null, gyro_z: null }) as unknown as Reading;
    await start();
    for (let i = 0; i < 5; i++) await tick(without(resting(mac)));
    for (let i = 0; i < 5; i++) await tick(without(shaken(i)));
    const { state, checks } = await get();
    const wrong = checks.filter(({ ok }: Json) => !ok).map(({ says }: Json) => says);
    assert.deepEqual([state, wrong], ['failed', ['No gyro: falls are found less surely.']]);
    const { body } = await app.call('GET', `/device/${mac}/status`, { token: caregiver.token });
    assert.equal(body.data.sensors.gyro, false);
    assert.match(body.data.warnings.join(), /^Gyro missing/);
  });

  it('is 404 before the first test and for the next wearer, and 403 for a disabled wearable', async () => {
    const found = async (person: Person) =>
      (await app.call('GET', `/device/${mac}/shake-test`, { token: person.token })).status;
    assert.equal(await found(patient), 404);
    await start();
    assert.equal(await found(patient), 200);
    const other = await signUp(app);
    await assign(app, caregiver, other);
    app.clock.advance(1_000);
    const { body } = await app.call('GET', `/device/${mac}`, { token: patient.token });
    const moved = await app.call('POST', `/device/${body.data.id}/move`, {
      token: caregiver.token,
      body: { patientId: other.id },
    });
    assert.equal(moved.status, 200);
    assert.equal(await found(other), 404);
    await sql(app.databaseUrl, 'UPDATE devices SET disabled = true WHERE mac_address = $1', [mac]);
    app.clock.advance(30_000);
    assert.equal((await start()).status, 403);
  });

  it('goes on across a restart', async () => {
    await start();
    await still();
    app = await restart(app);
    await shake();
    assert.equal((await get()).state, 'passed');
    assert.deepEqual(await falls(), []);
  });
});
