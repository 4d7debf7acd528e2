import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { type Json, startTestApp } from '../helpers/app.ts';
import { live, until } from '../helpers/live.ts';
import { logIn, logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send, stream } from '../helpers/readings.ts';
import { admin, app, as } from './started.ts';

const get = async (path: string): Promise<Json> => (await as(admin, 'GET', path)).body;

describe('users', () => {
  it('are listed by role and status, and shown without their password', async () => {
    const [patient, nurse] = [await signUp(app), await signUp(app, 'CAREGIVER')];
    const caregivers = await get('/admin/users?role=CAREGIVER&limit=100');
    assert.ok(caregivers.data.some((row: Json) => row.id === nurse.id));
    assert.ok(caregivers.data.every((row: Json) => row.role === 'CAREGIVER'));
    const inactive = await get('/admin/users?role=PATIENT&status=inactive&limit=100');
    assert.ok(inactive.data.every((row: Json) => row.role === 'PATIENT' && row.status === 'inactive'));
    assert.equal(inactive.pagination.total, inactive.data.length);
    const { data } = await get(`/admin/users/${patient.id}`);
    assert.equal(data.email, patient.email);
    assert.deepEqual(
      Object.keys(data).filter((key) => /pass|hash/i.test(key)),
      [],
    );
    const bad = await as(admin, 'GET', '/admin/users?role=BOSS&status=gone&order=up&limit=1.5');
    assert.deepEqual(Object.keys(bad.body.details).sort(), ['limit', 'order', 'role', 'status']);
  });

  it('are found by part of a name, an address or a room', async () => {
    const { id, email } = await signUp(app, 'PATIENT', { firstName: 'Ödön', lastName: "O'Hara_%" });
    await as(admin, 'PUT', `/patients/${id}`, { room: 'Garden 7' });
    const found = async (search: string, more = '') => {
      const { data, pagination } = await get(`/admin/users?search=${encodeURIComponent(search)}${more}`);
      assert.equal(pagination.total, data.length, search);
      return data.map((row: Json) => row.id);
    };
    for (const search of ['ödön o', "O'HARA", 'a_%', email, 'garden 7'])
      assert.deepEqual(await found(search), [id], search);
    assert.deepEqual(await found("o'hara", '&role=CAREGIVER'), []);
    assert.deepEqual(await found('nobody of this name'), []);
  });

  it('are changed, except for fields that have their own endpoint', async () => {
    const { id } = await signUp(app);
    const put = (body: unknown) => as(admin, 'PUT', `/admin/users/${id}`, body);
    const { status, body } = await put({
      firstName: 'New',
      phone: '5',
      role: 'ADMIN',
      id: randomUUID(),
      createdAt: 'x',
    });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.data.id, body.data.firstName, body.data.phone, body.data.role],
      [id, 'New', '5', 'PATIENT'],
    );
    assert.equal((await put({})).status, 400);
    assert.equal((await put({ email: admin.email })).status, 409);
    const bad = await put({ email: '', status: 'dead', dateOfBirth: 5, lastName: null });
    assert.deepEqual(Object.keys(bad.body.details).sort(), ['dateOfBirth', 'email', 'lastName', 'status']);
    for (const unknown of [randomUUID(), 'x'])
      assert.equal((await as(admin, 'PUT', `/admin/users/${unknown}`, { phone: '1' })).status, 404);
  });

  it('lose their sessions when they are deactivated, and can be reactivated', async () => {
    const patient = await signUp(app);
    await as(admin, 'PUT', `/admin/users/${patient.id}`, { status: 'inactive' });
    assert.equal((await as(patient, 'GET', '/me')).status, 401);
    assert.equal((await send(app, patient, resting(randomMac()))).status, 401);
    const credentials = { email: patient.email, password: PASSWORD };
    assert.equal((await app.call('POST', '/auth/login', { body: credentials })).status, 403);
    await as(admin, 'PUT', `/admin/users/${patient.id}`, { status: 'active' });
    assert.equal((await as(patient, 'GET', '/me')).status, 401, 'the old token stays revoked');
    const { token } = await logIn(app, credentials);
    assert.equal((await app.call('GET', '/me', { token })).status, 200);
  });

  it('lose their sessions and assignments when their role changes', async () => {
    const [patient, nurse] = [await signUp(app), await signUp(app, 'CAREGIVER')];
    await as(admin, 'POST', `/caregivers/${nurse.id}/patients`, { patientId: patient.id });
    const role = (person: Person, to: unknown) =>
      as(admin, 'POST', `/admin/users/${person.id}/role`, { role: to });
    assert.equal((await role(nurse, 'CAREGIVER')).status, 200);
    assert.equal((await as(nurse, 'GET', '/me')).status, 200, 'setting the same role changes nothing');
    const changed = await role(nurse, 'PATIENT');
    assert.equal(changed.body.data.role, 'PATIENT');
    assert.equal((await as(nurse, 'GET', '/me')).status, 401);
    assert.equal((await get(`/patients/${patient.id}`)).data.caregivers.length, 0);
    const { token } = await logIn(app, { email: nurse.email, password: PASSWORD });
    assert.equal((await app.call('GET', `/patients/${patient.id}`, { token })).status, 403);
    for (const bad of ['BOSS', 'admin', null, 3]) assert.equal((await role(patient, bad)).status, 400);
    assert.equal(
      (await as(admin, 'POST', `/admin/users/${randomUUID()}/role`, { role: 'ADMIN' })).status,
      404,
    );
  });
});

describe('the last admin', () => {
  it('cannot be deleted, demoted or deactivated', async () => {
    const path = `/admin/users/${admin.id}`;
    const attempts: [string, string, unknown?][] = [
      ['DELETE', path],
      ['DELETE', '/profile/me', { confirmation: true }],
      ['POST', `${path}/role`, { role: 'PATIENT' }],
      ['PUT', path, { status: 'inactive' }],
    ];
    for (const [method, url, body] of attempts)
      assert.equal((await as(admin, method, url, body)).status, 409, `${method} ${url}`);
    assert.equal((await as(admin, 'POST', `${path}/role`, { role: 'ADMIN' })).status, 200);
    assert.equal((await as(admin, 'PUT', path, { status: 'active' })).status, 200);
    assert.equal((await as(admin, 'GET', '/me')).status, 200);
  });

  it('remains when all admins remove each other at once', async () => {
    const brief = await startTestApp();
    const first = await logInAsAdmin(brief);
    const admins = [first];
    for (let i = 0; i < 5; i++) {
      const { id, email } = await signUp(brief);
      await brief.call('POST', `/admin/users/${id}/role`, { token: first.token, body: { role: 'ADMIN' } });
      const { token } = await logIn(brief, { email, password: PASSWORD });
      admins.push({ id, email, token });
    }
    const attacks = admins.flatMap(({ token }, i) => {
      const victim = admins[(i + 1) % admins.length]?.id;
      return [
        brief.call('DELETE', `/admin/users/${victim}`, { token }),
        brief.call('POST', `/admin/users/${victim}/role`, { token, body: { role: 'PATIENT' } }),
        brief.call('PUT', `/admin/users/${victim}`, { token, body: { status: 'inactive' } }),
        brief.call('DELETE', '/profile/me', { token, body: { confirmation: true } }),
      ];
    });
    const statuses = (await Promise.all(attacks)).map((answer) => answer.status);
    assert.ok(
      statuses.every((status) => [200, 401, 403, 404, 409].includes(status)),
      statuses.join(),
    );
    const still = await Promise.all(admins.map(({ token }) => brief.call('GET', '/admin/stats', { token })));
    const alive = still.filter((answer) => answer.status === 200);
    assert.equal(alive.length, 1, statuses.join());
    await brief.close();
  });
});

describe('a device', () => {
  it('is refused from the next reading after it is disabled, and accepted after it is enabled', async () => {
    const patient = await signUp(app);
    const mac = randomMac();
    const { deviceId } = await stream(app, patient, resting(mac));
    const turn = (verb: string, id = deviceId) => as(admin, 'POST', `/admin/devices/${id}/${verb}`);
    const off = await turn('disable');
    assert.deepEqual([off.status, off.body.data.id, off.body.data.status], [200, deviceId, 'DISABLED']);
    assert.equal(
      (await turn('disable', mac)).status,
      200,
      'repeating it is harmless, and the MAC works as id',
    );
    app.clock.advance(2000);
    assert.equal((await send(app, patient, resting(mac))).status, 403);
    const on = await turn('enable');
    assert.equal(on.body.data.status, 'ACTIVE');
    await stream(app, patient, resting(mac));
    const { body } = await as(patient, 'GET', `/device/${deviceId}/logs`);
    const log = body.data.map((entry: Json) => `${entry.type} ${entry.message}`);
    assert.deepEqual(log, ['INFO Enabled by an admin', 'WARNING Disabled by an admin', 'INFO Registered']);
    for (const id of [randomUUID(), 'nonsense']) assert.equal((await turn('disable', id)).status, 404);
  });
});

describe('the statistics', () => {
  it('follow the data', async () => {
    const figures = async (): Promise<Json> => (await get('/admin/stats')).data;
    const before = await figures();
    assert.equal(before.systemHealth, (await app.call('GET', '/health')).body.data.status);
    const [patient, nurse] = [await signUp(app), await signUp(app, 'CAREGIVER')];
    await as(admin, 'POST', `/caregivers/${nurse.id}/patients`, { patientId: patient.id });
    for (const confidence of [0.1, 0.4, 0.6, 0.95]) await as(patient, 'POST', '/falls', { confidence });
    await stream(app, patient, resting(randomMac()));
    const since = await figures();
    assert.equal(since.totalUsers, before.totalUsers + 2);
    assert.equal(since.activeDevices, before.activeDevices + 1);
    assert.equal(since.fallsToday, before.fallsToday + 2, 'POTENTIAL and above');
    assert.equal(since.caregiverAssignments, before.caregiverAssignments + 1);
    const today = new Date(app.clock.now()).toISOString().slice(0, 10);
    assert.equal(since.fallsByDay.length, 30);
    assert.deepEqual(since.fallsByDay.at(-1), {
      ...before.fallsByDay.at(-1),
      day: today,
      falls: since.fallsToday,
    });
    await as(patient, 'DELETE', '/profile/me', { confirmation: true });
    const { fallsToday, activeDevices, totalUsers, caregiverAssignments } = await figures();
    assert.deepEqual(
      [fallsToday, activeDevices, totalUsers, caregiverAssignments],
      [before.fallsToday, before.activeDevices, before.totalUsers + 1, before.caregiverAssignments],
    );
  });
});

describe('falls', () => {
  it('are found by patient, level and date, with exact totals', async () => {
    const patient = await signUp(app);
    for (const confidence of [0.1, 0.6, 0.8, 0.95]) await as(patient, 'POST', '/falls', { confidence });
    const levels = async (query: string) =>
      (await get(`/admin/falls?patientId=${patient.id}${query}`)).data.map((fall: Json) => fall.status);
    assert.deepEqual(await levels(''), ['CONFIRMED', 'HIGH', 'POTENTIAL', 'NO_FALL']);
    assert.deepEqual(await levels('&status=HIGH'), ['HIGH']);
    assert.deepEqual(await levels('&severity=HIGH'), ['HIGH']);
    assert.deepEqual(await levels('&severity=HIGH&status=CONFIRMED'), []);
    assert.deepEqual(await levels('&sort=confidence&order=asc&limit=2'), ['NO_FALL', 'POTENTIAL']);
    const today = new Date(app.clock.now()).toISOString().slice(0, 10);
    assert.equal((await levels(`&dateFrom=${today}&dateTo=${today}`)).length, 4);
    assert.equal((await levels('&dateTo=2020-01-01')).length, 0);
    const all = await get('/admin/falls?limit=100');
    assert.equal(all.pagination.total, all.data.length);
    for (const query of [
      `dateFrom=${today}`,
      'severity=HIGH',
      'status=NO_FALL&dateTo=2999-12-31',
      'status=HIGH&severity=NO_FALL',
      `dateFrom=${today}T00:00:00.001Z&dateTo=${today}T23:59:59Z`,
    ]) {
      const { data, pagination } = await get(`/admin/falls?limit=100&${query}`);
      assert.equal(pagination.total, data.length, query);
    }
    const own = all.data.find((fall: Json) => fall.userId === patient.id);
    assert.equal(typeof own.patientName, 'string');
    assert.equal(own.investigation, null);
    const bad = await as(
      admin,
      'GET',
      '/admin/falls?status=BAD&severity=x&patientId=1&dateFrom=yesterday&dateTo=2026-02-30',
    );
    assert.deepEqual(Object.keys(bad.body.details).sort(), [
      'dateFrom',
      'dateTo',
      'patientId',
      'severity',
      'status',
    ]);
    assert.equal((await as(admin, 'GET', '/admin/falls?dateFrom=2026-02-02&dateTo=2026-02-01')).status, 400);
    assert.equal((await as(admin, 'GET', '/admin/falls?dateFrom=2016-12-31T23:59:60Z')).status, 400);
  });

  it('are flagged for investigation', async () => {
    const patient = await signUp(app);
    const { id } = (await as(patient, 'POST', '/falls', { confidence: 0.6 })).body.data;
    const flag = (body?: unknown) => as(admin, 'POST', `/admin/falls/${id}/investigate`, body);
    const plain = await flag();
    assert.equal(plain.status, 200);
    assert.deepEqual(
      { ...plain.body.data.investigation, flaggedAt: '' },
      { flagged: true, flaggedBy: admin.id, flaggedAt: '', note: null },
    );
    assert.equal((await flag({ note: 'stairs?', flagged: false })).body.data.investigation.note, 'stairs?');
    assert.equal((await get(`/admin/falls?patientId=${patient.id}`)).data[0].investigation.note, 'stairs?');
    assert.equal((await flag({ note: 5 })).status, 400);
    for (const [note, kept] of [
      ['half \ud800 a character', 'half \ufffd a character'],
      ['\\ud800 \\u0000', '\\ud800 \\u0000'],
      ['whole 🦉', 'whole 🦉'],
    ]) {
      assert.equal((await flag({ note })).body.data?.investigation.note, kept);
    }
    assert.equal('investigation' in (await as(patient, 'GET', `/falls/${id}`)).body.data, false);
    assert.equal((await as(admin, 'POST', `/admin/falls/${randomUUID()}/investigate`)).status, 404);
  });
});

describe('the audit log', () => {
  it('is listed by level and date, newest first, and contains the latest action', async () => {
    const patient = await signUp(app);
    await as(patient, 'GET', '/admin/logs');
    const { data, pagination } = await get('/admin/logs?limit=100');
    assert.deepEqual(
      [data[0].action, data[0].actorId, data[0].level],
      ['access.refused', patient.id, 'warning'],
    );
    const times = data.map((line: Json) => line.timestamp);
    assert.deepEqual(times, [...times].sort().reverse());
    assert.ok(pagination.total >= data.length);
    const warnings = await get('/admin/logs?level=warning&limit=100');
    assert.ok(warnings.data.every((line: Json) => line.level === 'warning'));
    const infos = await get('/admin/logs?level=info&limit=1');
    const errors = await get('/admin/logs?level=error&limit=1');
    const { pagination: now } = await get('/admin/logs');
    assert.equal(infos.pagination.total + warnings.pagination.total + errors.pagination.total, now.total);
    assert.equal((await get('/admin/logs?dateTo=2020-01-01')).pagination.total, 0);
    const today = new Date(app.clock.now()).toISOString().slice(0, 10);
    assert.equal((await get(`/admin/logs?dateFrom=${today}&dateTo=${today}`)).pagination.total, now.total);
    assert.equal((await as(admin, 'GET', '/admin/logs?level=fatal')).status, 400);
    const refused = await get(`/admin/logs?action=access.refused&actorId=${patient.id}`);
    assert.equal(refused.pagination.total, 1);
    assert.deepEqual([refused.data[0].actorId, refused.data[0].subjectName], [patient.id, null]);
    assert.match(refused.data[0].actorName, /^Pat Number/);
    await as(admin, 'PUT', `/admin/users/${patient.id}`, { phone: '12' });
    await as(admin, 'GET', '/patients?limit=100');
    const about = await get(
      `/admin/logs?subjectId=${patient.id.toUpperCase()}&actorId=${admin.id}&limit=100`,
    );
    const actions = about.data.map(({ action }: Json) => action);
    assert.ok(actions.includes('account.changed') && actions.includes('health.read'), actions.join());
    assert.equal(about.pagination.total, about.data.length);
    assert.equal((await as(admin, 'GET', '/admin/logs?subjectId=x')).status, 400);
  });

  it('records every access to another person’s health data, and none to one’s own', async () => {
    const [patient, nurse] = [await signUp(app), await signUp(app, 'CAREGIVER')];
    await as(admin, 'POST', `/caregivers/${nurse.id}/patients`, { patientId: patient.id });
    const { deviceId } = await stream(app, patient, resting(randomMac()));
    const fall = (await as(patient, 'POST', '/falls', { confidence: 0.6 })).body.data.id;
    const reads = async (person: Person): Promise<Json[]> =>
      (await get('/admin/logs?limit=100')).data.filter(
        (line: Json) => line.action === 'health.read' && line.actorId === person.id,
      );
    const own = [
      '/patients/me',
      `/patients/${patient.id}`,
      '/falls',
      `/falls/${fall}`,
      `/device/${deviceId}/readings`,
      `/device/${deviceId}/logs`,
    ];
    for (const path of own) assert.equal((await as(patient, 'GET', path)).status, 200, path);
    assert.deepEqual(await reads(patient), []);
    const others = [
      `/patients/${patient.id}`,
      `/patients/${patient.id}/falls`,
      `/patients/${patient.id}/health`,
      `/patients/${patient.id}/devices`,
      `/falls/${fall}`,
      `/device/${deviceId}/readings`,
      `/device/${deviceId}/logs`,
    ];
    for (const path of others) {
      const before = (await reads(nurse)).length;
      assert.equal((await as(nurse, 'GET', path)).status, 200, path);
      const [newest, ...rest] = await reads(nurse);
      assert.equal(rest.length, before, path);
      assert.equal(newest.subjectId, patient.id, path);
    }
    const before = (await reads(nurse)).length;
    const many = ['/patients', '/falls/recent', `/caregivers/${nurse.id}/patients`, '/caregivers/alerts'];
    for (const path of many) await as(nurse, 'GET', path);
    assert.equal((await reads(nurse)).length, before + many.length);
    await as(nurse, 'GET', '/caregivers/alerts?page=9');
    assert.equal((await reads(nurse)).length, before + many.length, 'nothing was shown');
  });

  it('records every acknowledgement of an alert, by REST and by socket, with the patient', async () => {
    const [patient, nurse] = [await signUp(app), await signUp(app, 'CAREGIVER')];
    await as(admin, 'POST', `/caregivers/${nurse.id}/patients`, { patientId: patient.id });
    for (const confidence of [0.6, 0.8]) await as(patient, 'POST', '/falls', { confidence });
    const [one, two] = (await as(nurse, 'GET', '/caregivers/alerts')).body.data;
    const lines = async (): Promise<Json[]> =>
      (await get('/admin/logs?limit=100')).data.filter(
        (line: Json) => line.action === 'alert.acknowledged' && line.actorId === nurse.id,
      );
    await as(nurse, 'POST', `/caregivers/alerts/${one.id}/acknowledge`);
    assert.deepEqual(
      (await lines()).map((line) => [line.subjectId, line.outcome, line.level]),
      [[patient.id, 'done', 'info']],
    );
    const socket = await live(app, nurse);
    await socket.ask({ type: 'acknowledge', alertId: two.id });
    await until(async () => (await lines()).length === 2, 'the entry of the socket');
    const [newest] = await lines();
    assert.equal(newest.subjectId, patient.id);
    assert.notEqual(newest.ip, null);
    await socket.close();
  });

  it('records role changes, assignments, deletions, disabled devices and maintenance, with actor and subject', async () => {
    const [patient, nurse] = [await signUp(app), await signUp(app, 'CAREGIVER')];
    const { deviceId } = await stream(app, patient, resting(randomMac()));
    await as(admin, 'POST', `/caregivers/${nurse.id}/patients`, { patientId: patient.id });
    await as(admin, 'DELETE', `/caregivers/${nurse.id}/patients/${patient.id}`);
    await as(admin, 'POST', `/admin/devices/${deviceId}/disable`);
    await as(admin, 'POST', `/admin/devices/${deviceId}/enable`);
    await as(admin, 'POST', `/admin/users/${patient.id}/role`, { role: 'CAREGIVER' });
    await as(admin, 'PUT', `/admin/users/${patient.id}`, { phone: '555-SECRET' });
    await as(admin, 'DELETE', `/admin/users/${patient.id}`);
    await as(admin, 'POST', '/admin/maintenance', { task: 'analyze' });
    const { data } = await get('/admin/logs?limit=8');
    assert.ok(
      data.every((line: Json) => line.actorId === admin.id && line.outcome === 'done' && line.ip !== null),
    );
    assert.deepEqual(
      data.map((line: Json) => line.action),
      [
        'maintenance.run',
        'account.deleted',
        'account.changed',
        'role.changed',
        'device.enabled',
        'device.disabled',
        'care.ended',
        'care.assigned',
      ],
    );
    assert.ok(data.slice(1).every((line: Json) => line.subjectId === patient.id));
    assert.ok(!JSON.stringify(data).includes('SECRET'));
  });
});

describe('maintenance', () => {
  const run = (body: unknown) => as(admin, 'POST', '/admin/maintenance', body);

  it('runs each task, and only reports in a dry run', async () => {
    for (const task of ['apply_retention', 'cleanup_logs', 'purge_sessions', 'analyze']) {
      const dry = await run({ task, options: { dryRun: true } });
      assert.deepEqual([dry.status, dry.body.data.task, dry.body.data.status], [200, task, 'DRY_RUN'], task);
      const done = await run({ task });
      assert.deepEqual(
        [done.status, done.body.data.task, done.body.data.status],
        [200, task, 'COMPLETED'],
        task,
      );
      assert.ok(done.body.data.finishedAt >= done.body.data.startedAt);
      assert.deepEqual(Object.keys(dry.body.data.result), Object.keys(done.body.data.result));
    }
  });

  it('deletes ended sessions only', async () => {
    const [gone, here] = [await signUp(app), await signUp(app)];
    await as(gone, 'POST', '/auth/logout');
    const dry = (await run({ task: 'purge_sessions', options: { dryRun: true } })).body.data.result
      .deletedSessions;
    assert.ok(dry >= 1);
    assert.equal((await run({ task: 'purge_sessions' })).body.data.result.deletedSessions, dry);
    assert.equal((await run({ task: 'purge_sessions' })).body.data.result.deletedSessions, 0);
    assert.equal((await as(gone, 'GET', '/me')).status, 401);
    assert.equal((await as(here, 'GET', '/me')).status, 200);
  });

  it('refuses an unknown task and names the known ones', async () => {
    const bad = await run({ task: 'defrag', options: 'all' });
    assert.equal(bad.status, 400);
    assert.deepEqual(Object.keys(bad.body.details).sort(), ['options', 'task']);
    for (const task of ['apply_retention', 'cleanup_logs', 'purge_sessions', 'analyze'])
      assert.ok(bad.body.details.task.includes(task));
    assert.equal((await run({ task: 'analyze', options: { dryRun: 'yes' } })).status, 400);
    assert.equal((await run({ task: 'analyze', options: { dryRun: null, more: 1 } })).status, 200);
    assert.equal((await run(undefined)).status, 400);
  });
});
