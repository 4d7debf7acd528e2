import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../src/platform/time.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

/** In the early shift. */
const NOW = Date.parse('2026-11-19T09:00:00Z');
let names = 0;
const NONE = { alerts: 0, falseAlarms: 0 };

describe('the counts for an operator', () => {
  let app: TestApp;
  let admin: Person;
  let token: string;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'error', SESSION_DURATION: '240h' }, { now: () => NOW });
    admin = await logInAsAdmin(app);
    token = await tokenWith({ scopes: ['operations'] });
  });
  after(() => app.close());

  const call = async (by: { token: string }, method: string, path: string, body?: object): Promise<Json> => {
    const answer = await app.call(method, path, { token: by.token, ...(body && { body }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body?.data;
  };
  const tokenWith = async (more: object): Promise<string> =>
    (await call(admin, 'POST', '/admin/service-accounts', { name: `Overview ${names++}`, ...more })).token;
  const report = async (): Promise<Json> => call({ token }, 'GET', '/admin/operations');
  const ward = async (name: string | null): Promise<Json> =>
    (await report()).wards.find((one: Json) => one.name === name);
  async function resident(wardId: string | undefined, more: object = {}): Promise<Person> {
    const person = await signUp(app, 'PATIENT', more);
    if (wardId !== undefined) await call(admin, 'PUT', `/patients/${person.id}`, { wardId });
    return person;
  }

  it('are of every ward, also of one without residents', async () => {
    assert.deepEqual((await report()).wards, []);
    await call(admin, 'POST', '/wards', { name: 'Attic' });
    assert.deepEqual(await ward('Attic'), {
      name: 'Attic',
      residents: 0,
      wearables: 0,
      silentWearables: 0,
      unanswered: 0,
      overdueTests: 0,
      coverage: { connectedMinutes: 0, blindMinutes: 0 },
      alerts: { EARLY: NONE, LATE: NONE, NIGHT: NONE },
    });
  });

  it('count residents, wearables, silence, open falls, tests and alerts by shift', async () => {
    const { id } = await call(admin, 'POST', '/wards', { name: 'East' });
    const edith = await resident(id);
    await resident(id);
    await stream(app, edith, resting(randomMac()));
    const first = await call(edith, 'POST', '/falls', { confidence: 0.9 });
    assert.ok(first, 'a fall');
    const east = await ward('East');
    assert.deepEqual(
      [east.residents, east.wearables, east.silentWearables, east.unanswered, east.overdueTests],
      [2, 1, 0, 1, 2],
    );
    assert.deepEqual(east.alerts, { EARLY: { alerts: 1, falseAlarms: 0 }, LATE: NONE, NIGHT: NONE });
    await app.pass(HOUR_MS);
    assert.equal((await ward('East')).silentWearables, 1);
    const [{ fall }] = await sql(app.databaseUrl, 'SELECT fall_id AS fall FROM responses');
    await call(admin, 'POST', `/falls/${fall}/resolve`, { outcome: 'FALSE_ALARM' });
    const closed = await ward('East');
    assert.deepEqual([closed.unanswered, closed.alerts.EARLY], [0, { alerts: 1, falseAlarms: 1 }]);
  });

  it('show yesterday’s minutes with and without readings', async () => {
    const { id } = await call(admin, 'POST', '/wards', { name: 'South' });
    const person = await resident(id);
    await stream(app, person, resting(randomMac()));
    await app.pass(DAY_MS);
    const { coverage } = await ward('South');
    // From 07:00 until 22:00.
    assert.deepEqual(coverage, { connectedMinutes: 1, blindMinutes: 15 * 60 - 1 });
  });

  it('show what belongs to no ward without a name', async () => {
    assert.equal(await ward(null), undefined);
    await resident(undefined);
    assert.deepEqual((await ward(null)).residents, 1);
    assert.equal((await report()).wards.at(-1).name, null);
  });

  it('name no person', async () => {
    const { id } = await call(admin, 'POST', '/wards', { name: 'West' });
    const hilde = await resident(id, { firstName: 'Hildegard', lastName: 'Unmistakable' });
    await stream(app, hilde, resting('AA:BB:CC:DD:EE:0F'));
    await call(hilde, 'POST', '/falls', { confidence: 0.9 });
    const text = JSON.stringify(await report());
    assert.ok(text.includes('West'));
    for (const secret of ['Hildegard', 'Unmistakable', hilde.id, hilde.email, 'AA:BB:CC:DD:EE:0F', id])
      assert.ok(!text.includes(secret), secret);
    assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('are closed to a service account of one ward, and to every other scope', async () => {
    const { id } = await call(admin, 'POST', '/wards', { name: 'North' });
    const status = async (more: object) =>
      (await app.call('GET', '/admin/operations', { token: await tokenWith(more) })).status;
    assert.equal(await status({ scopes: ['operations'], wardIds: [id] }), 403);
    assert.equal(await status({ scopes: ['read', 'respond', 'ingest', 'manage'] }), 403);
  });
});
