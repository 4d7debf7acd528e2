import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createWards } from '../../src/people/wards/wards.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/platform/time.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, granted, join, listenTo, readingsTopic, roundTrip } from '../mqtt/clients.ts';
import { subackCode } from '../mqtt/version.ts';
import { createHarness, type Harness } from '../response/harness.ts';
import { leaveWithEverythingOpen } from './leaving.ts';
import { admin, app, as } from './started.ts';

const ADMIN = { userId: randomUUID(), role: 'ADMIN' } as const;

const newWard = async (): Promise<string> =>
  (await as(admin, 'POST', '/wards', { name: randomUUID() })).body.data.id;
const member = (ward: string, caregiver: Person, body: object = {}) =>
  as(admin, 'PUT', `/wards/${ward}/caregivers/${caregiver.id}`, body);

/** The ways in which a member stops looking after a patient of the ward. */
const WAYS: Readonly<Record<string, (ward: string, nurse: Person, patient: Person) => Promise<unknown>>> = {
  'is removed': (ward, nurse) => as(admin, 'DELETE', `/wards/${ward}/caregivers/${nurse.id}`),
  'stays until a time that passes': () => app.pass(MINUTE_MS + SECOND_MS),
  'works in a ward that the patient leaves': (_, __, patient) =>
    as(admin, 'PUT', `/patients/${patient.id}`, { wardId: null }),
  'works in a ward that the patient leaves for another': async (_, __, patient) =>
    as(admin, 'PUT', `/patients/${patient.id}`, { wardId: await newWard() }),
};

describe('a member of a ward who', () => {
  for (const [way, leave] of Object.entries(WAYS))
    it(`${way} loses sockets, MQTT, alerts, events and claims, and their colleagues keep them`, async () => {
      const [nurse, colleague, patient] = await Promise.all([
        signUp(app, 'CAREGIVER'),
        signUp(app, 'CAREGIVER'),
        signUp(app),
      ]);
      const ward = await newWard();
      const until = new Date(app.clock.now() + MINUTE_MS).toISOString();
      await member(ward, nurse, way.includes('until') ? { until } : {});
      await member(ward, colleague);
      // The colleague is also assigned, and keeps the care whoever leaves the ward.
      await as(admin, 'POST', `/caregivers/${colleague.id}/patients`, { patientId: patient.id });
      await as(admin, 'PUT', `/patients/${patient.id}`, { wardId: ward });
      const mac = randomMac();
      await stream(app, patient, resting(mac));

      const sockets = [await live(app, nurse), await live(app, colleague)];
      for (const socket of sockets)
        assert.equal((await socket.ask({ type: 'subscribe', patientId: patient.id })).type, 'subscribed');
      const clients = [await join(app, bySession(nurse)), await join(app, bySession(colleague))];
      for (const client of clients) assert.equal(await granted(client, `devices/${mac}/#`), 0);
      const subscribers = clients.map(listenTo);
      const fall = await as(patient, 'POST', '/falls', { confidence: 0.8 });
      const { id: fallId } = fall.body.data;
      for (const socket of sockets) await socket.next('alert');
      assert.equal((await as(nurse, 'GET', '/caregivers/alerts')).body.data.length, 1);
      assert.equal((await as(nurse, 'POST', `/falls/${fallId}/claim`)).status, 200);

      await leave(ward, nurse, patient);

      const [own, others] = sockets as [(typeof sockets)[0], (typeof sockets)[0]];
      await own.find(({ type, data }) => type === 'subscribed' && data.subscribed === false);
      for (const subscriber of subscribers) subscriber.received.length = 0;
      const publisher = await join(app, bySession(patient));
      app.clock.advance(2 * SECOND_MS);
      await publisher.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac)), { qos: 1 });
      await subscribers[1]?.next('/readings');
      await others.next('reading');
      await Promise.all(clients.map(roundTrip));
      assert.deepEqual(subscribers[0]?.received, []);
      assert.ok(!own.frames.some(({ type }) => type === 'reading'));
      assert.equal(await granted(clients[0] as (typeof clients)[0], `devices/${mac}/#`), subackCode(0x87));
      const ofFall = (person: Person, method: string, path = '') =>
        as(person, method, `/falls/${fallId}${path}`, method === 'GET' ? undefined : {});
      for (const answer of [
        await ofFall(nurse, 'GET'),
        await ofFall(nurse, 'POST', '/claim'),
        await ofFall(nurse, 'POST', '/release'),
        await as(nurse, 'GET', `/patients/${patient.id}`),
        await own.ask({ type: 'subscribe', patientId: patient.id }),
      ])
        assert.ok(
          (answer as Json).status === 403 || (answer as Json).type === 'error',
          JSON.stringify(answer),
        );
      assert.deepEqual((await as(nurse, 'GET', '/caregivers/alerts')).body.data, []);
      const events = await sql(
        app.databaseUrl,
        'SELECT type FROM live_events WHERE recipient_id = $1 AND about_id = $2',
        [nurse.id, patient.id],
      );
      assert.deepEqual(events, []);
      await eventually('the claim of the nurse ends', async () => {
        const { response } = (await ofFall(colleague, 'GET')).body.data;
        return response.state === 'OPEN';
      });
      for (const client of [...clients, publisher]) client.end();
      for (const socket of sockets) await socket.close();
    });
});

it('a member who leaves has no use of a claim link, a queued message or a persistent MQTT session', async (t) => {
  const ntfy = await startReceiver();
  t.after(() => ntfy.close());
  await leaveWithEverythingOpen({ here: app, there: app, admin, ntfy });
});

it('a membership that ended while the service was down has ended before the first request', async () => {
  const database = await createTestDatabase();
  const before = await startTestApp({ DATABASE_URL: database.url });
  const [boss, nurse, patient] = [
    await logInAsAdmin(before),
    await signUp(before, 'CAREGIVER'),
    await signUp(before),
  ];
  const change = (method: string, path: string, body: object) =>
    before.call(method, path, { token: boss.token, body });
  const ward = (await change('POST', '/wards', { name: 'Garden' })).body.data.id;
  await change('PUT', `/patients/${patient.id}`, { wardId: ward });
  const until = new Date(Date.now() + MINUTE_MS).toISOString();
  await change('PUT', `/wards/${ward}/caregivers/${nurse.id}`, { until });
  const looks = async (at: TestApp) => (await at.call('GET', `/patients/${patient.id}`, nurse)).status;
  assert.equal(await looks(before), 200);
  await before.close();
  const later = await startTestApp({ DATABASE_URL: database.url }, { now: () => Date.now() + 2 * MINUTE_MS });
  assert.equal(await looks(later), 403);
  await later.close();
  await database.drop();
});

describe('messages to a member of a ward', () => {
  let harness: Harness;
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());

  it('are not sent after the member has left, however long they were queued; the last lead may go, too', async () => {
    const wards = createWards({ db: harness.db, cluster: { broadcast: async () => {} }, now: harness.now });
    const [patient, nurse, lead, boss] = [
      await harness.person('PATIENT', 'Pat'),
      await harness.person('CAREGIVER', 'Nina'),
      await harness.person('CAREGIVER', 'Lea'),
      await harness.person('ADMIN', 'Boss'),
    ];
    const ward = await harness.ward();
    await harness.join(ward, nurse);
    await harness.join(ward, lead, true);
    await harness.move(patient, ward);
    const channels = new Map<string, string>();
    for (const person of [nurse, lead, boss])
      channels.set(
        await harness.channel(person, 'ntfy', {
          target: { url: 'https://ntfy.test', topic: person, token: null },
        }),
        person,
      );
    const told = () => [
      ...new Set(harness.sent.splice(0).map(({ target }) => ('topic' in target ? target.topic : ''))),
    ];
    await harness.fall(patient, 0.95);
    // Detected and queued, but not delivered yet.
    await harness.escalator.check();
    await wards.end(ADMIN, ward, nurse);
    await harness.settle();
    assert.deepEqual(told(), [lead]);
    await harness.db.run('DELETE FROM users WHERE id = $1', [lead]);
    harness.pass(200);
    await harness.settle();
    assert.deepEqual(told(), [boss]);
  });

  it('stop for memberships that end by themselves, which one of several instances ends', async () => {
    const at = harness.now();
    const [patient, nurse] = [await harness.person('PATIENT'), await harness.person('CAREGIVER')];
    const ward = await harness.ward();
    const announced: unknown[] = [];
    const instance = () =>
      createWards({
        db: harness.db,
        cluster: { broadcast: async (_, pair) => void announced.push(pair) },
        now: harness.now,
      });
    await instance().put(ADMIN, ward, nurse, { until: new Date(at + 30 * SECOND_MS) });
    await harness.move(patient, ward);
    assert.deepEqual(await instance().endOverdue(), []);
    harness.pass(30);
    const ends = await Promise.all(Array.from({ length: 4 }, () => instance().endOverdue()));
    assert.deepEqual(ends.flat(), [{ wardId: ward, caregiverId: nurse }]);
    assert.deepEqual(announced, [{ caregiverId: nurse, patientId: patient }]);
  });
});
