import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MINUTE_MS } from '../../src/platform/time.ts';
import { type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

/** Every table fails as on a full disk while `disk.full` names it. */
const FILLABLE = `
  CREATE SCHEMA disk;
  CREATE TABLE disk.full (name text);
  CREATE FUNCTION disk.check() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM disk.full WHERE name = TG_TABLE_NAME) THEN
      RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
    END IF;
    RETURN NULL;
  END $$;
  DO $$ DECLARE t text; BEGIN
    FOR t IN SELECT c.relname FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    LOOP
      EXECUTE format('CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION disk.check()', t);
    END LOOP;
  END $$`;

describe('a full disk', () => {
  let app: TestApp;
  let patient: Person;
  let caregiver: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' });
    patient = await signUp(app);
    caregiver = await signUp(app, 'CAREGIVER');
    await assign(app, caregiver, patient);
    await sql(app.databaseUrl, FILLABLE);
  });
  after(() => app.close());

  /** Two minutes apart: further ones would be a flood, without a response. */
  function reportFall() {
    app.clock.advance(2 * MINUTE_MS);
    return app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } });
  }

  /** The tables that the request needs: with each of them full it answers 503, never 500. */
  async function tablesThatFail<T>(
    prepare: () => Promise<T>,
    request: (prepared: T) => Promise<Response>,
  ): Promise<string[]> {
    const tables = await sql(
      app.databaseUrl,
      `SELECT relname AS name FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
       WHERE tgname = 'disk_full' AND NOT relispartition ORDER BY relname`,
    );
    const failing: string[] = [];
    for (const { name } of tables) {
      const prepared = await prepare();
      await sql(app.databaseUrl, 'INSERT INTO disk.full VALUES ($1)', [name]);
      const { status, body } = await request(prepared);
      await sql(app.databaseUrl, 'DELETE FROM disk.full');
      if (status < 300) continue;
      assert.deepEqual({ name, status, code: body.code }, { name, status: 503, code: 'UNAVAILABLE' });
      failing.push(name);
    }
    return failing;
  }

  it('answers a report of a fall with 503, whichever of its statements fails first', async () => {
    const failing = await tablesThatFail(async () => {}, reportFall);
    for (const table of ['fall_events', 'responses', 'response_log', 'alerts', 'live_events'])
      assert.ok(failing.includes(table), `${table}: ${failing}`);
    assert.equal((await reportFall()).status, 201);
  });

  it('answers a claim with 503, whichever of its statements fails first', async () => {
    const fallId = async () => (await reportFall()).body.data.id;
    const claim = (id: string) =>
      app.call('POST', `/falls/${id}/claim`, { token: caregiver.token, body: {} });
    const failing = await tablesThatFail(fallId, claim);
    for (const table of ['responses', 'response_log', 'live_events'])
      assert.ok(failing.includes(table), `${table}: ${failing}`);
    assert.equal((await claim(await fallId())).status, 200);
  });
});
