-- A year of falls with their responses, for demos and for the load test of reports (docs/home.md, "Reports"). It adds falls of
-- the active patients, claimed by their care teams, in the organisation's time zone. The same seed writes the same falls, so that
-- running it again adds nothing. Settings, all optional: vigil.falls, vigil.seed, vigil.first_day, vigil.days.
--   npm run year-of-falls -- --falls 2000 --seed 7
--   PGOPTIONS='-c vigil.falls=2000 -c vigil.seed=7' psql "$DATABASE_URL" -1 -f scripts/year-of-falls.sql

-- From 0 up to 1, the same for the same seed, number and purpose. Stable, as its parts are: PostgreSQL inlines it then.
CREATE OR REPLACE FUNCTION pg_temp.chance(number bigint, purpose text) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT (hashtextextended(purpose || number, coalesce(nullif(current_setting('vigil.seed', true), ''), '1')::bigint)
    & 4503599627370495) / 4503599627370496.0
$$;

CREATE OR REPLACE FUNCTION pg_temp.setting(name text, otherwise text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('vigil.' || name, true), ''), otherwise)
$$;

-- Some residents fall often, most rarely.
CREATE TEMPORARY TABLE year_residents ON COMMIT DROP AS
SELECT id AS patient_id, row_number() OVER (ORDER BY md5(id::text)) - 1 AS number,
       (SELECT array_agg(caregiver_id ORDER BY caregiver_id) FROM care_teams c WHERE c.patient_id = u.id) AS caregivers
FROM users u WHERE role = 'PATIENT' AND status = 'active';
CREATE UNIQUE INDEX ON year_residents (number);
ANALYZE year_residents;

CREATE TEMPORARY TABLE year_falls ON COMMIT DROP AS
WITH settings AS (
  SELECT pg_temp.setting('falls', '1000')::bigint AS falls, pg_temp.setting('days', '365')::integer AS days,
         pg_temp.setting('first_day', (current_date - 365)::text)::date AS first_day,
         pg_temp.setting('seed', '1') AS seed,
         coalesce((SELECT time_zone FROM organisation), 'UTC') AS zone
), drawn AS MATERIALIZED (
  SELECT n, s.*, floor(power(pg_temp.chance(n, 'who'), 1.7) * (SELECT count(*) FROM year_residents))::bigint AS resident, pg_temp.chance(n, 'source') AS source_chance,
         pg_temp.chance(n, 'level') AS level_chance, pg_temp.chance(n, 'outcome') AS outcome_chance,
         pg_temp.chance(n, 'pace') AS pace, pg_temp.chance(n, 'channel') AS channel,
         -- Evenly over the days, with more falls in the morning, around supper and at night.
         (ARRAY[0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9, 10, 11, 12, 13, 13, 14, 15, 16, 17, 17, 18, 18, 19, 20, 21, 21, 22, 22,
                23, 23])[1 + floor(36 * pg_temp.chance(n, 'hour'))::integer] AS hour
  FROM settings s, generate_series(1, s.falls) n
), timed AS (
  SELECT d.*, (first_day + floor(n * days / (falls + 1.0))::integer
               + make_interval(hours => hour, secs => floor(3600 * pg_temp.chance(n, 'second')))) AT TIME ZONE zone AS fell_at
  FROM drawn d
)
SELECT md5('year of falls ' || t.seed || ' ' || t.n)::uuid AS id, t.n, r.patient_id, t.fell_at,
       CASE WHEN source_chance < 0.80 THEN 'STREAM' WHEN source_chance < 0.93 THEN 'HELP_BUTTON'
            WHEN source_chance < 0.97 THEN 'REPORT' ELSE 'CHECK_IN' END AS source,
       CASE WHEN source_chance BETWEEN 0.80 AND 0.93 THEN 1 WHEN source_chance >= 0.97 THEN 0.6
            ELSE round((0.55 + 0.45 * level_chance)::numeric, 2) END::double precision AS confidence,
       r.caregivers[1 + floor(pg_temp.chance(n, 'caregiver') * cardinality(r.caregivers))::integer] AS caregiver_id,
       -- Over a live socket at once, or by a message after the OK window.
       fell_at + make_interval(secs => CASE WHEN channel < 0.85 THEN 1 + 2 * channel ELSE 31 + 60 * (channel - 0.85) END) AS notified_at,
       -- Half of the claims within about 80 seconds, slower at night and at weekends.
       fell_at + make_interval(secs => (3 + 60 * exp(2.4 * (pace - 0.5)) * (1 + 4 * power(pace, 12))
         * CASE WHEN hour >= 22 OR hour < 6 THEN 1.6 ELSE 1 END
         * CASE WHEN extract(isodow FROM fell_at AT TIME ZONE zone) > 5 THEN 1.3 ELSE 1 END)) AS claimed_at,
       120 + 1500 * pg_temp.chance(n, 'help') AS help_seconds,
       outcome_chance < 0.01 AS is_unanswered,
       CASE WHEN outcome_chance < 0.01 THEN 'HELPED' WHEN outcome_chance < 0.09 AND source_chance < 0.80 AND level_chance < 0.7
              THEN 'CANCELLED_BY_PATIENT'
            WHEN outcome_chance < 0.25 AND source_chance < 0.80 THEN 'FALSE_ALARM'
            WHEN outcome_chance < 0.55 THEN 'NO_HELP_NEEDED' ELSE 'HELPED' END AS outcome
FROM timed t JOIN year_residents r ON r.number = t.resident
-- The last hours are left out: a fall that is still open would ring nobody, and grow old.
WHERE t.fell_at < now() - interval '3 hours';

DELETE FROM year_falls y USING fall_events f WHERE f.id = y.id;
-- Nobody claims a fall that its patient cancelled, and nobody without a care team is claimed. What no one answered is found an hour
-- later.
UPDATE year_falls SET claimed_at = NULL WHERE is_unanswered OR outcome = 'CANCELLED_BY_PATIENT' OR caregiver_id IS NULL;
ALTER TABLE year_falls ADD COLUMN resolved_at timestamptz;
UPDATE year_falls SET resolved_at = CASE WHEN outcome = 'CANCELLED_BY_PATIENT' THEN fell_at + interval '20 seconds'
  ELSE coalesce(claimed_at, fell_at) + make_interval(secs => help_seconds + CASE WHEN is_unanswered THEN 3600 ELSE 0 END) END;

INSERT INTO fall_events (id, user_id, confidence, status, source, location, sensor_data, assessment, last_suspicious_at, started_at,
                         responded_at, outcome, created_at)
SELECT id, patient_id, confidence,
       CASE WHEN confidence <= 0.7 THEN 'POTENTIAL' WHEN confidence < 0.9 THEN 'HIGH' ELSE 'CONFIRMED' END, source, NULL,
       CASE WHEN source = 'STREAM' THEN jsonb_build_object('accel', '[-15.2, -12.4, -5.1]'::jsonb, 'gyro', '[480.5, 430.1, -290.7]'::jsonb,
         'timestamp', fell_at) END,
       CASE WHEN source = 'STREAM' THEN jsonb_build_object('decidedBy', 'model', 'secondsSinceImpact', 4, 'reasons', jsonb_build_array(
         jsonb_build_object('name', 'impact', 'value', round(20 + 30 * confidence), 'contribution', 1.9),
         jsonb_build_object('name', 'stillness', 'value', 6.2, 'contribution', 1.4),
         jsonb_build_object('name', 'postureChange', 'value', 1.3, 'contribution', 0.8))) END,
       CASE WHEN source = 'STREAM' THEN fell_at + interval '5 seconds' END, CASE WHEN source = 'STREAM' THEN fell_at END,
       claimed_at, CASE outcome WHEN 'FALSE_ALARM' THEN 'FALSE_ALARM' WHEN 'HELPED' THEN 'CONFIRMED' WHEN 'NO_HELP_NEEDED' THEN 'CONFIRMED' END,
       fell_at
FROM year_falls ORDER BY fell_at;

INSERT INTO responses (fall_id, patient_id, state, policy, claimed_by, claimed_at, escalation_starts_at, step, repeats_left, exhausted_at,
                       outcome, resolved_at, resolved_by, created_at)
SELECT id, patient_id, 'RESOLVED',
       '{"steps": [{"afterSeconds": 0, "targets": ["assigned"], "channels": ["webpush"]}], "repeats": {"everySeconds": 180, "times": 0}}',
       CASE WHEN claimed_at IS NOT NULL THEN caregiver_id END, claimed_at, fell_at, 1, 0,
       CASE WHEN is_unanswered THEN fell_at + interval '10 minutes' END, outcome, resolved_at,
       CASE WHEN outcome = 'CANCELLED_BY_PATIENT' THEN patient_id ELSE caregiver_id END, fell_at
FROM year_falls ORDER BY fell_at;

INSERT INTO response_log (fall_id, at, type, by_id, person_id, details)
SELECT f.id, e.at, e.type, e.by_id, e.person_id, e.details
FROM year_falls f CROSS JOIN LATERAL (VALUES
  ('detected', fell_at, NULL::uuid, NULL::uuid, jsonb_build_object('level', CASE WHEN confidence <= 0.7 THEN 'POTENTIAL'
     WHEN confidence < 0.9 THEN 'HIGH' ELSE 'CONFIRMED' END, 'source', source)),
  ('claimed', claimed_at, caregiver_id, NULL, '{"etaMinutes": null, "note": null}'),
  (CASE WHEN outcome = 'CANCELLED_BY_PATIENT' THEN 'cancelled' ELSE 'resolved' END,
   resolved_at, CASE WHEN outcome = 'CANCELLED_BY_PATIENT' THEN patient_id ELSE caregiver_id END, NULL,
   jsonb_build_object('outcome', outcome, 'note', NULL))
) AS e (type, at, by_id, person_id, details)
WHERE e.at IS NOT NULL ORDER BY e.at;

-- The triggers have written all but the first delivery. The load test turns triggers off, and needs the whole rows.
INSERT INTO fall_times (fall_id, patient_id, fell_at, level, source, acknowledged, false_alarm, outcome, notified_at, claimed_at,
                        resolved_at)
SELECT f.id, f.patient_id, f.fell_at, e.status, f.source, e.responded_at IS NOT NULL, e.outcome IS NOT DISTINCT FROM 'FALSE_ALARM',
       r.outcome, f.notified_at, r.claimed_at, r.resolved_at
FROM year_falls f JOIN fall_events e ON e.id = f.id JOIN responses r ON r.fall_id = f.id ORDER BY f.fell_at
ON CONFLICT (fall_id) DO UPDATE SET notified_at = excluded.notified_at;

-- The residents lived there all the time, or falls per resident day would make no sense.
UPDATE residencies SET began_at = least(began_at, (SELECT min(fell_at) FROM year_falls))
WHERE ended_at IS NULL AND patient_id IN (SELECT patient_id FROM year_falls);
