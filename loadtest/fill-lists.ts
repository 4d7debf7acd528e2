// Fills the database with the data of some years: many users, more falls, far more readings. Uses SQL, because the API
// would take hours.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { doing, say } from './progress.ts';
import { signToken, withDatabase } from './seed.ts';

export interface Sizes {
  readonly users: number;
  readonly falls: number;
  readonly readings: number;
}

export interface Filled {
  readonly tokens: Readonly<Record<'admin' | 'caregiver' | 'patient', string>>;
  readonly patientId: string;
  readonly caregiverId: string;
  readonly deviceId: string;
  readonly partnerId: string;
}

/** One in ten is a caregiver, one in twenty thousand an admin, one in a hundred inactive. */
const USERS = `
  INSERT INTO users (email, password_hash, first_name, last_name, role, status, created_at, updated_at, last_login)
  SELECT 'list' || i || '@example.org', 'none', 'First' || i % 1000, 'Last' || i % 5000,
         CASE WHEN i % 20000 = 1 THEN 'ADMIN' WHEN i % 10 = 0 THEN 'CAREGIVER' ELSE 'PATIENT' END,
         CASE WHEN i % 100 = 99 THEN 'inactive' ELSE 'active' END,
         now() - i * interval '5 minutes', now(), now() - random() * interval '90 days'
  FROM generate_series(1, $1::int) i`;

/** One wearable per patient; one in fifty reports a problem. */
const DEVICES = `
  INSERT INTO devices (user_id, mac_address, name, last_seen, battery_level, heart_rate, spo2, sensors_initialized, created_at, updated_at)
  SELECT id, upper(regexp_replace(lpad(to_hex(row_number() OVER ()), 12, '0'), '(..)(?!$)', '\\1:', 'g')), 'Wearable',
         now() - random() * interval '2 hours', 20 + random() * 80,
         CASE WHEN random() < 0.01 THEN 150 ELSE 60 + random() * 40 END,
         CASE WHEN random() < 0.01 THEN 86 ELSE 95 + random() * 5 END, true, created_at, now()
  FROM users WHERE role = 'PATIENT'`;

const NUMBERED = `
  CREATE TEMPORARY TABLE patient_numbers AS
    SELECT u.id AS user_id, d.id AS device_id, d.key AS device_key, row_number() OVER (ORDER BY u.created_at DESC) - 1 AS n
    FROM users u JOIN devices d ON d.user_id = u.id WHERE u.role = 'PATIENT';
  CREATE UNIQUE INDEX ON patient_numbers (n);
  CREATE TEMPORARY TABLE caregiver_numbers AS
    SELECT id AS user_id, row_number() OVER (ORDER BY created_at DESC) - 1 AS n FROM users WHERE role = 'CAREGIVER';
  CREATE UNIQUE INDEX ON caregiver_numbers (n);
  ANALYZE patient_numbers; ANALYZE caregiver_numbers;`;

const ASSIGNMENTS = `
  INSERT INTO assignments (caregiver_id, patient_id, relationship, created_at)
  SELECT c.user_id, p.user_id, 'nurse', now() - p.n * interval '1 minute' FROM patient_numbers p
  JOIN caregiver_numbers c ON c.n = p.n % (SELECT count(*) FROM caregiver_numbers)`;

/** Over ninety days; two thirds of them are at most SUSPICIOUS. */
const FALLS = `
  INSERT INTO fall_events (user_id, device_id, confidence, status, created_at)
  SELECT p.user_id, p.device_id, f.confidence,
         CASE WHEN f.confidence <= 0.3 THEN 'NO_FALL' WHEN f.confidence <= 0.5 THEN 'SUSPICIOUS'
              WHEN f.confidence <= 0.7 THEN 'POTENTIAL' WHEN f.confidence < 0.9 THEN 'HIGH' ELSE 'CONFIRMED' END,
         now() - f.age
  FROM (SELECT i, power(random(), 1.5) AS confidence, random() * interval '90 days' AS age FROM generate_series(1, $1::int) i) f
  JOIN patient_numbers p ON p.n = f.i % (SELECT count(*) FROM patient_numbers)`;

const ALERTS = `
  INSERT INTO alerts (fall_id, caregiver_id, patient_id, type, severity, message, created_at, updated_at, acknowledged_at)
  SELECT f.id, a.caregiver_id, f.user_id, 'FALL_DETECTED', f.status, 'Fall', f.created_at, f.created_at,
         CASE WHEN random() < 0.9 THEN f.created_at + interval '1 minute' END
  FROM fall_events f JOIN assignments a ON a.patient_id = f.user_id
  WHERE f.status IN ('POTENTIAL', 'HIGH', 'CONFIRMED')`;

const MESSAGES = `
  INSERT INTO messages (sender_id, recipient_id, content, type, created_at, read_at)
  SELECT CASE WHEN i % 2 = 0 THEN a.caregiver_id ELSE a.patient_id END,
         CASE WHEN i % 2 = 0 THEN a.patient_id ELSE a.caregiver_id END,
         'How are you?', 'TEXT', now() - i * interval '1 hour', CASE WHEN i > 4 THEN now() END
  FROM assignments a JOIN patient_numbers p ON p.user_id = a.patient_id AND p.n < 10000, generate_series(1, 10) i`;

const AUDIT = `
  INSERT INTO audit_log (at, level, action, outcome, message, actor_id, ip)
  SELECT now() - random() * interval '90 days',
         CASE WHEN i % 1000 = 0 THEN 'error' WHEN i % 20 = 0 THEN 'warning' ELSE 'info' END,
         'health.read', 'done', 'Read something', c.user_id, '10.0.0.1'
  FROM generate_series(1, $1::int) i JOIN caregiver_numbers c ON c.n = i % (SELECT count(*) FROM caregiver_numbers)`;

/** One device with a full log: a list shows one device at a time. */
const DEVICE_LOGS = `
  INSERT INTO device_logs (device_id, at, type, message)
  SELECT device_id, now() - i * interval '1 minute', CASE WHEN i % 5 = 0 THEN 'WARNING' ELSE 'INFO' END, 'Something'
  FROM patient_numbers, generate_series(1, 1000) i WHERE n = 0`;

/** One reading per second from each of a thousand devices, up to now. */
const READINGS = `
  INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                               confidence, health_score, heart_rate, spo2)
  SELECT now() - (i / p.devices) * interval '1 second', i, n.device_key, 0, 0, 9.8, 0, 0, 0, 0.02, 100, 72, 98
  FROM (SELECT least(1000, count(*)) AS devices FROM patient_numbers) p, generate_series($1::int, $2::int) i
  JOIN patient_numbers n ON n.n = i % 1000`;
const READINGS_AT_ONCE = 500_000;

export async function fillLists(databaseUrl: string, sizes: Sizes): Promise<Filled> {
  return withDatabase(databaseUrl, async (client) => {
    const step = async (what: string, sql: string, values: unknown[] = []) => {
      doing(`filling in ${what}`);
      const from = performance.now();
      const { rowCount } = await client.query(sql, values);
      say(`${what}: ${rowCount ?? ''} in ${((performance.now() - from) / 1000).toFixed(1)} s`);
    };
    // Its data need not survive a crash.
    await client.query('SET synchronous_commit = off');
    await step('users', USERS, [sizes.users]);
    await step('devices', DEVICES);
    await client.query(NUMBERED);
    await step('assignments', ASSIGNMENTS);
    await step('falls', FALLS, [sizes.falls]);
    await step('alerts', ALERTS);
    await step('messages', MESSAGES);
    await step('audit lines', AUDIT, [sizes.falls]);
    await step('device logs', DEVICE_LOGS);
    for (let from = 1; from <= sizes.readings; from += READINGS_AT_ONCE) {
      const to = Math.min(sizes.readings, from + READINGS_AT_ONCE - 1);
      await step(`readings up to ${to}`, READINGS, [from, to]);
    }
    await step('vacuum', 'VACUUM ANALYZE');
    return chosen(client);
  });
}

async function chosen(client: pg.Client): Promise<Filled> {
  const one = async (sql: string): Promise<string> => {
    const { rows } = await client.query<{ id: string }>(sql);
    return rows[0]?.id ?? '';
  };
  const patientId = await one('SELECT user_id AS id FROM patient_numbers WHERE n = 0');
  const caregiverId = await one(
    `SELECT caregiver_id AS id FROM assignments WHERE patient_id = '${patientId}'`,
  );
  const session = async (userId: string, role: string): Promise<string> => {
    const id = randomUUID();
    await client.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ($1, $2, now(), now() + interval '1 day')`,
      [id, userId],
    );
    return signToken(userId, id, role);
  };
  const admin = await one(`SELECT id FROM users WHERE role = 'ADMIN' AND status = 'active' LIMIT 1`);
  return {
    tokens: {
      admin: await session(admin, 'ADMIN'),
      caregiver: await session(caregiverId, 'CAREGIVER'),
      patient: await session(patientId, 'PATIENT'),
    },
    patientId,
    caregiverId,
    deviceId: await one('SELECT device_id AS id FROM patient_numbers WHERE n = 0'),
    partnerId: caregiverId,
  };
}
