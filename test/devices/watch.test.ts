import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { caughtUp, type LiveClient, live, until } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';
import { sql } from '../helpers/sql.ts';

describe('the device watch', () => {
  const MINUTE_MS = 60_000;
  const HOUR_MS = 60 * MINUTE_MS;

  let app: TestApp;
  let patient: Person;
  let nurse: Person;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '240h' });
    patient = await signUp(app, 'PATIENT', { firstName: 'Ada', lastName: 'Jones' });
    nurse = await signUp(app, 'CAREGIVER');
    await assign(app, nurse, patient);
  });
  after(() => app.close());

  /** Makes a wearable that has just sent a reading; writes its report directly instead of waiting for the service. */
  async function wearable(more: object = {}): Promise<{ mac: string; id: string }> {
    const mac = randomMac();
    const { deviceId } = await stream(app, patient, { ...resting(mac), ...more });
    const battery = (more as { battery_level?: number }).battery_level ?? null;
    await sql(app.databaseUrl, 'UPDATE devices SET last_seen = $2, battery_level = $3 WHERE id = $1', [
      deviceId,
      new Date(app.clock.now()),
      battery,
    ]);
    return { mac, id: deviceId };
  }

  const about = (client: LiveClient, type: string, deviceId: string, alertType?: string) =>
    client.find(
      (f) =>
        f.type === type &&
        f.data.deviceId === deviceId &&
        (alertType === undefined || f.data.type === alertType),
      `${type} ${alertType ?? ''}`,
    );
  const alertsOf = (client: LiveClient, deviceId: string): Json[] =>
    client.frames.filter((f) => f.type === 'alert' && f.data.deviceId === deviceId);
  const conditions = (deviceId: string) =>
    sql(app.databaseUrl, 'SELECT type FROM device_conditions WHERE device_id = $1 ORDER BY type', [deviceId]);
  /** Runs several checks and waits for everything they send. */
  async function checks(client: LiveClient): Promise<void> {
    for (let i = 0; i < 3; i++) await app.pass(31_000);
    await caughtUp(app, nurse, client);
  }

  describe('a silent wearable', () => {
    it('raises one alert after 30 minutes and one after 24 hours, which end when it returns', async () => {
      const { mac, id } = await wearable();
      const [client, own] = await Promise.all([live(app, nurse), live(app, patient)]);
      app.clock.advance(28 * MINUTE_MS);
      await checks(client);
      assert.deepEqual(alertsOf(client, id), []);
      app.clock.advance(MINUTE_MS);
      const inactive = await about(client, 'alert', id, 'DEVICE_INACTIVE');
      assert.match(inactive.data.message, /of Ada Jones has sent nothing for 30 minutes/);
      assert.deepEqual([inactive.data.fallId, inactive.data.patientId], [null, patient.id]);
      for (const socket of [client, own]) {
        const status = await about(socket, 'device.status', id);
        assert.deepEqual([status.data.status, status.data.userId], ['INACTIVE', patient.id]);
        assert.ok(status.id >= 1);
      }
      await checks(client);
      assert.equal(alertsOf(client, id).length, 1, 'one alert per occurrence');
      app.clock.advance(24 * HOUR_MS);
      await about(client, 'alert', id, 'DEVICE_OFFLINE');
      assert.equal((await about(own, 'device.status', id)).data.status, 'OFFLINE');
      await checks(client);
      assert.equal(alertsOf(client, id).length, 2);
      const listed = await app.call('GET', '/caregivers/alerts', { token: nurse.token });
      assert.equal(listed.body.data.filter((a: Json) => a.type.startsWith('DEVICE_')).length, 2);

      await stream(app, patient, resting(mac));
      for (const alert of alertsOf(client, id)) {
        const over = await client.find(
          (f) => f.type === 'alert.acknowledged' && f.data.alertId === alert.data.id,
        );
        assert.deepEqual([over.data.acknowledgedBy, over.data.fallId], [null, null]);
      }
      await until(
        () => own.frames.some((f) => f.type === 'device.status' && f.data.status === 'ACTIVE'),
        'the status becomes ACTIVE',
      );
      const left = await app.call('GET', '/caregivers/alerts', { token: nurse.token });
      assert.deepEqual(
        left.body.data.filter((a: Json) => a.type.startsWith('DEVICE_')),
        [],
      );
      await checks(client);
      assert.equal(alertsOf(client, id).length, 2, 'no further alert');
      assert.deepEqual(await conditions(id), []);
      app.clock.advance(HOUR_MS);
      await until(() => alertsOf(client, id).length === 3, 'the next occurrence is alerted');
      await Promise.all([client.close(), own.close()]);
    });

    it('raises no alert while it is disabled', async () => {
      const admin = await logInAsAdmin(app);
      const [{ id: disabled }, { id: other }] = [await wearable(), await wearable()];
      const client = await live(app, nurse);
      assert.equal(
        (await app.call('POST', `/admin/devices/${disabled}/disable`, { token: admin.token })).status,
        200,
      );
      assert.equal((await about(client, 'device.status', disabled)).data.status, 'DISABLED');
      app.clock.advance(HOUR_MS);
      await about(client, 'alert', other, 'DEVICE_INACTIVE');
      assert.deepEqual(await conditions(disabled), []);
      await app.call('POST', `/admin/devices/${disabled}/enable`, { token: admin.token });
      assert.equal((await about(client, 'device.status', disabled)).data.status, 'INACTIVE');
      app.clock.advance(31_000);
      await about(client, 'alert', disabled, 'DEVICE_INACTIVE');
      await app.call('POST', `/admin/devices/${disabled}/disable`, { token: admin.token });
      await checks(client);
      assert.deepEqual(await conditions(disabled), [], 'disabling ends the condition');
      await client.close();
    });

    it('has some minutes to send after the clock was set forward, so that none is reported falsely', async () => {
      const { mac, id } = await wearable();
      const client = await live(app, nurse);
      app.clock.set(48 * HOUR_MS);
      await checks(client);
      assert.deepEqual(await conditions(id), []);
      await stream(app, patient, resting(mac));
      await app.pass(6 * MINUTE_MS);
      await checks(client);
      assert.deepEqual(alertsOf(client, id), []);
      app.clock.set(-48 * HOUR_MS);
      await checks(client);
      await client.close();
    });

    it('has some minutes to return after a start of the service', async () => {
      let own = await startTestApp();
      try {
        const { deviceId } = await stream(own, await signUp(own), resting(randomMac()));
        own = await restart(own);
        const open = () =>
          sql(own.databaseUrl, 'SELECT type FROM device_conditions WHERE device_id = $1', [deviceId]);
        await sql(
          own.databaseUrl,
          `UPDATE devices SET last_seen = now() - interval '5 hours' WHERE id = $1`,
          [deviceId],
        );
        for (let i = 0; i < 2; i++) {
          await own.pass(2 * MINUTE_MS);
          assert.deepEqual(await open(), []);
        }
        own.clock.advance(2 * MINUTE_MS);
        await until(async () => (await open()).length > 0, 'the alert is raised after the grace period');
      } finally {
        await own.close();
      }
    });
  });
});
