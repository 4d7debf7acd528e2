// A home with wards, and years of falls in it (scripts/year-of-falls.sql).
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { doing, say } from '../progress.ts';
import { signToken, withDatabase } from '../seed.ts';

const YEAR_OF_FALLS = readFileSync('scripts/year-of-falls.sql', 'utf8');
const AT_ONCE = 100_000;

const CAREGIVERS = `
  INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at)
  SELECT 'caregiver' || i || '@example.org', 'none', 'Care', 'Giver ' || i, 'CAREGIVER', now(), now() FROM generate_series(1, $1::int) i`;

const WARDS = `INSERT INTO wards (name, created_at) SELECT 'Ward ' || i, now() FROM generate_series(1, $1::int) i`;

const MEMBERS = `
  INSERT INTO ward_members (ward_id, caregiver_id, created_at)
  SELECT w.id, c.id, now() FROM (SELECT id, row_number() OVER (ORDER BY name) AS n, count(*) OVER () AS total FROM wards) w
    JOIN (SELECT id, row_number() OVER (ORDER BY email) AS n FROM users WHERE role = 'CAREGIVER') c ON c.n % w.total = w.n - 1`;

const PATIENTS = `
  INSERT INTO users (email, password_hash, first_name, last_name, role, room, ward_id, created_at, updated_at)
  SELECT 'resident' || i || '@example.org', 'none', 'Resi', 'Dent ' || i, 'PATIENT', 'Room ' || i, w.id, now(), now()
  FROM generate_series(1, $1::int) i
    JOIN (SELECT id, row_number() OVER (ORDER BY name) AS n, count(*) OVER () AS total FROM wards) w ON i % w.total = w.n - 1`;

export interface Home {
  readonly adminToken: string;
  readonly wardId: string;
  readonly patientId: string;
}

export const fillHome = (
  databaseUrl: string,
  { wards, caregivers, patients }: { wards: number; caregivers: number; patients: number },
): Promise<Home> =>
  withDatabase(databaseUrl, async (client) => {
    doing('creating a home');
    await client.query(CAREGIVERS, [caregivers]);
    await client.query(WARDS, [wards]);
    await client.query(MEMBERS);
    await client.query(PATIENTS, [patients]);
    const [adminId, session] = [randomUUID(), randomUUID()];
    await client.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
       VALUES ($1, 'reports@example.org', 'none', 'Re', 'Ports', 'ADMIN', now(), now())`,
      [adminId],
    );
    await client.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ($1, $2, now(), now() + interval '1 day')`,
      [session, adminId],
    );
    return {
      adminToken: await signToken(adminId, session, 'ADMIN'),
      wardId: await one(client, `SELECT id FROM wards ORDER BY name LIMIT 1`),
      patientId: await one(client, `SELECT id FROM users WHERE role = 'PATIENT' ORDER BY email LIMIT 1`),
    };
  });

/** Falls evenly over some days. Generates at most 100 000 at once, each with a seed of its own. */
export const fillFalls = (
  databaseUrl: string,
  { falls, firstDay, days, seed }: { falls: number; firstDay: Date; days: number; seed: number },
): Promise<void> =>
  withDatabase(databaseUrl, async (client) => {
    const parts = Math.ceil(falls / AT_ONCE);
    await client.query('SET synchronous_commit = off');
    // All references are valid; checking them, and updating the row of reports with each response, would take most of the time.
    await client.query('SET session_replication_role = replica');
    for (let part = 0; part < parts; part++) {
      const began = performance.now();
      const first = new Date(firstDay.getTime() + Math.floor((part * days) / parts) * 86_400_000);
      const settings = {
        falls: Math.round(falls / parts),
        seed: seed + part,
        days: Math.floor(days / parts),
        first_day: first.toISOString().slice(0, 10),
        timelines: 'off',
      };
      doing(`filling in falls, ${part + 1} of ${parts}`);
      await client.query('BEGIN');
      for (const [name, value] of Object.entries(settings))
        await client.query('SELECT set_config($1, $2, true)', [`vigil.${name}`, String(value)]);
      await client.query(YEAR_OF_FALLS);
      await client.query('COMMIT');
      say(`falls from ${settings.first_day}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    }
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  });

async function one(client: pg.Client, sql: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(sql);
  return rows[0]?.id ?? '';
}
