import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json, TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { night, openWard, startAt, type TestWard } from './ward.ts';

const HOUR_MS = 3_600_000;

// Each test begins at 09:00 in Berlin, two weeks after the one before, so that nothing of it is left.
describe('on duty by the roster', () => {
  let app: TestApp;
  let ward: TestWard;
  let monday = '2026-11-16';
  before(async () => {
    app = await startAt('2026-11-16T08:00:00Z');
    ward = await openWard(app);
  });
  after(() => app.close());

  const until = async (day: string, time: string): Promise<void> => {
    const ahead = Date.parse(`${day}T${time}:00Z`) - app.clock.now();
    assert.ok(ahead >= 0, 'time goes forward');
    await app.pass(ahead);
  };
  /** A later Monday, without anything on duty. */
  const nextMonday = async (): Promise<string> => {
    await ward.roster([]);
    monday = new Date(Date.parse(monday) + 14 * 24 * HOUR_MS).toISOString().slice(0, 10);
    await until(monday, '08:00');
    return monday;
  };
  const noticesOf = async (person: Person): Promise<string[]> =>
    (await ward.ok('GET', '/board', person)).notices.map(({ title }: Json) => title);
  const gapsOf = async (person: Person) =>
    (await noticesOf(person)).filter((title) => /No caregiver/.test(title));
  const endShift = ({ token }: Person) => app.call('DELETE', '/caregivers/me/shift', { token });

  it('lasts from the start of a slot until its end, without a press', async () => {
    const day = await nextMonday();
    await ward.roster([night([ward.ann])]);
    assert.deepEqual(await ward.onDuty(), []);
    await until(day, '21:00');
    const [ann] = await ward.ok('GET', '/caregivers/on-duty', ward.ben);
    const end = `${new Date(Date.parse(day) + 24 * HOUR_MS).toISOString().slice(0, 10)}T05:00:00.000Z`;
    assert.deepEqual(ann, { id: ward.ann.id, name: 'Ann Ward 1', until: end, via: 'roster' });
    const [listed] = await ward.ok('GET', '/wards', ward.ann);
    assert.deepEqual(listed.onDuty, [{ id: ward.ann.id, name: 'Ann Ward 1', until: end }]);
    assert.equal((await ward.ok('GET', '/board', ward.ann)).onDuty[0].via, 'roster');
    await ward.hours(8);
    assert.deepEqual(await ward.onDuty(), []);
    await ward.hours(16);
    assert.deepEqual(await ward.onDuty(), ['Ann Ward 1 roster'], 'the next night');
  });

  it('is known again after the clock was two days ahead', async () => {
    const day = await nextMonday();
    await ward.roster([night([ward.ann])]);
    app.clock.set(48 * HOUR_MS);
    await app.pass(6_000);
    app.clock.set(-48 * HOUR_MS);
    await app.pass(0);
    await app.pass(6_000);
    await until(day, '21:00');
    assert.deepEqual(await ward.onDuty(), ['Ann Ward 1 roster']);
  });

  it('is known for every day to come', async () => {
    await nextMonday();
    await ward.roster([night([ward.ann])]);
    for (let days = 0; days < 40; days += 10) {
      await ward.hours(24 * 10);
      const [{ last }] = (await sql(app.databaseUrl, 'SELECT max(ends_at) AS last FROM roster_duty')) as [
        { last: Date },
      ];
      assert.ok(last.getTime() > app.clock.now() + 7 * 24 * HOUR_MS);
    }
    monday = '2027-02-01';
  });

  it('ends early by "End shift", until the slot ends; "Start shift" adds', async () => {
    const day = await nextMonday();
    await ward.roster([night([ward.ann])]);
    assert.equal((await endShift(ward.ann)).status, 404);
    await until(day, '22:00');
    assert.equal((await endShift(ward.ben)).status, 404);
    assert.equal((await endShift(ward.ann)).status, 200);
    assert.equal((await endShift(ward.ann)).status, 404);
    assert.deepEqual(await ward.onDuty(), []);
    // The lead sends the roster again, with and without ids: whoever went home stays at home.
    const { shifts } = await ward.ok('GET', `${ward.path}/roster`, ward.lead);
    await ward.roster(shifts);
    await ward.roster([night([ward.ann])]);
    assert.deepEqual(await ward.onDuty(), []);
    const start = (person: Person, hours: number) =>
      ward.ok('POST', '/caregivers/me/shift', person, {
        until: new Date(app.clock.now() + hours * HOUR_MS).toISOString(),
      });
    await start(ward.ann, 1);
    await start(ward.ben, 1);
    assert.deepEqual((await ward.onDuty()).sort(), ['Ann Ward 1 shift', 'Ben Ward 1 shift']);
    await ward.hours(23);
    assert.deepEqual(await ward.onDuty(), ['Ann Ward 1 roster'], 'the next slot counts again');
    await start(ward.ann, 20);
    const [ann] = await ward.ok('GET', '/caregivers/on-duty', ward.ben);
    assert.equal(ann.via, 'roster');
    assert.ok(Date.parse(ann.until) > app.clock.now() + 19 * HOUR_MS);
    assert.equal((await endShift(ward.ann)).status, 200);
    assert.deepEqual(await ward.onDuty(), [], 'both are ended');
  });

  it('follows a roster that is replaced in the middle of a slot', async () => {
    const day = await nextMonday();
    const { shifts } = await ward.roster([night([ward.ann])]);
    await until(day, '22:00');
    await ward.roster([{ ...shifts[0], caregivers: [ward.ben.id] }]);
    assert.deepEqual(await ward.onDuty(), ['Ben Ward 1 roster']);
    await ward.roster([{ ...shifts[0], caregivers: [ward.ben.id], start: '23:30' }]);
    assert.deepEqual(await ward.onDuty(), [], 'it begins later now');
    await ward.hours(1);
    assert.deepEqual(await ward.onDuty(), ['Ben Ward 1 roster']);
    const exception = await ward.ok('POST', `${ward.path}/roster/exceptions`, ward.lead, {
      shiftId: shifts[0].id,
      date: day,
      caregiverId: ward.ben.id,
      replacedBy: ward.ann.id,
    });
    assert.deepEqual(await ward.onDuty(), ['Ann Ward 1 roster']);
    await ward.ok('DELETE', `${ward.path}/roster/exceptions/${exception.id}`, ward.lead);
    assert.deepEqual(await ward.onDuty(), ['Ben Ward 1 roster']);
    await ward.roster([]);
    assert.deepEqual(await ward.onDuty(), []);
  });

  it('ends with the membership, the account or the role', async () => {
    const day = await nextMonday();
    const [left, gone, temporary] = [
      await ward.member('Leo'),
      await ward.member('Gil'),
      await ward.member('Tea', { until: new Date(app.clock.now() + 16 * HOUR_MS).toISOString() }),
    ];
    await ward.roster([night([left, gone, temporary])]);
    await until(day, '22:00');
    assert.equal((await ward.onDuty()).length, 3);
    await ward.ok('DELETE', `${ward.path}/caregivers/${left.id}`, ward.admin);
    await ward.ok('PUT', `/admin/users/${gone.id}`, ward.admin, { status: 'inactive' });
    assert.deepEqual(await ward.onDuty(), ['Tea Ward 1 roster']);
    await ward.hours(3);
    assert.deepEqual(await ward.onDuty(), []);
  });

  it('tells the others of open claims when a slot ends, once, unless the caregiver goes on', async () => {
    const day = await nextMonday();
    const patient = await signUp(app, 'PATIENT');
    for (const caregiver of [ward.ann, ward.ben]) await assign(app, caregiver, patient);
    await ward.roster([
      night([ward.ann]),
      night([ward.ann], { name: 'Overtime', start: '06:00', end: '08:00' }),
    ]);
    await until(day, '23:00');
    const { id } = (await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } }))
      .body.data;
    await ward.hours(5.9);
    await app.call('POST', `/falls/${id}/claim`, { token: ward.ann.token, body: { etaMinutes: 240 } });
    const ends = async () =>
      (
        await sql(
          app.databaseUrl,
          `SELECT count(*)::int AS n FROM live_events WHERE recipient_id = $1 AND type = 'response' AND data ->> 'fallId' = $2`,
          [ward.ben.id, id],
        )
      )[0]?.n;
    const before = await ends();
    await ward.hours(0.2);
    assert.equal(await ends(), before, 'the next slot follows at once');
    assert.deepEqual(await ward.onDuty(), ['Ann Ward 1 roster']);
    await ward.hours(2);
    assert.equal(await ends(), (before ?? 0) + 1);
    await ward.hours(0.1);
    assert.equal(await ends(), (before ?? 0) + 1);
  });

  it('tells leads and admins of a slot with nobody, a day before and at its start', async () => {
    const day = await nextMonday();
    const tuesday = new Date(Date.parse(day) + 24 * HOUR_MS).toISOString().slice(0, 10);
    const { shifts } = await ward.roster([night([], { weekdays: [2] })]);
    // Summer time: 22:00 in Berlin is 20:00 in UTC.
    await ward.hours(11.9);
    assert.deepEqual(await gapsOf(ward.lead), []);
    await ward.hours(0.2);
    const [warning, ...more] = await gapsOf(ward.lead);
    assert.match(warning ?? '', /^No caregiver on the roster: Ward 1, Night, \d+ \w+ 2027, 22:00$/);
    assert.deepEqual(more, []);
    assert.deepEqual(await gapsOf(ward.admin), [warning]);
    assert.deepEqual(await gapsOf(ward.ann), []);
    // The same roster again, without ids: the same gap is not told twice.
    const count = async () =>
      (await sql(app.databaseUrl, `SELECT FROM live_events WHERE type = 'notice'`)).length;
    const told = await count();
    await ward.roster([night([], { weekdays: [2] })]);
    await ward.hours(1);
    assert.equal(await count(), told);
    await until(tuesday, '20:00');
    assert.match((await gapsOf(ward.lead)).join(), /^No caregiver on duty now: Ward 1, Night, /);
    assert.equal(await count(), told + 2);
    // Somebody steps in.
    await ward.roster([night([ward.ben], { weekdays: [2] })]);
    await ward.hours(0.1);
    assert.deepEqual(await gapsOf(ward.lead), []);
    assert.equal(await count(), told + 2);
    await ward.ok('PUT', `/admin/users/${ward.ben.id}`, ward.admin, { status: 'inactive' });
    await ward.hours(0.1);
    assert.equal((await gapsOf(ward.lead)).length, 1, 'they are deactivated in the middle of it');
    await ward.ok('PUT', `/admin/users/${ward.ben.id}`, ward.admin, { status: 'active' });
    assert.ok(shifts[0].id);
  });
});
