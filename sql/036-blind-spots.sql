-- Blind spots (docs/home.md, "Blind spots"): wearables that are not worn, and patients who do not check in.

-- Earlier rows meet the new constraints, which only allow more: the tables are not scanned.
ALTER TABLE fall_events
  DROP CONSTRAINT fall_events_source_check,
  ADD CONSTRAINT fall_events_source_check
    CHECK (source IN ('STREAM', 'REPORT', 'HELP_BUTTON', 'CHECK_IN')) NOT VALID;

ALTER TABLE device_conditions
  DROP CONSTRAINT device_conditions_type_check,
  ADD CONSTRAINT device_conditions_type_check
    CHECK (type IN ('STATUS_INACTIVE', 'DEVICE_INACTIVE', 'DEVICE_OFFLINE', 'DEVICE_BATTERY_LOW', 'DEVICE_NOT_WORN'))
    NOT VALID;

ALTER TABLE devices
  -- The last movement of the wearable; null before the first one of its wearer.
  ADD COLUMN moved_at    timestamptz,
  -- The wearable has been still since, as far as its readings show: since its last movement, its last reading on a
  -- charger, its return after a silence, or its first reading.
  ADD COLUMN still_since timestamptz;

-- When a patient is expected to show a sign of life. Times are minutes after midnight in the organisation's zone.
CREATE TABLE check_ins (
  patient_id   uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  from_minute  smallint NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
  until_minute smallint NOT NULL CHECK (until_minute BETWEEN 0 AND 1439 AND until_minute > from_minute),
  -- ISO weekdays: 1 is Monday.
  weekdays     smallint[] NOT NULL CHECK (cardinality(weekdays) BETWEEN 1 AND 7),
  -- The window that is open or comes next, and the first sign in it.
  opens_at     timestamptz NOT NULL,
  closes_at    timestamptz NOT NULL,
  signed_at    timestamptz,
  updated_at   timestamptz NOT NULL
);

CREATE INDEX check_ins_by_end ON check_ins (closes_at);
