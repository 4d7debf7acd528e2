import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { caughtUp, live, until } from '../helpers/live.ts';
import { signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

describe('live/battery', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  it('a battery below 10 % is told of once, until it is charged', async () => {
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
    // Whatever is in memory is written first, so that it does not come later.
    await until(
      async () => (await sql(app.databaseUrl, 'SELECT last_seen FROM devices'))[0].last_seen !== null,
      'saved',
      15_000,
    );
    await charge(10);
    assert.equal(alerts().length, 0);
    await charge(9.5);
    await until(() => alerts().length === 1, 'the alert');
    assert.match(alerts()[0].data.message, /less than 10 % battery/);
    for (const level of [9, 10.5, 9.9, 12]) await charge(level);
    assert.equal(alerts().length, 1, 'a battery that wavers is one occurrence');
    await charge(80);
    await until(() => acknowledged().length === 1, 'its end');
    assert.equal(acknowledged()[0].data.acknowledgedBy, null);
    await charge(5);
    await until(() => alerts().length === 2, 'the next occurrence');
    assert.ok(!client.frames.some((f) => f.type === 'device.status'), 'the status is not the battery');
    await client.close();
  });
});
