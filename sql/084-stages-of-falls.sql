-- Stages of a fall: docs/response.md, "Stages".

ALTER TABLE fall_events
  -- When the service received what raised the fall to its level; null in older falls.
  ADD COLUMN received_at timestamptz;

ALTER TABLE fall_times
  -- When the device of a notified person first had the notification; null without a receipt.
  ADD COLUMN first_received_at timestamptz;

CREATE OR REPLACE VIEW real_falls AS SELECT * FROM fall_events WHERE NOT is_test;

CREATE OR REPLACE VIEW fall_times_public AS
SELECT fall_id, patient_id, fell_at, level, source, acknowledged, false_alarm, outcome, claimed_at, resolved_at, notify_seconds,
       claim_seconds, resolve_seconds, corrected, updated_at, first_received_at
FROM fall_times;
