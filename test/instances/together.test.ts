import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { live, refusedLive } from '../helpers/live.ts';
import { numbers, upTo } from '../helpers/live-log.ts';
import { logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send, severe, stream } from '../helpers/readings.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, closed, codeOf, join, readingsTopic } from '../mqtt/clients.ts';
import { killAll } from '../process/child.ts';
import { type Pair, startPair } from './instances.ts';

const LOGINS = 6;
/** A reading of another device each: falls of one device within a minute are one. */
const FALLS = 5;

describe('two instances', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let admin: Person;
  let patient: Person;
  let caregiver: Person;
  before(async () => {
    pair = await startPair({ RATE_LIMIT_LOGIN: String(LOGINS), TRUST_PROXY: '127.0.0.1' });
    admin = await logInAsAdmin(pair.a);
    patient = await signUp(pair.a);
    caregiver = await signUp(pair.b, 'CAREGIVER');
    await assign(pair.a, caregiver, patient);
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  it('deliver an alert from a wearable at one to its caregiver at the other', async () => {
    const { a, b } = pair;
    const socket = await live(b, caregiver);
    await stream(a, patient, severe(randomMac()));
    const { data } = await socket.next('alert');
    assert.equal(data.patientId, patient.id);
    const { status } = await a.call('POST', `/caregivers/alerts/${data.id}/acknowledge`, caregiver);
    assert.equal(status, 200);
    assert.equal((await socket.next('alert.acknowledged')).data.alertId, data.id);
    await socket.close();
  });

  it('count logins of an address together', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    const body = { email: patient.email, password: 'Wrong!1234' };
    const statuses = [];
    for (let i = 0; i <= LOGINS; i++) {
      const instance = i % 2 === 0 ? pair.a : pair.b;
      statuses.push((await instance.call('POST', '/auth/login', { body, headers })).status);
    }
    assert.deepEqual(statuses, [...Array(LOGINS).fill(401), 429]);
    const elsewhere = { 'X-Forwarded-For': '203.0.113.8' };
    const right = { email: patient.email, password: PASSWORD };
    assert.equal((await pair.b.call('POST', '/auth/login', { body: right, headers: elsewhere })).status, 200);
  });

  it('count concurrent failed logins of an address together, exactly', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    const guesses = Array.from({ length: 60 }, (_, i) => {
      const body = { email: `guess${i}@example.org`, password: 'Wrong!1234' };
      return (i % 2 === 0 ? pair.a : pair.b).call('POST', '/auth/login', { body, headers });
    });
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 401).length, 50);
    assert.equal(statuses.filter((status) => status === 429).length, 10);
  });

  it('slow a known account at an address with too many failed logins together', async () => {
    const ip = '203.0.113.10';
    const login = async (instance: Pair['a'], email: string, password = PASSWORD) =>
      (
        await instance.call('POST', '/auth/login', {
          body: { email, password },
          headers: { 'X-Forwarded-For': ip },
        })
      ).status;
    const nurse = await signUp(pair.a, 'CAREGIVER');
    assert.equal(await login(pair.a, nurse.email), 200);
    for (let i = 0; i < 50; i++) await login(i % 2 === 0 ? pair.a : pair.b, `guess${i}@example.org`);
    assert.equal(await login(pair.b, patient.email), 429);
    const from = performance.now();
    // At once: a connection that waits for the other login may be closed as idle.
    const statuses = await Promise.all([login(pair.a, nurse.email), login(pair.b, nurse.email)]);
    assert.deepEqual(statuses, [200, 200]);
    const ms = performance.now() - from;
    assert.ok(ms > 4_900, `${ms} ms`);
  });

  it('refuse a session that was logged out at the other', async () => {
    const { a, b } = pair;
    const person = await signUp(a);
    assert.equal((await b.call('GET', '/me', person)).status, 200, 'both instances know the session');
    const socket = await live(b, person);
    assert.equal((await a.call('POST', '/auth/logout', person)).status, 200);
    assert.equal((await b.call('GET', '/me', person)).status, 401);
    assert.equal((await socket.closed).code, 4401);
  });

  it('refuse a device that was disabled at the other from its next reading on', async () => {
    const { a, b } = pair;
    const mac = randomMac();
    const { deviceId } = await stream(b, patient, resting(mac));
    for (let round = 0; round < 5; round++) {
      const disabled = await a.call('POST', `/admin/devices/${deviceId}/disable`, admin);
      assert.equal(disabled.status, 200, JSON.stringify(disabled.body));
      assert.equal((await send(b, patient, resting(mac))).status, 403);
      assert.equal((await a.call('POST', `/admin/devices/${deviceId}/enable`, admin)).status, 200);
      assert.equal((await send(b, patient, resting(mac))).status, 200);
    }
  });

  it('close a person’s connections at the other when the account is disabled', async () => {
    const { a, b } = pair;
    const person = await signUp(a);
    const socket = await live(b, person);
    const client = await join(b, bySession(person));
    const byPassword = await join(b, { username: person.email, password: PASSWORD });
    const body = { status: 'inactive' };
    assert.equal((await a.call('PUT', `/admin/users/${person.id}`, { ...admin, body })).status, 200);
    assert.equal((await socket.closed).code, 4401);
    await closed(client);
    await closed(byPassword);
    assert.equal((await refusedLive(b, person)).status, 401);
    assert.notEqual(await codeOf(join(b, bySession(person))), 0);
  });

  it('lose no acknowledged reading and no alert when one is killed, and its sockets resume at the other', async () => {
    const { a, b, database } = pair;
    const carer = await signUp(a, 'CAREGIVER');
    await assign(a, carer, patient);
    const socket = await live(a, carer);
    const macs = Array.from({ length: FALLS }, randomMac);
    const [first = '', ...others] = macs;
    await stream(a, patient, severe(first));
    await socket.next('alert');
    const seen = numbers(socket.frames).at(-1) ?? 0;

    // Readings in flight over both transports when it dies; only acknowledged ones count.
    const acknowledged: string[] = [first];
    const publisher = await join(a, bySession(patient));
    const attempts = others.map(async (mac, i) => {
      if (i % 2 === 0) {
        const { status } = await send(a, patient, severe(mac));
        if (status === 200) acknowledged.push(mac);
      } else {
        await publisher.publishAsync(readingsTopic(mac), JSON.stringify(severe(mac)), { qos: 1 });
        acknowledged.push(mac);
      }
      if (acknowledged.length === 3) a.vigil.signal('SIGKILL');
    });
    await Promise.allSettled(attempts);
    a.vigil.signal('SIGKILL');
    assert.equal((await a.vigil.exited).signal, 'SIGKILL');
    assert.ok(acknowledged.length >= 3, `${acknowledged.length} readings were acknowledged`);

    const rows = await sql(
      database.url,
      `SELECT d.mac_address AS mac, count(*)::int AS count
       FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE d.mac_address = ANY($1) GROUP BY 1`,
      [macs],
    );
    const stored = new Map<string, number>(rows.map(({ mac, count }) => [mac, count]));
    for (const mac of acknowledged) assert.equal(stored.get(mac), 1, mac);

    const resumed = await live(b, carer, seen);
    // The socket is live: events at the remaining instance follow the missed ones.
    const newest = randomMac();
    await stream(b, patient, severe(newest));
    const falls = new Set([...acknowledged.slice(1), newest]);
    while (falls.size > 0) {
      const alert = await resumed.next('alert');
      const device = (await b.call('GET', `/device/${alert.data.deviceId}`, carer)).body.data;
      // Others may have been stored without acknowledgement, and may come later.
      falls.delete(device.macAddress);
    }
    const received = numbers(resumed.frames);
    assert.deepEqual(received, upTo(seen + 1, received.at(-1) ?? 0), 'no gap and no duplicate');
    await resumed.close();
  });
});
