import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Aedes } from 'aedes';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  type HomeBroker,
  listenAt,
  type Subscriber,
  startHomeBroker,
  WITHOUT_MOSQUITTO,
} from '../helpers/home-broker.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';

const keyOf = ({ id }: Pick<Person, 'id'>) => id.replaceAll('-', '');
const config = (resident: Person) => `homeassistant/device/vigil_${keyOf(resident)}/config`;
const topic = (resident: Person, name: string) => `vigil/${keyOf(resident)}/${name}`;

describe('the home’s own broker', { skip: WITHOUT_MOSQUITTO }, () => {
  let broker: HomeBroker;
  let home: Subscriber;
  let app: TestApp;
  let admin: Person;
  let caregiver: Person;

  before(async () => {
    broker = await startHomeBroker();
    home = await listenAt(broker.url);
    app = await startTestApp({ HOME_BROKER_URL: broker.url });
    admin = await logInAsAdmin(app);
    caregiver = await signUp(app, 'CAREGIVER');
  });
  after(async () => {
    await app?.close();
    await home?.close();
    await broker?.close();
  });

  const share = async (resident: Person, shareWithHome: boolean, by = caregiver) =>
    app.call('PUT', `/patients/${resident.id}`, { token: by.token, body: { shareWithHome } });

  async function resident(): Promise<Person> {
    const patient = await signUp(app, 'PATIENT', { firstName: 'Erna', lastName: 'Vogel' });
    await assign(app, caregiver, patient);
    return patient;
  }

  const report = async (patient: Person, confidence = 0.95): Promise<string> => {
    const answer = await app.call('POST', '/falls', { token: patient.token, body: { confidence } });
    assert.equal(answer.status, 201);
    return answer.body.data.id;
  };

  it('shows nobody who has not been shared', async () => {
    const patient = await resident();
    await home.shows('vigil/status', 'online');
    assert.equal(
      (await app.call('GET', `/patients/${patient.id}`, caregiver)).body.data.shareWithHome,
      false,
    );
    await report(patient);
    const shared = await resident();
    assert.equal((await share(shared, true)).body.data.shareWithHome, true);
    await home.shows(topic(shared, 'fall'), 'OFF');
    assert.equal(home.retained.has(config(patient)), false);
    assert.equal(home.retained.has(topic(patient, 'fall')), false);
  });

  it('shows a fall from the first second to its resolution', async () => {
    const patient = await resident();
    await share(patient, true);
    await home.shows(topic(patient, 'response'), 'NONE');
    await home.shows(topic(patient, 'battery'), 'None');
    await home.shows(topic(patient, 'wearable'), 'OFF');
    const fallId = await report(patient);
    await home.shows(topic(patient, 'fall'), 'ON');
    await home.shows(topic(patient, 'response'), 'OPEN');
    await home.shows(topic(patient, 'event'), 'FALL');
    const attributes: Json = JSON.parse(home.retained.get(topic(patient, 'event/attributes')) ?? '{}');
    assert.equal(attributes.level, 'CONFIRMED');
    assert.ok(Math.abs(Date.parse(attributes.at) - Date.now()) < 60_000);
    await app.call('POST', `/falls/${fallId}/claim`, { ...caregiver, body: {} });
    await home.shows(topic(patient, 'response'), 'CLAIMED');
    await home.shows(topic(patient, 'fall'), 'ON');
    await app.call('POST', `/falls/${fallId}/resolve`, { ...caregiver, body: { outcome: 'FALSE_ALARM' } });
    await home.shows(topic(patient, 'fall'), 'OFF');
    await home.shows(topic(patient, 'event'), 'FALSE_ALARM');
  });

  it('removes a resident who is no longer shared, or deleted, also if the broker was away', async () => {
    const [left, deleted] = [await resident(), await resident()];
    for (const patient of [left, deleted]) {
      await share(patient, true);
      await home.shows(topic(patient, 'response'), 'NONE');
    }
    await share(left, false);
    await eventually(
      'the topics are empty',
      () => ![...home.retained.keys()].some((key) => key.includes(keyOf(left))),
    );
    await broker.stop();
    const removed = await app.call('DELETE', `/patients/${deleted.id}`, admin);
    assert.equal(removed.status, 200, JSON.stringify(removed.body));
    await broker.start();
    await home.shows('vigil/status', 'online');
    // As a broker that keeps its messages would have it.
    await home.client.publishAsync(config(deleted), 'left over', { retain: true, qos: 1 });
    app.clock.advance(60_000);
    await eventually(
      'the topics are empty',
      () => ![...home.retained.keys()].some((key) => key.includes(keyOf(deleted))),
    );
  });

  it('is told everything again when Home Assistant starts, and after an outage', async () => {
    const patient = await resident();
    await share(patient, true);
    await home.shows(topic(patient, 'response'), 'NONE');
    await home.client.publishAsync(topic(patient, 'response'), '', { retain: true, qos: 1 });
    await home.client.publishAsync('homeassistant/status', 'online', { qos: 1 });
    await home.shows(topic(patient, 'response'), 'NONE');
    await broker.stop();
    const fallId = await report(patient);
    await app.pass(11_000);
    const health = (await app.call('GET', '/health')).body.data;
    assert.equal(health.status, 'HEALTHY', 'its outage disturbs nothing else');
    assert.equal(health.channels.homeBroker, 'DEGRADED');
    await broker.start();
    await home.shows(topic(patient, 'response'), 'OPEN');
    assert.equal((await app.call('GET', '/health')).body.data.channels.homeBroker, 'OK');
    assert.ok(home.retained.has(config(patient)));
    await app.call('POST', `/falls/${fallId}/resolve`, { ...caregiver, body: { outcome: 'HELPED' } });
    await home.shows(topic(patient, 'event'), 'RESOLVED');
  });

  it('claims the newest unclaimed fall as “Home” at the press of a button, and nothing else', async () => {
    const [patient, other] = [await resident(), await resident()];
    await share(patient, true);
    await home.shows(topic(patient, 'response'), 'NONE');
    const press = (resident: Person, payload = 'PRESS', retain = false) =>
      home.client.publishAsync(topic(resident, 'claim'), payload, { qos: 1, retain });
    await press(patient, 'PRESS', true);
    const [unshared, fallId] = [await report(other), await report(patient)];
    await home.shows(topic(patient, 'response'), 'OPEN');
    await press(patient, 'HOLD');
    await press(other);
    await home.client.publishAsync('vigil/nobody/claim', 'PRESS', { qos: 1 });
    await press(patient);
    await home.shows(topic(patient, 'response'), 'CLAIMED');
    await home.shows(topic(patient, 'event'), 'CLAIMED');
    const { response } = (await app.call('GET', `/falls/${fallId}`, caregiver)).body.data;
    assert.equal(response.claimedBy.name, 'Home');
    const state = (await app.call('GET', `/falls/${unshared}`, caregiver)).body.data.response.state;
    assert.equal(state, 'OPEN', 'a resident who is not shared has no button');
  });

  it('holds up nothing while it hangs', async () => {
    const patient = await resident();
    await share(patient, true);
    await home.shows(topic(patient, 'response'), 'NONE');
    broker.signal('SIGSTOP');
    try {
      const fallId = await report(patient);
      const claimed = await app.call('POST', `/falls/${fallId}/claim`, { ...caregiver, body: {} });
      assert.equal(claimed.status, 200);
    } finally {
      broker.signal('SIGCONT');
    }
    await home.shows(topic(patient, 'response'), 'CLAIMED');
  });

  it('is refused to strangers, former caregivers and the resident', async () => {
    const patient = await resident();
    const stranger = await signUp(app, 'CAREGIVER');
    assert.equal((await share(patient, true, stranger)).status, 403);
    assert.equal((await share(patient, true, patient)).status, 403);
    assert.equal((await share(patient, true, admin)).status, 200);
  });

  it('says offline when the service stops', async () => {
    const own = await startHomeBroker();
    const listener = await listenAt(own.url);
    const stopping = await startTestApp({ HOME_BROKER_URL: own.url });
    await listener.shows('vigil/status', 'online');
    await stopping.close();
    await listener.shows('vigil/status', 'offline');
    await listener.close();
    await own.close();
  });

  it('has one instance as its client; another takes over', async () => {
    const own = await startHomeBroker();
    const listener = await listenAt(own.url);
    const first = await startTestApp({ HOME_BROKER_URL: own.url });
    await listener.shows('vigil/status', 'online');
    const second = await startTestApp({ HOME_BROKER_URL: own.url, DATABASE_URL: first.databaseUrl });
    await first.app.close();
    await listener.shows('vigil/status', 'offline');
    second.clock.advance(2_000);
    await listener.shows('vigil/status', 'online');
    await second.close();
    await first.close();
    await listener.close();
    await own.close();
  });
});

it('speaks MQTT 3.1.1 with a broker that knows no version 5', async (t) => {
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const published = new Map<string, string>();
  broker.on('publish', ({ topic, payload }) => void published.set(topic, payload.toString()));
  const app = await startTestApp({ HOME_BROKER_URL: `mqtt://127.0.0.1:${port}`, LOG_LEVEL: 'error' });
  t.after(async () => {
    await app.close();
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    server.close();
  });
  await eventually('it is online', () => published.get('vigil/status') === 'online');
});
