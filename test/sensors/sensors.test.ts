import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { connectLive } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { unzip } from '../helpers/unzip.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RULES = '/sensor-rules';

describe('sensors other than wearables', () => {
  let app: TestApp;
  let admin: Person;
  before(async () => {
    app = await startTestApp({
      LOG_LEVEL: 'silent',
      TIME_ZONE: 'UTC',
      SESSION_DURATION: '720h',
      SESSION_MAX_DAYS: '30',
    });
    admin = await logInAsAdmin(app);
  });
  after(() => app.close());

  const as = (person: Person, method: string, path: string, body?: unknown, headers = {}) =>
    app.call(method, path, { token: person.token, body, headers });
  async function done(person: Person, method: string, path: string, body?: unknown): Promise<Json> {
    const { status, body: answer } = await as(person, method, path, body);
    assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer.data;
  }
  const sensor = (fields: object, by = admin) => done(by, 'POST', '/sensors', { name: 'Bed mat', ...fields });
  const send = (by: Person, body: object, headers = {}) => as(by, 'POST', '/sensors/events', body, headers);
  const isoTime = (ago = 0): string => new Date(app.clock.now() - ago).toISOString();

  async function residentWithNurse(): Promise<{ patient: Person; nurse: Person }> {
    const [patient, nurse] = await Promise.all([signUp(app), signUp(app, 'CAREGIVER')]);
    await assign(app, nurse, patient);
    return { patient, nurse };
  }
  async function wardWithLead(): Promise<{ id: string; lead: Person; patient: Person }> {
    const [lead, patient] = await Promise.all([signUp(app, 'CAREGIVER'), signUp(app)]);
    const { id } = await done(admin, 'POST', '/wards', { name: `Ward ${randomUUID()}` });
    await done(admin, 'PUT', `/wards/${id}/caregivers/${lead.id}`, { lead: true });
    await done(admin, 'PUT', `/patients/${patient.id}`, { wardId: id });
    return { id, lead, patient };
  }
  const countOf = async (table: string, patient: Person): Promise<number> => {
    const of = table === 'fall_events' ? 'user_id' : 'patient_id';
    const [row] = await sql(app.databaseUrl, `SELECT count(*)::int AS n FROM ${table} WHERE ${of} = $1`, [
      patient.id,
    ]);
    return row?.n;
  };

  describe('their list', () => {
    it('is for admins; leads add, see and remove those of their own ward', async () => {
      const [own, other] = await Promise.all([wardWithLead(), wardWithLead()]);
      const mine = await sensor({ patientId: own.patient.id, kind: 'bed mat' }, own.lead);
      const inRoom = await sensor({ name: 'Radar', room: '12' }, own.lead);
      assert.deepEqual([mine.ward.id, inRoom.ward.id, inRoom.patientId], [own.id, own.id, null]);
      const listed = await done(own.lead, 'GET', '/sensors');
      assert.deepEqual(listed.map(({ id }: Json) => id).sort(), [mine.id, inRoom.id].sort());
      assert.deepEqual(await done(other.lead, 'GET', '/sensors'), []);
      const foreign = await as(other.lead, 'POST', '/sensors', { name: 'X', patientId: own.patient.id });
      assert.deepEqual([foreign.status, foreign.body.code], [403, 'NOT_WARD_LEAD']);
      const elsewhere = await as(other.lead, 'POST', '/sensors', { name: 'X', room: '12', wardId: own.id });
      assert.equal(elsewhere.status, 403);
      assert.equal((await as(other.lead, 'DELETE', `/sensors/${mine.id}`)).status, 403);
      const nurse = await signUp(app, 'CAREGIVER');
      assert.equal((await as(nurse, 'POST', '/sensors', { name: 'X' })).status, 403);
      assert.equal((await as(nurse, 'GET', '/sensors')).status, 403);
      await done(own.lead, 'DELETE', `/sensors/${mine.id}`);
      assert.equal((await as(admin, 'DELETE', `/sensors/${mine.id}`)).status, 404);
    });

    it('follows a patient who moves to another ward, and keeps the sensor of one who is deleted', async () => {
      const [from, to] = await Promise.all([wardWithLead(), wardWithLead()]);
      const { id } = await sensor({ patientId: from.patient.id }, from.lead);
      await done(admin, 'PUT', `/patients/${from.patient.id}`, { wardId: to.id });
      assert.equal((await as(from.lead, 'DELETE', `/sensors/${id}`)).status, 403);
      assert.deepEqual(
        (await done(to.lead, 'GET', '/sensors')).map((one: Json) => one.id),
        [id],
      );
      await send(admin, { sensorId: id, type: 'FALL' });
      await done(admin, 'DELETE', `/admin/users/${from.patient.id}`);
      const [left] = await sql(app.databaseUrl, 'SELECT patient_id FROM sensors WHERE id = $1', [id]);
      assert.equal(left?.patient_id, null);
      assert.equal(await countOf('sensor_events', from.patient), 0);
    });

    it('asks a lead of several wards which one, and refuses unknown patients', async () => {
      const [one, two] = await Promise.all([wardWithLead(), wardWithLead()]);
      await done(admin, 'PUT', `/wards/${two.id}/caregivers/${one.lead.id}`, { lead: true });
      const unclear = await as(one.lead, 'POST', '/sensors', { name: 'Radar', room: '3' });
      assert.deepEqual([unclear.status, Object.keys(unclear.body.details)], [400, ['wardId']]);
      assert.equal((await sensor({ room: '3', wardId: two.id }, one.lead)).ward.id, two.id);
      for (const patientId of [randomUUID(), one.lead.id])
        assert.equal((await as(admin, 'POST', '/sensors', { name: 'X', patientId })).status, 404);
    });
  });

  describe('a fall or a call', () => {
    it('becomes a fall with source SENSOR, its level and its escalation', async () => {
      const { patient, nurse } = await residentWithNurse();
      const socket = await connectLive(app, { token: nurse.token });
      const { id: sensorId } = await sensor({ name: 'Radar', patientId: patient.id });
      const fell = await send(nurse, { sensorId, type: 'FALL', text: 'Beside the bed', room: 'Bathroom' });
      assert.deepEqual([fell.status, fell.body.data.type, fell.body.data.alertId], [201, 'FALL', null]);
      const { fallId } = fell.body.data;
      const fall = await done(nurse, 'GET', `/falls/${fallId}`);
      assert.deepEqual(
        [fall.source, fall.confidence, fall.status, fall.location, fall.userId, fall.response.state],
        ['SENSOR', 0.8, 'HIGH', 'Bathroom', patient.id, 'CHECKING'],
      );
      assert.deepEqual(fall.sensor, { id: sensorId, name: 'Radar', event: 'FALL', text: 'Beside the bed' });
      const { data } = await socket.find((frame) => frame.type === 'alert' && frame.data.fallId === fallId);
      assert.equal(data.type, 'FALL_DETECTED');
      const [detected] = await done(nurse, 'GET', `/falls/${fallId}/timeline`);
      assert.deepEqual([detected.source, detected.sensorEvent], ['SENSOR', 'FALL']);

      const call = await send(nurse, { sensorId, type: 'CALL', confidence: 0.1 });
      const called = await done(nurse, 'GET', `/falls/${call.body.data.fallId}`);
      assert.deepEqual([called.confidence, called.status, called.response.state], [1, 'CONFIRMED', 'OPEN']);
      const alert = await socket.find(
        (frame) => frame.type === 'alert' && frame.data.fallId === call.body.data.fallId,
      );
      assert.match(alert.data.message, /calls for help/);
      const unsure = await send(nurse, { sensorId, type: 'FALL', confidence: 0.4 });
      const suspicious = await done(nurse, 'GET', `/falls/${unsure.body.data.fallId}`);
      assert.deepEqual([suspicious.status, suspicious.response], ['SUSPICIOUS', null]);
      await done(admin, 'DELETE', `/sensors/${sensorId}`);
      assert.equal((await done(nurse, 'GET', `/falls/${fallId}`)).sensor.name, 'Radar');
      await socket.close();
    });

    it('is recorded once for the same key, and for the same time', async () => {
      const { patient, nurse } = await residentWithNurse();
      const { id: sensorId } = await sensor({ patientId: patient.id });
      const key = { 'Idempotency-Key': randomUUID() };
      const first = await send(nurse, { sensorId, type: 'FALL' }, key);
      const again = await send(nurse, { sensorId, type: 'FALL' }, key);
      assert.deepEqual([first.status, again.status], [201, 200]);
      assert.deepEqual(again.body.data, first.body.data);
      const timed = { sensorId, type: 'FALL', at: isoTime(MINUTE_MS) };
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(nurse, timed)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 200, 200, 201]);
      assert.equal(new Set(answers.map(({ body }) => body.data.fallId)).size, 1);
      assert.equal(await countOf('fall_events', patient), 2);
      // The same moment, but another event: a call must not pass for a fall.
      assert.equal((await send(nurse, { ...timed, type: 'CALL' })).status, 201);
      // Another sender's key is another key.
      assert.equal((await send(admin, { sensorId, type: 'FALL' }, key)).status, 201);
      // Without a key and a time every event is new.
      for (const _ of [1, 2]) assert.equal((await send(nurse, { sensorId, type: 'FALL' })).status, 201);
    });

    it('has a time of its own, at most 7 days ago and not in the future', async () => {
      const { patient, nurse } = await residentWithNurse();
      const { id: sensorId } = await sensor({ patientId: patient.id });
      const at = isoTime(6 * DAY_MS);
      const late = await send(nurse, { sensorId, type: 'FALL', at });
      assert.equal((await done(nurse, 'GET', `/falls/${late.body.data.fallId}`)).createdAt, at);
      for (const wrong of [
        isoTime(8 * DAY_MS),
        isoTime(-MINUTE_MS),
        '9999-12-31T23:59:59Z',
        'yesterday',
        7,
      ]) {
        const refused = await send(nurse, { sensorId, type: 'FALL', at: wrong });
        assert.deepEqual([refused.status, Object.keys(refused.body.details)], [400, ['at']], String(wrong));
      }
      assert.equal(await countOf('fall_events', patient), 1);
    });
  });

  describe('the patient of an event', () => {
    it("is the event's, else the sensor's, else the only one in the room", async () => {
      const { id: wardId, lead, patient } = await wardWithLead();
      const elsewhere = await wardWithLead();
      const room = `Room ${randomUUID()}`;
      const about = async (body: object) => {
        const { status, body: answer } = await send(admin, { type: 'FALL', ...body });
        if (status >= 300) return `${status} ${answer.code}`;
        return (await done(admin, 'GET', `/falls/${answer.data.fallId}`)).userId;
      };
      const fixed = await sensor({ patientId: patient.id, room });
      assert.equal(await about({ sensorId: fixed.id, room: 'Kitchen' }), patient.id);
      assert.equal(
        await about({ sensorId: fixed.id, patientId: elsewhere.patient.id }),
        elsewhere.patient.id,
      );
      const free = await sensor({ room });
      assert.equal(await about({ sensorId: free.id }), '409 PATIENT_UNCLEAR');
      await done(admin, 'PUT', `/patients/${patient.id}`, { room: ` ${room.toUpperCase()}` });
      assert.equal(await about({ sensorId: free.id }), patient.id);
      await done(admin, 'PUT', `/patients/${elsewhere.patient.id}`, { room });
      assert.equal(await about({ sensorId: free.id }), '409 PATIENT_UNCLEAR');
      // A sensor of a ward looks in that ward alone.
      const ofWard = await sensor({ room, wardId }, lead);
      assert.equal(await about({ sensorId: ofWard.id }), patient.id);
      const nowhere = await sensor({ name: 'Gateway' });
      assert.equal(await about({ sensorId: nowhere.id }), '409 PATIENT_UNCLEAR');
      assert.equal(await about({ sensorId: nowhere.id, patientId: randomUUID() }), '404 NOT_FOUND');
      await done(admin, 'PUT', `/admin/users/${patient.id}`, { status: 'inactive' });
      assert.equal(await about({ sensorId: fixed.id }), '409 PATIENT_UNCLEAR');
    });

    it('must be one that the sender may act for', async () => {
      const { patient, nurse } = await residentWithNurse();
      const room = `Room ${randomUUID()}`;
      await done(admin, 'PUT', `/patients/${patient.id}`, { room });
      const [stranger, caregiver] = [await signUp(app), await signUp(app, 'CAREGIVER')];
      const { id: sensorId } = await sensor({ patientId: patient.id });
      const { id: inRoom } = await sensor({ room });
      const { id: empty } = await sensor({ room: `Room ${randomUUID()}` });
      const before = await countOf('sensor_events', patient);
      for (const who of [stranger, caregiver])
        for (const body of [{ sensorId }, { sensorId: inRoom }, { sensorId, patientId: patient.id }])
          assert.equal((await send(who, { type: 'CALL', ...body })).status, 403);
      // A patient does not learn who lives where.
      for (const body of [{ sensorId: empty }, { sensorId: empty, patientId: randomUUID() }])
        assert.equal((await send(stranger, { type: 'CALL', ...body })).status, 403);
      const at = isoTime();
      assert.equal((await send(nurse, { sensorId, type: 'DOOR', at })).status, 201);
      assert.equal((await send(stranger, { sensorId, type: 'DOOR', at })).status, 403);
      assert.equal((await send(patient, { sensorId, type: 'DOOR' })).status, 201);
      await sql(app.databaseUrl, 'DELETE FROM assignments WHERE caregiver_id = $1', [nurse.id]);
      // A caregiver who left, also for a repeat of their own event.
      assert.equal((await send(nurse, { sensorId, type: 'DOOR' })).status, 403);
      assert.equal((await send(nurse, { sensorId, type: 'DOOR', at })).status, 403);
      assert.equal(await countOf('sensor_events', patient), before + 2);
    });

    it('is not looked for where the sensor is unknown or the event is malformed', async () => {
      const { patient, nurse } = await residentWithNurse();
      const { id: sensorId } = await sensor({ patientId: patient.id });
      assert.equal((await send(nurse, { sensorId: randomUUID(), type: 'FALL' })).status, 404);
      for (const [field, value] of [
        ['sensorId', 'mat'],
        ['type', 'FIRE'],
        ['confidence', 1.1],
        ['text', 'x'.repeat(501)],
        ['text', 'a\u0000b'],
        ['room', 'x'.repeat(81)],
        ['patientId', '1'],
      ] as const) {
        const refused = await send(nurse, { sensorId, type: 'FALL', [field]: value });
        assert.deepEqual([refused.status, Object.keys(refused.body.details)], [400, [field]]);
      }
      const huge = await send(nurse, { sensorId, type: 'FALL', text: 'x'.repeat(70_000) });
      assert.equal(huge.status, 413);
      assert.equal(await countOf('fall_events', patient), 0);
    });
  });

  describe('another event', () => {
    it('alerts the care team, and does not escalate', async () => {
      const { patient, nurse } = await residentWithNurse();
      const socket = await connectLive(app, { token: nurse.token });
      const { id: sensorId } = await sensor({ patientId: patient.id });
      for (const type of ['BED_EXIT', 'DOOR', 'INACTIVITY']) {
        const { status, body } = await send(nurse, { sensorId, type });
        assert.deepEqual([status, body.data.fallId], [201, null]);
        const { data } = await socket.find(
          (frame) => frame.type === 'alert' && frame.data.id === body.data.alertId,
        );
        assert.deepEqual(
          [data.type, data.severity, data.fallId, data.response, data.patientId],
          [`SENSOR_${type}`, 'MEDIUM', null, null, patient.id],
        );
      }
      const alerts = await done(nurse, 'GET', '/caregivers/alerts');
      assert.deepEqual(
        alerts.map(({ type }: Json) => type),
        ['SENSOR_INACTIVITY', 'SENSOR_DOOR', 'SENSOR_BED_EXIT'],
      );
      assert.equal((await done(nurse, 'GET', '/board')).deviceAlerts.length, 3);
      assert.equal(await countOf('fall_events', patient), 0);
      await done(nurse, 'POST', `/caregivers/alerts/${alerts[0].id}/acknowledge`, {});
      assert.equal((await done(nurse, 'GET', '/caregivers/alerts')).length, 2);
      await socket.close();
    });

    it("escalates where the patient's rules say so: by type and hours", async () => {
      const { patient, nurse } = await residentWithNurse();
      const { id: sensorId } = await sensor({ patientId: patient.id });
      const path = `/patients/${patient.id}${RULES}`;
      assert.deepEqual(await done(nurse, 'GET', path), { rules: [] });
      const rules = [
        { type: 'BED_EXIT', hours: { from: '22:00', to: '06:00' } },
        { type: 'INACTIVITY', hours: null },
      ];
      assert.deepEqual(await done(nurse, 'PUT', path, { rules }), { rules });
      assert.deepEqual(await done(nurse, 'GET', path), { rules });
      const day = isoTime(DAY_MS).slice(0, 10);
      const became = async (type: string, at?: string) => {
        const { body } = await send(nurse, { sensorId, type, at });
        return [body.data.fallId !== null, body.data.alertId !== null];
      };
      assert.deepEqual(await became('BED_EXIT', `${day}T03:00:00Z`), [true, true]);
      assert.deepEqual(await became('BED_EXIT', `${day}T05:59:59Z`), [true, true]);
      assert.deepEqual(await became('BED_EXIT', `${day}T06:00:00Z`), [false, true]);
      assert.deepEqual(await became('INACTIVITY'), [true, true]);
      assert.deepEqual(await became('DOOR'), [false, true]);
      const [fall] = await done(nurse, 'GET', `/patients/${patient.id}/falls?sort=createdAt&order=asc`);
      assert.deepEqual(
        [fall.source, fall.status, fall.response.state, fall.sensor.event],
        ['SENSOR', 'POTENTIAL', 'CHECKING', 'BED_EXIT'],
      );
      const alerts = await done(nurse, 'GET', '/caregivers/alerts');
      const alert = alerts.find(({ fallId }: Json) => fallId === fall.id);
      assert.equal(alert.type, 'SENSOR_BED_EXIT');
      assert.match(alert.message, /has left the bed, \d+ minutes ago/);
      assert.equal((await done(nurse, 'POST', `/falls/${fall.id}/claim`, {})).response.state, 'CLAIMED');
      for (const wrong of [
        [{ type: 'FALL' }],
        [{ type: 'DOOR', hours: { from: '25:00', to: '06:00' } }],
        [{ type: 'DOOR', hours: { from: '06:00', to: '06:00' } }],
        Array.from({ length: 21 }, () => ({ type: 'DOOR' })),
      ])
        assert.equal((await as(nurse, 'PUT', path, { rules: wrong })).status, 400);
      assert.equal((await as(await signUp(app, 'CAREGIVER'), 'PUT', path, { rules })).status, 403);
      assert.deepEqual(await done(nurse, 'PUT', path, { rules: [] }), { rules: [] });
      assert.deepEqual(await became('INACTIVITY'), [false, true]);
    });

    it('goes to the admins for a patient without a care team', async () => {
      const patient = await signUp(app);
      const { id: sensorId } = await sensor({ patientId: patient.id });
      const { body } = await send(admin, { sensorId, type: 'BED_EXIT' });
      const board = await done(admin, 'GET', '/board');
      assert.ok(board.deviceAlerts.some(({ id }: Json) => id === body.data.alertId));
    });
  });

  it('take events with the scope `ingest` from service accounts, for the patients of their wards alone', async () => {
    const [own, other] = await Promise.all([wardWithLead(), wardWithLead()]);
    const account = async (scopes: readonly string[], wardIds?: readonly string[]): Promise<Person> =>
      done(admin, 'POST', '/admin/service-accounts', { name: `Gateway ${randomUUID()}`, scopes, wardIds });
    const { id: sensorId } = await sensor({ patientId: own.patient.id });
    const whole = await account(['ingest']);
    const ofWard = await account(['ingest'], [own.id]);
    const ofOther = await account(['ingest', 'manage'], [other.id]);
    for (const gateway of [whole, ofWard]) {
      const fell = await send(gateway, { sensorId, type: 'FALL' });
      assert.deepEqual([fell.status, fell.body.data.type], [201, 'FALL']);
    }
    assert.equal((await send(ofOther, { sensorId, type: 'FALL' })).status, 403);
    const lacking = await send(await account(['read', 'respond', 'manage']), { sensorId, type: 'FALL' });
    assert.deepEqual([lacking.status, lacking.body.code], [403, 'SCOPE_MISSING']);
    assert.equal(await countOf('fall_events', own.patient), 2);
    // With `manage` it adds sensors as a lead of its wards does.
    assert.equal((await sensor({ room: '3' }, ofOther)).ward.id, other.id);
    assert.equal((await as(ofOther, 'DELETE', `/sensors/${sensorId}`)).status, 403);
    assert.equal((await as(whole, 'POST', '/sensors', { name: 'X' })).body.code, 'SCOPE_MISSING');
    await done(admin, 'DELETE', `/admin/service-accounts/${(whole as { id: string }).id}`);
    assert.equal((await send(whole, { sensorId, type: 'FALL' })).status, 401);
  });

  it("are out of reach for a service account of another ward, which does not learn who lives in that ward's rooms", async () => {
    const [own, other] = await Promise.all([wardWithLead(), wardWithLead()]);
    const gateway: Person = await done(admin, 'POST', '/admin/service-accounts', {
      name: `Gateway ${randomUUID()}`,
      scopes: ['read', 'respond', 'ingest', 'manage'],
      wardIds: [own.id],
    });
    const room = `Room ${randomUUID()}`;
    await done(admin, 'PUT', `/patients/${other.patient.id}`, { room });
    const [theirs, everywhere] = [await sensor({ wardId: other.id }), await sensor({})];
    const { id: fixed } = await sensor({ patientId: other.patient.id });
    const answers = async (body: object): Promise<string> => {
      const { status, body: answer } = await send(gateway, { type: 'FALL', ...body });
      return `${status} ${answer.code ?? 'done'}`;
    };
    const unclear = '409 PATIENT_UNCLEAR';
    for (const { id: sensorId } of [theirs, everywhere]) {
      assert.equal(await answers({ sensorId, room }), unclear);
      assert.equal(await answers({ sensorId, room: 'Room without anybody' }), unclear);
    }
    for (const sensorId of [fixed, theirs.id, everywhere.id])
      assert.equal(await answers({ sensorId, patientId: other.patient.id }), '403 FORBIDDEN');
    assert.equal(await answers({ sensorId: fixed }), '403 FORBIDDEN');
    // The resident of its own ward in a room of the same name is the only one for it.
    await done(admin, 'PUT', `/patients/${own.patient.id}`, { room });
    assert.equal(await answers({ sensorId: everywhere.id, room }), '201 done');
    assert.equal(await answers({ sensorId: theirs.id, room }), unclear);
    assert.equal((await send(admin, { sensorId: everywhere.id, room, type: 'FALL' })).status, 409);

    const { data } = (await as(gateway, 'GET', '/sensors?limit=100')).body;
    assert.deepEqual(data, []);
    for (const body of [{ patientId: other.patient.id }, { wardId: other.id }])
      assert.equal((await as(gateway, 'POST', '/sensors', { name: 'Spy', ...body })).status, 403);
    for (const { id } of [theirs, everywhere])
      assert.equal((await as(gateway, 'DELETE', `/sensors/${id}`)).status, 403);
    const rules = `/patients/${other.patient.id}${RULES}`;
    assert.equal((await as(gateway, 'GET', rules)).status, 403);
    assert.equal((await as(gateway, 'PUT', rules, { rules: [] })).status, 403);
    assert.equal(await countOf('sensor_events', other.patient), 0);
  });

  it('send at most 30 events a minute about a patient that alert; falls count apart', async () => {
    const { patient, nurse } = await residentWithNurse();
    const { id: sensorId } = await sensor({ name: 'Loose contact', patientId: patient.id });
    const doors = await Promise.all(
      Array.from({ length: 35 }, () => send(nurse, { sensorId, type: 'DOOR' })),
    );
    assert.ok(doors.every(({ status }) => status === 201));
    assert.equal(doors.filter(({ body }) => body.data.alertId !== null).length, 30);
    const { body } = await as(nurse, 'GET', '/caregivers/alerts?limit=100');
    const floods = body.data.filter(({ type }: Json) => type === 'REPORT_FLOOD');
    assert.equal(floods.length, 1);
    assert.match(floods[0].message, /Loose contact/);
    const fell = await send(nurse, { sensorId, type: 'FALL' });
    assert.notEqual((await done(nurse, 'GET', `/falls/${fell.body.data.fallId}`)).response, null);
    const falls = await Promise.all(
      Array.from({ length: 31 }, () => send(nurse, { sensorId, type: 'FALL' })),
    );
    const records = await Promise.all(
      falls.map((one) => done(nurse, 'GET', `/falls/${one.body.data.fallId}`)),
    );
    assert.equal(records.filter(({ response }) => response === null).length, 2);
    await app.pass(MINUTE_MS);
    assert.notEqual((await send(nurse, { sensorId, type: 'DOOR' })).body.data.alertId, null);
  });

  it("are in the patient's export", async () => {
    const { patient, nurse } = await residentWithNurse();
    const { id: sensorId } = await sensor({ patientId: patient.id });
    await send(nurse, { sensorId, type: 'DOOR', text: 'Front door' });
    await done(nurse, 'PUT', `/patients/${patient.id}${RULES}`, { rules: [{ type: 'DOOR' }] });
    const download = await fetch(`${app.url}/patients/${patient.id}/export`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    const files = unzip(Buffer.from(await download.arrayBuffer()));
    const [event] = JSON.parse(files['sensor-events.json'] ?? '[]');
    assert.deepEqual([event.text, event.sensorName], ['Front door', 'Bed mat']);
    const profile = JSON.parse(files['profile.json'] ?? '{}');
    assert.deepEqual(
      [profile.sensors[0].id, profile.sensorRules],
      [sensorId, [{ type: 'DOOR', hours: null }]],
    );
  });
});
