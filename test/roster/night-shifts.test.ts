import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DAY_MS } from '../../src/platform/time.ts';
import { instantOf } from '../../src/platform/zone.ts';
import { isNight } from '../../src/response/roster/night-shifts.ts';
import type { Json, TestApp } from '../helpers/app.ts';
import type { Person } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';
import { night, openWard, startAt, type TestWard } from './ward.ts';

describe('a shift is of the night', () => {
  const ZONE = 'Europe/Berlin';
  const slot = (from: string, to: string, day = '2026-11-18', end = day) => ({
    day,
    start: instantOf(day, from, ZONE),
    end: instantOf(end, to, ZONE),
  });
  const next = '2026-11-19';

  it('if two hours of it are between 22:00 and 06:00', () => {
    assert.ok(isNight(slot('22:00', '06:00', '2026-11-18', next), ZONE));
    assert.ok(isNight(slot('20:00', '00:00', '2026-11-18', next), ZONE));
    assert.ok(isNight(slot('00:00', '06:00'), ZONE));
    assert.ok(isNight(slot('04:00', '12:00'), ZONE));
    assert.ok(isNight(slot('07:00', '07:00', '2026-11-18', next), ZONE), 'a whole day');
    for (const [from, to] of [
      ['14:00', '22:30'],
      ['06:00', '14:00'],
      ['05:00', '13:00'],
    ] as const)
      assert.ok(!isNight(slot(from, to), ZONE), `${from}–${to}`);
  });

  it('also when the clocks change', () => {
    assert.ok(!isNight(slot('01:00', '03:30', '2026-03-29'), ZONE), 'an hour and a half');
    assert.ok(isNight(slot('01:30', '03:00', '2026-10-25'), ZONE), 'two hours and a half');
  });
});

describe('a night shift in which nobody has a channel that rings on silent', () => {
  let app: TestApp;
  let ward: TestWard;
  before(async () => {
    app = await startAt('2026-11-18T12:00:00Z', { ALLOW_PRIVATE_TARGETS: 'true' });
    ward = await openWard(app);
    await ward.roster([
      night([ward.ann, ward.ben]),
      night([ward.lead], { name: 'Day', start: '08:00', end: '16:00' }),
    ]);
    await addChannel(app, ward.ann, 'ntfy', 'http://127.0.0.1:1');
  });
  after(() => app.close());

  const warnings = async (from = '2026-11-18', to = from): Promise<string[]> =>
    (await ward.calendar(from, to))
      .filter(({ warning }) => warning !== null)
      .map(({ date, name, warning }: Json) => `${date} ${name} ${warning}`);
  const warned = async (by: Person = ward.admin, query = ''): Promise<string[]> =>
    (await ward.ok('GET', `/caregivers/reachability${query}`, by))
      .filter(({ warnings: all }: Json) => all.length > 0)
      .map(({ id, warnings: all }: Json) => `${id === ward.ann.id ? 'Ann' : 'Ben'} ${all}`)
      .sort();
  const channel = async (): Promise<Json> => (await ward.ok('GET', '/profile/channels', ward.ann))[0];
  const answer = async (rang: boolean, silent: boolean): Promise<Json> =>
    ward.ok('POST', `/profile/channels/${(await channel()).id}/test-result`, ward.ann, { rang, silent });

  it('is a warning on the roster and in reachability', async () => {
    assert.deepEqual(await warnings(), ['2026-11-18 Night NOBODY_RINGS_ON_SILENT']);
    assert.deepEqual(await warned(), ['Ann NOBODY_RINGS_ON_SILENT', 'Ben NOBODY_RINGS_ON_SILENT']);
    assert.deepEqual(await warned(ward.lead, `?wardId=${ward.id}`), await warned());
  });

  it('is over once one of them answers that the phone rang on silent', async () => {
    assert.equal((await answer(true, false)).ringsOnSilent, null);
    assert.equal((await answer(false, true)).ringsOnSilent, false);
    assert.equal((await warnings()).length, 1);
    assert.equal((await answer(true, true)).ringsOnSilent, true);
    assert.equal((await answer(false, false)).ringsOnSilent, true, 'it says nothing about silent');
    assert.deepEqual(await warnings(), []);
    assert.deepEqual(await warned(), []);
    const people = await ward.ok('GET', '/caregivers/reachability', ward.admin);
    assert.equal(people.find(({ id }: Json) => id === ward.ann.id).channels[0].ringsOnSilent, true);
  });

  it('comes again where that channel no longer works, or its caregiver is absent', async () => {
    await sql(app.databaseUrl, 'UPDATE notification_channels SET disabled_at = now()');
    assert.equal((await warnings()).length, 1);
    await sql(app.databaseUrl, 'UPDATE notification_channels SET disabled_at = NULL');
    const [{ shiftId }] = (await ward.calendar('2026-11-19')) as [Json];
    await ward.call('POST', '/roster/exceptions', ward.lead, {
      shiftId,
      date: '2026-11-19',
      caregiverId: ward.ann.id,
    });
    assert.deepEqual(await warnings('2026-11-19', '2026-11-20'), ['2026-11-19 Night NOBODY_RINGS_ON_SILENT']);
    assert.deepEqual(await warned(), ['Ben NOBODY_RINGS_ON_SILENT']);
    await app.pass(2 * DAY_MS);
    assert.deepEqual(await warnings('2026-11-19'), [], 'it is over');
    assert.deepEqual(await warned(), []);
  });
});
