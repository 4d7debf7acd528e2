// Fills the database with the resolved falls of some years, each with its timeline, messages and attempts.
import { doing, say } from '../progress.ts';
import { withDatabase } from '../seed.ts';

const AT_ONCE = 100_000;

/** These falls belong to separate patients, so that the falls of one measured patient do not grow. */
const FILLED = `
  FROM (SELECT i, md5('fall' || i)::uuid AS fall, md5('message' || i)::uuid AS message,
               now() - interval '1 day' - i * interval '10 seconds' AS at FROM generate_series($1::int, $2::int) i) f
  JOIN (SELECT id AS patient, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS total FROM users
        WHERE email LIKE 'filled-%') p ON p.n = f.i % p.total`;

const FALLS = `
  INSERT INTO fall_events (id, user_id, confidence, status, source, created_at)
  SELECT fall, patient, 0.8, 'HIGH', 'STREAM', at ${FILLED}`;

const RESPONSES = `
  INSERT INTO responses (fall_id, patient_id, state, policy, claimed_by, claimed_at, escalation_starts_at, step, repeats_left,
                         last_step_at, outcome, resolved_at, resolved_by, created_at)
  SELECT fall, patient, 'RESOLVED', $3::jsonb, $4::uuid, at + interval '1 minute', at, 1, 5, at, 'HELPED',
         at + interval '9 minutes', $4::uuid, at ${FILLED}`;

const LOG = `
  INSERT INTO response_log (fall_id, at, type, by_id, person_id, details)
  SELECT fall, at, e.type, CASE WHEN e.type IN ('claimed', 'resolved') THEN $3::uuid END,
         CASE WHEN e.type = 'told' THEN $3::uuid END, e.details
  ${FILLED},
    (VALUES ('detected', '{"level": "HIGH"}'::jsonb), ('step', '{"step": 1}'),
            ('told', '{"channel": "webhook", "attempt": 1, "outcome": "delivered"}'),
            ('claimed', '{"etaMinutes": null}'), ('resolved', '{"outcome": "HELPED"}')) AS e (type, details)`;

const OUTBOX = `
  INSERT INTO outbox (id, fall_id, person_id, channel_id, lane, message, state, attempts, first_try_at, due_at, created_at)
  SELECT message, fall, c.user_id, c.id, 'webhook 127.0.0.1', '{"title": "Fall detected"}', 'SENT', 1, at, at, at
  ${FILLED},
    (SELECT id, user_id FROM notification_channels WHERE user_id = $3 AND kind = 'webhook' LIMIT 1) c`;

const ATTEMPTS = `
  INSERT INTO delivery_attempts (outbox_id, attempt, at, delivered, status, took_ms)
  SELECT message, 1, at, true, 201, 40 ${FILLED}`;

const PATIENTS = `
  INSERT INTO users (email, password_hash, first_name, last_name, role, created_at, updated_at)
  SELECT 'filled-' || i || '@example.org', 'none', 'Filled', 'In', 'PATIENT', now(), now() FROM generate_series(1, 1000) i
  ON CONFLICT DO NOTHING`;

const POLICY = JSON.stringify({
  steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webhook'] }],
  repeats: { everySeconds: 180, times: 5 },
});

/** Fills the responses with these numbers, which must not exist yet; `by` claimed all of them. */
export const fillResponses = (databaseUrl: string, from: number, to: number, by: string): Promise<void> =>
  withDatabase(databaseUrl, async (client) => {
    await client.query('SET synchronous_commit = off');
    await client.query(PATIENTS);
    // All references are valid; checking them would take most of the time.
    await client.query('SET session_replication_role = replica');
    for (let at = from; at <= to; at += AT_ONCE) {
      const range = [at, Math.min(to, at + AT_ONCE - 1)];
      doing(`filling in ${to - at + 1} responses`);
      const began = performance.now();
      await client.query(FALLS, range);
      await client.query(RESPONSES, [...range, POLICY, by]);
      await client.query(LOG, [...range, by]);
      await client.query(OUTBOX, [...range, by]);
      await client.query(ATTEMPTS, range);
      say(`responses up to ${range[1]}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    }
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  });
