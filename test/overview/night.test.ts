import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { blindSpans, gapsIn } from '../../src/overview/night.ts';
import { lastNight, nightOf } from '../../src/platform/night.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/platform/time.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

const ZONE = 'Europe/Berlin';
const at = (text: string) => new Date(text);

describe('the period of a night', () => {
  it('is from 18 until 6 of the clock, so an hour shorter or longer when the clocks change', () => {
    const hours = (date: string) => {
      const { start, end } = nightOf(date, ZONE);
      return (end.getTime() - start.getTime()) / HOUR_MS;
    };
    assert.deepEqual(['2026-11-18', '2026-03-28', '2026-10-24'].map(hours), [12, 11, 13]);
  });

  it('is the present one from 18:00 on, and the one before until then', () => {
    const dateAt = (text: string) => lastNight(at(text), ZONE).date;
    assert.deepEqual(
      ['2026-11-18T16:59:59Z', '2026-11-18T17:00:00Z', '2026-11-19T02:00:00Z', '2026-11-19T12:00:00Z'].map(
        dateAt,
      ),
      ['2026-11-17', '2026-11-18', '2026-11-18', '2026-11-18'],
    );
  });
});

describe('the gaps of a night', () => {
  const night = nightOf('2026-11-18', 'UTC');
  const slot = (start: string, end: string, people: number) => ({
    start: at(`2026-11-${start}:00Z`),
    end: at(`2026-11-${end}:00Z`),
    caregivers: Array.from({ length: people }),
  });
  const gaps = (...slots: ReturnType<typeof slot>[]) =>
    gapsIn(night, slots).map(({ from, until }) =>
      [from, until].map((time) => time.toISOString().slice(8, 16)),
    );

  it('are the times in which no slot has a caregiver', () => {
    assert.deepEqual(
      gaps(slot('18T14:00', '18T21:30', 1), slot('18T22:00', '19T06:00', 1), slot('18T18:00', '19T06:00', 0)),
      [['18T21:30', '18T22:00']],
    );
    assert.deepEqual(gaps(slot('18T18:00', '19T06:00', 0)), [['18T18:00', '19T06:00']]);
  });

  it('are none without a roster', () => assert.deepEqual(gaps(), []));
});

it('leaves out blind times of less than five minutes', () => {
  assert.deepEqual(
    blindSpans([
      [0, 4],
      [10, 15],
    ]),
    [{ from: new Date(10 * MINUTE_MS), until: new Date(15 * MINUTE_MS) }],
  );
});

describe('the night of a ward', () => {
  let app: TestApp;
  let [admin, nurse, stranger, edith, otto, rosa] = [] as unknown as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  let ward: string;
  // Two nights ago, so that it is over at any time of day.
  let night: { readonly date: string; readonly start: Date; readonly end: Date };
  const as = (person: Person, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: person.token, body });
  const run = (statement: string, values: unknown[] = []) => sql(app.databaseUrl, statement, values);
  const after18 = (minutes: number) => new Date(night.start.getTime() + minutes * MINUTE_MS);
  before(async () => {
    app = await startTestApp();
    admin = await logInAsAdmin(app);
    [nurse, stranger, edith, otto, rosa] = await Promise.all([
      signUp(app, 'CAREGIVER', { firstName: 'Nia', lastName: 'Holt' }),
      signUp(app, 'CAREGIVER'),
      signUp(app, 'PATIENT', { firstName: 'Edith', lastName: 'Brandt' }),
      signUp(app, 'PATIENT', { firstName: 'Otto', lastName: 'Klein' }),
      signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' }),
    ]);
    await as(admin, 'PUT', '/admin/organisation', { timeZone: 'UTC' });
    ward = (await as(admin, 'POST', '/wards', { name: 'Ground floor' })).body.data.id;
    await as(admin, 'PUT', `/wards/${ward}/caregivers/${nurse.id}`, {});
    for (const [person, room] of [
      [edith, '12'],
      [otto, '14'],
      [rosa, null],
    ] as const)
      await as(admin, 'PUT', `/patients/${person.id}`, { wardId: ward, ...(room && { room }) });
    const latest = lastNight(new Date(app.clock.now()), 'UTC');
    night = nightOf(new Date(latest.start.getTime() - 24 * HOUR_MS).toISOString().slice(0, 10), 'UTC');
    await run(`UPDATE users SET created_at = now() - interval '30 days'`);
    await run(
      `INSERT INTO roster_shifts (ward_id, place, name, weekdays, start_time, end_time, caregivers, from_day, every_weeks)
       VALUES ($1, 0, 'Night', '{1,2,3,4,5,6,7}', '21:00', '06:00', ARRAY[$2::uuid], '2020-01-01', 1)`,
      [ward, nurse.id],
    );
    for (const [person, mac] of [
      [edith, '02:00:00:00:00:01'],
      [otto, '02:00:00:00:00:02'],
    ] as const)
      await run(
        `INSERT INTO devices (user_id, mac_address, name, created_at, updated_at) VALUES ($1, $2, 'Watch', now(), now())`,
        [person.id, mac],
      );
    // Edith's wearable is silent from 23:00 until 00:30, Otto's for three minutes.
    const connected = (person: Person, day: number, ranges: string) =>
      run(
        `INSERT INTO coverage_days (patient_id, day, device_key, connected, late, not_worn)
         VALUES ($1, $2::date + $3::int, 1, $4::int4multirange, '{}', '{}')`,
        [person.id, night.date, day, ranges],
      );
    await connected(edith, 0, '{[0,1380)}');
    await connected(edith, 1, '{[30,1440)}');
    await connected(otto, 0, '{[0,1200),[1203,1440)}');
    await connected(otto, 1, '{[0,1440)}');
    const [fall] = await run(
      `INSERT INTO fall_events (user_id, confidence, status, created_at) VALUES ($1, 0.9, 'HIGH', $2) RETURNING id`,
      [edith.id, after18(190)],
    );
    await run(`INSERT INTO response_log (fall_id, at, type, by_id) VALUES ($1, $2, 'claimed', $3)`, [
      fall?.id,
      after18(192),
      nurse.id,
    ]);
    // Below the alerting levels, before the night, a test.
    await run(
      `INSERT INTO fall_events (user_id, confidence, status, created_at, is_test)
       VALUES ($1, 0.4, 'SUSPICIOUS', $2, false), ($1, 0.9, 'HIGH', $3, false), ($1, 0.9, 'HIGH', $2, true)`,
      [otto.id, after18(60), after18(-1)],
    );
  });
  after(() => app.close());

  it('has falls and who went, the roster and its gaps, blind times, and who has no wearable', async () => {
    const { status, body } = await as(nurse, 'GET', `/wards/${ward}/night?date=${night.date}`);
    assert.equal(status, 200, JSON.stringify(body));
    const { falls, shifts, gaps, blind, withoutWearable, ...period } = body.data;
    assert.deepEqual(period, {
      date: night.date,
      from: night.start.toISOString(),
      until: night.end.toISOString(),
    });
    assert.equal(falls.length, 1);
    const [{ patient, at: fellAt, level, claims, outcome }] = falls;
    assert.deepEqual(
      [patient, fellAt, level, claims, outcome],
      [
        { id: edith.id, name: 'Edith Brandt', room: '12' },
        after18(190).toISOString(),
        'HIGH',
        [{ at: after18(192).toISOString(), by: { id: nurse.id, name: 'Nia Holt' } }],
        null,
      ],
    );
    assert.deepEqual(
      shifts.map(({ name, caregivers }: { name: string; caregivers: unknown }) => [name, caregivers]),
      [['Night', [{ id: nurse.id, name: 'Nia Holt' }]]],
    );
    assert.deepEqual(gaps, [{ from: night.start.toISOString(), until: after18(180).toISOString() }]);
    assert.deepEqual(blind, [
      {
        patient: { id: edith.id, name: 'Edith Brandt', room: '12' },
        spans: [{ from: after18(300).toISOString(), until: after18(390).toISOString() }],
      },
    ]);
    assert.deepEqual(withoutWearable, [{ id: rosa.id, name: 'Rosa Marsh', room: null }]);
  });

  it('keeps who went last when the timeline of a fall is deleted', async () => {
    const { id: fall } = (await as(otto, 'POST', '/falls', { confidence: 0.9 })).body.data;
    assert.equal((await as(admin, 'POST', `/falls/${fall}/claim`, {})).status, 200);
    const { body: resolved } = await as(admin, 'POST', `/falls/${fall}/resolve`, { outcome: 'HELPED' });
    await run('DELETE FROM response_log WHERE fall_id = $1', [fall]);
    await run('UPDATE fall_events SET created_at = $2 WHERE id = $1', [fall, after18(300)]);
    const { body } = await as(nurse, 'GET', `/wards/${ward}/night?date=${night.date}`);
    const shown = body.data.falls.find(({ id }: { id: string }) => id === fall);
    assert.deepEqual(
      shown.claims.map(({ at, by }: { at: string; by: { id: string } }) => [at, by.id]),
      [[resolved.data.response.claimedAt, admin.id]],
    );
  });

  it('is by default the latest that has begun, and never a later one', async () => {
    const { body } = await as(admin, 'GET', `/wards/${ward}/night`);
    assert.equal(body.data.date, lastNight(new Date(app.clock.now()), 'UTC').date);
    for (const date of ['2999-12-31', 'yesterday', '2026-02-30', '0001-01-01'])
      assert.equal((await as(nurse, 'GET', `/wards/${ward}/night?date=${date}`)).status, 400, date);
  });

  it('is closed to caregivers of other wards', async () => {
    const { status, body } = await as(stranger, 'GET', `/wards/${ward}/night`);
    assert.deepEqual([status, body.code], [403, 'NOT_WARD_MEMBER']);
  });
});
