import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { eventually } from '../helpers/eventually.ts';
import { caughtUp, type LiveClient, live } from '../helpers/live.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel, addFeed } from '../response/channels-of.ts';

describe('wearable alerts', () => {
  const MINUTE_MS = 60_000;
  let app: TestApp;
  let receiver: Receiver;
  let patient: Person;
  let caregiver: Person;
  let client: LiveClient;
  let deviceId: string;
  before(async () => {
    receiver = await startReceiver();
    app = await startTestApp({ ALLOW_PRIVATE_TARGETS: 'true', SESSION_DURATION: '240h' });
    patient = await signUp(app, 'PATIENT', { firstName: 'Ada', lastName: 'Jones' });
    caregiver = await signUp(app, 'CAREGIVER');
    await assign(app, caregiver, patient);
    await addFeed(app, `${receiver.url}/feed`, ['device.status']);
    await addChannel(app, caregiver, 'webpush', `${receiver.url}/push`);
    ({ deviceId } = await stream(app, patient, resting(randomMac())));
    client = await live(app, caregiver);
  });
  after(async () => {
    await client.close();
    await app.close();
    await receiver.close();
  });

  const alerts = () =>
    client.frames.filter(({ type, data }) => type === 'alert' && data.deviceId === deviceId);
  const fed = (): Json[] =>
    receiver.received.filter(({ path }) => path === '/feed').map(({ body }) => JSON.parse(body.toString()));
  const statusesFed = (): string[] => fed().map(({ data }) => data.device.status);
  /** Pushes about wearables; pushes about falls do not count. */
  const pushes = async (): Promise<number> =>
    (
      await sql(
        app.databaseUrl,
        `SELECT FROM outbox WHERE channel_id IS NOT NULL AND fall_id IS NULL AND state = 'SENT'`,
      )
    ).length;
  const seenNow = () =>
    sql(app.databaseUrl, 'UPDATE devices SET last_seen = $2 WHERE id = $1', [
      deviceId,
      new Date(app.clock.now()),
    ]);
  /** Runs several checks and waits for everything they send. */
  async function checks(): Promise<void> {
    for (let i = 0; i < 3; i++) await app.pass(31_000);
    await outboxSettled(app);
    await caughtUp(app, caregiver, client);
  }

  it('wait while a fall of the wearer is unresolved, then arrive once by socket and push', async () => {
    const fall = (await app.call('POST', '/falls', { ...patient, body: { confidence: 0.8 } })).body.data.id;
    await seenNow();
    app.clock.advance(40 * MINUTE_MS);
    await checks();
    await client.find(({ type, data }) => type === 'device.status' && data.status === 'INACTIVE');
    await eventually('the webhook gets the status anyway', () => fed().length === 1);
    const [status] = fed();
    assert.deepEqual(
      [
        status.type,
        status.data.patientId,
        status.data.patientName,
        status.data.fallId,
        status.data.device.status,
      ],
      ['device.status', patient.id, 'Ada Jones', null, 'INACTIVE'],
    );
    assert.deepEqual(alerts(), []);
    assert.equal(await pushes(), 0);

    await sql(
      app.databaseUrl,
      `UPDATE responses SET state = 'RESOLVED', resolved_at = now(), next_step_at = NULL, due_at = NULL WHERE fall_id = $1`,
      [fall],
    );
    app.clock.advance(31_000);
    await client.find(({ type, data }) => type === 'alert' && data.type === 'DEVICE_INACTIVE');
    await eventually('the alert is pushed', async () => (await pushes()) === 1);
    await checks();
    assert.deepEqual([alerts().length, await pushes(), fed().length], [1, 1, 1], 'nothing is sent twice');
    const boardOf = async ({ token }: Person) => (await app.call('GET', '/board', { token })).body.data;
    const admin = await logInAsAdmin(app);
    const [seen, ...more] = (await boardOf(admin)).teamDeviceAlerts;
    assert.deepEqual(
      [seen.type, seen.patientId, seen.deviceId, more],
      ['DEVICE_INACTIVE', patient.id, deviceId, []],
    );
    assert.deepEqual((await boardOf(admin)).deviceAlerts, [], 'it is the caregiver’s own alert');
    const own = await boardOf(caregiver);
    assert.deepEqual([own.teamDeviceAlerts, own.deviceAlerts.length], [[], 1]);
    const [alert] = own.deviceAlerts;
    const [person] = own.people;
    const silentMinutes = Math.floor((Date.parse(alert.timestamp) - Date.parse(person.lastSeen)) / MINUTE_MS);
    assert.ok(silentMinutes > 40, 'the alert has waited');
    assert.ok(alert.message.endsWith(` has sent nothing for ${silentMinutes} minutes`), alert.message);
    assert.equal(person.deviceStatus, 'INACTIVE');
    const path = `/caregivers/alerts/${own.deviceAlerts[0].id}/acknowledge`;
    assert.equal((await app.call('POST', path, { token: caregiver.token, body: {} })).status, 200);
    assert.deepEqual((await boardOf(admin)).teamDeviceAlerts, []);
  });

  it('are dropped when the condition ends before the fall is resolved', async () => {
    await seenNow();
    await checks();
    const before = alerts().length;
    const fall = (await app.call('POST', '/falls', { ...patient, body: { confidence: 0.8 } })).body.data.id;
    app.clock.advance(40 * MINUTE_MS);
    await checks();
    await seenNow();
    await checks();
    await sql(
      app.databaseUrl,
      `UPDATE responses SET state = 'RESOLVED', resolved_at = now(), next_step_at = NULL, due_at = NULL WHERE fall_id = $1`,
      [fall],
    );
    await checks();
    assert.equal(alerts().length, before);
  });

  it('respect quiet hours and the minimum severity of a channel', async () => {
    const pushed = await pushes();
    await sql(app.databaseUrl, `UPDATE notification_channels SET min_severity = 'HIGH'`);
    await seenNow();
    await checks();
    app.clock.advance(40 * MINUTE_MS);
    await client.find(({ type, data }) => type === 'alert' && data.type === 'DEVICE_INACTIVE');
    app.clock.advance(24 * 60 * MINUTE_MS);
    await client.find(({ type, data }) => type === 'alert' && data.type === 'DEVICE_OFFLINE');
    await eventually('the OFFLINE alert is HIGH and is pushed', async () => (await pushes()) === pushed + 1);
    await sql(app.databaseUrl, 'UPDATE notification_channels SET quiet_hours = $1', [
      JSON.stringify({ from: '00:00', to: '23:59', timeZone: 'UTC' }),
    ]);
    await seenNow();
    await checks();
    app.clock.advance(25 * 60 * MINUTE_MS);
    await client.find(({ type, data }) => type === 'alert' && data.type === 'DEVICE_OFFLINE');
    await checks();
    assert.equal(await pushes(), pushed + 1);
  });

  it('and status events are sent once when two admins change a status at once', async () => {
    const admin = await logInAsAdmin(app);
    const twice = (verb: string) =>
      Promise.all([1, 2].map(() => app.call('POST', `/admin/devices/${deviceId}/${verb}`, admin)));
    await seenNow();
    await checks();
    const before = fed().length;
    await twice('disable');
    // Messages to one receiver are sent in parallel, in no particular order.
    await eventually('the webhook gets the first status', () => fed().length > before);
    app.clock.advance(40 * MINUTE_MS);
    await twice('enable');
    await checks();
    await eventually('the webhook gets both statuses', () => fed().length >= before + 2);
    assert.deepEqual(statusesFed().slice(before), ['DISABLED', 'INACTIVE']);
  });

  it('and status events are sent once per wearable when two instances watch 251 of them', async (t) => {
    // Without webhooks and channels the test sends no messages.
    await sql(app.databaseUrl, 'DELETE FROM webhooks');
    await sql(app.databaseUrl, 'DELETE FROM notification_channels');
    const second = await startTestApp({ DATABASE_URL: app.databaseUrl });
    t.after(() => second.close());
    const both = (ms: number) => {
      app.clock.advance(ms);
      second.clock.advance(app.clock.now() - second.clock.now());
    };
    const seenAt = () => new Date(app.clock.now());
    const WEARABLES = 251;
    const ours = `d.mac_address LIKE 'MAC %'`;
    const wearables = await sql(
      app.databaseUrl,
      `INSERT INTO devices (user_id, mac_address, name, last_seen, created_at, updated_at)
       SELECT $1, 'MAC ' || n, 'Wearable', $2, $2, $2 FROM generate_series(1, ${WEARABLES}) n RETURNING id`,
      [patient.id, seenAt()],
    );
    // The first wearable has one condition less, so that a batch boundary falls between the conditions of another.
    await sql(
      app.databaseUrl,
      `INSERT INTO device_conditions (device_id, type, since, alerted_at)
       SELECT d.id, type, $1, $1 FROM devices d, unnest(ARRAY['STATUS_INACTIVE', 'DEVICE_INACTIVE', 'DEVICE_OFFLINE']) type
       WHERE ${ours} AND (type <> 'DEVICE_OFFLINE' OR d.id > (SELECT min(d.id::text)::uuid FROM devices d WHERE ${ours}))`,
      [seenAt()],
    );
    const told = async (): Promise<string[]> => {
      const rows = await sql(
        app.databaseUrl,
        `SELECT data ->> 'deviceId' AS id, data ->> 'status' AS status FROM live_events
         WHERE recipient_id = $1 AND type = 'device.status' ORDER BY live_events.id`,
        [patient.id],
      );
      const byDevice = new Map<string, string[]>(wearables.map(({ id }) => [id, []]));
      for (const { id, status } of rows) byDevice.get(id)?.push(status);
      return [...byDevice.values()].map((statuses) => statuses.join(' '));
    };
    const allNotified = async (statuses: string) => {
      const isNotified = async () => (await told()).every((each) => each.startsWith(statuses));
      await eventually(statuses, isNotified, 15_000);
      both(31_000);
      await dueWorkDone();
      assert.deepEqual(new Set(await told()), new Set([statuses]));
    };
    both(31_000);
    await allNotified('ACTIVE');
    both(40 * MINUTE_MS);
    await allNotified('ACTIVE INACTIVE');
    await sql(app.databaseUrl, `UPDATE devices d SET last_seen = $1 WHERE ${ours}`, [seenAt()]);
    both(31_000);
    await allNotified('ACTIVE INACTIVE ACTIVE');
  });
});
