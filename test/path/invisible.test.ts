import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { PATH_RECEIVER, PATH_RESIDENT } from '../../src/accounts/vocabulary.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/platform/time.ts';
import { callApi, type Json, standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { type LiveClient, live } from '../helpers/live.ts';
import { outboxSettled } from '../helpers/outbox.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { unzip } from '../helpers/unzip.ts';
import { hasTurn } from './turn.ts';

/** Its own: what an operator reads of the path. */
const OF_PATH = new Set(['/admin/path', '/health', '/tests', '/tests/history']);
/** They need a query, another kind of caller, or have no data. */
const NOT_ASKED = new Set([
  '/openapi.json',
  '/asyncapi.json',
  '/profile/me/export',
  '/stations/me',
  '/stations/me/board',
  '/messages',
]);

describe('a path test is visible nowhere else', () => {
  let app: TestApp;
  let admin: Person;
  let nurse: Person;
  let resident: Person;
  let feed: Receiver;
  const sockets: LiveClient[] = [];
  const lines: string[] = [];
  /** What only the test has: ids, the wearable's address, the fall. */
  let marks: readonly string[];
  let earlier: ReadonlyMap<string, Json>;

  before(async () => {
    feed = await startReceiver();
    app = await startTestApp(
      {
        PATH_TEST_MINUTES: '1440',
        METRICS_PORT: '0',
        ALLOW_PRIVATE_TARGETS: 'true',
        STREAM_INTERVAL_MS: '0',
        DETECTOR_SHADOW: inProject('src', 'readings', 'scoring', 'weights.json'),
      },
      {
        now: standingClock(),
        log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
      },
    );
    admin = await logInAsAdmin(app);
    [nurse, resident] = await Promise.all([signUp(app, 'CAREGIVER'), signUp(app)]);
    await app.call('POST', `/caregivers/${nurse.id}/patients`, {
      token: admin.token,
      body: { patientId: resident.id },
    });
    await stream(app, resident, resting(randomMac()));
    await app.call('POST', '/admin/webhooks', {
      token: admin.token,
      body: {
        url: `${feed.url}/feed`,
        events: ['fall.raised', 'fall.updated', 'response.changed', 'device.status'],
      },
    });
    await hasTurn(app);
    for (const who of [admin, nurse]) sockets.push(await live(app, { token: who.token }));
    earlier = await everything();
    // What the test has written stays, as if the instance had been killed at its end.
    await sql(
      app.databaseUrl,
      `CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
       CREATE TRIGGER keep BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION keep()`,
    );
    await app.pass(15 * SECOND_MS);
    const rows = await sql(
      app.databaseUrl,
      `SELECT d.id, d.mac_address, f.id AS fall, r.fall_id AS response, a.id AS alert, o.state, l.recipient_id AS event
       FROM devices d JOIN fall_events f ON f.device_id = d.id JOIN responses r ON r.fall_id = f.id
         JOIN alerts a ON a.fall_id = f.id JOIN outbox o ON o.fall_id = f.id JOIN live_events l ON l.about_id = f.user_id
       WHERE d.user_id = '${PATH_RESIDENT}'`,
    );
    assert.equal(
      rows.length,
      1,
      'the test has left a wearable, a fall, its response, an alert, a message and an event',
    );
    const [row] = rows;
    assert.equal(row.state, 'SENT');
    marks = [
      PATH_RESIDENT,
      PATH_RECEIVER,
      row.id,
      row.mac_address,
      row.fall,
      row.alert,
      'Path test',
      '@path.invalid',
    ];
    await sql(app.databaseUrl, 'UPDATE devices SET last_seen = created_at WHERE id = $1', [row.id]);
    // Conditions of wearables, the ledger, metrics.
    for (let i = 0; i < 5; i++) await app.pass(MINUTE_MS);
  });
  after(async () => {
    for (const socket of sockets) await socket.close();
    await app.close();
    await feed.close();
  });

  const assertUnmarked = (what: string, text: string): void => {
    for (const mark of marks ?? []) assert.ok(!text.includes(mark), `${what} has ${mark}`);
  };

  const routesAsked = (): readonly string[] =>
    app.app.routes
      .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
      .map(({ path }) => path)
      .filter((path) => !OF_PATH.has(path) && !NOT_ASKED.has(path));

  /** The answer of every list and report, by caller and path. */
  async function everything(): Promise<ReadonlyMap<string, Json>> {
    const answers = new Map<string, Json>();
    for (const [name, who] of Object.entries({ admin, nurse, resident }))
      for (const path of routesAsked())
        answers.set(`${name} ${path}`, (await app.call('GET', path, who)).body ?? {});
    return answers;
  }

  it('in no answer of any GET', async () => {
    const now = await everything();
    assert.ok(now.size > 100);
    for (const [what, answer] of now) assertUnmarked(what, JSON.stringify(answer));
  });

  it('in no total', async () => {
    for (const [what, answer] of await everything()) {
      if (what.endsWith('/admin/logs') || what.endsWith('/profile/me/access-log')) continue;
      assert.deepEqual(answer.pagination?.total, earlier.get(what)?.pagination?.total, what);
    }
  });

  const same = async (who: Person, path: string, name: string): Promise<void> =>
    assert.deepEqual(
      (await app.call('GET', path, who)).body.data,
      earlier.get(`${name} ${path}`)?.data,
      path,
    );

  it('in no statistics', async () => {
    await same(admin, '/admin/stats', 'admin');
  });

  it('in no report', async () => {
    await same(admin, '/reports/falls', 'admin');
    await same(admin, '/reports/sensitivity', 'admin');
  });

  it('not in the ledger of the detector and its shadow', async () => {
    assert.deepEqual((await app.call('GET', '/reports/detector', admin)).body.data.rows, []);
    for (const table of ['ledger_alerts', 'shadow_alerts', 'shadow_readings'])
      assert.deepEqual(await sql(app.databaseUrl, `SELECT * FROM ${table}`), [], table);
    assertUnmarked(
      'wearables of the ledger',
      JSON.stringify(await sql(app.databaseUrl, 'SELECT * FROM ledger_wearables')),
    );
  });

  it('not on the board', async () => {
    for (const who of [admin, nurse]) {
      const { falls, people, totalPeople, notices } = (await app.call('GET', '/board', who)).body.data;
      assert.deepEqual([falls.length, people.length, totalPeople, notices.length], [0, 1, 1, 0]);
    }
  });

  it('not among test alerts', async () => {
    assert.deepEqual((await app.call('GET', '/admin/test-alerts', admin)).body.data, []);
  });

  it('not by its ids', async () => {
    const [, , deviceId, mac, fallId] = marks;
    for (const path of [
      `/falls/${fallId}`,
      `/falls/${fallId}/timeline`,
      `/device/${deviceId}`,
      `/device/${mac}`,
      `/patients/${PATH_RESIDENT}`,
      `/admin/users/${PATH_RESIDENT}`,
      `/caregivers/${PATH_RECEIVER}`,
    ])
      assert.equal((await app.call('GET', path, admin)).status, 404, path);
  });

  it('in no FHIR answer', async () => {
    const fhir = app.url.replace(/\/api$/, '/fhir');
    for (const type of [
      'Patient',
      'Practitioner',
      'Device',
      'Observation',
      'Encounter',
      'Flag',
      'AdverseEvent',
      'Communication',
      'Location',
    ]) {
      const { body } = await callApi(fhir, 'GET', `/${type}`, { token: admin.token });
      assertUnmarked(type, typeof body === 'string' ? body : JSON.stringify(body));
    }
  });

  it('in no export', async () => {
    for (const who of [admin, nurse, resident]) {
      const answer = await fetch(`${app.url}/profile/me/export`, {
        headers: { Authorization: `Bearer ${who.token}` },
      });
      for (const [file, text] of Object.entries(unzip(Buffer.from(await answer.arrayBuffer()))))
        assertUnmarked(file, text);
    }
  });

  it('in no metric of falls, readings or notifications', async () => {
    const text = await (await fetch(`http://127.0.0.1:${app.app.ports.metrics}/metrics`)).text();
    const sumOf = (name: string): number =>
      text
        .split('\n')
        .filter((line) => line.startsWith(name))
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    assert.equal(sumOf('vigil_readings_acknowledged_total'), 1);
    assert.equal(sumOf('vigil_readings_received_total'), 1);
    for (const name of [
      'vigil_alerts_total',
      'vigil_deliveries_total',
      'vigil_falls_verified_total',
      'vigil_responses_unresolved',
      'vigil_outbox_pending',
      'vigil_notification_seconds_count',
      'vigil_first_notification_seconds_count',
    ])
      assert.equal(sumOf(name), 0, name);
  });

  it('in no line of the log about falls', () => {
    assert.ok(lines.length > 0);
    for (const line of lines) {
      assertUnmarked('log', line);
      assert.ok(!JSON.parse(line).msg.startsWith('fall: '), line);
    }
  });

  it('in no entry of the audit log', async () => {
    const rows = await sql(app.databaseUrl, 'SELECT * FROM audit_log');
    assertUnmarked('audit log', JSON.stringify(rows));
  });

  it('is asked about in no morning', async () => {
    for (let hour = 0; hour < 25; hour++) await app.pass(60 * MINUTE_MS);
    assert.equal((await sql(app.databaseUrl, 'SELECT FROM morning_questions')).length, 0);
    assertUnmarked(
      'conditions',
      JSON.stringify(await sql(app.databaseUrl, 'SELECT * FROM device_conditions')),
    );
  });

  it('in no webhook', async () => {
    await outboxSettled(app);
    for (const { body } of feed.received) assertUnmarked('webhook', String(body));
  });

  it('on no socket of a person', async () => {
    for (const { frames } of sockets) assertUnmarked('socket', JSON.stringify(frames));
  });
});
