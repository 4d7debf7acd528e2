import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { unzip } from '../helpers/unzip.ts';
import { bySession, join } from '../mqtt/clients.ts';

/** 11:00 in Berlin: four of the fifteen waking hours are over. */
const TODAY = '2026-11-16';
const START = Date.parse(`${TODAY}T10:00:00Z`);
const MINUTE_MS = 60_000;

describe('the report of coverage', () => {
  let database: TestDatabase;
  let app: TestApp;
  let other: TestApp;
  let admin: Person;
  let eva: Person;
  let wardId: string;
  before(async () => {
    const env = { TIME_ZONE: 'Europe/Berlin', SESSION_DURATION: '240h' };
    database = await createTestDatabase();
    const settings = { ...env, DATABASE_URL: database.url };
    app = await startTestApp(settings, { now: () => START });
    other = await startTestApp(settings, { now: () => START });
    admin = await logInAsAdmin(app);
    eva = await signUp(app, 'CAREGIVER', { firstName: 'Eva', lastName: 'Roth' });
    wardId = (await call(admin, 'POST', '/wards', { name: 'East' })).id;
    await call(admin, 'PUT', `/wards/${wardId}/caregivers/${eva.id}`, { lead: true });
  });
  after(async () => {
    await Promise.all([app.close(), other.close()]);
    await database.drop();
  });

  const call = async (by: Person, method: string, path: string, body?: object): Promise<Json> => {
    const answer = await app.call(method, path, { token: by.token, ...(body && { body }) });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const path = (more = '') => `/reports/coverage?from=2026-11-09&to=2026-11-20${more}`;
  async function pass(ms: number): Promise<void> {
    app.clock.advance(ms);
    other.clock.advance(ms);
    await dueWorkDone();
  }
  async function resident(): Promise<{ person: Person; mac: string }> {
    const person = await signUp(app);
    await call(admin, 'PUT', `/patients/${person.id}`, { wardId });
    return { person, mac: randomMac() };
  }
  /** Connected, worn, blind, longest, late. */
  async function minutesOf({ id }: Person): Promise<number[]> {
    const [{ days, totals }] = await call(admin, 'GET', path(`&patientId=${id}`));
    assert.deepEqual(days, [{ date: TODAY, ...totals }]);
    const { connectedMinutes, wornMinutes, blindMinutes, longestBlindMinutes, lateMinutes } = totals;
    return [connectedMinutes, wornMinutes, blindMinutes, longestBlindMinutes, lateMinutes];
  }
  const sinceSeven = () => Math.floor((app.clock.now() - START) / MINUTE_MS) + 240;
  async function backlog({ person, mac }: { person: Person; mac: string }, minutesAgo: readonly number[]) {
    const client = await join(app, bySession(person));
    const entries = minutesAgo.map((minutes) => ({
      ...resting(mac),
      recorded_at: new Date(app.clock.now() - minutes * MINUTE_MS).toISOString(),
    }));
    await client.publishAsync(`devices/${mac}/backlog`, JSON.stringify(entries), { qos: 1 });
    client.end(true);
  }

  it('says that a resident without a wearable is blind all day, from the day of the account on', async () => {
    const { person } = await resident();
    const all = sinceSeven();
    assert.deepEqual(await minutesOf(person), [0, 0, all, all, 0]);
  });

  it('counts each minute with a reading once, of two instances and of two wearables', async () => {
    const { person, mac } = await resident();
    const second = randomMac();
    for (let minute = 0; minute < 5; minute++) {
      await stream(app, person, resting(mac));
      await stream(app, person, resting(second));
      await pass(30_000);
      await stream(other, person, resting(mac));
      await pass(30_000);
    }
    await stream(other, person, resting(second));
    await pass(3 * MINUTE_MS);
    const blind = sinceSeven() - 6;
    assert.deepEqual(await minutesOf(person), [6, 6, blind, blind - 2, 0]);
    const rows = await sql(database.url, 'SELECT connected::text FROM coverage_days WHERE patient_id = $1', [
      person.id,
    ]);
    assert.equal(rows.length, 2);
  });

  it('counts what a backlog fills apart, also when it comes twice, and not where readings were there', async () => {
    const { person, mac } = await resident();
    await stream(app, person, resting(mac));
    await pass(10 * MINUTE_MS);
    const ago = [12, 10, 9, 8, 5, 4];
    await backlog({ person, mac }, ago);
    await pass(10 * MINUTE_MS);
    await backlog(
      { person, mac },
      ago.map((minutes) => minutes + 10),
    );
    const [connected, , blind, , late] = await minutesOf(person);
    assert.deepEqual([connected, late, blind], [1, 5, sinceSeven() - 6]);
  });

  it('takes a backlog of a day', async () => {
    const { person, mac } = await resident();
    await stream(app, person, resting(mac));
    await pass(MINUTE_MS);
    const ago = Array.from({ length: 24 * 6 }, (_, index) => 2 + 10 * index).reverse();
    await backlog({ person, mac }, ago);
    const late = ago.filter((minutes) => minutes <= sinceSeven()).length;
    assert.equal((await minutesOf(person))[4], late);
  });

  it('gives the minutes of a moved wearable to the person who wore it', async () => {
    const [first, second] = [await resident(), await resident()];
    const { deviceId } = await stream(app, first.person, resting(first.mac));
    await pass(2 * MINUTE_MS);
    await call(admin, 'POST', `/device/${deviceId}/move`, { patientId: second.person.id });
    await stream(app, second.person, resting(first.mac));
    await pass(MINUTE_MS);
    await stream(other, second.person, resting(first.mac));
    await pass(MINUTE_MS);
    assert.equal((await minutesOf(first.person))[0], 1);
    assert.equal((await minutesOf(second.person))[0], 2);
  });

  it('counts a wearable on a charger as connected, not as worn', async () => {
    const { person, mac } = await resident();
    await stream(app, person, resting(mac, { charging: true }));
    assert.deepEqual((await minutesOf(person)).slice(0, 2), [1, 0]);
  });

  it('is not misled by a clock that is set back', async () => {
    const { person, mac } = await resident();
    await stream(app, person, resting(mac));
    app.clock.set(-3 * MINUTE_MS);
    // The schedule of readings notices the step with the next one.
    await stream(app, person, resting(randomMac()));
    await pass(2_000);
    await stream(app, person, resting(mac));
    app.clock.set(3 * MINUTE_MS);
    await pass(MINUTE_MS);
    const [connected = 0, , blind = 0] = await minutesOf(person);
    assert.deepEqual([connected, connected + blind], [2, sinceSeven()]);
  });

  it('counts the minutes of an absence apart, which somebody ended before its time', async () => {
    const { person } = await resident();
    const blind = sinceSeven();
    const until = new Date(app.clock.now() + 60 * MINUTE_MS).toISOString();
    await call(admin, 'PUT', `/patients/${person.id}/absence`, { until });
    await pass(20 * MINUTE_MS);
    assert.deepEqual(await minutesOf(person), [0, 0, blind, blind, 0]);
    await call(admin, 'DELETE', `/patients/${person.id}/absence`);
    await pass(10 * MINUTE_MS);
    const [{ totals }] = await call(admin, 'GET', path(`&patientId=${person.id}`));
    assert.deepEqual([totals.absentMinutes, totals.blindMinutes], [20, blind + 10]);
  });

  it('has the hours of each day if they are asked for, of 31 days at most', async () => {
    const { person, mac } = await resident();
    await stream(app, person, resting(mac));
    const [{ days }] = await call(admin, 'GET', path(`&patientId=${person.id}&by=hour`));
    const { hours, ...day } = days[0];
    assert.deepEqual(
      hours.map(({ hour }: Json) => hour),
      Array.from({ length: 15 }, (_, index) => 7 + index),
    );
    const sum = hours.reduce((total: number, { blindMinutes }: Json) => total + blindMinutes, 0);
    assert.equal(sum, day.blindMinutes);
    const long = `/reports/coverage?from=2026-10-01&to=2026-11-20&by=hour`;
    assert.equal((await app.call('GET', long, { token: admin.token })).status, 400);
  });

  it('is a table, too', async () => {
    const { person } = await resident();
    const response = await fetch(`${app.url}${path(`&patientId=${person.id}&format=csv`)}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    assert.match(response.headers.get('content-disposition') ?? '', /coverage-2026-11-09-to-2026-11-20\.csv/);
    const [header, day, total] = (await response.text()).replace('\ufeff', '').split('\r\n');
    assert.match(header ?? '', /^"patientId","name","wardId","date","connectedMinutes",/);
    assert.ok(day?.includes(`"${TODAY}",0,0,${sinceSeven()},${sinceSeven()},0,0`), day);
    assert.ok(total?.includes('"TOTAL"'), total);
  });

  it('is for admins, leads of the ward and the care team, and for nobody else', async () => {
    const { person } = await resident();
    const stranger = await signUp(app, 'CAREGIVER');
    const elsewhere = (await call(admin, 'POST', '/wards', { name: 'West' })).id;
    const nora = await signUp(app, 'CAREGIVER');
    await call(admin, 'PUT', `/wards/${elsewhere}/caregivers/${nora.id}`, { lead: true });
    const status = async (by: Person, more: string) =>
      (await app.call('GET', path(more), { token: by.token })).status;
    assert.equal(await status(eva, `&wardId=${wardId}`), 200);
    assert.equal(await status(eva, ''), 403);
    assert.equal(await status(nora, `&wardId=${wardId}`), 403);
    assert.deepEqual(await call(nora, 'GET', path(`&wardId=${elsewhere}`)), []);
    for (const by of [stranger, nora]) assert.equal(await status(by, `&patientId=${person.id}`), 403);
    await assign(app, stranger, person);
    assert.equal(await status(stranger, `&patientId=${person.id}`), 200);
    assert.equal(await status(person, `&patientId=${person.id}`), 403);
    const ids = (await call(eva, 'GET', path(`&wardId=${wardId}`))).map(({ patientId }: Json) => patientId);
    assert.ok(ids.includes(person.id));
  });

  it('names nobody to a token with the scope `operations` alone', async () => {
    admin = await logInAsAdmin(app);
    const { person } = await resident();
    const shownTo = async (scopes: readonly string[]) => {
      const made = await call(admin, 'POST', '/profile/tokens', { name: 'Script', scopes, expiresInDays: 1 });
      const answer = await app.call('GET', path(`&patientId=${person.id}`), { token: made.token });
      return answer.status === 200 ? Object.keys(answer.body.data[0]) : answer.status;
    };
    const fields = ['patientId', 'wardId', 'days', 'totals'];
    assert.deepEqual(await shownTo(['operations']), fields);
    assert.deepEqual(await shownTo(['read']), ['patientId', 'name', ...fields.slice(1)]);
    assert.equal(await shownTo(['manage']), 403);
  });

  it('is in the export of a resident, and erased with the account', async () => {
    const { person, mac } = await resident();
    await stream(app, person, resting(mac));
    await pass(MINUTE_MS);
    const response = await fetch(`${app.url}/profile/me/export`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const minute = Math.floor((app.clock.now() - MINUTE_MS) / MINUTE_MS) % 1440;
    assert.equal(
      files['coverage.csv'],
      `day,kind,from_minute,until_minute\n${TODAY},connected,${minute},${minute + 1}\n`,
    );
    await call(admin, 'DELETE', `/patients/${person.id}`);
    const count = 'SELECT count(*)::int AS count FROM coverage_days WHERE patient_id = $1';
    assert.deepEqual(await sql(database.url, count, [person.id]), [{ count: 0 }]);
  });
});
