-- The module that owns each table and view (docs/architecture.md, "Tables"): those of the files before this one. A later file names
-- the owner in a line before CREATE.

-- owner: platform
--   instances schema_migrations tallies
-- owner: accounts
--   access_tokens audit_log email_changes login_networks organisation passkey_challenges passkeys password_resets pin_tries pins
--   recovery_codes second_factors service_account_wards service_accounts sessions users
-- owner: people
--   assignments care_teams check_ins current_care_teams current_ward_members messages station_unlocks stations ward_members wards
-- owner: live
--   live_cursors live_events
-- owner: notify
--   delivery_attempts notification_channels outbox phone_hooks phone_replies phone_uses webhooks
-- owner: response
--   alerts calendar_feeds claim_links escalation_policies fall_events fall_times real_falls response_log responses roster_duty
--   roster_exceptions roster_horizons roster_shifts roster_slots roster_swaps shifts staff_notices ward_escalation_policies
-- owner: falls
--   incident_amendments incident_reports report_counts
-- owner: sensors
--   sensor_events sensor_rules sensors
-- owner: devices
--   device_conditions device_logs device_tokens devices patient_limits worn_before
-- owner: readings
--   detector_marks reading_erasures reading_signals sensor_readings silent_impacts wearer_detectors
-- owner: overview
--   ward_handovers
-- owner: smart-home
--   smart_home_residents
-- owner: operations
--   service_clock

-- What the owners publish: other modules join these views, with the columns that they use. PostgreSQL plans and locks through them as
-- through the tables. A migration that changes the type of such a column drops the view and creates it again.

-- owner: accounts
CREATE VIEW people_public AS
SELECT id, email, pending_email, pending_email_until, first_name, last_name, role, status, phone, date_of_birth, avatar,
       emergency_contact, room, specialization, organization, language, ward_id, share_with_home, created_at, updated_at, last_login
FROM users;

-- owner: people
CREATE VIEW wards_public AS SELECT id, name FROM wards;

-- Also memberships that are over, for comparisons with another clock than the database's (current_ward_members).
-- owner: people
CREATE VIEW ward_members_public AS SELECT ward_id, caregiver_id, lead, until FROM ward_members;

-- Also care that is over, because its rows are locked as well (current_care_teams).
-- owner: people
CREATE VIEW care_teams_public AS SELECT caregiver_id, patient_id, assigned, since FROM care_teams;

-- Not where the channel leads to.
-- owner: notify
CREATE VIEW channels_public AS
SELECT id, user_id, kind, verified_at, disabled_at, tested_at, last_error, created_at FROM notification_channels;

-- Tests too (real_falls is without them).
-- owner: response
CREATE VIEW falls_public AS
SELECT id, user_id, device_id, confidence, status, location, witnessed, injuries, sensor_data, sensor, last_suspicious_at, started_at,
       responded_at, investigation, assessment, outcome, source, is_test, created_at
FROM fall_events;

-- owner: response
CREATE VIEW fall_times_public AS
SELECT fall_id, patient_id, fell_at, level, source, acknowledged, false_alarm, outcome, claimed_at, resolved_at, notify_seconds,
       claim_seconds, resolve_seconds, corrected, updated_at
FROM fall_times;

-- owner: response
CREATE VIEW responses_public AS
SELECT fall_id, patient_id, state, claimed_by, claimed_at, claim_expires_at, help_presses, outcome, resolved_at, note, created_at
FROM responses;

-- owner: response
CREATE VIEW timelines_public AS SELECT id, fall_id, type, by_id FROM response_log;

-- owner: response
CREATE VIEW roster_slots_public AS SELECT ward_id, starts_at, ends_at FROM roster_slots;

-- owner: devices
CREATE VIEW devices_public AS SELECT id, key, user_id, name, mac_address, disabled, updated_at FROM devices;

-- owner: devices
CREATE VIEW device_conditions_public AS SELECT device_id, type FROM device_conditions;
