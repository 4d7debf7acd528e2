import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';

const ENV = { STREAM_INTERVAL_MS: '0' };

describe('the sensors of a wearable in its status view and log', () => {
  let app: TestApp;
  let ada: Person;
  before(async () => {
    app = await startTestApp(ENV);
    ada = await signUp(app);
  });
  after(() => app.close());

  const get = async (path: string): Promise<Json> =>
    (await app.call('GET', path, { token: ada.token })).body.data;
  const status = (mac: string): Promise<Json> => get(`/device/${mac}/status`);
  const logged = async (mac: string): Promise<string[]> => {
    const entries: Json[] = await get(`/device/${mac}/logs?limit=100&order=asc`);
    return entries
      .map(({ type, message }) => `${type} ${message}`)
      .filter((line) => !/Registered/.test(line));
  };
  /** Slow and narrow: 10 Hz, ±2 g. */
  const poor = (i: number) => ({
    samples: Array.from({ length: 10 }, (_, k) => [
      k * 100 - 900,
      k === i % 10 ? 19.61 : 0.1 * k,
      0,
      9.8,
      2,
      1,
      0,
    ]),
  });

  it('shows what is known, and null for the rest', async () => {
    const mac = randomMac();
    const { body } = await app.call('POST', `/patients/${ada.id}/devices`, {
      token: ada.token,
      body: { macAddress: mac },
    });
    const unknown = { gyro: null, rateHz: null, rangeG: null, sends: null };
    assert.deepEqual((await status(body.data.id)).sensors, unknown);
    await stream(app, ada, resting(mac));
    assert.deepEqual((await status(mac)).sensors, { ...unknown, gyro: true, sends: 'reading' });
  });

  it('warns of a gyro that is 0 in 60 readings, once', async () => {
    const mac = randomMac();
    const without = resting(mac, { gyro_x: 0, gyro_y: 0, gyro_z: 0 });
    for (let i = 0; i < 59; i++) await stream(app, ada, without);
    assert.deepEqual([(await status(mac)).sensors.gyro, await logged(mac)], [null, []]);
    for (let i = 0; i < 20; i++) await stream(app, ada, without);
    const { sensors, warnings } = await status(mac);
    assert.equal(sensors.gyro, false);
    assert.match(warnings.join(), /^Gyro missing: falls are found less surely; /);
    assert.deepEqual(await logged(mac), [`WARNING ${warnings[0]}`]);
    await stream(app, ada, resting(mac));
    assert.deepEqual((await status(mac)).warnings, []);
    assert.equal((await logged(mac)).at(-1), 'INFO Sensors look good again');
  });

  it('warns of a low rate and a small range once, also across a restart and a move', async () => {
    const mac = randomMac();
    for (let i = 0; i < 40; i++) await stream(app, ada, { ...resting(mac), ...poor(i) });
    const { sensors, warnings } = await status(mac);
    assert.deepEqual(sensors, { gyro: true, rateHz: 10, rangeG: 2, sends: 'samples' });
    assert.equal(warnings.length, 2);
    assert.match(warnings[0], /^Sampling rate too low: about 10 /);
    assert.match(warnings[1], /^Acceleration range too small: values stop at ±2 g/);
    const lines = (await logged(mac)).filter((line) => /too low|too small/.test(line));
    assert.deepEqual(lines, [`WARNING ${warnings[0]}`, `WARNING ${warnings[1]}`]);

    app = await restart(app, ENV);
    assert.deepEqual((await status(mac)).sensors, sensors);
    for (let i = 0; i < 40; i++) await stream(app, ada, { ...resting(mac), ...poor(i) });
    assert.deepEqual((await status(mac)).warnings, warnings);
    assert.equal((await logged(mac)).filter((line) => /too low|too small/.test(line)).length, 2);

    const eve = await signUp(app);
    const admin = await logInAsAdmin(app);
    const { id } = await get(`/device/${mac}`);
    const moved = await app.call('POST', `/device/${id}/move`, {
      token: admin.token,
      body: { patientId: eve.id },
    });
    assert.equal(moved.status, 200);
    const { body } = await app.call('GET', `/device/${id}/status`, { token: eve.token });
    assert.deepEqual(body.data.sensors, sensors);
  });

  it('forgets what the firmware before it showed', async () => {
    const mac = randomMac();
    for (let i = 0; i < 20; i++)
      await stream(app, ada, { ...resting(mac), ...poor(i), firmware_version: '1.0.0' });
    assert.equal((await status(mac)).warnings.length > 0, true);
    await stream(app, ada, resting(mac, { firmware_version: '1.1.0' }));
    const { sensors, warnings } = await status(mac);
    assert.deepEqual(warnings, []);
    assert.deepEqual(sensors, { gyro: true, rateHz: null, rangeG: null, sends: 'reading' });
  });
});
