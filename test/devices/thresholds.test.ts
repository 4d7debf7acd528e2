import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type LiveClient, live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

const MINUTE_MS = 60_000;

describe('the limits for silence and battery', () => {
  let app: TestApp;
  let admin: Person;
  let nurse: Person;
  let usual: Person;
  let frail: Person;
  let client: LiveClient;
  before(async () => {
    const settings = { DEVICE_SILENT_MINUTES: '40', BATTERY_LOW_PERCENT: '25', SESSION_DURATION: '240h' };
    app = await startTestApp(settings);
    admin = await logInAsAdmin(app);
    nurse = await signUp(app, 'CAREGIVER');
    [usual, frail] = [await signUp(app), await signUp(app)];
    for (const patient of [usual, frail]) await assign(app, nurse, patient);
    client = await live(app, nurse);
  });
  after(async () => {
    await client.close();
    await app.close();
  });

  const limits = (method: string, body?: unknown) =>
    app.call(method, `/patients/${frail.id}/limits`, { token: admin.token, body });
  async function wearable(patient: Person, battery: number): Promise<string> {
    const { deviceId } = await stream(app, patient, resting(randomMac(), { battery_level: battery }));
    // The service writes reports some seconds later.
    await sql(app.databaseUrl, 'UPDATE devices SET last_seen = $2, battery_level = $3 WHERE id = $1', [
      deviceId,
      new Date(app.clock.now()),
      battery,
    ]);
    return deviceId;
  }
  const next = (deviceId: string, type: string) =>
    client.find((f) => f.type === type && f.data.deviceId === deviceId, `${type} of ${deviceId}`);
  const told = (deviceId: string) =>
    client.frames.filter((f) => f.data?.deviceId === deviceId).map((f) => f.data.type ?? f.data.status);

  it('come from the settings unless an admin sets them for a patient; null and DELETE reset them', async () => {
    assert.deepEqual((await limits('GET')).body.data, {
      deviceSilentMinutes: 40,
      batteryLowPercent: 25,
      verify: true,
      sensitivity: 'standard',
      own: { verify: null, sensitivity: null },
      inherited: true,
    });
    const put = await limits('PUT', { deviceSilentMinutes: 5 });
    const own = {
      deviceSilentMinutes: 5,
      batteryLowPercent: 25,
      verify: true,
      sensitivity: 'standard',
      own: { verify: null, sensitivity: null },
      inherited: false,
    };
    assert.deepEqual([put.status, put.body.data], [200, own]);
    assert.equal((await limits('PUT', { batteryLowPercent: 60 })).body.data.deviceSilentMinutes, 5);
    assert.deepEqual((await limits('PUT', { batteryLowPercent: null })).body.data, own);
    const bad = await limits('PUT', { deviceSilentMinutes: 0, batteryLowPercent: 101 });
    assert.deepEqual(Object.keys(bad.body.details).sort(), ['batteryLowPercent', 'deviceSilentMinutes']);
    assert.equal((await limits('PUT', {})).status, 400);
    assert.equal((await limits('DELETE')).status, 200);
    assert.equal((await limits('DELETE')).status, 404);
    assert.equal((await limits('GET')).body.data.inherited, true);
  });

  it('come from the ward before the settings, and from the patient before the ward', async () => {
    const made = await app.call('POST', '/wards', { token: admin.token, body: { name: 'East' } });
    const wardId = made.body.data.id;
    await app.call('PUT', `/patients/${frail.id}`, { token: admin.token, body: { wardId } });
    const ward = (method: string, body?: unknown, { token } = admin) =>
      app.call(method, `/wards/${wardId}/limits`, { token, body });
    assert.equal((await ward('GET')).body.data.deviceSilentMinutes, 40);
    assert.equal((await ward('PUT', { deviceSilentMinutes: 7 }, nurse)).status, 403);
    assert.equal((await ward('PUT', { deviceSilentMinutes: 1441 })).status, 400);
    const { deviceSilentMinutes, own, inherited } = (await ward('PUT', { deviceSilentMinutes: 7 })).body.data;
    assert.deepEqual([deviceSilentMinutes, own.deviceSilentMinutes, inherited], [7, 7, false]);
    assert.equal((await limits('GET')).body.data.deviceSilentMinutes, 7);
    assert.equal((await limits('GET')).body.data.inherited, true);
    assert.equal((await limits('PUT', { deviceSilentMinutes: 5 })).body.data.deviceSilentMinutes, 5);
    await limits('DELETE');
    const ofFrail = await wearable(frail, 90);
    app.clock.advance(8 * MINUTE_MS);
    assert.match((await next(ofFrail, 'alert')).data.message, /has sent nothing for 8 minutes/);
    assert.equal((await ward('PUT', { deviceSilentMinutes: null })).body.data.inherited, true);
    app.clock.advance(31_000);
    await client.find((f) => f.type === 'alert.acknowledged', 'the end of the alert');
    assert.equal((await limits('GET')).body.data.deviceSilentMinutes, 40);
    await app.call('PUT', `/patients/${frail.id}`, { token: admin.token, body: { wardId: null } });
  });

  it('apply to alerts, whose texts say how long the wearable was silent, and not to the status', async () => {
    await limits('PUT', { deviceSilentMinutes: 8, batteryLowPercent: 0 });
    const [ofUsual, ofFrail] = [await wearable(usual, 20), await wearable(frail, 3)];
    app.clock.advance(6 * MINUTE_MS);
    assert.match((await next(ofUsual, 'alert')).data.message, /less than 25 % battery left/);
    app.clock.advance(3 * MINUTE_MS);
    assert.match((await next(ofFrail, 'alert')).data.message, /has sent nothing for 9 minutes/);
    assert.deepEqual(told(ofFrail), ['DEVICE_INACTIVE'], 'neither the status nor the battery is alerted');
    app.clock.advance(22 * MINUTE_MS);
    for (const device of [ofUsual, ofFrail])
      assert.equal((await next(device, 'device.status')).data.status, 'INACTIVE');
    assert.deepEqual(told(ofUsual), ['DEVICE_BATTERY_LOW', 'INACTIVE']);
    app.clock.advance(10 * MINUTE_MS);
    assert.match((await next(ofUsual, 'alert')).data.message, /has sent nothing for 41 minutes/);
    assert.equal((await app.call('GET', `/device/${ofUsual}`, admin)).body.data.status, 'INACTIVE');
    await limits('PUT', { deviceSilentMinutes: 1440 });
    app.clock.advance(31_000);
    await client.find((f) => f.type === 'alert.acknowledged', 'the end of the alert');
  });
});
