import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send, stream } from '../helpers/readings.ts';
import { fieldsOf } from '../helpers/soft-fall.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, join } from '../mqtt/clients.ts';
import { seededRandom, walking } from '../scoring/synthetic.ts';

const SILENCE_MS = 8_000;

/** A blow that alerts nobody by itself. */
const blow = (mac: string) =>
  resting(mac, { accel_x: 22, accel_y: -18, accel_z: 14, gyro_x: 120, gyro_y: -80, gyro_z: 60 });
/** Hard and fast enough to be HIGH as the first reading of a device. */
const violentBlow = (mac: string) =>
  resting(mac, { accel_x: 34, accel_y: -28, accel_z: 27, gyro_x: 420, gyro_y: 280, gyro_z: 90 });
/** A fall beyond doubt if the wearer lies still, although it turns too slowly to be violent. */
const hardBlow = (mac: string) =>
  resting(mac, { accel_x: 34, accel_y: -28, accel_z: 27, gyro_x: 150, gyro_y: 80, gyro_z: 60 });
const lying = (mac: string) => resting(mac, { accel_x: 9.7, accel_y: 0.4, accel_z: 0.9 });
const jolt = (mac: string) => resting(mac, { accel_x: 2, accel_y: 1, accel_z: 19 });

describe('an impact, then silence', () => {
  let database: TestDatabase;
  let app: TestApp;
  let nurse: Person;
  // A clock that stands still until a test moves it: what requests take on a busy machine is no silence.
  let time = Date.now();
  // Unless it starts slowly: then it goes on whenever the service looks at it, so many times.
  let slowCalls = 0;
  const now = () => {
    if (slowCalls > 0) time += 500;
    slowCalls -= 1;
    return time;
  };
  const start = () => startTestApp({ DATABASE_URL: database.url }, { now });
  const advance = (ms: number) => {
    time += ms;
  };
  before(async () => {
    database = await createTestDatabase();
    app = await start();
    nurse = await signUp(app, 'CAREGIVER');
    // A silence counts from the start of the service on.
    advance(SILENCE_MS);
  });
  after(async () => {
    await app.close();
    await database.drop();
  });

  async function wearer(): Promise<{ ada: Person; mac: string }> {
    const ada = await signUp(app);
    await assign(app, nurse, ada);
    return { ada, mac: randomMac() };
  }

  async function play(
    ada: Person,
    mac: string,
    readings: readonly ((mac: string) => object)[],
    everyMs = 1000,
  ): Promise<Json[]> {
    const answers: Json[] = [];
    for (const reading of readings) {
      advance(everyMs);
      answers.push(await stream(app, ada, reading(mac)));
    }
    return answers;
  }
  const calm = (count: number) => Array.from({ length: count }, () => resting);
  const random = seededRandom(5);
  const strolling = (count: number) =>
    Array.from({ length: count }, () => (mac: string) => resting(mac, fieldsOf(walking(random))));

  async function pass(ms: number): Promise<void> {
    advance(ms);
    await dueWorkDone();
  }
  const fallsOf = async (person: Person): Promise<Json[]> =>
    (await app.call('GET', '/falls', { token: person.token })).body.data;
  const alerting = async (person: Person): Promise<Json[]> =>
    (await fallsOf(person)).filter(({ status }) => status !== 'SUSPICIOUS');
  const alertsAbout = async (person: Person): Promise<Json[]> =>
    (await app.call('GET', '/caregivers/alerts?limit=100', { token: nurse.token })).body.data.filter(
      ({ patientId }: Json) => patientId === person.id,
    );

  it('becomes a POTENTIAL fall after 8 s, with the time of the impact, and says why', async () => {
    const { ada, mac } = await wearer();
    const impact = (await play(ada, mac, [...calm(10), blow])).at(-1);
    assert.equal(impact.fallDetected, false);
    await pass(SILENCE_MS - 500);
    assert.deepEqual(await alerting(ada), []);
    await pass(1500);
    const [fall, ...others] = await fallsOf(ada);
    assert.deepEqual([fall.status, others.length, fall.createdAt], ['POTENTIAL', 0, impact.timestamp]);
    const { body } = await app.call('GET', `/falls/${fall.id}`, { token: nurse.token });
    const { assessment, sensorData } = body.data;
    assert.equal(assessment.decidedBy, 'silence');
    assert.ok(assessment.seen.for.includes('No signal after the impact'), JSON.stringify(assessment.seen));
    assert.ok(!JSON.stringify(assessment.seen).includes('afterwards'), 'nothing was seen afterwards');
    assert.deepEqual(sensorData.accel, [22, -18, 14]);
    assert.equal((await alertsAbout(ada)).length, 1);
    await pass(60_000);
    assert.equal((await fallsOf(ada)).length, 1);
    assert.equal((await alertsAbout(ada)).length, 1);
    assert.equal((await sql(database.url, 'SELECT FROM silent_impacts')).length, 0);
  });

  it('is HIGH where the blow was violent, and never an emergency', async () => {
    const { ada, mac } = await wearer();
    const impact = (await play(ada, mac, [...calm(10), violentBlow])).at(-1);
    assert.equal(impact.fallDetected, false);
    await pass(SILENCE_MS + 1000);
    const [fall] = await alerting(ada);
    assert.equal(fall?.status, 'HIGH');
  });

  it('is nothing when a reading follows, however calm the wearer stays upright', async () => {
    const { ada, mac } = await wearer();
    await play(ada, mac, [...calm(10), blow]);
    advance(SILENCE_MS - 1000);
    await stream(app, ada, resting(mac));
    await pass(60_000);
    assert.deepEqual(await alerting(ada), []);
  });

  it('is nothing when a backlog follows with readings from after the impact', async () => {
    const { ada, mac } = await wearer();
    await play(ada, mac, [...calm(10), blow]);
    advance(5000);
    const client = await join(app, bySession(ada));
    const recorded_at = new Date(now() - 3000).toISOString();
    await client.publishAsync(`devices/${mac}/backlog`, JSON.stringify([{ ...resting(mac), recorded_at }]), {
      qos: 1,
    });
    client.end(true);
    await pass(60_000);
    assert.deepEqual(await alerting(ada), []);
  });

  it('is raised for an impact at the end of a backlog, too', async () => {
    const { ada, mac } = await wearer();
    await play(ada, mac, calm(10));
    advance(4000);
    const client = await join(app, bySession(ada));
    const entries = [resting, resting, blow].map((reading, i) => ({
      ...reading(mac),
      recorded_at: new Date(now() - (3 - i) * 1000).toISOString(),
    }));
    await client.publishAsync(`devices/${mac}/backlog`, JSON.stringify(entries), { qos: 1 });
    client.end(true);
    await pass(SILENCE_MS + 1000);
    const [fall] = await alerting(ada);
    assert.deepEqual([fall?.status, fall?.createdAt], ['POTENTIAL', entries[2]?.recorded_at]);
  });

  it('is the same fall when readings arrive later, which may raise it', async () => {
    const { ada, mac } = await wearer();
    await play(ada, mac, [...strolling(10), hardBlow]);
    const impactAt = now();
    await pass(SILENCE_MS + 1000);
    assert.equal((await fallsOf(ada))[0]?.status, 'POTENTIAL');
    advance(3000);
    const client = await join(app, bySession(ada));
    const entries = Array.from({ length: 6 }, (_, i) => ({
      ...lying(mac),
      recorded_at: new Date(impactAt + (i + 1) * 1000).toISOString(),
    }));
    await client.publishAsync(`devices/${mac}/backlog`, JSON.stringify(entries), { qos: 1 });
    client.end(true);
    const falls = await fallsOf(ada);
    assert.equal(falls.length, 1);
    assert.ok(['HIGH', 'CONFIRMED'].includes(falls[0].status), falls[0].status);
    assert.equal((await alertsAbout(ada)).length, 1);
  });

  it('survives a restart, after which the wearable has 8 s to be heard', async () => {
    const { ada, mac } = await wearer();
    const received = await wearer();
    for (const reading of [...calm(10), blow]) {
      await play(ada, mac, [reading]);
      await stream(app, received.ada, reading(received.mac));
    }
    advance(1000);
    await app.close();
    app = await start();
    await pass(SILENCE_MS - 1000);
    assert.deepEqual(await alerting(ada), []);
    await stream(app, received.ada, resting(received.mac));
    await pass(2000);
    assert.deepEqual(
      (await alerting(ada)).map(({ status }) => status),
      ['POTENTIAL'],
    );
    assert.deepEqual(await alerting(received.ada), []);
  });

  it('counts from when wearables can send: a start may take longer than that', async () => {
    const { ada, mac } = await wearer();
    await play(ada, mac, [...calm(6), blow]);
    await app.close();
    // From the opening of the watch to its end, but not after wearables can send.
    slowCalls = 90;
    app = await start();
    assert.ok(slowCalls <= 0, 'the service has looked at its clock so many times');
    await pass(SILENCE_MS - 1000);
    assert.deepEqual(await alerting(ada), []);
    await pass(2000);
    assert.equal((await alerting(ada)).length, 1);
  });

  it('is kept when the database failed after it stored the impact, and the wearable sends the impact again', async () => {
    const { ada, mac } = await wearer();
    await play(ada, mac, calm(10));
    await sql(
      database.url,
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
       CREATE TRIGGER fails BEFORE INSERT ON silent_impacts EXECUTE FUNCTION fail()`,
    );
    advance(1000);
    const key = { 'Idempotency-Key': 'the impact' };
    assert.equal((await send(app, ada, blow(mac), key)).status, 503);
    await sql(database.url, 'DROP FUNCTION fail CASCADE');
    assert.equal((await send(app, ada, blow(mac), key)).status, 200);
    await pass(SILENCE_MS + 1000);
    assert.deepEqual(
      (await alerting(ada)).map(({ status }) => status),
      ['POTENTIAL'],
    );
  });

  it('is nothing for wearables that send rarely, and for those that send when they are moved', async () => {
    const rare = await wearer();
    await play(rare.ada, rare.mac, [...calm(6), blow], 10_000);
    const moved = await wearer();
    await play(moved.ada, moved.mac, calm(6), 30_000);
    await play(moved.ada, moved.mac, [blow], 2000);
    await pass(9000);
    await pass(120_000);
    assert.deepEqual(await alerting(rare.ada), []);
    assert.deepEqual(await alerting(moved.ada), []);
  });

  it('is nothing after a movement that would be no fall if the wearer lay still', async () => {
    const { ada, mac } = await wearer();
    await play(ada, mac, [...calm(8), jolt]);
    await pass(SILENCE_MS + 1000);
    assert.deepEqual(await alerting(ada), []);
  });

  it('is nothing in a shake test, and when the wearable is deleted or moved', async () => {
    const shaken = await wearer();
    await play(shaken.ada, shaken.mac, calm(6));
    await app.call('POST', `/device/${shaken.mac}/shake-test`, { token: shaken.ada.token, body: {} });
    await play(shaken.ada, shaken.mac, [blow]);
    const deleted = await wearer();
    await play(deleted.ada, deleted.mac, [...calm(6), blow]);
    await app.call('DELETE', `/device/${deleted.mac}`, { token: deleted.ada.token });
    const moved = await wearer();
    await play(moved.ada, moved.mac, [...calm(6), blow]);
    const next = await wearer();
    const { status } = await app.call('POST', `/device/${moved.mac}/move`, {
      token: nurse.token,
      body: { patientId: next.ada.id },
    });
    assert.equal(status, 200);
    await pass(SILENCE_MS + 1000);
    await pass(10_000);
    for (const { ada } of [shaken, deleted, moved, next]) assert.deepEqual(await alerting(ada), []);
    assert.equal((await sql(database.url, 'SELECT FROM silent_impacts')).length, 0);
  });

  it('costs a calm reading nothing', async () => {
    const { ada, mac } = await wearer();
    await play(ada, mac, calm(6));
    assert.equal((await sql(database.url, 'SELECT FROM silent_impacts')).length, 0);
  });
});
