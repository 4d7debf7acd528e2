import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../src/platform/time.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

describe('the handover of a ward', () => {
  let app: TestApp;
  let [admin, lead, nurse, stranger, resident] = [] as unknown as [Person, Person, Person, Person, Person];
  let ward: string;
  before(async () => {
    app = await startTestApp();
    admin = await logInAsAdmin(app);
    [lead, nurse, stranger, resident] = await Promise.all([
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      signUp(app),
    ]);
    ward = (await as(admin, 'POST', '/wards', { name: 'Ground floor' })).body.data.id;
    await as(admin, 'PUT', `/wards/${ward}/caregivers/${lead.id}`, { lead: true });
    await as(admin, 'PUT', `/wards/${ward}/caregivers/${nurse.id}`, {});
    await as(admin, 'PUT', `/patients/${resident.id}`, { wardId: ward });
  });
  after(() => app.close());

  const as = (person: Person, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: person.token, body });
  const handover = async () => (await as(nurse, 'GET', `/wards/${ward}/handover`)).body.data;
  const write = (person: Person, note: unknown) => as(person, 'POST', `/wards/${ward}/handover`, { note });
  const confirm = (person: Person, body?: object) =>
    as(person, 'POST', `/wards/${ward}/handover/confirm`, body);
  const pinned = async (person: Person) => (await as(person, 'GET', '/board')).body.data.handovers;
  const run = (statement: string, values: unknown[] = []) => sql(app.databaseUrl, statement, values);
  const ago = (ms: number) => new Date(app.clock.now() - ms);
  const fellAt = (at: Date, status = 'HIGH') =>
    run('INSERT INTO fall_events (user_id, confidence, status, created_at) VALUES ($1, 0.9, $2, $3)', [
      resident.id,
      status,
      at,
    ]);
  const slot = (from: Date, until: Date) =>
    run(
      `INSERT INTO roster_slots (ward_id, shift_id, day, name, starts_at, ends_at)
       VALUES ($1, gen_random_uuid(), $2::timestamptz::date, 'Late', $2, $3)`,
      [ward, from, until],
    );

  it('has only the summary of the last eight hours before the first one, without a roster', async () => {
    await fellAt(ago(7 * HOUR_MS));
    await fellAt(ago(9 * HOUR_MS));
    await fellAt(ago(HOUR_MS), 'SUSPICIOUS');
    assert.deepEqual(await handover(), {
      note: null,
      by: null,
      at: null,
      confirmedBy: null,
      summary: { falls: 1, openAlerts: 0, silentDevices: 0, lowBatteries: 0, away: 0, overdueTests: 0 },
    });
    assert.equal((await confirm(nurse)).status, 404);
    assert.deepEqual(await pinned(nurse), []);
  });

  it('counts falls of the shift, unresolved falls, silent wearables and low batteries of the ward alone', async () => {
    await as(resident, 'POST', '/falls', { confidence: 0.8 });
    const elsewhere = await signUp(app);
    for (const [person, ...conditions] of [
      [resident, 'DEVICE_OFFLINE', 'DEVICE_INACTIVE', 'DEVICE_BATTERY_LOW'],
      [elsewhere, 'DEVICE_BATTERY_LOW'],
    ] as const)
      await run(
        `WITH d AS (INSERT INTO devices (user_id, mac_address, name, last_seen, battery_level, created_at, updated_at)
                    VALUES ($1, upper($3), 'Watch', $4::timestamptz, 1, now(), now()) RETURNING id)
         INSERT INTO device_conditions (device_id, type, since) SELECT d.id, unnest($2::text[]), now() FROM d`,
        [
          person.id,
          conditions,
          person === resident ? '02:00:00:00:00:01' : '02:00:00:00:00:02',
          ago(48 * HOUR_MS),
        ],
      );
    const { summary } = await handover();
    assert.deepEqual(summary, {
      falls: 2,
      openAlerts: 1,
      silentDevices: 1,
      lowBatteries: 1,
      away: 0,
      overdueTests: 2,
    });
  });

  it('is written with the summary of the roster’s shift, and pinned on the boards of the ward', async () => {
    // The early shift has begun first and hands over; it ended less than an hour ago.
    await slot(ago(8.5 * HOUR_MS), ago(30 * MINUTE_MS));
    await slot(ago(HOUR_MS), ago(-7 * HOUR_MS));
    await fellAt(ago(8.25 * HOUR_MS));
    const socket = await live(app, lead);
    const written = await write(nurse, 'Room 12 slept badly\n');
    assert.equal(written.status, 201);
    const { by, at, note, confirmedBy, summary } = written.body.data;
    assert.deepEqual([by.id, note.trim(), confirmedBy], [nurse.id, 'Room 12 slept badly', null]);
    assert.ok(Math.abs(new Date(at).getTime() - app.clock.now()) < MINUTE_MS);
    assert.deepEqual(summary, {
      falls: 3,
      openAlerts: 1,
      silentDevices: 1,
      lowBatteries: 1,
      away: 0,
      overdueTests: 2,
    });
    assert.deepEqual(await handover(), written.body.data);
    for (const person of [lead, nurse, admin]) {
      const [first] = await pinned(person);
      assert.deepEqual(first, { wardId: ward, wardName: 'Ground floor', ...written.body.data });
    }
    assert.deepEqual(await pinned(stranger), []);
    const { data } = await socket.next('handover');
    assert.deepEqual(data, { wardId: ward, by, at, confirmedBy: null });
    await socket.close();
  });

  it('is confirmed once, by one of two at the same time, and then leaves the boards', async () => {
    const { at: former } = await handover();
    const { at } = (await write(nurse, 'Also room 14')).body.data;
    const late = await confirm(lead, { at: former });
    assert.deepEqual([late.status, late.body.code], [409, 'HANDOVER_REPLACED']);
    const answers = await Promise.all([confirm(lead, { at }), confirm(admin)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'HANDOVER_CONFIRMED');
    const { confirmedBy } = await handover();
    assert.ok([lead.id, admin.id].includes(confirmedBy.id));
    assert.deepEqual(await pinned(nurse), []);
  });

  it('is listed with those before it, newest first, each with who confirmed it', async () => {
    const list = async (person: Person) => (await as(person, 'GET', `/wards/${ward}/handovers`)).body;
    const { data } = await list(nurse);
    assert.deepEqual(
      data.map(({ note, by }: { note: string; by: Person }) => [note.trim(), by.id]),
      [
        ['Also room 14', nurse.id],
        ['Room 12 slept badly', nurse.id],
      ],
    );
    assert.deepEqual([data[0].confirmedBy === null, data[1].confirmedBy], [false, null]);
    assert.deepEqual(data[0], await handover());
    assert.equal((await list(stranger)).code, 'NOT_WARD_MEMBER');
  });

  it('keeps each handover that two people write at the same time, and at most 60 before the newest', async () => {
    const notes = Array.from({ length: 6 }, (_, index) => `At the same time ${index}`);
    await Promise.all(notes.map((note) => write(nurse, note)));
    const list = async () =>
      (await as(nurse, 'GET', `/wards/${ward}/handovers`)).body.data.map(
        ({ note }: { note: string }) => note,
      );
    assert.deepEqual((await list()).slice(0, 6).sort(), notes);
    for (let written = 0; written < 60; written += 1)
      await run(
        `UPDATE ward_handovers SET written_at = written_at + interval '1 s', note = $2 WHERE ward_id = $1`,
        [ward, `Later ${written}`],
      );
    const kept = await list();
    assert.deepEqual([kept.length, kept[0], kept.at(-2)], [61, 'Later 59', 'Later 0']);
  });

  it('refuses a note that is missing or too long, and people of other wards', async () => {
    for (const note of [undefined, null, 7, 'x'.repeat(2001), 'a\u0000b'])
      assert.equal((await write(nurse, note)).status, 400, JSON.stringify(note));
    assert.equal((await write(nurse, 'ü'.repeat(2000))).status, 201);
    assert.equal((await confirm(nurse, { at: 'yesterday' })).status, 400);
    const refused = await write(stranger, 'x');
    assert.deepEqual([refused.status, refused.body.code], [403, 'NOT_WARD_MEMBER']);
    assert.equal((await as(admin, 'GET', '/wards/nowhere/handover')).status, 404);
  });

  it('is no longer shown to a member who left, outlives its author, and is audited', async () => {
    await write(lead, 'Last words');
    await as(admin, 'DELETE', `/wards/${ward}/caregivers/${nurse.id}`);
    assert.equal((await as(nurse, 'GET', `/wards/${ward}/handover`)).status, 403);
    assert.deepEqual(await pinned(nurse), []);
    await as(admin, 'DELETE', `/caregivers/${lead.id}`);
    const left = (await as(admin, 'GET', `/wards/${ward}/handover`)).body.data;
    assert.deepEqual([left.note, left.by], ['Last words', null]);
    const lines = (await as(admin, 'GET', '/admin/logs?limit=100')).body.data;
    const actions = lines.map(({ action }: { action: string }) => action);
    assert.ok(actions.includes('handover.written') && actions.includes('handover.confirmed'));
  });
});
