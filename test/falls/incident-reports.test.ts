import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream, violent } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { unzip } from '../helpers/unzip.ts';

const FIELDS = [
  'location',
  'injuries',
  'treatment',
  'witnesses',
  'doctorInformedAt',
  'familyInformed',
  'measures',
] as const;

describe('incident reports', () => {
  let app: TestApp;
  let [ada, ann, bob, admin]: Person[] = [];
  before(async () => {
    app = await startTestApp({ OK_WINDOW_SECONDS: '0', TIME_ZONE: 'Pacific/Kiritimati' });
    ada = await signUp(app, 'PATIENT', { firstName: 'Ada', lastName: 'Jones' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    bob = await signUp(app, 'CAREGIVER', { firstName: 'Bob', lastName: 'Ray' });
    admin = await logInAsAdmin(app);
    await assign(app, ann, ada);
    await assign(app, bob, ada);
  });
  after(() => app.close());

  const as = (person: Person | undefined, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: person?.token, body });
  const fallOf = async (person = ada, more: object = {}): Promise<string> =>
    (await as(person, 'POST', '/falls', { confidence: 0.8, ...more })).body.data.id;
  const read = async (id: string, person = ann): Promise<Json> => {
    const { status, body } = await as(person, 'GET', `/falls/${id}/report`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const put = (id: string, body: unknown, person = ann) => as(person, 'PUT', `/falls/${id}/report`, body);
  const sign = (id: string, person = ann, body?: object) =>
    as(person, 'POST', `/falls/${id}/report/sign`, body);
  const written = (report: Json) => Object.fromEntries(FIELDS.map((field) => [field, report[field]]));
  const EMPTY = Object.fromEntries(FIELDS.map((field) => [field, null]));

  it('has the facts of a fall that a wearable detected, in one answer', async () => {
    const [{ id: wardId }] = await sql(
      app.databaseUrl,
      `INSERT INTO wards (name, created_at) VALUES ('Ground floor', now()) RETURNING id`,
    );
    await sql(
      app.databaseUrl,
      `UPDATE users SET ward_id = $1, room = $2, date_of_birth = '1940-02-03' WHERE id = $3`,
      [wardId, '12', ada?.id],
    );
    const socket = await live(app, ann as Person);
    const mac = randomMac();
    for (let second = 0; second < 6; second++) {
      app.clock.advance(1_000);
      const vitals = { uptime_ms: 3_600_000 + second * 1_000 };
      await stream(app, ada as Person, second === 4 ? violent(mac, vitals) : resting(mac, vitals));
    }
    const { data: alert } = await socket.next('alert');
    const id = alert.fallId;
    app.clock.advance(20_000);
    await as(bob, 'POST', `/falls/${id}/claim`);
    app.clock.advance(100_000);
    await as(bob, 'POST', `/falls/${id}/resolve`, { outcome: 'HELPED', note: 'Back in bed' });
    await socket.close();

    const fall = (await as(ann, 'GET', `/falls/${id}`)).body.data;
    const report = await read(id);
    assert.deepEqual(report.person, { id: ada?.id, name: 'Ada Jones', dateOfBirth: '1940-02-03' });
    assert.deepEqual([report.ward, report.room], [{ id: wardId, name: 'Ground floor' }, '12']);
    assert.equal(report.when.at, fall.createdAt);
    assert.equal(report.when.timeZone, 'Pacific/Kiritimati');
    // Fourteen hours ahead of UTC, all year.
    const local = new Date(Date.parse(fall.createdAt) + 14 * 3_600_000).toISOString().slice(11, 16);
    assert.ok(report.when.local.endsWith(`, ${local}`), report.when.local);
    assert.match(report.when.local, /^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$/);
    await as(ann, 'PUT', '/profile/me', { language: 'de' });
    assert.match((await read(id)).when.local, /^\d{1,2}\. \p{L}{3,4}\.? \d{4}, \d\d:\d\d$/u);
    await as(ann, 'PUT', '/profile/me', { language: null });
    assert.deepEqual([report.level, report.source], [fall.status, 'STREAM']);
    assert.deepEqual(report.why, fall.assessment);
    assert.ok(report.why.seen.for.length > 0);
    assert.equal(report.signal.points.length, 6);
    assert.ok(Math.max(...report.signal.points.map((point: Json) => point.accelMagnitude)) > 80);
    assert.deepEqual(report.timeline, (await as(ann, 'GET', `/falls/${id}/timeline`)).body.data);
    const seen = report.notified.find((one: Json) => one.channel === 'live' && one.person.id === ann?.id);
    assert.ok(seen.deliveredAt);
    assert.ok(report.times.timeToNotify <= 5);
    assert.ok(report.times.timeToClaim >= 20 && report.times.timeToClaim < 30);
    assert.ok(report.times.timeToResolve >= 120 && report.times.timeToResolve < 130);
    assert.deepEqual(
      [report.outcome, report.resolvedBy.name, report.note],
      ['HELPED', 'Bob Ray', 'Back in bed'],
    );
    assert.deepEqual(written(report), EMPTY);
    assert.deepEqual([report.signedBy, report.signedAt, report.amendments], [null, null, []]);
    assert.deepEqual(await read(id, ada), report);

    // What is signed stays: the patient moves to another room, and the wearable to another patient.
    assert.equal((await sign(id, ann, { location: 'Bathroom' })).status, 200);
    await sql(app.databaseUrl, 'UPDATE users SET ward_id = NULL, room = $1 WHERE id = $2', ['20', ada?.id]);
    const eva = await signUp(app);
    const other = await fallOf();
    await as(admin, 'POST', `/device/${fall.deviceId}/move`, { patientId: eva.id });
    await stream(app, eva, resting(mac, { uptime_ms: 1 }));
    const signed = await read(id);
    assert.deepEqual([signed.ward, signed.room, signed.signal], [report.ward, report.room, report.signal]);
    const unsigned = await read(other);
    assert.deepEqual([unsigned.ward, unsigned.room, unsigned.signal], [null, '20', null]);
  });

  it('has the readings of the former wearer alone after the wearable has moved', async () => {
    const [eva, ida] = [await signUp(app), await signUp(app)];
    const mac = randomMac();
    await stream(app, eva, violent(mac));
    const [{ id, deviceId }] = await sql(
      app.databaseUrl,
      'SELECT id, device_id AS "deviceId" FROM fall_events WHERE user_id = $1',
      [eva.id],
    );
    await as(admin, 'POST', `/device/${deviceId}/move`, { patientId: ida.id });
    app.clock.advance(5_000);
    await stream(app, ida, resting(mac));
    const { signal } = await read(id, eva);
    assert.equal(signal.points.length, 1);
    assert.ok(signal.points[0].accelMagnitude > 80);
    await as(ida, 'DELETE', `/device/${deviceId}`);
    assert.equal((await read(id, eva)).signal, null);
  });

  it('takes any subset of the fields; null clears one, and a field left out stays', async () => {
    const id = await fallOf(ada, { location: 'Bathroom', injuries: 'Left wrist' });
    assert.deepEqual(written(await read(id)), { ...EMPTY, location: 'Bathroom', injuries: 'Left wrist' });
    const first = await put(id, {
      treatment: 'Cold pack\r\nrest',
      doctorInformedAt: '2026-03-01T09:00:00+01:00',
    });
    assert.equal(first.status, 200);
    assert.deepEqual(written(first.body.data), {
      ...EMPTY,
      location: 'Bathroom',
      injuries: 'Left wrist',
      treatment: 'Cold pack\nrest',
      doctorInformedAt: '2026-03-01T08:00:00.000Z',
    });
    const familyInformed = { name: 'Paul Jones', at: '2026-03-01T10:00:00.000Z' };
    await put(id, { familyInformed, location: null, witnesses: '', measures: 'x'.repeat(2000) }, bob);
    assert.deepEqual(written(await read(id, ada)), {
      location: null,
      injuries: 'Left wrist',
      treatment: 'Cold pack\nrest',
      witnesses: '',
      doctorInformedAt: '2026-03-01T08:00:00.000Z',
      familyInformed,
      measures: 'x'.repeat(2000),
    });
    await put(id, { familyInformed: null, doctorInformedAt: null, unknown: 1 }, admin);
    const { familyInformed: family, doctorInformedAt } = await read(id);
    assert.deepEqual([family, doctorInformedAt], [null, null]);
  });

  it('refuses what is no text, too long, no time, or nothing, and names every bad field', async () => {
    const id = await fallOf();
    const bad = await put(id, {
      location: 'x'.repeat(2001),
      injuries: 5,
      treatment: 'a\u0000b',
      witnesses: ['x'],
      doctorInformedAt: 'yesterday',
      familyInformed: { name: '', at: '2026-02-30T00:00:00Z' },
      measures: 'x'.repeat(2001),
    });
    assert.equal(bad.status, 400);
    assert.deepEqual(Object.keys(bad.body.details).sort(), [
      'doctorInformedAt',
      'familyInformed.at',
      'familyInformed.name',
      'injuries',
      'location',
      'measures',
      'treatment',
      'witnesses',
    ]);
    const late = '9999-12-31T23:59:59-12:00';
    for (const body of [
      {},
      { unknown: 1 },
      { familyInformed: { name: 'Paul' } },
      { familyInformed: 'Paul' },
      { familyInformed: { name: 'x'.repeat(2001), at: '2026-03-01T10:00:00Z' } },
      { doctorInformedAt: late },
      { familyInformed: { name: 'Paul', at: late } },
      [],
      'x',
    ])
      assert.equal((await put(id, body)).status, 400, JSON.stringify(body));
    assert.deepEqual(written(await read(id)), EMPTY);
    assert.equal(
      (await put(id, { location: 'lone \ud800 surrogate' })).body.data.location,
      'lone \ufffd surrogate',
    );
  });

  it('is locked by a signature; later changes are amendments with the changed fields alone', async () => {
    const id = await fallOf();
    await put(id, { location: 'Bathroom', injuries: 'None seen' });
    app.clock.advance(1_000);
    const signed = (await sign(id, bob)).body.data;
    assert.deepEqual(signed.signedBy, { id: bob?.id, name: 'Bob Ray' });
    assert.ok(Math.abs(Date.parse(signed.signedAt) - app.clock.now()) < 5_000);
    const again = await sign(id, ann);
    assert.deepEqual([again.status, again.body.code], [409, 'ALREADY_SIGNED']);
    assert.match(again.body.error, /Bob Ray/);

    await put(id, { location: 'Bathroom', injuries: 'Bruise on the hip' }, ann);
    await put(id, { injuries: 'Bruise on the hip' }, ann);
    await put(id, { injuries: null, familyInformed: { name: 'Paul', at: '2026-03-01T10:00:00Z' } }, admin);
    const report = await read(id, ada);
    assert.deepEqual(
      [report.location, report.injuries, report.familyInformed],
      ['Bathroom', 'None seen', null],
    );
    assert.deepEqual([report.signedBy, report.signedAt], [signed.signedBy, signed.signedAt]);
    assert.deepEqual(
      report.amendments.map(({ at: _, ...amendment }: Json) => amendment),
      [
        { by: { id: ann?.id, name: 'Ann Lee' }, injuries: 'Bruise on the hip' },
        {
          by: { id: admin?.id, name: report.amendments[1].by.name },
          injuries: null,
          familyInformed: { name: 'Paul', at: '2026-03-01T10:00:00.000Z' },
        },
      ],
    );
    assert.equal((await sign(id, admin)).status, 409);
  });

  it('is signed once by two who sign at the same time, and changed before or after it, never lost', async () => {
    const id = await fallOf(ada, { location: 'Bathroom' });
    const answers = await Promise.all([
      sign(id, ann),
      sign(id, bob),
      put(id, { measures: 'Mat' }, ann),
      put(id, { treatment: 'Rest' }, bob),
    ]);
    assert.deepEqual(
      answers
        .slice(0, 2)
        .map(({ status }) => status)
        .sort(),
      [200, 409],
    );
    const report = await read(id);
    const all = Object.assign({}, report, ...report.amendments);
    assert.deepEqual([all.measures, all.treatment], ['Mat', 'Rest']);
  });

  it('saves and signs in one act: of two who sign their own text one is signed, and nothing of the other', async () => {
    const id = await fallOf();
    const { revision } = await read(id);
    const answers = await Promise.all([
      sign(id, ann, { measures: 'Mat', revision }),
      sign(id, bob, { measures: 'Frame', treatment: 'Rest', revision }),
    ]);
    const won = answers.findIndex(({ status }) => status === 200);
    assert.deepEqual([answers[1 - won]?.status, answers[1 - won]?.body.code], [409, 'ALREADY_SIGNED']);
    const report = await read(id);
    const text = won === 0 ? { measures: 'Mat' } : { measures: 'Frame', treatment: 'Rest' };
    assert.deepEqual(written(report), { ...EMPTY, ...text });
    assert.equal(report.signedBy.name, ['Ann Lee', 'Bob Ray'][won]);
    assert.deepEqual(report.amendments, []);
    assert.notEqual(report.revision, revision);
  });

  it('signs no text that the signer was not shown, and saves none with it', async () => {
    const id = await fallOf(ada, { location: 'Bathroom' });
    const { revision } = await read(id);
    await put(id, { injuries: 'Left wrist' }, bob);
    const refused = await sign(id, ann, { measures: 'Mat', revision });
    assert.deepEqual([refused.status, refused.body.code], [409, 'REPORT_CHANGED']);
    const report = await read(id);
    assert.deepEqual(written(report), { ...EMPTY, location: 'Bathroom', injuries: 'Left wrist' });
    assert.equal(report.signedBy, null);
    const signed = await sign(id, ann, { measures: 'Mat', revision: report.revision });
    assert.equal(signed.status, 200);
    assert.deepEqual(written(signed.body.data), {
      ...EMPTY,
      location: 'Bathroom',
      injuries: 'Left wrist',
      measures: 'Mat',
    });
    const bad = await sign(await fallOf(), ann, {
      measures: 5,
      doctorInformedAt: '9999-12-31T23:59:59-12:00',
    });
    assert.deepEqual(Object.keys(bad.body.details).sort(), ['doctorInformedAt', 'measures']);
  });

  it('is not signed while it is empty', async () => {
    const id = await fallOf();
    await put(id, { witnesses: ' ' });
    for (const body of [undefined, {}, { location: null, measures: '' }]) {
      const { status, body: answer } = await sign(id, ann, body);
      assert.deepEqual([status, answer.code], [409, 'REPORT_EMPTY']);
    }
    assert.equal((await read(id)).signedBy, null);
    const familyInformed = { name: 'Paul', at: '2026-03-01T10:00:00Z' };
    assert.equal((await sign(id, ann, { familyInformed })).status, 200);
  });

  it('has at most 100 amendments', async () => {
    const id = await fallOf();
    await sign(id, ann, { measures: 'Mat' });
    await sql(
      app.databaseUrl,
      `INSERT INTO incident_amendments (fall_id, by, at, changes)
       SELECT $1, '{"id":"${ann?.id}","name":"Ann Lee"}', now(), '{"measures":"Mat"}' FROM generate_series(1, 99)`,
      [id],
    );
    assert.equal((await put(id, { measures: 'Frame' })).body.data.amendments.length, 100);
    const refused = await put(id, { measures: 'Rail' });
    assert.deepEqual([refused.status, refused.body.code], [409, 'AMENDMENT_LIMIT']);
  });

  it('is closed to strangers and to caregivers who left, and read-only for the patient', async () => {
    const id = await fallOf();
    const left = await signUp(app, 'CAREGIVER');
    await assign(app, left, ada as Person);
    assert.equal((await put(id, { measures: 'Mat' }, left)).status, 200);
    await sql(app.databaseUrl, 'DELETE FROM assignments WHERE caregiver_id = $1', [left.id]);
    for (const person of [left, await signUp(app), await signUp(app, 'CAREGIVER')]) {
      assert.equal((await as(person, 'GET', `/falls/${id}/report`)).status, 403);
      assert.equal((await put(id, { measures: 'x' }, person)).status, 403);
      assert.equal((await sign(id, person)).status, 403);
    }
    assert.equal((await put(id, { measures: 'x' }, ada)).status, 403);
    assert.equal((await sign(id, ada)).status, 403);
    assert.equal((await read(id, ada)).measures, 'Mat');
    for (const method of ['GET', 'PUT'])
      assert.equal((await as(ann, method, '/falls/nope/report', { measures: 'x' })).status, 404);
    assert.equal((await sign('00000000-0000-4000-8000-000000000000')).status, 404);
  });

  it('keeps the names of its authors, is audited and exported, and is deleted with the fall', async () => {
    const eva = await signUp(app);
    const nurse = await signUp(app, 'CAREGIVER', { firstName: 'Nora', lastName: 'Quick' });
    await assign(app, nurse, eva);
    const id = await fallOf(eva);
    await put(id, { measures: 'Mat' }, nurse);
    await sign(id, nurse);
    await put(id, { measures: 'Frame' }, nurse);
    await as(admin, 'DELETE', `/caregivers/${nurse.id}`);
    const report = await read(id, eva);
    const by = { id: nurse.id, name: 'Nora Quick' };
    assert.deepEqual([report.signedBy, report.amendments[0].by], [by, by]);

    const lines = (await as(admin, 'GET', `/admin/logs?limit=100`)).body.data;
    const actions = lines
      .filter((entry: Json) => entry.actorId === nurse.id)
      .map((entry: Json) => entry.action);
    for (const action of ['report.changed', 'report.signed', 'report.amended'])
      assert.ok(actions.includes(action));

    const exported = await fetch(`${app.url}/profile/me/export`, {
      headers: { Authorization: `Bearer ${eva.token}` },
    });
    const files = unzip(Buffer.from(await exported.arrayBuffer()));
    const [fall] = JSON.parse(files['falls.json'] ?? '');
    assert.deepEqual([fall.report.measures, fall.report.signedBy], ['Mat', by]);
    assert.equal(fall.report.amendments[0].measures, 'Frame');

    await as(admin, 'DELETE', `/patients/${eva.id}`);
    assert.deepEqual(
      await sql(app.databaseUrl, 'SELECT 1 FROM incident_reports WHERE fall_id = $1', [id]),
      [],
    );
    assert.deepEqual(
      await sql(app.databaseUrl, 'SELECT 1 FROM incident_amendments WHERE fall_id = $1', [id]),
      [],
    );
  });
});
