import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { CONTRACT } from './contract-table.ts';
import { fieldsOf } from './fields-of.ts';
import { openWorlds, WORLD_SETTINGS, type Worlds } from './world.ts';

/**
 * Every GET that shows another person's health data, wearables included, by what their access log says of it
 * (docs/contract.md, "Audit log"). A new GET must stand here or below.
 */
const LOGGED: Readonly<Record<string, string>> = {
  '/device/{id}': 'a device',
  '/device/{id}/status': 'the status of a device',
  '/device/{id}/fall': 'the open fall of a wearer',
  '/device/{id}/logs': 'the log of a device',
  '/device/{id}/readings': 'the readings of a device',
  '/device/{id}/low-scores': 'the low health scores of a patient',
  '/falls/recent': 'the recent falls of all patients',
  '/falls/{id}': 'a fall',
  '/falls/{id}/timeline': 'the timeline of a fall',
  '/falls/{id}/deliveries': 'the notifications about a fall',
  '/falls/{id}/report': 'the incident report of a fall',
  '/board': 'the board',
  '/morning-questions': 'morning questions',
  '/reports/falls': 'a report of falls by week, 2026-01-01 to 2026-12-31',
  '/reports/response': 'a report of response times',
  '/reports/inspection': 'a report of falls per resident day, 2026-01-01 to 2026-12-31',
  '/reports/workbook': 'all reports of falls, 2026-01-01 to 2026-12-31',
  '/reports/coverage': 'a report of coverage, 2026-01-01 to 2026-12-31',
  '/reports/sensitivity': 'a report of sensitivities',
  '/patients': 'the list of patients',
  '/patients/{id}': 'the profile of a patient',
  '/patients/{id}/overview': 'the overview of a patient',
  '/patients/{id}/falls': 'the falls of a patient',
  '/patients/{id}/health': 'the health summary of a patient',
  '/patients/{id}/devices': 'the devices of a patient',
  '/patients/{id}/detector': 'the detector of a patient',
  '/patients/{id}/export': 'everything that is held about a patient',
  '/caregivers/{id}/patients': 'the patients of a caregiver',
  '/caregivers/alerts': 'the alerts about assigned patients',
  '/wards/{id}/night': 'the night of a ward',
  '/admin/devices': 'the devices of all patients',
  '/admin/falls': 'the falls of all patients',
};

/** The caller's own data. */
const OWN = new Set([
  '/me',
  '/falls',
  '/patients/me',
  '/caregivers/me',
  '/messages',
  '/messages/{id}',
  '/conversations',
  '/profile/me',
  '/profile/me/export',
  '/profile/me/access-log',
  '/profile/sessions',
  '/profile/totp',
  '/profile/tokens',
  '/profile/passkeys',
  '/profile/identities',
  '/profile/channels',
  '/caregivers/me/calendar/feed',
  '/wards/{id}/calendar/feed',
]);

/** Accounts, work schedules and settings: not health data. */
const NO_HEALTH_DATA = new Set([
  '/profile/channel-kinds',
  '/push/key',
  '/caregivers',
  '/caregivers/{id}',
  '/caregivers/on-duty',
  '/caregivers/reachability',
  '/escalation/reach',
  '/admin/users',
  '/admin/users/{id}',
  '/admin/organisation',
  '/admin/setup',
  '/admin/setup',
  '/admin/stats',
  '/admin/logs',
  '/admin/service-accounts',
  '/admin/directory',
  '/admin/sign-on',
  '/admin/users/{id}/directory',
  '/admin/webhooks',
  '/admin/escalation',
  '/admin/limits',
  '/admin/path',
  '/admin/operations',
  '/reports/detector',
  '/reports/charging',
  '/reports/false-alarms',
  '/wards/{id}/limits',
  '/patients/{id}/escalation',
  '/patients/{id}/limits',
  '/patients/{id}/check-in',
  '/patients/{id}/absences',
  '/patients/{id}/sensor-rules',
  '/device/{id}/shake-test',
  '/device/{id}/updates',
  '/firmware',
  '/firmware/versions',
  '/firmware/{id}/devices',
  '/firmware/{id}/image',
  '/sensors',
  '/stations',
  '/tests',
  '/tests/history',
  '/wards',
  '/wards/{id}/caregivers',
  '/wards/{id}/candidates',
  '/wards/{id}/plan',
  '/wards/{id}/plan/picture',
  // Caregivers and their channels.
  '/wards/{id}/ring',
  '/wards/{id}/roster',
  '/wards/{id}/roster/swaps',
  '/wards/{id}/calendar',
  '/wards/{id}/escalation',
  // Counts, and a note about the shift that names no resident to the service.
  '/wards/{id}/handover',
  '/wards/{id}/handovers',
]);

/** Alerts that admins trigger in their own name, to test the way to them. */
const TESTS = new Set(['/admin/test-alerts']);

/** test/response/last-night.test.ts: logged for those whose falls it names. */
const OF_THE_NIGHT = new Set(['/caregivers/unreached']);

/** test/people/stations.test.ts has the board of a station. */
const OF_STATIONS = new Set([
  '/stations/me',
  '/stations/me/board',
  '/stations/me/plan',
  '/stations/me/plan/picture',
]);

/** Fields that only records of a person's health have. */
const HEALTH_FIELDS =
  /^(heartRate|spo2|healthScore|fallConfidence|confidence|recentFalls|injuries|severity)$/;

describe('the access log', () => {
  let app: TestApp;
  let worlds: Worlds;
  let document: Json;
  before(async () => {
    app = await startTestApp({ ...WORLD_SETTINGS, CAREGIVERS_SEE: 'team' });
    worlds = await openWorlds(app);
    document = (await app.call('GET', '/openapi.json')).body;
  });
  after(async () => {
    await worlds.close();
    await app.close();
  });

  const reads = CONTRACT.filter(({ method, open }) => method === 'GET' && open === undefined);

  it('has a table that says of every GET whether it is logged', () => {
    const said = [
      ...Object.keys(LOGGED),
      ...OWN,
      ...NO_HEALTH_DATA,
      ...TESTS,
      ...OF_THE_NIGHT,
      ...OF_STATIONS,
    ];
    assert.deepEqual(said.sort(), reads.map(({ path }) => path).sort());
  });

  for (const row of reads.filter(({ path }) => path in LOGGED))
    it(`shows the patient that another person has read GET ${row.path}`, async () => {
      const world = await worlds.make();
      const [, , assigned] = row.inTeams ?? row.answers;
      const reader = assigned === 200 ? world.assigned : world.admin;
      const read = await app.call('GET', row.call(world).path, { token: await worlds.token(reader) });
      assert.equal(read.status, 200, JSON.stringify(read.body));
      const own = await worlds.token(world.owner);
      const log = async (): Promise<Json[]> =>
        (await app.call('GET', '/profile/me/access-log?limit=100', { token: own })).body.data;
      await eventually('the access is in the log', async () =>
        (await log()).some(({ actorId, what }) => actorId === reader.id && what === LOGGED[row.path]),
      );
    });

  for (const path of [...NO_HEALTH_DATA])
    it(`does not need GET ${path}, which has no field of health data`, () => {
      const reply = document.paths[path].get.responses['200'];
      assert.deepEqual(
        fieldsOf(reply, document).filter((name) => HEALTH_FIELDS.test(name)),
        [],
      );
    });
});
