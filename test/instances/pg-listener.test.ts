import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { patientNow } from '../helpers/patience.ts';
import { logIn, logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { type DatabaseWire, startProxy } from '../helpers/proxy.ts';
import { blowOf, randomMac, resting, send, stream } from '../helpers/readings.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, closed, granted, join, listenTo } from '../mqtt/clients.ts';
import { killAll } from '../process/child.ts';
import { type Instance, startInstance } from './instances.ts';
import { statusOf } from './outages.ts';

const PROMISED_MS = 1_000;
/** Far below every polling interval; it leaves room for a busy test machine. */
const PATIENCE_MS = 3_000;
const FALLS = 3;

describe('instances that cannot reach each other through Redis', { skip: WITHOUT_REDIS }, () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let wire: DatabaseWire;
  let a: Instance;
  let b: Instance;
  let admin: Person;
  before(async () => {
    [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
    wire = await startProxy(redis.url);
    const start = (url: string) => startInstance({ DATABASE_URL: database.url, REDIS_URL: url });
    [a, b] = await Promise.all([start(redis.url), start(wire.url)]);
    for (const { vigil } of [a, b]) await vigil.prints('Redis: connected');
    admin = await logInAsAdmin(a);
  });
  after(async () => {
    await killAll();
    await wire?.close();
    await redis?.stop();
    await database?.drop();
  });

  const becomes = (instance: Instance, status: string) =>
    eventually(status, async () => (await statusOf(instance)) === status, 10_000);

  /** Raises alerts at `from` and receives them at `to`; returns the delay after the reading was answered. */
  async function receiveFalls(from: Instance, to: Instance): Promise<void> {
    const caregiver = await signUp(from, 'CAREGIVER');
    const socket = await live(to, caregiver);
    const client = await join(to, bySession(caregiver));
    const subscriber = listenTo(client);
    assert.equal(await granted(client, `caregivers/${caregiver.id}/alerts`, 1), 1);
    const late: number[] = [];
    for (let i = 0; i < FALLS; i++) {
      const patient = await signUp(from);
      await assign(from, caregiver, patient);
      await stream(from, patient, blowOf.HIGH(randomMac()));
      const answered = patientNow();
      const { data, id } = await socket.next('alert');
      late.push(patientNow() - answered);
      assert.equal(data.patientId, patient.id);
      await eventually(
        'the alert over MQTT',
        () => subscriber.received.some(({ json }) => json.id === id),
        PATIENCE_MS,
      );
    }
    late.sort((one, other) => one - other);
    assert.ok((late[1] ?? PROMISED_MS) < PROMISED_MS, `${late} ms after the reading was answered`);
    const ids = socket.frames.filter(({ type }) => type === 'alert').map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'each alert once');
    client.end(true);
    await socket.close();
  }

  /** Ends sessions and devices at `from`; they must end at `to`. */
  async function endThings(from: Instance, to: Instance): Promise<void> {
    const patient = await signUp(from);
    const caregiver = await signUp(from, 'CAREGIVER');
    await assign(from, caregiver, patient);
    const mac = randomMac();
    const { deviceId } = await stream(to, patient, resting(mac));

    const socket = await live(to, caregiver);
    const client = await join(to, bySession(caregiver));
    const isRefused = async () =>
      (await to.call('GET', '/profile/me', { token: caregiver.token })).status === 401;
    assert.equal(await isRefused(), false);
    await from.call('POST', '/auth/logout', { token: caregiver.token });
    await eventually('the session is refused', isRefused, PATIENCE_MS);
    const { code } = await socket.closed;
    assert.equal(code, 4401);
    await closed(client, PATIENCE_MS);

    const { token } = await logIn(from, { email: caregiver.email, password: PASSWORD });
    const watching = await live(to, { ...caregiver, token });
    await watching.ask({ type: 'subscribe', data: { patientId: patient.id } });
    await stream(to, patient, resting(mac, { uptime_ms: 1 }));
    await watching.next('reading');
    const ended = await from.call('DELETE', `/caregivers/${caregiver.id}/patients/${patient.id}`, {
      token: admin.token,
    });
    assert.ok(ended.status < 300, JSON.stringify(ended.body));
    await watching.find(({ type, data }) => type === 'subscribed' && !data.subscribed, 'the end of it');

    const disabled = await from.call('POST', `/admin/devices/${deviceId}/disable`, { token: admin.token });
    assert.equal(disabled.status, 200, JSON.stringify(disabled.body));
    const refused = async () => (await send(to, patient, resting(mac, { uptime_ms: 2 }))).status === 403;
    await eventually('the device is refused', refused, PATIENCE_MS);
    await watching.close();
  }

  it('exchange falls and revocations when only one of them has lost Redis', async () => {
    await wire.cut();
    await becomes(b, 'DEGRADED');
    await receiveFalls(a, b);
    await receiveFalls(b, a);
    await endThings(a, b);
    await endThings(b, a);
    await wire.mend();
    await becomes(b, 'HEALTHY');
  });

  it('exchange falls and revocations when Redis is gone for all', async () => {
    await redis.stop();
    await becomes(a, 'DEGRADED');
    await becomes(b, 'DEGRADED');
    await receiveFalls(a, b);
    await endThings(a, b);
  });

  it('catch up on events sent while the notification connection was broken', async () => {
    const caregiver = await signUp(a, 'CAREGIVER');
    const patient = await signUp(a);
    await assign(a, caregiver, patient);
    const socket = await live(b, caregiver);
    // No notification arrives from here on, until the connections are opened again.
    const [cut] = await sql(
      database.url,
      `SELECT count(pg_terminate_backend(pid))::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'SELECT number FROM instances%'`,
    );
    assert.ok(cut?.count >= 1);
    await stream(a, patient, blowOf.HIGH(randomMac()));
    await socket.next('alert');
    await socket.close();
  });
});
