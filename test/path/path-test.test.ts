import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PATH_RECEIVER, PATH_RESIDENT } from '../../src/accounts/vocabulary.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/platform/time.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { makeCertificate } from '../helpers/certificates.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';
import { hasTurn } from './turn.ts';

const STAGES = ['published', 'acknowledged', 'raised', 'queued', 'delivered', 'received'];

describe('path test', () => {
  let app: TestApp;
  let admin: Person;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    app = await startTestApp({
      PATH_TEST_MINUTES: '5',
      METRICS_PORT: '0',
      ALLOW_PRIVATE_TARGETS: 'true',
      LOG_LEVEL: 'silent',
    });
    admin = await logInAsAdmin(app);
    await addChannel(app, admin, 'webhook', `${receiver.url}/admin`);
    await hasTurn(app);
  });
  after(async () => {
    await app.close();
    await receiver.close();
  });

  const path = async (): Promise<Json> => (await app.call('GET', '/admin/path', admin)).body.data;
  const metrics = async (): Promise<string> =>
    (await fetch(`http://127.0.0.1:${app.app.ports.metrics}/metrics`)).text();
  const notices = async (): Promise<Json[]> => (await app.call('GET', '/board', admin)).body.data.notices;
  const rowsOf = async (table: string, column: string): Promise<number> =>
    (await sql(app.databaseUrl, `SELECT FROM ${table} WHERE ${column} = '${PATH_RESIDENT}'`)).length;
  /** The database refuses the resident, so that a test fails at once. */
  const breakPath = () =>
    sql(
      app.databaseUrl,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
  const mendPath = () => sql(app.databaseUrl, 'DROP TRIGGER refuse ON users; DROP FUNCTION refuse()');

  it('does not know before the first test, which comes ten seconds after the start', async () => {
    assert.deepEqual(await path(), { ok: null, lastOkAt: null, failing: null, tests: [] });
    await app.pass(8 * SECOND_MS);
    assert.equal((await path()).tests.length, 0);
    await app.pass(3 * SECOND_MS);
    assert.equal((await path()).tests.length, 1);
  });

  it('sends an alert from a reading to a receiver, with the time of every stage', async () => {
    const { ok, lastOkAt, failing, tests } = await path();
    assert.deepEqual([ok, failing, tests[0].ok, lastOkAt], [true, null, true, tests[0].at]);
    const { stages } = tests[0];
    assert.deepEqual(Object.keys(stages), STAGES);
    for (const stage of STAGES)
      assert.ok(stages[stage] >= 0 && stages[stage] < 10_000, `${stage}: ${stages[stage]}`);
    const text = await metrics();
    assert.match(text, /^vigil_path_ok 1$/m);
    assert.match(text, /^vigil_path_seconds\{stage="received"\} 0?\.?\d/m);
    assert.match(
      text,
      new RegExp(`^vigil_path_last_ok_timestamp_seconds ${Date.parse(lastOkAt) / 1000}$`, 'm'),
    );
    const { details } = (await app.call('GET', '/health')).body.data;
    assert.deepEqual(details.path, { ok: true, lastOkAt, failing: null });
  });

  it('leaves no resident, wearable or fall behind', async () => {
    assert.equal(await rowsOf('users', 'id'), 0);
    assert.equal(await rowsOf('devices', 'user_id'), 0);
    assert.equal(await rowsOf('fall_events', 'user_id'), 0);
    assert.equal((await sql(app.databaseUrl, 'SELECT FROM outbox')).length, 0);
  });

  it('comes again after PATH_TEST_MINUTES', async () => {
    const before = (await path()).tests.length;
    await app.pass(4 * MINUTE_MS);
    assert.equal((await path()).tests.length, before);
    await app.pass(MINUTE_MS);
    assert.equal((await path()).tests.length, before + 1);
  });

  it('names the stage of a failure, and repeats the test after 15 s', async () => {
    await breakPath();
    await app.pass(5 * MINUTE_MS);
    const first = await path();
    assert.equal(first.ok, false);
    assert.deepEqual([first.failing.stage, first.failing.reason], ['prepared', 'the disk is full']);
    assert.deepEqual((await app.call('GET', '/health')).body.data.details.path.failing, first.failing);
    assert.equal((await app.call('GET', '/health')).body.data.status, 'HEALTHY');
    assert.match(await metrics(), /^vigil_path_ok 0$/m);
    assert.deepEqual(await notices(), []);
    // Not 14 s: the seconds of a busy machine count, too.
    await app.pass(5 * SECOND_MS);
    assert.equal((await path()).tests.length, first.tests.length);
    await app.pass(11 * SECOND_MS);
    const second = await path();
    assert.equal(second.tests.length, first.tests.length + 1);
    assert.equal(second.failing.since, first.failing.since);
  });

  it('alerts the admins by every channel after two failures in a row, once', async () => {
    for (let i = 0; i < 3; i++) await app.pass(16 * SECOND_MS);
    assert.deepEqual(
      (await notices()).map(({ kind }) => kind),
      ['PATH_FAILED'],
    );
    assert.deepEqual(kindsReceived(), ['PATH_FAILED']);
  });

  it('tells them when it is well again', async () => {
    await mendPath();
    await app.pass(16 * SECOND_MS);
    assert.equal((await path()).ok, true);
    await app.pass(5 * MINUTE_MS);
    await app.pass(SECOND_MS);
    assert.deepEqual(
      (await notices()).map(({ kind }) => kind),
      ['PATH_RESTORED'],
    );
    assert.deepEqual(kindsReceived(), ['PATH_FAILED', 'PATH_RESTORED']);
  });

  const kindsReceived = (): Json[] => receiver.received.map(({ body }) => JSON.parse(String(body)).data.kind);

  it('goes on when the clock is set back', async () => {
    const before = (await path()).tests.length;
    app.clock.set(-60 * MINUTE_MS);
    await app.pass(0);
    await app.pass(2 * SECOND_MS);
    const { tests, lastOkAt } = await path();
    assert.equal(tests.length, before + 1);
    assert.equal(lastOkAt, tests[0].at);
    assert.ok(Date.parse(lastOkAt) < app.clock.now());
  });

  it('is in the test book: the first and the last of equal results in a row', async () => {
    const { passed, at } = { passed: (await path()).ok, at: (await path()).tests[0].at };
    const [entry] = (await app.call('GET', '/tests?kind=PATH', admin)).body.data;
    assert.deepEqual(
      [entry.lastResult, entry.lastAt, entry.overdue],
      [passed ? 'PASSED' : 'FAILED', at, false],
    );
    const { body } = await app.call('GET', `/tests/history?subjectId=${entry.subject.id}&order=asc`, admin);
    assert.deepEqual(
      body.data.map(({ result }: Json) => result),
      ['PASSED', 'PASSED', 'FAILED', 'FAILED', 'PASSED', 'PASSED'],
    );
    assert.ok((await path()).tests.length > body.data.length);
  });

  it('passes although an account has any address that can be known', async () => {
    for (const id of [PATH_RESIDENT, PATH_RECEIVER])
      await signUp(app, 'PATIENT', { email: `${id}@path.invalid` });
    await app.pass(5 * MINUTE_MS);
    assert.equal((await path()).ok, true);
  });

  it('removes what a killed instance has left', async () => {
    await sql(
      app.databaseUrl,
      `INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
       VALUES ('${PATH_RESIDENT}', 'left@path.invalid', '', '', '', 'SERVICE', now(), now())`,
    );
    await app.pass(5 * MINUTE_MS);
    assert.equal((await path()).ok, true);
    assert.equal(await rowsOf('users', 'id'), 0);
  });
});

describe('path test of a service with a certificate', () => {
  it('connects over TLS, where MQTT without it is off', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vigil-path-'));
    const { certFile, keyFile } = makeCertificate(folder, 'vigil.example.org');
    const app = await startTestApp({
      PATH_TEST_MINUTES: '5',
      MQTT_PORT: 'off',
      TLS_CERT_FILE: certFile,
      TLS_KEY_FILE: keyFile,
    });
    await hasTurn(app);
    await app.pass(11 * SECOND_MS);
    const [test] = await sql(app.databaseUrl, 'SELECT ok, reason FROM path_tests');
    await app.close();
    await rm(folder, { recursive: true });
    assert.deepEqual(test, { ok: true, reason: null });
  });
});
