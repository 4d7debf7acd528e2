import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { fallLevel } from '../../src/platform/fall-levels.ts';
import { type Json, standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { streamConfirmedFall } from '../helpers/confirmed-fall.ts';
import { assertFields } from '../helpers/fields.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { APART_MS, blowOf, randomMac, resting, stream, violent } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';
import * as motion from '../scoring/synthetic.ts';

describe('fall episodes and their alerts', () => {
  let app: TestApp;
  let carer: Person;
  let secondCarer: Person;
  let otherCarer: Person;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '365d' }, { now: standingClock() });
    [carer, secondCarer, otherCarer] = await Promise.all([
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
    ]);
  });
  after(() => app.close());

  const get = async (path: string, { token }: Person): Promise<Json> =>
    (await app.call('GET', path, { token })).body;
  const falls = async (person: Person): Promise<Json[]> =>
    (await get('/falls?limit=100&order=asc', person)).data;
  const detail = async (id: string, person: Person): Promise<Json> =>
    (await get(`/falls/${id}`, person)).data;
  const alertsOf = async (caregiver: Person, query = '?limit=100'): Promise<Json[]> =>
    (await get(`/caregivers/alerts${query}`, caregiver)).data;
  const acknowledge = (id: string, { token }: Person) =>
    app.call('POST', `/caregivers/alerts/${id}/acknowledge`, { token });
  /** Signs up a patient and assigns both caregivers. */
  async function patient(more: object = {}): Promise<Person> {
    const person = await signUp(app, 'PATIENT', more);
    await assign(app, carer, person);
    await assign(app, secondCarer, person);
    return person;
  }

  describe('an episode of streamed readings', () => {
    it('starts no fall for readings without one', async () => {
      const person = await patient();
      const mac = randomMac();
      for (let i = 0; i < 3; i++) {
        await stream(app, person, resting(mac));
        app.clock.advance(1000);
      }
      assert.deepEqual(await falls(person), []);
    });

    it('makes one fall, whose confidence and level only rise', async () => {
      const person = await patient();
      const mac = randomMac();
      let worst = 0;
      let first: Json;
      let madeItsLevel: string | undefined;
      for (const reading of [blowOf.SUSPICIOUS, blowOf.POTENTIAL, blowOf.SUSPICIOUS, blowOf.HIGH]) {
        const { deviceId, fallConfidence, timestamp } = await stream(app, person, reading(mac));
        if (fallConfidence > worst) madeItsLevel = timestamp;
        worst = Math.max(worst, fallConfidence);
        const found = await falls(person);
        assert.equal(found.length, 1);
        first ??= { id: found[0].id, deviceId };
        assert.equal(found[0].id, first.id);
        assert.equal(found[0].createdAt, madeItsLevel);
        assert.equal(found[0].confidence, worst);
        assert.equal(found[0].status, fallLevel(worst));
        assert.equal((await detail(first.id, person)).deviceId, first.deviceId);
        app.clock.advance(APART_MS);
      }
      await stream(app, person, resting(mac));
      assert.equal((await falls(person))[0].confidence, worst);
      assert.equal(fallLevel(worst), 'HIGH');
    });

    it('makes a second fall and alerts caregivers when it turns CONFIRMED after the patient cancelled it', async () => {
      const person = await patient();
      const mac = randomMac();
      const fallIds = async () => (await falls(person)).map(({ id }) => id);
      await stream(app, person, blowOf.POTENTIAL(mac));
      const [first] = await fallIds();
      await app.call('POST', `/falls/${first}/ok`, { token: person.token });
      app.clock.advance(APART_MS);
      await stream(app, person, blowOf.HIGH(mac));
      assert.deepEqual(await fallIds(), [first], 'a reading below CONFIRMED belongs to the first fall');
      app.clock.advance(APART_MS);
      await streamConfirmedFall(app, person, mac);
      const [, second, ...more] = await fallIds();
      assert.deepEqual(more, []);
      assert.deepEqual((await detail(first, person)).response.outcome, 'CANCELLED_BY_PATIENT');
      assert.equal((await detail(second, carer)).response.state, 'OPEN');
      assert.ok((await alertsOf(carer)).some(({ fallId }) => fallId === second));
    });

    it('keeps the sensor data of its worst reading', async () => {
      const person = await patient();
      const mac = randomMac();
      await stream(app, person, blowOf.SUSPICIOUS(mac));
      app.clock.advance(APART_MS);
      const body = blowOf.HIGH(mac, { gyro_y: 12.5, accel_x: -1.25 });
      const { timestamp } = await stream(app, person, body);
      app.clock.advance(APART_MS);
      await stream(app, person, blowOf.POTENTIAL(mac));
      const [fall] = await falls(person);
      assert.deepEqual((await detail(fall.id, person)).sensorData, {
        accel: [body.accel_x, body.accel_y, body.accel_z],
        gyro: [body.gyro_x, body.gyro_y, body.gyro_z],
        timestamp,
      });
    });

    it('takes the time of the impact that set its level; its alerts match and the timeline records the rise', async () => {
      const person = await patient({ firstName: 'Flo', lastName: 'Twice' });
      const mac = randomMac();
      await stream(app, person, blowOf.POTENTIAL(mac));
      const [{ id }] = await falls(person);
      const carerAlert = async () =>
        (await alertsOf(carer)).find(({ patientName }) => patientName === 'Flo Twice');
      const before = await carerAlert();
      app.clock.advance(45_000);
      const { timestamp } = await stream(app, person, violent(mac));
      const found = await falls(person);
      assert.deepEqual(
        found.map((fall) => [fall.id, fall.createdAt, fall.status]),
        [[id, timestamp, 'HIGH']],
      );
      assert.equal((await detail(id, person)).createdAt, timestamp);
      assert.equal((await detail(id, person)).sensorData.timestamp, timestamp);
      const after = await carerAlert();
      assert.deepEqual([after.id, after.timestamp], [before.id, timestamp]);
      const timeline = (await get(`/falls/${id}/timeline`, person)).data;
      const [detected, risen] = ['detected', 'risen'].map((type) =>
        timeline.find((entry: Json) => entry.type === type),
      );
      assert.ok(Date.parse(risen.at) - Date.parse(detected.at) >= 45_000);
      assert.deepEqual([detected.level, risen.level], ['POTENTIAL', 'HIGH']);
    });

    it('takes the time of the impact, not of the stillness that made the detector sure', async () => {
      const person = await patient();
      const mac = randomMac();
      const sendMotion = async ([ax, ay, az, gx, gy, gz]: motion.Motion): Promise<string> => {
        app.clock.advance(1000);
        const axes = { accel_x: ax, accel_y: ay, accel_z: az, gyro_x: gx, gyro_y: gy, gyro_z: gz };
        return (await stream(app, person, { ...resting(mac), ...axes })).timestamp;
      };
      for (let i = 0; i < 10; i++) await sendMotion(motion.resting);
      const impactAt = Date.parse(await sendMotion(motion.impact));
      for (let i = 0; i < 5; i++) await sendMotion(motion.lying);
      const [fall, ...others] = await falls(person);
      assert.deepEqual(others, []);
      assert.ok(Math.abs(Date.parse(fall.createdAt) - impactAt) <= 2, `${fall.createdAt}, not ${impactAt}`);
      const { sensorData, assessment } = await detail(fall.id, person);
      assert.ok(
        Date.parse(sensorData.timestamp) > impactAt,
        'the reading that made the detector sure came after the impact',
      );
      assert.ok(assessment.secondsSinceImpact >= 1);
    });

    it('has a response time of 0, never negative, when it was acknowledged before its level rose', async () => {
      const person = await patient({ firstName: 'Gil', lastName: 'Rising' });
      const mac = randomMac();
      await stream(app, person, blowOf.POTENTIAL(mac));
      const alert = (await alertsOf(carer)).find(({ patientName }) => patientName === 'Gil Rising');
      app.clock.advance(2_000);
      await acknowledge(alert.id, carer);
      app.clock.advance(20_000);
      await stream(app, person, violent(mac));
      for (const sort of ['', '&sort=responseTime']) {
        const { data } = await get(`/falls?limit=1${sort}`, person);
        assert.deepEqual([data[0].status, data[0].responseTime], ['HIGH', 0]);
      }
    });

    it('ends 60 s after its last suspicious reading', async () => {
      const person = await patient();
      const mac = randomMac();
      for (const pause of [50_000, 55_000, 50_000, 61_000, 1000]) {
        await stream(app, person, blowOf.HIGH(mac));
        app.clock.advance(pause);
      }
      assert.equal((await falls(person)).length, 2);
    });

    it('lasts 5 minutes at most', async () => {
      const person = await patient();
      const mac = randomMac();
      // 16 s without readings separate the impacts for the detector but not for the episode.
      for (let second = 0; second < 8 * 60; second += 20) {
        await stream(app, person, blowOf.HIGH(mac));
        app.clock.advance(20_000);
      }
      const found = await falls(person);
      assert.ok(found.length >= 2, `${found.length} events in 8 minutes`);
      const starts = found.map(({ createdAt }) => Date.parse(createdAt));
      assert.ok((starts[1] ?? 0) - (starts[0] ?? 0) >= 299_000, String(starts));
      assert.ok((starts[1] ?? 0) - (starts[0] ?? 0) <= 361_000, String(starts));
    });

    it('never covers two devices', async () => {
      const person = await patient();
      await stream(app, person, blowOf.HIGH(randomMac()));
      await stream(app, person, blowOf.HIGH(randomMac()));
      assert.equal((await falls(person)).length, 2);
    });

    it('continues across a restart', async () => {
      const person = await patient();
      const mac = randomMac();
      await stream(app, person, blowOf.SUSPICIOUS(mac));
      app = await restart(app, { SESSION_DURATION: '365d' });
      app.clock.advance(APART_MS);
      const { fallConfidence } = await stream(app, person, blowOf.HIGH(mac));
      const found = await falls(person);
      assert.equal(found.length, 1);
      assert.equal(found[0].confidence, fallConfidence);
    });

    it('never merges with a fall that the person reports', async () => {
      const person = await patient();
      const mac = randomMac();
      await stream(app, person, blowOf.SUSPICIOUS(mac));
      await app.call('POST', '/falls', { token: person.token, body: { confidence: 0.99 } });
      app.clock.advance(APART_MS);
      await stream(app, person, blowOf.HIGH(mac));
      const found = await falls(person);
      assert.deepEqual(found.map(({ status }) => status).sort(), ['CONFIRMED', 'HIGH']);
    });
  });

  /** Leaves out the admins: they are notified too, because these caregivers have no channel but a socket. */
  const isOfCaregiver = ({ caregiverId }: Json): boolean =>
    [carer, secondCarer, otherCarer].some(({ id }) => id === caregiverId);

  describe('the alerts of a fall', () => {
    it('reach every assigned caregiver once, from POTENTIAL up, and follow the level of the fall', async () => {
      const person = await patient({ firstName: 'Ada', lastName: 'Jones' });
      const mac = randomMac();
      const before = (await alertsOf(carer)).length;
      const mine = async (caregiver: Person) =>
        (await alertsOf(caregiver)).filter(({ patientName }) => patientName === 'Ada Jones');
      await stream(app, person, blowOf.SUSPICIOUS(mac));
      assert.equal((await alertsOf(carer)).length, before);
      const ids = new Set<string>();
      for (const level of ['POTENTIAL', 'HIGH', 'CONFIRMED'] as const) {
        app.clock.advance(APART_MS);
        if (level === 'CONFIRMED') await streamConfirmedFall(app, person, mac);
        else await stream(app, person, blowOf[level](mac));
        for (const caregiver of [carer, secondCarer]) {
          const found = await mine(caregiver);
          assert.equal(found.length, 1);
          assert.equal(found[0].severity, level);
          ids.add(found[0].id);
        }
      }
      assert.equal(ids.size, 2, 'one alert per caregiver and fall');
      app.clock.advance(APART_MS);
      await stream(app, person, blowOf.POTENTIAL(mac));
      const [alert] = await mine(carer);
      assertFields(alert, 'acknowledged', 'id', 'message', 'patientName', 'severity', 'timestamp', 'type');
      assert.equal(alert.type, 'FALL_DETECTED');
      assert.equal(alert.severity, 'CONFIRMED');
      assert.equal(alert.acknowledged, false);
      assert.match(alert.message, /Ada Jones/);
      assert.match(alert.message, /emergency/i);
      assert.deepEqual(await alertsOf(otherCarer), []);
      const [fall] = await falls(person);
      const { alerts } = await detail(fall.id, person);
      assert.deepEqual(
        alerts
          .filter(isOfCaregiver)
          .map(({ caregiverId }: Json) => caregiverId)
          .sort(),
        [carer.id, secondCarer.id].sort(),
      );
    });

    it('call the fall current although its episode began minutes ago', async () => {
      const person = await patient({ firstName: 'Bea', lastName: 'Late' });
      const mac = randomMac();
      for (let i = 0; i < 4; i++) {
        await stream(app, person, blowOf.SUSPICIOUS(mac));
        app.clock.advance(55_000);
      }
      await stream(app, person, violent(mac));
      const [alert] = (await alertsOf(carer)).filter(({ patientName }) => patientName === 'Bea Late');
      assert.doesNotMatch(alert.message, /ago/);
    });

    it('are listed newest first, ten per page, filtered by status', async () => {
      const watcher = await signUp(app, 'CAREGIVER');
      const person = await signUp(app);
      await assign(app, watcher, person);
      for (let i = 0; i < 12; i++) {
        await app.call('POST', '/falls', { token: person.token, body: { confidence: 0.6 + i / 100 } });
        app.clock.advance(1000);
      }
      const page = await get('/caregivers/alerts', watcher);
      assert.deepEqual(page.pagination, { page: 1, limit: 10, total: 12, totalPages: 2 });
      const stamps = page.data.map(({ timestamp }: Json) => timestamp);
      assert.deepEqual(stamps, [...stamps].sort().reverse());
      assert.equal((await get('/caregivers/alerts?page=2', watcher)).data.length, 2);

      await acknowledge(page.data[0].id, watcher);
      await acknowledge(page.data[1].id, watcher);
      const totals = async (query: string) =>
        (await get(`/caregivers/alerts${query}`, watcher)).pagination.total;
      assert.equal(await totals(''), 10);
      assert.equal(await totals('?status=active'), 10);
      assert.equal(await totals('?status=acknowledged'), 2);
      assert.equal(await totals('?status=all'), 12);
      for (const query of ['?status=open', '?limit=0', '?sort=colour', '?page=0']) {
        assert.equal(
          (await app.call('GET', `/caregivers/alerts${query}`, { token: watcher.token })).status,
          400,
          query,
        );
      }
      for (const sort of [
        'created_at',
        'timestamp',
        'severity',
        'patientName',
        'patient_name',
        'type',
        'message',
        'acknowledged',
      ]) {
        assert.equal(
          (await app.call('GET', `/caregivers/alerts?sort=${sort}`, { token: watcher.token })).status,
          200,
          sort,
        );
      }
    });

    it('are for caregivers only', async () => {
      const [person, admin] = await Promise.all([signUp(app), logInAsAdmin(app)]);
      for (const { token } of [person, admin]) {
        assert.equal((await app.call('GET', '/caregivers/alerts', { token })).status, 403);
      }
      assert.equal((await app.call('GET', '/caregivers/alerts')).status, 401);
    });
  });

  describe('acknowledging an alert', () => {
    it('returns the alert, removes it from the active list and marks the fall as responded to', async () => {
      const person = await patient({ firstName: 'Cleo', lastName: 'Quick' });
      await stream(app, person, blowOf.HIGH(randomMac()));
      const mine = async (caregiver: Person) =>
        (await alertsOf(caregiver)).filter(({ patientName }) => patientName === 'Cleo Quick');
      const [alert] = await mine(carer);
      const [before] = await falls(person);
      assert.deepEqual([before.responded, before.responseTime], [false, null]);

      app.clock.advance(95_500);
      const { status, body } = await acknowledge(alert.id, carer);
      assert.equal(status, 200);
      const { response, verification } = body.data;
      assert.deepEqual(body.data, { ...alert, acknowledged: true, response, verification });
      assert.equal(alert.verification, 'pending');
      assert.deepEqual([response.state, response.claimedBy.id], ['CLAIMED', carer.id]);
      assert.deepEqual(await mine(carer), []);
      assert.equal((await mine(secondCarer)).length, 1, 'the other caregiver keeps an alert of their own');
      const [after] = await falls(person);
      assert.equal(after.responded, true);
      assert.ok(after.responseTime >= 95 && after.responseTime <= 100, String(after.responseTime));
      assert.ok(Number.isInteger(after.responseTime));
      const alerts = (await detail(after.id, person)).alerts.filter(isOfCaregiver);
      assert.deepEqual(
        alerts.map(({ caregiverId, acknowledged }: Json) => [caregiverId === carer.id, acknowledged]).sort(),
        [
          [false, false],
          [true, true],
        ],
      );

      app.clock.advance(60_000);
      const again = await acknowledge(alert.id, carer);
      assert.equal(again.status, 200);
      assert.deepEqual(again.body.data, { ...body.data, verification: again.body.data.verification });
      const [other] = await mine(secondCarer);
      await acknowledge(other.id, secondCarer);
      assert.equal(
        (await falls(person))[0].responseTime,
        after.responseTime,
        'the first acknowledgement sets the response time',
      );
    });

    it("is refused for another caregiver's alert, to patients and to admins", async () => {
      const person = await patient({ firstName: 'Dot', lastName: 'Mine' });
      await stream(app, person, blowOf.HIGH(randomMac()));
      const [alert] = (await alertsOf(carer)).filter(({ patientName }) => patientName === 'Dot Mine');
      for (const somebody of [secondCarer, otherCarer, person, await logInAsAdmin(app)]) {
        assert.equal((await acknowledge(alert.id, somebody)).status, 403);
      }
      assert.equal((await app.call('POST', `/caregivers/alerts/${alert.id}/acknowledge`)).status, 401);
      assert.equal((await falls(person))[0].responded, false);
    });

    it('answers 404 for an unknown or malformed id', async () => {
      for (const id of [randomUUID(), 'nonsense', '1', '%00'])
        assert.equal((await acknowledge(id, carer)).status, 404, id);
    });

    it('by two caregivers at once counts once', async () => {
      const person = await patient({ firstName: 'Eve', lastName: 'Both' });
      await stream(app, person, blowOf.HIGH(randomMac()));
      const both = [carer, secondCarer];
      const answers = await Promise.all(
        both.map(async (caregiver) => {
          const [alert] = (await alertsOf(caregiver)).filter(({ patientName }) => patientName === 'Eve Both');
          return acknowledge(alert.id, caregiver);
        }),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      );
      assert.equal((await falls(person))[0].responded, true);
    });
  });
});
