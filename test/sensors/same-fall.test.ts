import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { streamConfirmedFall } from '../helpers/confirmed-fall.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, stream } from '../helpers/readings.ts';

const SECOND_MS = 1_000;

describe('a fall that a wearable and another sensor notice', () => {
  let app: TestApp;
  let admin: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' }, { now: standingClock() });
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  async function done(who: Person, method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await app.call(method, path, { token: who.token, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }
  async function resident() {
    const [patient, nurse] = await Promise.all([signUp(app), signUp(app, 'CAREGIVER')]);
    await assign(app, nurse, patient);
    const body = { name: 'Radar', patientId: patient.id };
    const { id: sensorId } = await done(admin, 'POST', '/sensors', body);
    const mac = randomMac();
    return {
      patient,
      nurse,
      sensorId,
      notice: async (event: object = {}): Promise<string> =>
        (await done(nurse, 'POST', '/sensors/events', { sensorId, type: 'FALL', ...event })).fallId,
      detect: (level: keyof typeof blowOf) => stream(app, patient, blowOf[level](mac)),
      confirm: () => streamConfirmedFall(app, patient, mac),
      falls: (): Promise<Json[]> =>
        done(nurse, 'GET', `/patients/${patient.id}/falls`) as unknown as Promise<Json[]>,
      alerts: async (): Promise<Json[]> => {
        const alerts = (await done(nurse, 'GET', '/caregivers/alerts')) as unknown as Json[];
        return alerts.map(({ severity, fallId }) => [severity, fallId]);
      },
    };
  }

  it('is one fall with one alert when the wearable is first', async () => {
    const { notice, confirm, falls, alerts, nurse, sensorId } = await resident();
    await confirm();
    const fallId = await notice({ room: 'Bathroom', text: 'On the floor' });
    const [only, ...others] = await falls();
    assert.deepEqual([only.id, only.status, only.source, others], [fallId, 'CONFIRMED', 'STREAM', []]);
    assert.deepEqual(await alerts(), [['CONFIRMED', fallId]]);
    const fall = await done(nurse, 'GET', `/falls/${fallId}`);
    assert.deepEqual(fall.sensor, { id: sensorId, name: 'Radar', event: 'FALL', text: 'On the floor' });
    assert.deepEqual([fall.location, fall.confidence > 0.9], ['Bathroom', true]);
  });

  it('is one fall, which rises, when the sensor is first', async () => {
    const { notice, detect, confirm, falls, alerts, nurse } = await resident();
    const fallId = await notice();
    await app.pass(20 * SECOND_MS);
    await detect('POTENTIAL');
    assert.deepEqual(
      (await falls()).map(({ id, status }) => [id, status]),
      [[fallId, 'HIGH']],
    );
    const unsure = await done(nurse, 'GET', `/falls/${fallId}`);
    assert.deepEqual([unsure.confidence, unsure.source], [0.8, 'SENSOR']);
    assert.ok(unsure.deviceId && unsure.sensorData && unsure.sensor);
    await app.pass(20 * SECOND_MS);
    await confirm();
    assert.deepEqual(
      (await falls()).map(({ id, status }) => [id, status]),
      [[fallId, 'CONFIRMED']],
    );
    assert.deepEqual(await alerts(), [['CONFIRMED', fallId]]);
    const { response } = await done(nurse, 'GET', `/falls/${fallId}`);
    assert.equal(response.state, 'OPEN');
  });

  it('alerts caregivers when the sensor is surer than the wearable', async () => {
    const { notice, detect, falls, alerts } = await resident();
    await detect('SUSPICIOUS');
    assert.deepEqual(await alerts(), []);
    const fallId = await notice();
    assert.equal((await falls()).length, 1);
    assert.deepEqual(await alerts(), [['HIGH', fallId]]);
  });

  it('takes events in any order of their times, less than a minute apart', async () => {
    const { notice, detect, falls } = await resident();
    const at = (ago: number): string => new Date(app.clock.now() - ago * SECOND_MS).toISOString();
    await detect('HIGH');
    const [fall] = await falls();
    await app.pass(90 * SECOND_MS);
    assert.equal(await notice({ at: at(45) }), fall.id);
    assert.equal(await notice({ at: at(145) }), fall.id);
    assert.notEqual(await notice({ at: at(10 * 60) }), fall.id);
    assert.equal((await falls()).length, 2);
  });

  it('is two falls more than a minute apart, for a call, and for another resident', async () => {
    const { notice, detect, falls, patient } = await resident();
    await detect('HIGH');
    await notice({ type: 'CALL' });
    await app.pass(61 * SECOND_MS);
    await notice();
    assert.equal((await falls()).length, 3);
    const other = await resident();
    await other.notice();
    await detect('HIGH');
    assert.deepEqual([(await falls()).length, (await other.falls()).length], [3, 1]);
    assert.equal((await other.falls())[0].source, 'SENSOR');
    assert.ok(patient.id);
  });

  it('is a new one for an emergency after the first was resolved', async () => {
    const { notice, detect, confirm, falls, nurse } = await resident();
    const fallId = await notice();
    await done(nurse, 'POST', `/falls/${fallId}/resolve`, { outcome: 'FALSE_ALARM' });
    await detect('HIGH');
    assert.equal((await falls()).length, 1);
    await app.pass(20 * SECOND_MS);
    await confirm();
    assert.equal((await falls()).length, 2);
  });

  it('alerts caregivers even when the sensor sends too many events', async () => {
    const { notice, detect, falls } = await resident();
    const at = new Date(app.clock.now() - 3_600_000).toISOString();
    for (let sent = 0; sent < 30; sent++) await notice({ at, room: String(sent) });
    await notice();
    const silent = (await falls())[0];
    assert.equal(silent.response, null);
    await detect('HIGH');
    const [newest] = await falls();
    assert.notEqual(newest.id, silent.id);
    assert.notEqual(newest.response, null);
  });
});
