import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person } from '../helpers/people.ts';
import { lockWaits, sql } from '../helpers/sql.ts';

const ROOMS = [{ room: '1', x: 10, y: 10 }];

describe('a ward that is deleted at the same moment', () => {
  let app: TestApp;
  let admin: Person;
  let other: Client;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' });
    admin = await logInAsAdmin(app);
    other = new Client({ connectionString: app.databaseUrl });
    await other.connect();
  });
  after(async () => {
    await other.end();
    await app.close();
  });

  const call = (method: string, path: string, body?: object) =>
    app.call(method, `/wards${path}`, { token: admin.token, body });
  const newWard = async (): Promise<string> => (await call('POST', '', { name: randomUUID() })).body.data.id;

  /** Runs the request while another transaction has done `work` and does not end. */
  async function during(work: string, ward: string, request: () => Promise<Response>): Promise<Response> {
    await other.query('BEGIN');
    await other.query(work, [ward]);
    const answer = request();
    await eventually('the request waits', async () => (await lockWaits(app.databaseUrl)) === 1);
    await other.query('COMMIT');
    return answer;
  }

  const plan = (revision: number) => (ward: string) =>
    call('PUT', `/${ward}/plan`, { revision, rooms: ROOMS });
  const write = (ward: string) => call('POST', `/${ward}/handover`, { note: 'Room 1 slept badly' });
  const none = async () => {};

  for (const [what, prepare, request, expected] of [
    ['gets no first plan', none, plan(0), [404, 'NOT_FOUND']],
    ['gets no further plan', plan(0), plan(1), [409, 'PLAN_CHANGED']],
    ['gets no first handover', none, write, [404, 'NOT_FOUND']],
    ['gets no further handover', write, write, [404, 'NOT_FOUND']],
    [
      'has no handover to confirm',
      write,
      (ward: string) => call('POST', `/${ward}/handover/confirm`),
      [404, 'NOT_FOUND'],
    ],
  ] as const)
    it(what, async () => {
      const ward = await newWard();
      await prepare(ward);
      const { status, body } = await during('DELETE FROM wards WHERE id = $1', ward, () => request(ward));
      assert.deepEqual([status, body.code], expected);
      assert.equal((await call('GET', `/${ward}/plan`)).status, 404);
    });

  for (const [what, work] of [
    ['plan', 'INSERT INTO ward_plans (ward_id, revision) VALUES ($1, 1)'],
    [
      'handover',
      `INSERT INTO ward_handovers (ward_id, note, written_at, falls, open_alerts, silent_devices, low_batteries, away)
       VALUES ($1, '', now(), 0, 0, 0, 0, 0)`,
    ],
  ] as const)
    it(`takes a ${what} with it that was written first`, async () => {
      const ward = await newWard();
      assert.equal((await during(work, ward, () => call('DELETE', `/${ward}`))).status, 200);
      assert.deepEqual(
        await sql(app.databaseUrl, `SELECT FROM ward_${what}s WHERE ward_id = $1`, [ward]),
        [],
      );
    });

  it('is never a failure of the service, whichever comes first', async () => {
    const wards = await Promise.all(Array.from({ length: 10 }, newWard));
    await Promise.all(wards.slice(5).flatMap((ward) => [plan(0)(ward), write(ward)]));
    const answers = await Promise.all(
      wards.flatMap((ward) => [
        plan(0)(ward),
        write(ward),
        call('POST', `/${ward}/handover/confirm`),
        call('DELETE', `/${ward}`),
        plan(1)(ward),
        write(ward),
      ]),
    );
    for (const { status, body } of answers)
      assert.ok([200, 201, 404, 409].includes(status), `${status} ${JSON.stringify(body)}`);
    assert.deepEqual(await sql(app.databaseUrl, 'SELECT FROM wards WHERE id = ANY($1)', [wards]), []);
  });
});
