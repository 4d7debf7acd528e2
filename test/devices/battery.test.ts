import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { caughtUp, live, until } from '../helpers/live.ts';
import { signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

describe('the low-battery alert', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  it('is sent once below 10 %, and again only after a charge', async () => {
    const patient = await signUp(app);
    const nurse = await signUp(app, 'CAREGIVER');
    await assign(app, nurse, patient);
    const client = await live(app, nurse);
    const { deviceId } = await stream(app, patient, { ...resting(randomMac()), battery_level: 50 });
    const alerts = () =>
      client.frames.filter((f) => f.type === 'alert' && f.data.type === 'DEVICE_BATTERY_LOW');
    const acknowledged = () => client.frames.filter((f) => f.type === 'alert.acknowledged');
    const charge = async (level: number) => {
      await sql(app.databaseUrl, 'UPDATE devices SET battery_level = $2 WHERE id = $1', [deviceId, level]);
      await app.pass(31_000);
      await caughtUp(app, nurse, client);
    };
    // Wait for the buffered report, so that it does not overwrite the level later.
    await until(
      async () => (await sql(app.databaseUrl, 'SELECT last_seen FROM devices'))[0].last_seen !== null,
      'the report is stored',
      15_000,
    );
    await charge(10);
    assert.equal(alerts().length, 0);
    await charge(9.5);
    await until(() => alerts().length === 1, 'the alert arrives');
    assert.match(alerts()[0].data.message, /less than 10 % battery/);
    for (const level of [9, 10.5, 9.9, 12]) await charge(level);
    assert.equal(alerts().length, 1, 'a wavering battery is one occurrence');
    await charge(80);
    await until(() => acknowledged().length === 1, 'the alert ends');
    assert.equal(acknowledged()[0].data.acknowledgedBy, null);
    await charge(5);
    await until(() => alerts().length === 2, 'the next occurrence is alerted');
    assert.ok(
      !client.frames.some((f) => f.type === 'device.status'),
      'the battery does not change the status',
    );
    await client.close();
  });
});
