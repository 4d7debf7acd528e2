import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json, Response } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, send, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { admin, app, as } from './started.ts';

/** Every way to delete a person, with the role it applies to. */
const WAYS: readonly [string, 'PATIENT' | 'CAREGIVER', (person: Person) => Promise<Response>][] = [
  ['themselves', 'PATIENT', (person) => as(person, 'DELETE', '/profile/me', { confirmation: true })],
  ['an admin, as a user', 'PATIENT', ({ id }) => as(admin, 'DELETE', `/admin/users/${id}`)],
  ['an admin, as a patient', 'PATIENT', ({ id }) => as(admin, 'DELETE', `/patients/${id}`)],
  ['an admin, as a caregiver', 'CAREGIVER', ({ id }) => as(admin, 'DELETE', `/caregivers/${id}`)],
];

for (const [who, role, remove] of WAYS) {
  describe(`a person deleted by ${who}`, () => {
    it('is deleted with all their data, at once and on every open connection', async () => {
      const person = await signUp(app, role);
      const friend = await signUp(app);
      const mac = randomMac();
      const { deviceId } = await stream(app, person, blowOf.HIGH(mac));
      const [{ key }] = (await sql(app.databaseUrl, 'SELECT key FROM devices WHERE id = $1', [
        deviceId,
      ])) as Json[];
      await as(person, 'POST', '/messages', { recipientId: friend.id, content: 'Hi' });
      await as(friend, 'POST', '/messages', { recipientId: person.id, content: 'Ho' });

      const answer = await remove(person);
      assert.equal(answer.status, 200);
      assert.equal(typeof answer.body.data.message, 'string');
      assert.equal((await as(person, 'GET', '/me')).status, 401);
      assert.equal((await send(app, person, resting(mac))).status, 401);
      assert.equal((await as(admin, 'GET', `/admin/users/${person.id}`)).status, 404);
      assert.equal((await as(admin, 'GET', `/device/${deviceId}`)).status, 404);
      assert.equal((await as(friend, 'GET', '/messages')).body.pagination.total, 0);
      const tables = [
        'sessions WHERE user_id',
        'devices WHERE user_id',
        'fall_events WHERE user_id',
        'alerts WHERE patient_id',
        'assignments WHERE patient_id',
      ];
      for (const table of tables) {
        assert.deepEqual(await sql(app.databaseUrl, `SELECT 1 FROM ${table} = $1`, [person.id]), [], table);
      }
      const readings = () =>
        sql(app.databaseUrl, 'SELECT 1 FROM sensor_readings WHERE device_key = $1', [key]);
      await eventually('the readings are erased', async () => (await readings()).length === 0);
      assert.equal((await remove(person)).status, who === 'themselves' ? 401 : 404);
    });

    it('frees their wearable for another person', async () => {
      const person = await signUp(app, role);
      const heir = await signUp(app);
      const mac = randomMac();
      const before = await stream(app, person, resting(mac));
      await remove(person);
      app.clock.advance(2000);
      const since = await stream(app, heir, resting(mac));
      assert.notEqual(since.deviceId, before.deviceId);
      assert.equal((await as(heir, 'GET', `/device/${since.deviceId}`)).body.data.userId, heir.id);
    });
  });
}

describe('events about a deleted person', () => {
  it('are removed from the logs of others, and the remaining events can still be replayed', async () => {
    const [goes, stays] = [await signUp(app), await signUp(app)];
    const [nurse, colleague] = [await signUp(app, 'CAREGIVER'), await signUp(app, 'CAREGIVER')];
    for (const { id } of [nurse, colleague])
      await as(admin, 'POST', `/caregivers/${id}/patients`, { patientId: goes.id });
    await as(admin, 'POST', `/caregivers/${nurse.id}/patients`, { patientId: stays.id });
    const say = (person: Person, content: string) =>
      as(person, 'POST', '/messages', { recipientId: nurse.id, content });

    await as(goes, 'POST', '/falls', { confidence: 0.8 });
    await say(stays, 'first');
    await say(goes, 'forget me');
    const [alert] = (await as(colleague, 'GET', '/caregivers/alerts')).body.data;
    await as(colleague, 'POST', `/caregivers/alerts/${alert.id}/acknowledge`);
    await as(stays, 'POST', '/falls', { confidence: 0.8 });
    const { deviceId } = await stream(app, goes, resting(randomMac()));
    await as(admin, 'POST', `/admin/devices/${deviceId}/disable`);
    const whole = await live(app, nurse, 0);
    await whole.next('device.status');
    assert.deepEqual(
      whole.frames.map((frame) => frame.type),
      ['welcome', 'alert', 'message', 'message', 'response', 'alert.acknowledged', 'alert', 'device.status'],
    );
    await whole.close();

    assert.equal((await as(admin, 'DELETE', `/patients/${goes.id}`)).status, 200);
    const resumed = await live(app, nurse, 0);
    const last = await resumed.next('alert');
    assert.equal(last.data.patientId, stays.id);
    await say(stays, 'second');
    await resumed.find((frame) => frame.data.content === 'second');
    assert.deepEqual(
      resumed.frames.map((frame) => [frame.type, frame.id, frame.data.content]).slice(1),
      [
        ['message', 2, 'first'],
        ['alert', 6, undefined],
        ['message', 8, 'second'],
      ],
      'event ids are never reused',
    );
    await resumed.close();
    const kept = 'SELECT data FROM live_events WHERE recipient_id = $1';
    assert.doesNotMatch(JSON.stringify(await sql(app.databaseUrl, kept, [nurse.id])), new RegExp(goes.id));
  });
});

describe('data that others need', () => {
  it('stays when a caregiver is deleted: patients, their falls, and the alerts of other caregivers', async () => {
    const patient = await signUp(app);
    const [goes, stays] = [await signUp(app, 'CAREGIVER'), await signUp(app, 'CAREGIVER')];
    for (const { id } of [goes, stays])
      await as(admin, 'POST', `/caregivers/${id}/patients`, { patientId: patient.id });
    const fall = (await as(patient, 'POST', '/falls', { confidence: 0.8 })).body.data;
    assert.equal(fall.alerts.caregiverCount, 2);
    const [alert] = (await as(goes, 'GET', '/caregivers/alerts')).body.data;
    await as(goes, 'POST', `/caregivers/alerts/${alert.id}/acknowledge`);
    await as(admin, 'POST', `/admin/falls/${fall.id}/investigate`);
    assert.equal((await as(admin, 'DELETE', `/caregivers/${goes.id}`)).status, 200);
    const seen = (await as(stays, 'GET', `/falls/${fall.id}`)).body.data;
    assert.deepEqual(
      seen.alerts.map((a: Json) => a.caregiverId),
      [stays.id],
    );
    const [listed] = (await as(patient, 'GET', '/falls')).body.data;
    assert.equal(listed.responded, true);
    assert.deepEqual(
      (await as(patient, 'GET', '/patients/me')).body.data.caregivers.map((c: Json) => c.id),
      [stays.id],
    );
    assert.equal(
      (await as(patient, 'POST', '/falls', { confidence: 0.8 })).body.data.alerts.caregiverCount,
      1,
    );
  });

  it('stays when an admin is deleted: flags and audit entries', async () => {
    const patient = await signUp(app);
    const second = await signUp(app);
    await as(admin, 'POST', `/admin/users/${second.id}/role`, { role: 'ADMIN' });
    const { token } = (
      await app.call('POST', '/auth/login', { body: { email: second.email, password: 'Secret!123' } })
    ).body;
    const fall = (await as(patient, 'POST', '/falls', { confidence: 0.8 })).body.data.id;
    await app.call('POST', `/admin/falls/${fall}/investigate`, { token });
    assert.equal((await as(admin, 'DELETE', `/admin/users/${second.id}`)).status, 200);
    const [flagged] = (await as(admin, 'GET', `/admin/falls?patientId=${patient.id}`)).body.data;
    assert.equal(flagged.investigation.flaggedBy, second.id);
    const { data } = (await as(admin, 'GET', '/admin/logs?limit=100')).body;
    assert.ok(data.some((line: Json) => line.actorId === second.id && line.action === 'fall.flagged'));
  });
});

describe('concurrent deletion and acknowledgements', () => {
  it('never deadlock', async () => {
    const nurse = await signUp(app, 'CAREGIVER');
    const people = await Promise.all(Array.from({ length: 12 }, () => signUp(app)));
    for (const { id, token } of people) {
      await as(admin, 'POST', `/caregivers/${nurse.id}/patients`, { patientId: id });
      await app.call('POST', '/falls', { token, body: { confidence: 0.8 } });
    }
    const alerts: Json[] = (await as(nurse, 'GET', '/caregivers/alerts?order=asc&limit=12')).body.data;
    const answers = await Promise.all(
      people.flatMap((person, i) => [
        as(nurse, 'POST', `/caregivers/alerts/${alerts[i].id}/acknowledge`),
        as(person, 'DELETE', '/profile/me', { confirmation: true }),
      ]),
    );
    const statuses = answers.map((answer) => answer.status);
    assert.ok(
      statuses.every((status) => [200, 403, 404].includes(status)),
      statuses.join(),
    );
  });
});

describe('concurrent deletion and first readings', () => {
  it('leave no device without an owner and never answer 500', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => signUp(app)));
    const answers = await Promise.all(
      people.flatMap((person) => [
        ...Array.from({ length: 4 }, () => send(app, person, resting(randomMac()))),
        as(admin, 'DELETE', `/admin/users/${person.id}`),
        as(person, 'POST', '/messages', { recipientId: admin.id, content: 'x' }),
      ]),
    );
    const statuses = answers.map((answer) => answer.status);
    assert.ok(
      statuses.every((status) => [200, 201, 401, 404].includes(status)),
      statuses.join(),
    );
    for (const person of people) assert.equal((await as(admin, 'GET', `/patients/${person.id}`)).status, 404);
  });
});

describe('concurrent deletion and falls', () => {
  const orphans = async (table: string, column: string): Promise<unknown> => {
    const rows = await sql(
      app.databaseUrl,
      `SELECT count(*)::int AS count FROM ${table} t WHERE ${column} IS NOT NULL
         AND NOT EXISTS (SELECT FROM users u WHERE u.id = t.${column})`,
    );
    return rows[0];
  };

  it('leave no event for or about the deleted person', async () => {
    const patients = await Promise.all(Array.from({ length: 8 }, () => signUp(app)));
    const nurses = await Promise.all(Array.from({ length: 8 }, () => signUp(app, 'CAREGIVER')));
    for (const [i, { id }] of patients.entries())
      for (const nurse of [nurses[i], nurses[(i + 1) % 8]])
        await as(admin, 'POST', `/caregivers/${nurse?.id}/patients`, { patientId: id });
    const answers = await Promise.all([
      ...patients.map((patient) => as(patient, 'POST', '/falls', { confidence: 0.8 })),
      ...patients.map((patient) =>
        as(patient, 'POST', '/messages', { recipientId: nurses[0]?.id, content: 'x' }),
      ),
      ...patients.slice(0, 4).map(({ id }) => as(admin, 'DELETE', `/patients/${id}`)),
      ...nurses.slice(0, 4).map(({ id }) => as(admin, 'DELETE', `/caregivers/${id}`)),
      ...patients.map((patient) => as(patient, 'POST', '/falls', { confidence: 0.9 })),
    ]);
    const statuses = answers.map((answer) => answer.status);
    assert.ok(
      statuses.every((status) => [200, 201, 401, 403, 404].includes(status)),
      statuses.join(),
    );
    for (const [table, column] of [
      ['alerts', 'caregiver_id'],
      ['alerts', 'patient_id'],
      ['live_events', 'recipient_id'],
      ['live_events', 'about_id'],
    ] as const)
      assert.deepEqual(await orphans(table, column), { count: 0 }, `${table}.${column}`);
  });
});
