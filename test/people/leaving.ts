import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect, type MqttClient } from 'mqtt';
import type { Json, TestApp } from '../helpers/app.ts';
import { eventually, inTime } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { patientNow } from '../helpers/patience.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import type { Receiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { type Broker, bySession, granted, join, listenTo, roundTrip, urlOf } from '../mqtt/clients.ts';
import { mqttVersion, sessionOf } from '../mqtt/version.ts';

type Place = Broker & Pick<TestApp, 'url' | 'databaseUrl' | 'call'>;

export interface Leaving {
  /** Where wards are changed and falls reported. */
  readonly here: Place;
  /** Where the clients of the caregivers are connected: the same service, or another instance. */
  readonly there: Place;
  readonly admin: Person;
  readonly ntfy: Receiver;
}

const SECOND_MS = 1_000;
const ALERT = 0.95;

/** Listens before the session continues: its queued messages follow CONNACK at once. */
async function returnTo(place: Place, person: Person) {
  const client = connect(urlOf(place), {
    ...bySession(person),
    clientId: 'phone',
    clean: false,
    protocolVersion: mqttVersion(),
    ...sessionOf({ clean: false }),
    reconnectPeriod: 0,
  });
  const subscriber = listenTo(client);
  const connected = new Promise<{ readonly sessionPresent: boolean }>((resolve, reject) => {
    client.once('connect', resolve);
    client.once('error', reject);
  });
  const { sessionPresent } = await inTime('the phone connects', connected);
  return { client, subscriber, sessionPresent };
}

/**
 * A member of a ward has a claim link, a queued message, a socket and two MQTT sessions, one of which outlives its
 * connection, and leaves the ward: within a second nothing about its patients reaches them, and a colleague loses nothing.
 */
export async function leaveWithEverythingOpen({ here, there, admin, ntfy }: Leaving): Promise<void> {
  const as = async (person: Person, method: string, path: string, body?: object): Promise<Json> => {
    const answer = await here.call(method, path, { token: person.token, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const [nurse, colleague] = [await signUp(here, 'CAREGIVER'), await signUp(here, 'CAREGIVER')];
  const patients = [await signUp(here), await signUp(here), await signUp(here)] as const;
  const [patient, queued, later] = patients;
  const { id: ward } = await as(admin, 'POST', '/wards', { name: randomUUID() });
  for (const { id } of [nurse, colleague]) await as(admin, 'PUT', `/wards/${ward}/caregivers/${id}`, {});
  for (const { id } of patients) await as(admin, 'PUT', `/patients/${id}`, { wardId: ward });
  const topic = `t-${nurse.id}`;
  await as(nurse, 'POST', '/profile/channels', { kind: 'ntfy', url: ntfy.url, topic });
  const sent = (): Json[] =>
    ntfy.received.map(({ body }): Json => JSON.parse(body.toString())).filter((it) => it.topic === topic);
  const fall = (of: Person) => as(of, 'POST', '/falls', { confidence: ALERT });
  const mac = randomMac();
  await stream(here, patient, resting(mac));

  const socket = await live(there, nurse);
  assert.equal((await socket.ask({ type: 'subscribe', patientId: patient.id })).type, 'subscribed');
  const clients = [await join(there, bySession(nurse)), await join(there, bySession(colleague))] as const;
  const subscribers = [listenTo(clients[0]), listenTo(clients[1])] as const;
  for (const client of clients) assert.equal(await granted(client, `devices/${mac}/#`), 0);
  assert.equal(await granted(clients[1], `caregivers/${colleague.id}/alerts`, 1), 1);
  const first = await returnTo(there, nurse);
  assert.equal(await granted(first.client, `caregivers/${nurse.id}/alerts`, 1), 1);
  assert.equal(await granted(first.client, `devices/${mac}/readings`, 1), 1);
  await leave(first.client);

  await fall(patient);
  await eventually('the nurse has a claim link', () => sent().length === 1);
  const link = new URL(sent()[0]?.actions[0].url).pathname;
  // A second message within half a minute waits to be gathered with others.
  await fall(queued);
  const messageOf = async (): Promise<Json> =>
    (
      await sql(
        here.databaseUrl,
        `SELECT id, state FROM outbox o WHERE person_id = $1
         AND EXISTS (SELECT FROM fall_events f WHERE f.id = o.fall_id AND f.user_id = $2)`,
        [nurse.id, queued.id],
      )
    )[0];
  await eventually('the second message is queued', async () => (await messageOf())?.state === 'PENDING');
  await subscribers[1].next('/alerts');
  await subscribers[1].next('/alerts');

  await as(admin, 'DELETE', `/wards/${ward}/caregivers/${nurse.id}`);

  const leftAt = patientNow();
  await socket.find(({ type, data }) => type === 'subscribed' && data.subscribed === false);
  assert.ok(patientNow() - leftAt < SECOND_MS, 'the socket stops within a second');
  for (const { received } of subscribers) received.length = 0;
  const before = socket.frames.length;
  const publisher = await join(here, bySession(patient));
  await publisher.publishAsync(`devices/${mac}/readings`, JSON.stringify(resting(mac, { accel_x: 2 })), {
    qos: 1,
  });
  await subscribers[1].next('/assessments');
  await roundTrip(clients[0]);
  assert.deepEqual(subscribers[0].received, []);
  for (const method of ['GET', 'POST']) {
    const page = await fetch(new URL(link, there.url), { method });
    assert.equal(page.status, 403, method);
    assert.doesNotMatch(await page.text(), /Number/, 'no name of a patient');
  }

  const phone = await returnTo(there, nurse);
  assert.equal(phone.sessionPresent, true);
  await fall(later);
  await subscribers[1].next('/alerts');
  await roundTrip(phone.client);
  assert.deepEqual(phone.subscriber.received, []);
  await leave(phone.client);
  const elsewhere = await returnTo(here, nurse);
  await roundTrip(elsewhere.client);
  assert.deepEqual(elsewhere.subscriber.received, []);
  await socket.ask({ type: 'ping' });
  assert.deepEqual(
    socket.frames.slice(before).filter(({ type }) => type !== 'pong'),
    [],
  );

  // Half a minute passes.
  await sql(
    here.databaseUrl,
    'UPDATE outbox SET held_until = created_at, due_at = created_at WHERE id = $1',
    [(await messageOf()).id],
  );
  await eventually('the queued message is dropped', async () => (await messageOf()).state === 'DROPPED');
  assert.equal(sent().length, 1);
  await leave(elsewhere.client);
  for (const client of [...clients, publisher]) client.end();
  await socket.close();
}

const leave = (client: MqttClient): Promise<void> => client.endAsync();
