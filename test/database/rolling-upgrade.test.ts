// An instance goes on working while another one, of a newer version, migrates the database under it.

import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { migrate } from '../../src/platform/database/schema/migrate.ts';
import { type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { randomMac, resting, violent } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

/** Each alters what the transactions of falls, claims and readings read or write. */
const MIGRATIONS = {
  '901-falls.sql': `DO $$
    DECLARE
      real text := pg_get_viewdef('real_falls');
      published text := pg_get_viewdef('falls_public');
    BEGIN
      DROP VIEW real_falls, falls_public;
      ALTER TABLE fall_events ALTER COLUMN location TYPE varchar(2000), ADD COLUMN future text DEFAULT '-';
      EXECUTE 'CREATE VIEW real_falls AS ' || real;
      EXECUTE 'CREATE VIEW falls_public AS ' || published;
    END $$;
    ALTER TABLE responses ALTER COLUMN step TYPE integer, ALTER COLUMN repeats_left TYPE integer, ADD COLUMN future text;
    ALTER TABLE alerts ALTER COLUMN message TYPE varchar(5000)`,
  '902-messages.sql': `DO $$
    DECLARE
      receipts text := pg_get_viewdef('receipts_public');
    BEGIN
      DROP VIEW receipts_public;
      ALTER TABLE outbox ALTER COLUMN attempts TYPE integer;
      EXECUTE 'CREATE VIEW receipts_public AS ' || receipts;
    END $$;
    ALTER TABLE live_events ALTER COLUMN type TYPE varchar(100);
    ALTER TABLE users ADD COLUMN future text`,
  '903-readings.sql': `ALTER TABLE sensor_readings ALTER COLUMN battery_level TYPE double precision;
    ALTER TABLE devices ALTER COLUMN battery_level TYPE double precision`,
} as const;
const PATIENTS = 8;
const ROUNDS_AFTERWARDS = 3;

describe('a rolling upgrade', () => {
  let app: TestApp;
  let folder: string;
  let caregiver: Person;
  let patients: readonly { readonly person: Person; readonly mac: string }[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-upgrade-'));
    await cp(inProject('sql'), folder, { recursive: true });
    for (const [file, text] of Object.entries(MIGRATIONS)) await writeFile(join(folder, file), text);
    app = await startTestApp({ STREAM_INTERVAL_MS: '0', OK_WINDOW_SECONDS: '0' });
    caregiver = await signUp(app, 'CAREGIVER');
    patients = await Promise.all(
      Array.from({ length: PATIENTS }, async () => {
        const person = await signUp(app);
        await assign(app, caregiver, person);
        return { person, mac: randomMac() };
      }),
    );
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const refusals: string[] = [];
  async function call(method: string, path: string, { token }: Person, body?: object): Promise<Response> {
    const answer = await app.call(method, path, { token, body });
    if (answer.status >= 400) refusals.push(`${method} ${path}: ${answer.status} ${answer.body.error}`);
    return answer;
  }

  /** A fall by the wearable and one by a report; the caregiver claims the report and resolves it. */
  async function round({ person, mac }: (typeof patients)[number]): Promise<void> {
    const stream = (body: object) => call('POST', '/device/sensor-stream', person, body);
    await Promise.all([
      stream(violent(mac, { battery_level: 50 })),
      ...Array.from({ length: 6 }, () => stream(resting(mac, { battery_level: 51 }))),
    ]);
    const { body } = await call('POST', '/falls', person, { confidence: 0.95, location: 'hall' });
    const fall = `/falls/${body.data?.id}`;
    await call('POST', `${fall}/claim`, caregiver, { etaMinutes: 2 });
    await call('POST', `${fall}/resolve`, caregiver, { outcome: 'HELPED' });
    await call('GET', fall, caregiver);
  }
  const roundOfAll = () => Promise.all(patients.map(round));

  it('no client of the older instance sees an error', async () => {
    await roundOfAll();
    let isDone = false;
    const working = Promise.all(
      patients.map(async (patient) => {
        while (!isDone) await round(patient);
      }),
    );
    await migrate(app.databaseUrl, silentLog(), { folder }).finally(() => {
      isDone = true;
    });
    await working;
    for (let i = 0; i < ROUNDS_AFTERWARDS; i++) await roundOfAll();
    assert.deepEqual([...new Set(refusals)], []);
    const [{ version }] = await sql(app.databaseUrl, 'SELECT max(version) AS version FROM schema_migrations');
    assert.equal(version, 903);
  });
});
