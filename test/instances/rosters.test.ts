import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { night, openWard, startAt, type TestWard } from '../roster/ward.ts';

const HOUR_MS = 3_600_000;

describe('three instances and one roster', () => {
  let database: TestDatabase;
  let apps: readonly TestApp[];
  let ward: TestWard;
  before(async () => {
    database = await createTestDatabase();
    const env = { DATABASE_URL: database.url };
    const first = await startAt('2026-11-16T10:00:00Z', env);
    apps = [first, await startAt('2026-11-16T10:00:00Z', env), await startAt('2026-11-16T10:00:00Z', env)];
    ward = await openWard(first);
  });
  after(async () => {
    for (const app of apps) await app.close();
    await database.drop();
  });

  const hours = async (count: number): Promise<void> => {
    for (const app of apps) app.clock.advance(count * HOUR_MS);
    await dueWorkDone();
  };
  const count = async (from: string, ...values: unknown[]): Promise<number> =>
    (await sql(database.url, `SELECT count(*)::int AS n FROM ${from}`, values))[0]?.n ?? -1;

  it('tell leads and admins of a gap once before it, and once at its start', async () => {
    await ward.roster([night([], { weekdays: [1] })]);
    await hours(0.1);
    const notices = () => count(`live_events WHERE type = 'notice'`);
    // One lead and one admin.
    assert.equal(await notices(), 2);
    await hours(11);
    assert.equal(await notices(), 4);
    await hours(0.1);
    assert.equal(await notices(), 4);
  });

  it('tell the others of an open claim once when a slot ends', async () => {
    const app = apps[0] as TestApp;
    const patient = await signUp(app, 'PATIENT');
    for (const caregiver of [ward.ann, ward.ben]) await assign(app, caregiver, patient);
    await ward.roster([night([ward.ann])]);
    await hours(1);
    const { id } = (await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } }))
      .body.data;
    await hours(5);
    await app.call('POST', `/falls/${id}/claim`, { token: ward.ann.token, body: { etaMinutes: 240 } });
    const told = () =>
      count(
        `live_events WHERE recipient_id = $1 AND type = 'response' AND data ->> 'fallId' = $2`,
        ward.ben.id,
        id,
      );
    const before = await told();
    assert.deepEqual(await ward.onDuty(), ['Ann Ward 1 roster']);
    await hours(2);
    assert.deepEqual(await ward.onDuty(), []);
    assert.equal(await told(), before + 1);
  });

  it('tell each member once of a handover, and once of its confirmation at two instances together', async () => {
    const [one, other] = apps as [TestApp, TestApp];
    const told = (person: { readonly id: string }) =>
      count(`live_events WHERE recipient_id = $1 AND type = 'handover'`, person.id);
    await ward.ok('POST', `${ward.path}/handover`, ward.ann, { note: 'Quiet' });
    for (const person of [ward.lead, ward.ben]) assert.equal(await told(person), 1);
    const confirm = (app: TestApp, { token }: { readonly token: string }) =>
      app.call('POST', `${ward.path}/handover/confirm`, { token, body: {} });
    const answers = await Promise.all([confirm(one, ward.ben), confirm(other, ward.lead)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    for (const person of [ward.lead, ward.ben]) assert.equal(await told(person), 2);
  });

  it('compute the duty of the next days, and each row once', async () => {
    await ward.roster([night([ward.ann, ward.ben])]);
    await hours(24 * 3);
    const doubles = `(SELECT FROM roster_duty GROUP BY caregiver_id, shift_id, day HAVING count(*) > 1) AS d`;
    assert.equal(await count(doubles), 0);
    assert.ok((await count('roster_duty')) >= 14);
  });

  it('follow a new zone in the middle of a shift, and tell nobody twice', async () => {
    await ward.roster([night([ward.ann])]);
    const at = new Date(apps[0]?.clock.now() ?? 0);
    // Until 22:30 in Berlin.
    const ahead = (21.5 - (at.getUTCHours() + at.getUTCMinutes() / 60) + 24) % 24;
    await hours(ahead);
    assert.deepEqual(await ward.onDuty(), ['Ann Ward 1 roster']);
    const zone = (timeZone: string) => ward.ok('PUT', '/admin/organisation', ward.admin, { timeZone });
    await zone('Europe/London');
    assert.deepEqual(await ward.onDuty(), [], 'in London it is 21:30');
    await hours(0.6);
    assert.deepEqual(await ward.onDuty(), ['Ann Ward 1 roster']);
    await zone('Asia/Tokyo');
    assert.deepEqual(await ward.onDuty(), [], 'in Tokyo it is past 07:00');
    await zone('Europe/Berlin');
    assert.deepEqual(await ward.onDuty(), ['Ann Ward 1 roster']);
    await hours(0.1);
    assert.equal(
      await count(`(SELECT FROM roster_duty GROUP BY caregiver_id, shift_id, day HAVING count(*) > 1) AS d`),
      0,
    );
  });
});
