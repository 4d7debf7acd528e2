-- The data of a care home in version 0.1.0 before falls had responses (sql/001 to 008). Times are relative to now, so that
-- nothing is older than its retention. Every password is Secret!123.

INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at, last_login) VALUES
  ('00000000-0000-4000-8000-000000000001', 'boss@home.example', '@HASH@', 'Bea', 'Boss', 'ADMIN', now() - interval '90 days', now() - interval '90 days', now() - interval '1 day'),
  ('00000000-0000-4000-8000-000000000002', 'nora@home.example', '@HASH@', 'Nora', 'Nurse', 'CAREGIVER', now() - interval '80 days', now() - interval '80 days', now() - interval '1 hour'),
  ('00000000-0000-4000-8000-000000000003', 'edith@home.example', '@HASH@', 'Edith', 'Brandt', 'PATIENT', now() - interval '70 days', now() - interval '70 days', NULL);

INSERT INTO sessions (id, user_id, created_at, expires_at, revoked_at) VALUES
  ('00000000-0000-4000-8000-00000000a001', '00000000-0000-4000-8000-000000000002', now() - interval '1 hour', now() + interval '23 hours', NULL),
  ('00000000-0000-4000-8000-00000000a002', '00000000-0000-4000-8000-000000000002', now() - interval '2 hours', now() + interval '22 hours', now() - interval '1 hour');

INSERT INTO assignments (caregiver_id, patient_id, relationship, created_at) VALUES
  ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000003', 'nurse', now() - interval '60 days');

INSERT INTO devices (id, user_id, mac_address, name, last_seen, uptime_ms, battery_level, heart_rate, spo2, created_at, updated_at) VALUES
  ('00000000-0000-4000-8000-00000000d001', '00000000-0000-4000-8000-000000000003', 'AA:BB:CC:00:00:01', 'Wristband', now() - interval '1 minute', 3600000, 80, 72, 97, now() - interval '60 days', now());
INSERT INTO device_tokens (device_id, token_hash, created_at) VALUES
  ('00000000-0000-4000-8000-00000000d001', sha256('an-old-device-token'), now() - interval '60 days');
INSERT INTO device_logs (device_id, at, type, message) VALUES
  ('00000000-0000-4000-8000-00000000d001', now() - interval '60 days', 'INFO', 'Registered');

-- The service created the daily partitions of readings ahead of time.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = 'sensor_readings'::regclass) THEN
    FOR day IN -1 .. 1 LOOP
      EXECUTE format('CREATE TABLE sensor_readings_%s PARTITION OF sensor_readings FOR VALUES FROM (%L) TO (%L)',
        to_char(now() AT TIME ZONE 'UTC' + day * interval '1 day', 'YYYYMMDD'),
        to_char(now() AT TIME ZONE 'UTC' + day * interval '1 day', 'YYYY-MM-DD') || 'T00:00:00Z',
        to_char(now() AT TIME ZONE 'UTC' + (day + 1) * interval '1 day', 'YYYY-MM-DD') || 'T00:00:00Z');
    END LOOP;
  END IF;
END $$;
INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, confidence,
                             heart_rate, spo2, battery_level, health_score)
SELECT now() - n * interval '1 second', 3600000 - n * 1000, d.key, 0.5, 0.3, 9.8, 0.1, 0.2, 0.1, 0.01, 70 + n % 5, 97, 80, 100
FROM generate_series(60, 119) AS n, devices d WHERE d.mac_address = 'AA:BB:CC:00:00:01';

-- Falls: unanswered (two hours, three days, forty days ago), acknowledged, judged without an acknowledgement, and suspicious only.
INSERT INTO fall_events (id, user_id, device_id, confidence, status, last_suspicious_at, responded_at, outcome, created_at) VALUES
  ('00000000-0000-4000-8000-00000000f001', '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-00000000d001', 0.95, 'CONFIRMED', now() - interval '2 hours', NULL, NULL, now() - interval '2 hours'),
  ('00000000-0000-4000-8000-00000000f002', '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-00000000d001', 0.75, 'HIGH', now() - interval '3 days', NULL, NULL, now() - interval '3 days'),
  ('00000000-0000-4000-8000-00000000f003', '00000000-0000-4000-8000-000000000003', NULL, 0.6, 'POTENTIAL', NULL, NULL, NULL, now() - interval '40 days'),
  ('00000000-0000-4000-8000-00000000f004', '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-00000000d001', 0.8, 'HIGH', now() - interval '5 hours', now() - interval '4 hours', NULL, now() - interval '5 hours'),
  ('00000000-0000-4000-8000-00000000f005', '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-00000000d001', 0.8, 'HIGH', now() - interval '6 hours', NULL, 'FALSE_ALARM', now() - interval '6 hours'),
  ('00000000-0000-4000-8000-00000000f006', '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-00000000d001', 0.4, 'SUSPICIOUS', now() - interval '1 hour', NULL, NULL, now() - interval '1 hour');
INSERT INTO alerts (id, fall_id, caregiver_id, patient_id, type, severity, message, created_at, updated_at, acknowledged_at, acknowledged_by)
SELECT gen_random_uuid(), f.id, '00000000-0000-4000-8000-000000000002', f.user_id, 'FALL_DETECTED', f.status,
       'Fall detected: Edith Brandt', f.created_at, f.created_at, f.responded_at,
       CASE WHEN f.responded_at IS NOT NULL THEN '00000000-0000-4000-8000-000000000002'::uuid END
FROM fall_events f WHERE f.status <> 'SUSPICIOUS';

INSERT INTO messages (sender_id, recipient_id, content, type, read_at, created_at) VALUES
  ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002', 'Can you come at four?', 'TEXT', NULL, now() - interval '1 hour'),
  ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000003', 'How was your night?', 'TEXT', now() - interval '2 hours', now() - interval '3 hours');

INSERT INTO live_cursors (user_id, last_id) VALUES ('00000000-0000-4000-8000-000000000002', 1);
INSERT INTO live_events (recipient_id, id, type, data, created_at, about_id) VALUES
  ('00000000-0000-4000-8000-000000000002', 1, 'message', '{"content":"Can you come at four?"}', now() - interval '1 hour', '00000000-0000-4000-8000-000000000003');

INSERT INTO audit_log (at, level, action, outcome, message, actor_id, subject_id, ip) VALUES
  (now() - interval '1 hour', 'info', 'login', 'done', 'Logged in', '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000002', '192.0.2.7');
