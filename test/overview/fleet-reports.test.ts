import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HOUR_MS } from '../../src/platform/time.ts';
import type { Json, TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { openWard, startAt, type TestWard } from '../roster/ward.ts';

/** docs/home.md, "Wearables: batteries and false alarms". */
describe('the reports about wearables', () => {
  let app: TestApp;
  let ward: TestWard;
  let wearer: Person;
  let steady: Person;
  let ids: readonly string[];
  before(async () => {
    app = await startAt('2026-11-18T06:00:00Z');
    ward = await openWard(app, 'Garden');
    const people = await Promise.all(
      ['Wera', 'Stella'].map((firstName) => signUp(app, 'PATIENT', { firstName, lastName: 'Garden' })),
    );
    [wearer, steady] = people as [Person, Person];
    for (const [i, { id }] of people.entries())
      await ward.ok('PUT', `/patients/${id}`, ward.admin, { wardId: ward.id, room: `${i + 1}` });
    const macs = [randomMac(), randomMac()] as const;
    // Until 20:00 in Berlin; one battery loses 4 % an hour, the other a hundredth of it.
    for (let hour = 0; hour <= 12; hour += 2) {
      await stream(app, wearer, { ...resting(macs[0]), battery_level: 98 - 4 * hour });
      await stream(app, steady, { ...resting(macs[1]), battery_level: 98 - 0.04 * hour });
      app.clock.advance(2 * HOUR_MS);
    }
    // The service stores the last report a few seconds later: an earlier one must not come after it.
    for (const [mac, level] of [
      [macs[0], 50],
      [macs[1], 97.52],
    ] as const) {
      await eventually('the last report is stored', async () => {
        const [row] = await sql(
          app.databaseUrl,
          'SELECT battery_level AS level FROM devices WHERE mac_address = $1',
          [mac],
        );
        return Math.abs(Number(row?.level) - level) < 0.001;
      });
      const at = new Date(app.clock.now() - 2 * HOUR_MS);
      await sql(app.databaseUrl, 'UPDATE devices SET last_seen = $2 WHERE mac_address = $1', [mac, at]);
    }
    const devices = await Promise.all(
      people.map(async ({ id }) => (await ward.ok('GET', `/patients/${id}/devices`, ward.admin))[0].id),
    );
    ids = devices;
  });
  after(() => app.close());

  it('list what must be charged tonight, by its own discharge, to admins and leads of the ward', async () => {
    const { until, checked, wearables } = await ward.ok('GET', '/reports/charging', ward.admin);
    assert.equal(until, '2026-11-19T19:00:00.000Z');
    assert.equal(checked, 2);
    assert.equal(wearables.length, 1);
    const [{ perDay, emptyAt, ...wearable }] = wearables;
    assert.ok(Math.abs(perDay - 96) < 0.01, String(perDay));
    assert.equal(Math.round((Date.parse(emptyAt) - Date.parse(wearable.batteryAt)) / HOUR_MS), 13);
    assert.deepEqual(
      [wearable.id, wearable.batteryLevel, wearable.charging, wearable.wearer],
      [ids[0], 50, false, { id: wearer.id, name: 'Wera Garden', room: '1', wardId: ward.id }],
    );
    // As on the boards: what the wearable says.
    await sql(app.databaseUrl, 'UPDATE devices SET charging = true WHERE id = $1', [ids[0]]);
    const charged = await ward.ok('GET', '/reports/charging', ward.admin);
    assert.equal(charged.wearables[0].charging, true);
    await sql(app.databaseUrl, 'UPDATE devices SET charging = false WHERE id = $1', [ids[0]]);
    const ofWard = await ward.ok('GET', `/reports/charging?wardId=${ward.id}`, ward.lead);
    assert.deepEqual(ofWard.wearables, wearables);
    const { body } = await app.call('GET', `/admin/logs?action=health.read&subjectId=${wearer.id}`, {
      token: ward.admin.token,
    });
    assert.ok(body.data.some(({ message }: Json) => message === 'Read the batteries of wearables'));
  });

  it('count the false alarms of a wearable by week, without names of wearers', async () => {
    const fall = async (outcome: string) => {
      const { id } = await ward.ok('POST', '/falls', wearer, { confidence: 0.8 });
      await sql(app.databaseUrl, 'UPDATE fall_events SET device_id = $2 WHERE id = $1', [id, ids[0]]);
      await ward.ok('POST', `/falls/${id}/claim`, ward.ann, {});
      await ward.ok('POST', `/falls/${id}/resolve`, ward.ann, { outcome });
      app.clock.advance(HOUR_MS);
    };
    await fall('FALSE_ALARM');
    await fall('HELPED');
    app.clock.advance(7 * 24 * HOUR_MS);
    await fall('FALSE_ALARM');
    const range = 'from=2026-11-09&to=2026-11-30';
    const report = await ward.ok('GET', `/reports/false-alarms?${range}`, ward.admin);
    const [{ id, falls, falseAlarms, weeks, ...rest }] = report.wearables;
    assert.equal(report.wearables.length, 1);
    assert.deepEqual([id, falls, falseAlarms], [ids[0], 3, 2]);
    assert.deepEqual(weeks, [
      { week: '2026-W47', falls: 2, falseAlarms: 1 },
      { week: '2026-W48', falls: 1, falseAlarms: 1 },
    ]);
    assert.deepEqual(Object.keys(rest), ['name']);
    const later = await ward.ok('GET', `/reports/false-alarms?from=2026-11-28&to=2026-11-30`, ward.admin);
    assert.deepEqual(later.wearables, []);
    const ofWard = await ward.ok('GET', `/reports/false-alarms?${range}&wardId=${ward.id}`, ward.lead);
    assert.deepEqual(ofWard, report);
  });

  it('are for nobody else, and refuse bad days', async () => {
    const other = await openWard(app, 'Annex');
    for (const path of ['/reports/charging?', '/reports/false-alarms?from=2026-11-09&to=2026-11-30&']) {
      const status = async (person: Person, query = '') =>
        (await app.call('GET', path + query, { token: person.token })).status;
      assert.equal(await status(ward.lead), 403, 'without a ward');
      assert.equal(await status(ward.ann, `wardId=${ward.id}`), 403, 'a member');
      assert.equal(await status(other.lead, `wardId=${ward.id}`), 403, 'the lead of another ward');
      assert.equal(await status(wearer, `wardId=${ward.id}`), 403, 'a patient');
      assert.equal(await status(ward.admin, 'wardId=00000000-0000-4000-8000-000000000000'), 404);
    }
    for (const days of ['from=2026-11-30&to=2026-11-09', 'from=2025-01-01&to=2026-11-09', 'from=2026-11-09'])
      assert.equal(
        (await app.call('GET', `/reports/false-alarms?${days}`, { token: ward.admin.token })).status,
        400,
        days,
      );
    const nothing = await other.ok('GET', `/reports/charging?wardId=${other.id}`, other.lead);
    assert.deepEqual([nothing.checked, nothing.wearables], [0, []]);
  });
});
