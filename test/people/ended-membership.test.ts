import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { MINUTE_MS, SECOND_MS } from '../../src/platform/time.ts';
import { type Json, startTestApp } from '../helpers/app.ts';
import { live } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

const app = await startTestApp({ CAREGIVERS_SEE: 'team' });
after(() => app.close());
const admin = await logInAsAdmin(app);

const as = async (person: Person, method: string, path: string, body?: object) =>
  app.call(method, path, { token: person.token, body });
const data = async (person: Person, path: string): Promise<Json> => (await as(person, 'GET', path)).body.data;

describe('a lead whose membership is over, before the service has ended it', () => {
  let nurse: Person;
  let resident: Person;
  let ward: string;
  let fallId: string;
  const ender = new Client({ connectionString: app.databaseUrl });

  /** The paths of a ward, of its patients and of what its leads see. */
  const paths = (): readonly string[] => [
    `/wards/${ward}/caregivers`,
    `/wards/${ward}/candidates`,
    `/wards/${ward}/escalation`,
    `/wards/${ward}/roster`,
    `/wards/${ward}/handover`,
    `/wards/${ward}/calendar?from=2026-11-16&to=2026-11-17`,
    `/wards/${ward}/calendar/feed`,
    `/admin/logs?wardId=${ward}`,
    `/reports/falls?from=2026-11-16&to=2026-11-17&groupBy=day&wardId=${ward}`,
    `/patients/${resident.id}`,
    `/patients/${resident.id}/escalation`,
    `/falls/${fallId}`,
    '/stations',
    '/sensors',
  ];
  const statuses = () =>
    Promise.all(paths().map(async (path) => [path, (await as(nurse, 'GET', path)).status] as const));

  before(async () => {
    [nurse, resident] = [await signUp(app, 'CAREGIVER'), await signUp(app)];
    ward = (await as(admin, 'POST', '/wards', { name: randomUUID() })).body.data.id;
    const until = new Date(app.clock.now() + MINUTE_MS).toISOString();
    await as(admin, 'PUT', `/wards/${ward}/caregivers/${nurse.id}`, { lead: true, until });
    await as(admin, 'PUT', `/patients/${resident.id}`, { wardId: ward });
    for (const [path, name] of [
      ['/stations', 'Tablet'],
      ['/sensors', 'Mat'],
    ] as const)
      assert.equal(
        (await as(nurse, 'POST', path, { name, wardId: ward, patientId: resident.id })).status,
        201,
        path,
      );
    fallId = (await as(resident, 'POST', '/falls', { confidence: 0.95 })).body.data.id;
    assert.deepEqual(
      await statuses(),
      paths().map((path) => [path, 200] as const),
    );
    // While another transaction holds the ward, the service cannot end the membership.
    await ender.connect();
    await ender.query('BEGIN');
    await ender.query('SELECT FROM wards WHERE id = $1 FOR UPDATE', [ward]);
    await sql(app.databaseUrl, `UPDATE ward_members SET until = now() - interval '1 second'`);
  });
  after(() => ender.end());

  it('is refused everything of the ward, of its patients and of their falls', async () => {
    assert.deepEqual(
      await statuses(),
      paths().map((path) => [path, 403] as const),
    );
    assert.equal((await as(nurse, 'POST', `/falls/${fallId}/claim`, {})).status, 403);
    assert.equal((await as(nurse, 'POST', '/stations', { name: 'Own', wardId: ward })).status, 403);
    const socket = await live(app, nurse);
    assert.equal((await socket.ask({ type: 'subscribe', patientId: resident.id })).type, 'error');
    await socket.close();
  });

  it('sees neither patients, falls nor alerts in lists', async () => {
    for (const path of ['/patients', '/falls/recent', '/caregivers/alerts'])
      assert.deepEqual(await data(nurse, path), [], path);
    const { people, totalPeople, falls } = await data(nurse, '/board');
    assert.deepEqual([people, totalPeople, falls], [[], 0, []]);
    assert.deepEqual((await data(nurse, '/me')).wards, []);
    assert.deepEqual(await data(nurse, `/caregivers/${nurse.id}/patients`), []);
  });

  it('is no member, no lead and no caregiver of the patient for others', async () => {
    const [listed] = await data(admin, '/wards');
    assert.deepEqual([listed.caregivers, listed.leads], [0, []]);
    assert.deepEqual(await data(admin, `/wards/${ward}/caregivers`), []);
    assert.deepEqual((await data(admin, `/patients/${resident.id}`)).caregivers, []);
    const candidates = await data(admin, `/wards/${ward}/candidates`);
    assert.deepEqual(
      candidates.map(({ id }: Json) => id),
      [nurse.id],
    );
  });

  it('can be added again, as a member without the former terms', async () => {
    await ender.query('ROLLBACK');
    await app.pass(SECOND_MS);
    assert.deepEqual(await sql(app.databaseUrl, 'SELECT FROM ward_members'), []);
    await as(admin, 'PUT', `/wards/${ward}/caregivers/${nurse.id}`, { lead: true });
    await ender.query('BEGIN');
    await ender.query('SELECT FROM wards WHERE id = $1 FOR UPDATE', [ward]);
    await sql(app.databaseUrl, `UPDATE ward_members SET until = now() - interval '1 second'`);
    const added = as(admin, 'PUT', `/wards/${ward}/caregivers/${nurse.id}`, {});
    await ender.query('COMMIT');
    const { status, body } = await added;
    assert.deepEqual([status, body.data.lead, body.data.until], [200, false, null]);
    assert.equal((await as(nurse, 'GET', `/patients/${resident.id}`)).status, 200);
  });
});
