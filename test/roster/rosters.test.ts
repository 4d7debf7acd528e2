import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Json, TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { night, openWard, startAt, type TestWard } from './ward.ts';

// 2026-11-16 is a Monday; Berlin is at UTC+1.
describe('a roster', () => {
  let app: TestApp;
  let ward: TestWard;
  before(async () => {
    app = await startAt('2026-11-16T10:00:00Z');
    ward = await openWard(app);
  });
  after(() => app.close());

  const put = (shifts: unknown) => ward.call('PUT', '/roster', ward.lead, { shifts });
  const noticesOf = async (person: Person): Promise<string[]> =>
    (await ward.ok('GET', '/board', person)).notices.map(({ title }: Json) => title);

  it('is replaced as a whole; a shift keeps its id if it is sent', async () => {
    const day = {
      name: ' Day ',
      weekdays: [5, 1, 5],
      start: '06:00',
      end: '14:00',
      caregivers: [],
      from: '2026-11-01',
    };
    const { shifts } = await ward.roster([night([ward.ann]), day]);
    assert.deepEqual(
      shifts.map(({ id: _, ...shift }: Json) => shift),
      [
        { ...night([ward.ann]), until: null, everyWeeks: 1 },
        { ...day, name: 'Day', weekdays: [1, 5], until: null, everyWeeks: 1 },
      ],
    );
    const [first, second] = shifts;
    const again = await ward.roster([
      { ...second, until: '2026-12-31', everyWeeks: 2 },
      { ...first, id: undefined },
    ]);
    assert.equal(again.shifts[0].id, second.id);
    assert.equal(again.shifts[0].until, '2026-12-31');
    assert.notEqual(again.shifts[1].id, first.id);
    assert.deepEqual(await ward.ok('GET', `${ward.path}/roster`, ward.admin), again);
    assert.deepEqual((await ward.roster([])).shifts, []);
  });

  it('names every mistake by its place', async () => {
    const stranger = await signUp(app, 'CAREGIVER');
    const patient = await signUp(app, 'PATIENT');
    const answer = await put([
      night([ward.ann, stranger]),
      night([], { id: randomUUID() }),
      night([], { caregivers: [ward.ann.id, 'nobody', patient.id, randomUUID()] }),
    ]);
    assert.equal(answer.status, 400);
    assert.deepEqual(Object.keys(answer.body.details), [
      'shifts.0.caregivers.1',
      'shifts.1.id',
      'shifts.2.caregivers.1',
      'shifts.2.caregivers.2',
      'shifts.2.caregivers.3',
    ]);
    const bad: readonly (readonly [object, string])[] = [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(81) }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ weekdays: [] }, 'weekdays'],
      [{ weekdays: [0] }, 'weekdays'],
      [{ weekdays: [8] }, 'weekdays'],
      [{ weekdays: [1.5] }, 'weekdays'],
      [{ start: '24:00' }, 'start'],
      [{ end: '6:00' }, 'end'],
      [{ from: '2026-02-30' }, 'from'],
      [{ from: undefined }, 'from'],
      [{ until: '2026-10-31' }, 'until'],
      [{ everyWeeks: 0 }, 'everyWeeks'],
      [{ everyWeeks: 9 }, 'everyWeeks'],
      [{ caregivers: ward.ann.id }, 'caregivers'],
      [{ caregivers: Array(51).fill(ward.ann.id) }, 'caregivers'],
      [{ id: 'x' }, 'id'],
    ];
    for (const [more, field] of bad) {
      const { status, body } = await put([night([]), night([], more)]);
      assert.equal(status, 400, JSON.stringify(more));
      assert.deepEqual(Object.keys(body.details), [`shifts.1.${field}`]);
    }
    assert.deepEqual((await put(Array(51).fill(night([])))).body.details, {
      shifts: 'must be a list of at most 50 shifts',
    });
    assert.equal(
      (await put(Array(50).fill(night(Array(50).fill(ward.ann), { name: 'x'.repeat(80) })))).status,
      200,
    );
    for (const shifts of [undefined, null, 'x', {}, [null], [[]], [1]])
      assert.equal((await put(shifts)).status, 400);
    const { shifts } = await ward.roster([night([])]);
    assert.deepEqual(Object.keys((await put([shifts[0], shifts[0]])).body.details), ['shifts.1.id']);
  });

  it('has a calendar of the slots that overlap a range of days', async () => {
    const { shifts } = await ward.roster([
      night([ward.ann]),
      { ...night([], { name: 'Early', start: '06:00', end: '14:00', weekdays: [2] }) },
    ]);
    assert.deepEqual(await ward.calendar('2026-11-17'), [
      {
        shiftId: shifts[0].id,
        date: '2026-11-16',
        name: 'Night',
        start: '2026-11-16T21:00:00.000Z',
        end: '2026-11-17T05:00:00.000Z',
        caregivers: [{ id: ward.ann.id, name: 'Ann Ward 1' }],
        gap: false,
        warning: 'NOBODY_RINGS_ON_SILENT',
      },
      {
        shiftId: shifts[1].id,
        date: '2026-11-17',
        name: 'Early',
        start: '2026-11-17T05:00:00.000Z',
        end: '2026-11-17T13:00:00.000Z',
        caregivers: [],
        gap: true,
        warning: null,
      },
      {
        shiftId: shifts[0].id,
        date: '2026-11-17',
        name: 'Night',
        start: '2026-11-17T21:00:00.000Z',
        end: '2026-11-18T05:00:00.000Z',
        caregivers: [{ id: ward.ann.id, name: 'Ann Ward 1' }],
        gap: false,
        warning: 'NOBODY_RINGS_ON_SILENT',
      },
    ]);
    const range = (query: string) => ward.call('GET', `/calendar?${query}`, ward.ann);
    assert.equal((await range('from=2026-01-01&to=2026-04-02')).status, 200);
    for (const [query, field] of [
      ['from=2026-01-01&to=2026-04-03', 'to'],
      ['from=2026-01-02&to=2026-01-01', 'to'],
      ['from=2026-01-01', 'to'],
      ['to=2026-01-01', 'from'],
      ['from=2026-13-01&to=2026-01-01', 'from'],
      ['from=9999-12-30&to=9999-12-31', 'from,to'],
    ] as const) {
      const answer = await range(query);
      assert.equal(answer.status, 400, query);
      assert.equal(Object.keys(answer.body.details).join(), field);
    }
  });

  it('counts whoever left, was deactivated or deleted as absent', async () => {
    const [left, gone, deleted] = [
      await ward.member('Leo'),
      await ward.member('Gil'),
      await ward.member('Del'),
    ];
    await ward.roster([night([left, gone, deleted, ward.ben])]);
    await ward.ok('DELETE', `${ward.path}/caregivers/${left.id}`, ward.admin);
    await ward.ok('PUT', `/admin/users/${gone.id}`, ward.admin, { status: 'inactive' });
    await ward.ok('DELETE', `/caregivers/${deleted.id}`, ward.admin);
    const [slot] = await ward.calendar('2026-11-18');
    assert.deepEqual(
      slot?.caregivers.map(({ name }: Json) => name),
      ['Ben Ward 1'],
    );
    // The answer leaves out whoever is no member, so that it can be sent back.
    const { shifts } = await ward.ok('GET', `${ward.path}/roster`, ward.lead);
    assert.deepEqual(shifts[0].caregivers, [gone.id, ward.ben.id]);
    assert.equal((await put(shifts)).status, 200);
    await ward.roster([night([gone])]);
    assert.equal((await ward.calendar('2026-11-18'))[0]?.gap, true);
  });

  it('has exceptions for single slots', async () => {
    const { shifts: daily } = await ward.roster([night([ward.ann])]);
    const farAway = { shiftId: daily[0].id, date: '9999-12-31', caregiverId: ward.ann.id };
    assert.equal((await ward.call('POST', '/roster/exceptions', ward.lead, farAway)).status, 400);
    const { shifts } = await ward.roster([night([ward.ann], { weekdays: [3] })]);
    const [{ id: shiftId }] = shifts;
    const except = (more: object) =>
      ward.call('POST', '/roster/exceptions', ward.lead, {
        shiftId,
        date: '2026-11-18',
        caregiverId: ward.ann.id,
        ...more,
      });
    const stranger = await signUp(app, 'CAREGIVER');
    for (const [more, field] of [
      [{ shiftId: randomUUID() }, 'shiftId'],
      [{ shiftId: 'x' }, 'shiftId'],
      [{ date: '2026-11-17' }, 'date'],
      [{ date: '9999-12-31' }, 'date'],
      [{ caregiverId: ward.ben.id }, 'caregiverId'],
      [{ replacedBy: stranger.id }, 'replacedBy'],
      [{ replacedBy: ward.ann.id }, 'replacedBy'],
    ] as const) {
      const answer = await except(more);
      assert.equal(answer.status, 400, JSON.stringify(more));
      assert.deepEqual(Object.keys(answer.body.details), [field]);
    }
    const made = await except({ replacedBy: ward.ben.id });
    assert.equal(made.status, 201);
    const exception = made.body.data;
    assert.equal(exception.date, '2026-11-18');
    const namesOn = async (day: string) =>
      (await ward.calendar(day)).flatMap(({ date, caregivers }) =>
        date === day ? caregivers.map(({ name }: Json) => name.split(' ')[0]) : [],
      );
    assert.deepEqual(await namesOn('2026-11-18'), ['Ben']);
    assert.deepEqual(await namesOn('2026-11-25'), ['Ann']);
    assert.equal((await except({})).status, 400, 'Ann is not on it any more');
    assert.equal((await except({ caregiverId: ward.ben.id })).status, 201);
    assert.equal((await ward.calendar('2026-11-18')).find(({ date }) => date === '2026-11-18')?.gap, true);
    const remove = (id: string) => ward.call('DELETE', `/roster/exceptions/${id}`, ward.lead);
    assert.equal((await remove(exception.id)).status, 200);
    assert.equal((await remove(exception.id)).status, 404);
    assert.equal((await remove('x')).status, 404);
    assert.deepEqual(await namesOn('2026-11-18'), ['Ann']);
  });

  it('moves one turn to another day or person, and adds one', async () => {
    const { shifts } = await ward.roster([
      night([ward.ann], { weekdays: [1, 2, 3], until: '2026-12-31' }),
      night([], { name: 'Late', start: '14:00', end: '23:00', weekdays: [7] }),
    ]);
    const [shiftId, lateId] = shifts.map(({ id }: Json) => id);
    const move = (more: object = {}, person = ward.lead) =>
      ward.call('POST', '/roster/moves', person, {
        shiftId,
        date: '2026-11-18',
        caregiverId: ward.ann.id,
        toDate: '2026-11-18',
        toCaregiverId: ward.ben.id,
        ...more,
      });
    const add = (more: object = {}) =>
      ward.call('POST', '/roster/exceptions', ward.lead, {
        shiftId: lateId,
        date: '2026-11-20',
        caregiverId: ward.ann.id,
        added: true,
        ...more,
      });
    const week = async () =>
      (await ward.calendar('2026-11-17', '2026-11-22'))
        .filter(({ date }) => date > '2026-11-16')
        .map(({ name, date, caregivers }) =>
          [name, date.slice(8), ...caregivers.map((one: Json) => one.name.split(' ')[0])].join(' '),
        );
    const stranger = await signUp(app, 'CAREGIVER');
    for (const [more, field] of [
      [{ shiftId: randomUUID() }, 'shiftId'],
      [{ date: '2026-11-19' }, 'date'],
      [{ date: '2026-11-11' }, 'date'],
      [{ caregiverId: ward.ben.id }, 'caregiverId'],
      [{ toCaregiverId: stranger.id }, 'toCaregiverId'],
      [{ toCaregiverId: ward.ann.id }, 'toCaregiverId'],
      [{ toDate: '2027-01-01' }, 'toDate'],
      [{ toDate: '2026-11-10' }, 'toDate'],
      [{ toDate: '9999-12-31' }, 'toDate'],
      [{ toDate: undefined }, 'toDate'],
    ] as const) {
      const answer = await move(more);
      assert.equal(answer.status, 400, JSON.stringify(more));
      assert.deepEqual(Object.keys(answer.body.details), [field]);
    }
    assert.equal((await move({}, ward.ann)).status, 403);

    assert.equal((await move()).status, 200);
    assert.deepEqual(
      (await move()).body.details,
      { caregiverId: 'must be on this slot' },
      'the second of two',
    );
    // To a day on which the shift has no slot: made for Ann, and gone with her.
    const weekend = { date: '2026-11-17', toDate: '2026-11-21', toCaregiverId: ward.ann.id };
    assert.equal((await move(weekend)).status, 200);
    assert.deepEqual(await week(), ['Night 17', 'Night 18 Ben', 'Night 21 Ann', 'Late 22']);
    const back = { date: '2026-11-21', toDate: '2026-11-17', toCaregiverId: ward.ann.id };
    assert.equal((await move(back)).status, 200);
    assert.deepEqual(await week(), ['Night 17 Ann', 'Night 18 Ben', 'Late 22']);
    assert.deepEqual((await ward.ok('GET', `${ward.path}/roster`, ward.lead)).exceptions.length, 1);

    const busy = await add({ date: '2026-11-17' });
    assert.deepEqual(busy.body.details, { caregiverId: 'is on another shift at that time' });
    assert.deepEqual(Object.keys((await add({ replacedBy: ward.ben.id })).body.details), ['replacedBy']);
    const added = await add();
    assert.equal(added.status, 201);
    assert.equal(added.body.data.added, true);
    assert.deepEqual(Object.keys((await add()).body.details), ['caregiverId']);
    assert.deepEqual(await week(), ['Night 17 Ann', 'Night 18 Ben', 'Late 20 Ann', 'Late 22']);
    assert.equal(
      (await ward.call('DELETE', `/roster/exceptions/${added.body.data.id}`, ward.lead)).status,
      200,
    );
    assert.deepEqual(await week(), ['Night 17 Ann', 'Night 18 Ben', 'Late 22']);
  });

  it('copies a week to the next, once for two leads who press at the same time', async () => {
    const { shifts } = await ward.roster([night([ward.ann], { weekdays: [5, 6] })]);
    const shiftId = shifts[0].id;
    const turn = (date: string, more: object) => ({ shiftId, date, caregiverId: ward.ann.id, ...more });
    await ward.ok(
      'POST',
      `${ward.path}/roster/exceptions`,
      ward.lead,
      turn('2026-11-20', { replacedBy: ward.ben.id }),
    );
    await ward.ok('POST', `${ward.path}/roster/exceptions`, ward.lead, turn('2026-11-28', {}));
    await ward.ok('POST', `${ward.path}/roster/exceptions`, ward.lead, turn('2026-11-22', { added: true }));
    const copy = (person: Person, from = '2026-11-16') =>
      ward.call('POST', '/roster/copy-week', person, { from });
    for (const from of ['2026-11-17', '0001-01-01', '9999-12-27', 'x'])
      assert.equal((await copy(ward.lead, from)).status, 400, from);
    assert.equal((await copy(ward.ann)).status, 403);
    const answers = await Promise.all([copy(ward.lead), copy(ward.admin)]);
    const skipped = [{ shiftId, name: 'Night', date: '2026-11-28', reason: 'CHANGED' }];
    assert.deepEqual(
      answers.map(({ body }) => body.data).sort((a, b) => b.copied - a.copied),
      [
        { copied: 2, unchanged: 0, skipped },
        { copied: 0, unchanged: 2, skipped },
      ],
    );
    const next = (await ward.calendar('2026-11-27', '2026-11-29')).map(({ date, caregivers }) =>
      [date.slice(8), ...caregivers.map((one: Json) => one.name.split(' ')[0])].join(' '),
    );
    assert.deepEqual(next, ['27 Ben', '28', '29 Ann']);
    assert.equal((await copy(ward.lead, '2999-12-30')).status, 200);
  });

  it('lets caregivers swap a slot; the colleague and the lead are told', async () => {
    const { shifts } = await ward.roster([night([ward.ann])]);
    const [{ id: shiftId }] = shifts;
    const wanted = { shiftId, date: '2026-11-20', caregiverId: ward.ann.id, replacedBy: ward.ben.id };
    const ask = (person: Person, more: object = {}) =>
      ward.call('POST', '/roster/swaps', person, { ...wanted, ...more });
    assert.equal((await ask(ward.ben)).status, 403);
    assert.equal((await ask(ward.ann, { replacedBy: ward.ann.id })).status, 400);
    assert.equal((await ask(ward.ann, { date: '2026-11-10' })).status, 400, 'it is over');
    assert.equal((await ask(ward.ann, { replacedBy: undefined })).status, 400);
    const { status, body } = await ask(ward.ann);
    assert.equal(status, 201);
    assert.equal(body.data.state, 'OPEN');
    assert.equal((await ask(ward.ann)).status, 409);
    assert.deepEqual(await noticesOf(ward.ben), [
      'Ann Ward 1 asks you to take over: Ward 1, Night on 20 Nov 2026',
    ]);
    const answer = (word: string, person: Person, id = body.data.id) =>
      ward.call('POST', `/roster/swaps/${id}/${word}`, person);
    assert.equal((await answer('accept', ward.ann)).status, 403);
    assert.equal((await answer('accept', ward.lead)).status, 403);
    assert.equal((await answer('accept', ward.ben, randomUUID())).status, 404);
    assert.equal((await answer('accept', ward.ben)).body.data.state, 'ACCEPTED');
    assert.equal((await answer('decline', ward.ben)).status, 409);
    const told = ['Swap: Ben Ward 1 replaces Ann Ward 1: Ward 1, Night on 20 Nov 2026'];
    assert.deepEqual(await noticesOf(ward.lead), told);
    assert.deepEqual(await noticesOf(ward.ann), told);
    const slot = (await ward.calendar('2026-11-20')).find(({ date }) => date === '2026-11-20');
    assert.deepEqual(
      slot?.caregivers.map(({ id }: Json) => id),
      [ward.ben.id],
    );

    const second = (await ask(ward.ann, { date: '2026-11-21' })).body.data;
    assert.equal((await answer('decline', ward.ben, second.id)).body.data.state, 'DECLINED');
    const third = (await ask(ward.ann, { date: '2026-11-22' })).body.data;
    await ward.roster([{ ...shifts[0], caregivers: [] }]);
    assert.equal((await answer('accept', ward.ben, third.id)).status, 409, 'Ann is not on it any more');
    const list = await ward.call('GET', '/roster/swaps', ward.ben);
    assert.deepEqual(
      list.body.data.map(({ state }: Json) => state),
      ['OPEN', 'DECLINED', 'ACCEPTED'],
    );
  });

  it('refuses a swap to a colleague who has meanwhile joined the slot: it would lose a person', async () => {
    const { shifts } = await ward.roster([night([ward.ann])]);
    const slot = { shiftId: shifts[0].id, date: '2026-11-20' };
    const swap = { ...slot, caregiverId: ward.ann.id, replacedBy: ward.ben.id };
    const { id } = await ward.ok('POST', `${ward.path}/roster/swaps`, ward.ann, swap);
    const joins = { ...slot, caregiverId: ward.ben.id, added: true };
    await ward.ok('POST', `${ward.path}/roster/exceptions`, ward.lead, joins);
    assert.equal((await ward.call('POST', `/roster/swaps/${id}/accept`, ward.ben)).status, 409);
    const [found] = (await ward.calendar('2026-11-20', '2026-11-21')).filter(
      ({ date }) => date === slot.date,
    );
    assert.equal(found?.caregivers.length, 2);
  });

  it('lets nobody take over a slot while they are on another shift', async () => {
    const early = { ...night([ward.ben]), name: 'Early', start: '05:00', end: '13:00' };
    const { shifts } = await ward.roster([night([ward.ann]), early]);
    const slot = { shiftId: shifts[0].id, date: '2026-11-20', caregiverId: ward.ann.id };
    // Ben begins at 5 on the next day, an hour before the night ends.
    for (const [path, person] of [
      ['/roster/exceptions', ward.lead],
      ['/roster/swaps', ward.ann],
    ] as const) {
      const { status, body } = await ward.call('POST', path, person, { ...slot, replacedBy: ward.ben.id });
      assert.deepEqual(
        [status, body.details],
        [400, { replacedBy: 'is on another shift at that time' }],
        path,
      );
    }
    const swap = { ...slot, replacedBy: ward.lead.id };
    const { id } = await ward.ok('POST', `${ward.path}/roster/swaps`, ward.ann, swap);
    const joins = { shiftId: shifts[1].id, date: '2026-11-21', caregiverId: ward.lead.id, added: true };
    await ward.ok('POST', `${ward.path}/roster/exceptions`, ward.admin, joins);
    assert.equal((await ward.call('POST', `/roster/swaps/${id}/accept`, ward.lead)).status, 409);
  });

  it('is for leads and admins; its calendar for members', async () => {
    await ward.roster([night([])]);
    const stranger = await signUp(app, 'CAREGIVER');
    const patient = await signUp(app, 'PATIENT');
    const codes = async (rest: string, body?: unknown, method = 'GET') =>
      Promise.all(
        [ward.admin, ward.lead, ward.ann, stranger, patient].map(
          async (person) => (await ward.call(method, rest, person, body)).status,
        ),
      );
    assert.deepEqual(await codes('/roster'), [200, 200, 403, 403, 403]);
    assert.deepEqual(await codes('/roster', { shifts: [] }, 'PUT'), [200, 200, 403, 403, 403]);
    assert.deepEqual(await codes('/roster/exceptions', {}, 'POST'), [400, 400, 403, 403, 403]);
    assert.deepEqual(await codes('/calendar?from=2026-11-16&to=2026-11-16'), [200, 200, 200, 403, 403]);
    assert.deepEqual(await codes('/calendar/feed'), [200, 200, 200, 403, 403]);
    assert.deepEqual(await codes('/roster/swaps'), [200, 200, 200, 403, 403]);
    assert.deepEqual(await codes('/roster/swaps', {}, 'POST'), [403, 400, 400, 403, 403]);
    const other = await openWard(app, 'Ward 2');
    assert.equal((await other.call('GET', '/roster', ward.lead)).status, 403);
    assert.equal(
      (await other.call('PUT', '/roster', other.lead, { shifts: [night([ward.ann])] })).status,
      400,
    );
    assert.equal(
      (await app.call('GET', `/wards/${randomUUID()}/roster`, { token: ward.admin.token })).status,
      404,
    );
  });

  it('has calendars by a secret address, which needs no session and can be renewed', async () => {
    await ward.roster([
      night([ward.ann]),
      night([ward.ben], { name: 'Ben, only; him' }),
      night([], { name: 'Nobody' }),
    ]);
    const urlOf = async (path: string, person: Person, method = 'GET') =>
      (await ward.ok(method, path, person)).url as string;
    const read = async (url: string) => {
      const answer = await fetch(url.replace(/^.*\/api/, app.url));
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    };
    const url = await urlOf(`${ward.path}/calendar/feed`, ward.ann);
    assert.equal(await urlOf(`${ward.path}/calendar/feed`, ward.ann), url);
    assert.notEqual(await urlOf(`${ward.path}/calendar/feed`, ward.ben), url);
    const calendar = await read(url);
    assert.equal(calendar.status, 200);
    assert.equal(calendar.type, 'text/calendar; charset=utf-8');
    assert.match(calendar.text, /^BEGIN:VCALENDAR\r\n/);
    assert.match(calendar.text, /DTSTART:20261116T210000Z\r\nDTEND:20261117T050000Z\r\nSUMMARY:Night\r\n/);
    assert.match(calendar.text, /SUMMARY:Ben\\, only\\; him\r\n/);
    assert.match(calendar.text, /SUMMARY:Nobody\r\nDESCRIPTION:No caregiver\r\n/);
    await ward.ok('PUT', '/profile/me', ward.ann, { language: 'de' });
    assert.match((await read(url)).text, /SUMMARY:Nobody\r\nDESCRIPTION:Keine Pflegekraft\r\n/);
    const own = await read(await urlOf('/caregivers/me/calendar/feed', ward.ben));
    assert.doesNotMatch(own.text, /SUMMARY:Night/);
    assert.match(own.text, /SUMMARY:Ben\\, only\\; him\\, Ward 1\r\n/);

    const [stored] = await sql(app.databaseUrl, 'SELECT calendar_feeds::text AS row FROM calendar_feeds');
    const token = url.split('/').at(-1)?.replace('.ics', '') ?? '';
    assert.ok(token.length >= 43 && !stored?.row.includes(token), 'the token is not stored');

    const renewed = await urlOf(`${ward.path}/calendar/feed`, ward.ann, 'POST');
    assert.equal((await read(url)).status, 404);
    assert.equal((await read(renewed)).status, 200);
    for (const wrong of ['x', 'x.ics', '%00', `${token}x.ics`])
      assert.equal((await read(`${app.url}/calendars/${wrong}`)).status, 404);
    assert.equal((await fetch(`${app.url}/calendars/x.ics`, { method: 'HEAD' })).status, 404);
  });

  it('loses its secret addresses with the membership, the role or the account', async () => {
    const [leaves, isPromoted, isPaused] = [
      await ward.member('Lou'),
      await ward.member('Pia'),
      await ward.member('Max'),
    ];
    const urls = await Promise.all(
      [leaves, isPromoted, isPaused].flatMap((person) =>
        [`${ward.path}/calendar/feed`, '/caregivers/me/calendar/feed'].map(
          async (path) => (await ward.ok('GET', path, person)).url.replace(/^.*\/api/, app.url) as string,
        ),
      ),
    );
    const statuses = async () => Promise.all(urls.map(async (url) => (await fetch(url)).status));
    assert.deepEqual(await statuses(), [200, 200, 200, 200, 200, 200]);
    await ward.ok('DELETE', `${ward.path}/caregivers/${leaves.id}`, ward.admin);
    await ward.ok('POST', `/admin/users/${isPromoted.id}/role`, ward.admin, { role: 'ADMIN' });
    await ward.ok('PUT', `/admin/users/${isPaused.id}`, ward.admin, { status: 'inactive' });
    assert.deepEqual(await statuses(), [404, 200, 404, 404, 404, 404]);
    await ward.ok('PUT', `/admin/users/${isPaused.id}`, ward.admin, { status: 'active' });
    await ward.ok('PUT', `${ward.path}/caregivers/${leaves.id}`, ward.admin, {});
    assert.deepEqual(await statuses(), [404, 200, 404, 404, 404, 404], 'an old address does not come back');
  });

  it('deletes with an account what hangs on it', async () => {
    const person = await ward.member('Tim');
    const { shifts } = await ward.roster([night([person])]);
    await ward.ok('POST', `${ward.path}/roster/swaps`, person, {
      shiftId: shifts[0].id,
      date: '2026-11-20',
      caregiverId: person.id,
      replacedBy: ward.ben.id,
    });
    await ward.ok('GET', '/caregivers/me/calendar/feed', person);
    await ward.ok('DELETE', `/caregivers/${person.id}`, ward.admin);
    for (const table of ['roster_swaps', 'roster_duty', 'roster_exceptions'])
      assert.deepEqual(
        await sql(app.databaseUrl, `SELECT FROM ${table} WHERE caregiver_id = $1`, [person.id]),
        [],
        table,
      );
    const patient = await signUp(app, 'PATIENT');
    await assign(app, ward.ann, patient);
    assert.equal((await ward.calendar('2026-11-20'))[0]?.gap, true);
  });
});
