import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { logIn, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { admin, app, as } from './started.ts';

describe('patients', () => {
  let nurse: Person;
  let other: Person;
  before(async () => {
    nurse = await signUp(app, 'CAREGIVER');
    other = await signUp(app, 'CAREGIVER');
  });

  const newcomer = () => ({ email: `${randomUUID()}@example.org`, firstName: 'Ada', lastName: 'Byron' });

  async function newPatient(more: object = {}): Promise<Json> {
    const { status, body } = await as(nurse, 'POST', '/patients', { ...newcomer(), ...more });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  }

  describe('a caregiver who creates an account for a patient', () => {
    it('gets the profile and a working password, shown once', async () => {
      const body = {
        ...newcomer(),
        dateOfBirth: '1940-02-29',
        emergencyContact: ' +44 1 ',
        room: ' 12 B ',
        phone: null,
      };
      const made = await newPatient(body);
      const { temporaryPassword, id, createdAt, ...rest } = made;
      assert.deepEqual(rest, {
        email: body.email,
        firstName: 'Ada',
        lastName: 'Byron',
        role: 'PATIENT',
        status: 'active',
        phone: null,
        dateOfBirth: '1940-02-29',
        emergencyContact: '+44 1',
        room: '12 B',
        externalId: null,
        wardId: null,
        shareWithHome: false,
        caregivers: [
          {
            id: nurse.id,
            name: rest.caregivers[0].name,
            relationship: null,
            phone: null,
            via: 'assignment',
          },
        ],
        devices: [],
        checkIn: null,
        absence: null,
      });
      assert.ok(Math.abs(new Date(createdAt).getTime() - app.clock.now()) < 60_000);
      const { data } = await logIn(app, { email: body.email, password: temporaryPassword });
      assert.equal(data.id, id);
    });

    it('cannot set fields that belong to the patient', async () => {
      const id = randomUUID();
      const made = await newPatient({
        id,
        userId: id,
        role: 'ADMIN',
        createdAt: '2001-01-01T00:00:00Z',
        status: 'inactive',
        password: 'x',
      });
      assert.notEqual(made.id, id);
      assert.equal(made.role, 'PATIENT');
      assert.equal(made.status, 'active');
      assert.ok(new Date(made.createdAt).getFullYear() > 2001);
    });

    it('gets every invalid field at once, and 409 for an e-mail address in use', async () => {
      const bad = await as(nurse, 'POST', '/patients', {
        email: 'x',
        lastName: ' ',
        dateOfBirth: '1940-02-30',
        emergencyContact: 7,
      });
      assert.equal(bad.status, 400);
      assert.deepEqual(Object.keys(bad.body.details).sort(), [
        'dateOfBirth',
        'email',
        'emergencyContact',
        'firstName',
        'lastName',
      ]);
      const { email } = await newPatient();
      const taken = await as(nurse, 'POST', '/patients', { ...newcomer(), email: email.toUpperCase() });
      assert.equal(taken.status, 409);
    });
  });

  describe('an admin who creates an account for a patient', () => {
    const create = (body: object) => as(admin, 'POST', '/admin/patients', body);
    const name = { firstName: 'Ada', lastName: 'Byron' };

    it('needs no e-mail address, may choose any ward, and assigns no caregiver', async () => {
      const ward = (await as(admin, 'POST', '/wards', { name: randomUUID() })).body.data.id;
      const { status, body } = await create({ ...name, room: '7', wardId: ward.toUpperCase() });
      assert.equal(status, 201, JSON.stringify(body));
      const { email, room, wardId, caregivers, temporaryPassword } = body.data;
      assert.match(email, /^[0-9a-f-]{36}@no-address\.invalid$/);
      assert.deepEqual([room, wardId, caregivers, temporaryPassword], ['7', ward, [], undefined]);
      const search = await as(admin, 'GET', `/admin/users?search=${email.slice(0, 8)}`);
      assert.equal(search.body.pagination.total, 0, 'nobody searches for the stand-in');
      const second = await create({ ...name, email: null });
      assert.notEqual(second.body.data.email, email);
      // The address comes later, and then the password.
      const given = { email: `${randomUUID()}@example.org` };
      assert.equal(
        (await as(admin, 'PUT', `/admin/users/${body.data.id}`, given)).body.data.email,
        given.email,
      );
      const reset = await as(admin, 'POST', `/admin/users/${body.data.id}/password-reset`);
      const password = reset.body.data.temporaryPassword;
      assert.equal((await logIn(app, { ...given, password })).data.id, body.data.id);
    });

    it('gets a working password for a patient with an e-mail address, and an audit entry', async () => {
      const { email } = newcomer();
      const { body } = await create({ ...name, email });
      const { data } = await logIn(app, { email, password: body.data.temporaryPassword });
      assert.equal(data.id, body.data.id);
      const lines = await as(admin, 'GET', '/admin/logs?action=account.created&limit=5');
      assert.ok(lines.body.data.some(({ subjectId }: Json) => subjectId === data.id));
      assert.equal((await create({ ...name, email })).status, 409);
    });

    it('gets 400 for an unknown ward, a bad address, or an invitation without an address', async () => {
      for (const [field, value] of Object.entries({
        wardId: randomUUID(),
        email: 'x',
        dateOfBirth: '1940-02-30',
      })) {
        const { status, body } = await create({ ...name, [field]: value });
        assert.deepEqual([status, Object.keys(body.details)], [400, [field]]);
      }
      const invited = await create({ ...name, invite: true });
      assert.deepEqual([invited.status, Object.keys(invited.body.details)], [400, ['email']]);
    });
  });

  describe('the list of patients', () => {
    it('shows private and health data only of the caller’s own patients', async () => {
      const { id } = await newPatient({ dateOfBirth: '1950-01-01', emergencyContact: '1', room: '7' });
      const rowFor = async (person: Person) => {
        const { body } = await as(person, 'GET', '/patients?limit=100');
        return body.data.find((row: Json) => row.id === id);
      };
      for (const person of [nurse, admin]) {
        const row = await rowFor(person);
        assert.deepEqual(
          [row.dateOfBirth, row.emergencyContact, row.room, row.healthScore],
          ['1950-01-01', '1', '7', 100],
        );
      }
      const row = await rowFor(other);
      assert.deepEqual(
        [row.dateOfBirth, row.emergencyContact, row.room, row.healthScore],
        [null, null, null, null],
      );
      assert.deepEqual(Object.keys(row).sort(), [
        'createdAt',
        'dateOfBirth',
        'email',
        'emergencyContact',
        'externalId',
        'firstName',
        'healthScore',
        'id',
        'lastName',
        'room',
        'status',
        'wardId',
      ]);
    });

    it('contains patients only, and can be filtered by account status', async () => {
      const { id } = await newPatient();
      await as(admin, 'PUT', `/admin/users/${id}`, { status: 'inactive' });
      const inactive = await as(nurse, 'GET', '/patients?status=inactive&limit=100');
      assert.deepEqual(
        inactive.body.data.map((row: Json) => row.id),
        [id],
      );
      assert.equal(inactive.body.pagination.total, 1);
      const all = await as(nurse, 'GET', '/patients?limit=100');
      const active = await as(nurse, 'GET', '/patients?status=active&limit=100');
      assert.equal(active.body.pagination.total, all.body.pagination.total - 1);
      assert.equal(all.body.data.length, all.body.pagination.total);
      assert.ok(all.body.data.every((row: Json) => row.id !== nurse.id && row.id !== admin.id));
      assert.equal((await as(nurse, 'GET', '/patients?status=ACTIVE')).status, 400);
    });

    it('cannot be sorted by fields that it does not show to all', async () => {
      for (const sort of [
        'dateOfBirth',
        'healthScore',
        'emergency_contact',
        'room',
        'externalId',
        'password_hash',
        'id; DROP TABLE users',
      ])
        assert.equal(
          (await as(nurse, 'GET', `/patients?sort=${encodeURIComponent(sort)}`)).status,
          400,
          sort,
        );
      for (const sort of ['last_name', 'lastName', 'email', 'created_at', 'createdAt', 'id', 'status'])
        assert.equal((await as(nurse, 'GET', `/patients?sort=${sort}&order=asc`)).status, 200, sort);
    });
  });

  describe('a patient', () => {
    it('looks the same to themselves, their caregiver and an admin', async () => {
      const patient = await signUp(app);
      await as(admin, 'POST', `/caregivers/${nurse.id}/patients`, {
        patientId: patient.id,
        relationship: 'daughter',
      });
      const { deviceId } = await stream(app, patient, resting(randomMac()));
      const own = await as(patient, 'GET', '/patients/me');
      assert.equal(own.status, 200);
      assert.equal(own.body.data.caregivers[0].relationship, 'daughter');
      assert.equal(own.body.data.devices[0].id, deviceId);
      assert.equal(own.body.data.devices[0].status, 'ACTIVE');
      for (const person of [patient, nurse, admin])
        assert.deepEqual((await as(person, 'GET', `/patients/${patient.id}`)).body.data, own.body.data);
      const devices = await as(nurse, 'GET', `/patients/${patient.id}/devices`);
      assert.deepEqual(
        devices.body.data.map((device: Json) => [device.id, device.status, device.userId]),
        [[deviceId, 'ACTIVE', patient.id]],
      );
    });

    it('is changed field by field; null clears a field, and an empty change is refused', async () => {
      const made = await newPatient({ phone: '1', dateOfBirth: '1950-01-01' });
      const put = (body: unknown) => as(nurse, 'PUT', `/patients/${made.id}`, body);
      const changed = await put({
        firstName: 'Eve',
        phone: null,
        id: randomUUID(),
        role: 'ADMIN',
        status: 'inactive',
        createdAt: null,
      });
      assert.equal(changed.status, 200);
      const { temporaryPassword: _, ...before } = made;
      assert.deepEqual(changed.body.data, { ...before, firstName: 'Eve', phone: null });
      for (const body of [{}, { role: 'ADMIN' }]) assert.equal((await put(body)).status, 400);
      const bad = await put({ email: 'no', firstName: null, dateOfBirth: 'soon', phone: 5 });
      assert.deepEqual(Object.keys(bad.body.details).sort(), ['dateOfBirth', 'email', 'firstName', 'phone']);
      assert.equal((await put({ email: admin.email })).status, 409);
      assert.equal((await put({ room: 'Kitchen' })).body.data.room, 'Kitchen');
      assert.equal((await put({ room: null })).body.data.room, null);
      for (const room of ['', 'x'.repeat(81), 12])
        assert.deepEqual(Object.keys((await put({ room })).body.details), ['room']);
      assert.equal(
        (await as(admin, 'PUT', `/patients/${made.id}`, { email: 'moved@example.org' })).body.data.email,
        'moved@example.org',
      );
    });

    it('is not found under an unknown, foreign or invalid id', async () => {
      for (const id of [randomUUID(), nurse.id, admin.id, 'nonsense', '%00', '%F0%9F']) {
        for (const path of ['', '/falls', '/health', '/devices']) {
          assert.equal((await as(admin, 'GET', `/patients/${id}${path}`)).status, 404, id + path);
        }
        assert.equal(
          (await as(admin, 'PUT', `/patients/${id}`, {})).status,
          404,
          'the patient is looked up before the body is checked',
        );
        assert.equal((await as(admin, 'DELETE', `/patients/${id}`)).status, 404);
        assert.equal((await as(other, 'DELETE', `/patients/${id}`)).status, 403, 'the role is checked first');
      }
    });

    it('is refused to others before the body is checked', async () => {
      const { id } = await newPatient();
      assert.equal((await as(other, 'PUT', `/patients/${id}`, { email: 3 })).status, 403);
      assert.equal((await as(other, 'GET', `/patients/${id}/falls?page=0`)).status, 403);
      assert.equal((await as(nurse, 'GET', `/patients/${id}/falls?page=0`)).status, 400);
    });

    it('has falls, newest first, filtered by status and days', async () => {
      const patient = await signUp(app);
      for (const confidence of [0.2, 0.6, 0.95]) await as(patient, 'POST', '/falls', { confidence });
      const falls = await as(admin, 'GET', `/patients/${patient.id}/falls`);
      assert.deepEqual(
        falls.body.data.map((fall: Json) => fall.status),
        ['CONFIRMED', 'POTENTIAL', 'NO_FALL'],
      );
      assert.deepEqual(falls.body.pagination, { page: 1, limit: 10, total: 3, totalPages: 1 });
      const confirmed = await as(
        admin,
        'GET',
        `/patients/${patient.id}/falls?status=CONFIRMED&days=1&limit=1`,
      );
      assert.equal(confirmed.body.pagination.total, 1);
    });
  });

  describe('the health summary', () => {
    const summary = async (id: string) => (await as(admin, 'GET', `/patients/${id}/health`)).body.data;

    it('reports no problem without data', async () => {
      const { id } = await signUp(app);
      assert.deepEqual(await summary(id), {
        patientId: id,
        healthScore: 100,
        riskScore: 0,
        isHighRisk: false,
        causes: [],
        vitals: { heartRate: null, bloodPressure: null, oxygenSaturation: null },
        lastUpdate: null,
      });
    });

    it('is part of the overview, which equals the separate answers', async () => {
      const patient = await signUp(app, 'PATIENT');
      await as(admin, 'POST', `/caregivers/${nurse.id}/patients`, { patientId: patient.id });
      await stream(app, patient, { ...resting(randomMac()), signal_strength: -61 });
      const { body } = await as(patient, 'POST', '/falls', { confidence: 0.9 });
      // Claimed, so that the escalation takes no step between two answers.
      await as(nurse, 'POST', `/falls/${body.data.id}/claim`);
      const asked = async (part: string) =>
        (await as(nurse, 'GET', `/patients/${patient.id}${part}`)).body.data;
      // test/coverage/day.test.ts has the day.
      const { devices, day: _, ...overview } = await asked('/overview');
      assert.deepEqual(overview, {
        patient: await asked(''),
        health: await asked('/health'),
        falls: await asked('/falls'),
        totalFalls: 1,
        detector: await asked('/detector'),
        sensorRules: (await asked('/sensor-rules')).rules,
        smartHome: false,
      });
      const [device] = await asked('/devices');
      const { wifiConnected, sensorsInitialized } = devices[0];
      assert.deepEqual(devices, [
        { ...device, signalStrength: -61, wifiConnected, sensorsInitialized, warnings: [] },
      ]);
    });

    it('follows the last reading at once', async () => {
      const patient = await signUp(app);
      const mac = randomMac();
      const vitals = { heart_rate: 130, spo2: 90, battery_level: 5, sensors_initialized: true };
      await stream(app, patient, resting(mac, { heart_rate: 70 }));
      app.clock.advance(1000);
      const answer = await stream(app, patient, resting(mac, vitals));
      const said = await summary(patient.id);
      assert.equal(said.healthScore, answer.healthScore);
      assert.equal(said.riskScore, 100 - answer.healthScore);
      assert.deepEqual(said.vitals, { heartRate: 130, bloodPressure: null, oxygenSaturation: 90 });
      assert.equal(said.lastUpdate, answer.timestamp);
    });

    it('is high-risk after a confirmed fall with abnormal vitals, and counts in the statistics', async () => {
      const count = async () => (await as(admin, 'GET', '/admin/stats')).body.data.highRiskPatients;
      const before = await count();
      const patient = await signUp(app);
      await stream(app, patient, resting(randomMac(), { heart_rate: 165, spo2: 85 }));
      assert.equal((await summary(patient.id)).isHighRisk, false);
      assert.equal(await count(), before);
      await as(patient, 'POST', '/falls', { confidence: 0.97 });
      const said = await summary(patient.id);
      assert.ok(said.riskScore >= 75 && said.isHighRisk, JSON.stringify(said));
      assert.equal(await count(), before + 1);
    });

    it('takes each value from the wearable that knows it best', async () => {
      const patient = await signUp(app);
      await stream(app, patient, resting(randomMac(), { heart_rate: 45, spo2: 97 }));
      app.clock.advance(1000);
      await stream(app, patient, resting(randomMac(), { heart_rate: 75 }));
      assert.deepEqual((await summary(patient.id)).vitals, {
        heartRate: 75,
        bloodPressure: null,
        oxygenSaturation: 97,
      });
    });
  });
});
