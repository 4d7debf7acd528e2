-- Falls from other sensors (docs/sensors.md): bed mats, radars, door contacts, nurse-call systems.

-- Earlier rows meet the new constraint, which only allows more: the table is not scanned.
ALTER TABLE fall_events
  DROP CONSTRAINT fall_events_source_check,
  ADD CONSTRAINT fall_events_source_check
    CHECK (source IN ('STREAM', 'REPORT', 'HELP_BUTTON', 'CHECK_IN', 'SENSOR')) NOT VALID,
  -- { id, name, event, text }: the sensor and its event, as they were then. The fall outlives the sensor.
  ADD COLUMN sensor jsonb;

CREATE TABLE sensors (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name          text NOT NULL,
  kind          text,
  room          text,
  -- Null: whoever lives in the room.
  patient_id    uuid REFERENCES users ON DELETE SET NULL,
  -- Null: all wards. With a patient, their ward counts.
  ward_id       uuid REFERENCES wards ON DELETE SET NULL,
  created_at    timestamptz NOT NULL,
  last_event_at timestamptz
);

CREATE INDEX sensors_by_patient ON sensors (patient_id);
CREATE INDEX sensors_by_ward ON sensors (ward_id);
CREATE INDEX sensors_by_time ON sensors (created_at DESC, id);

CREATE TABLE sensor_events (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sensor_id  uuid NOT NULL REFERENCES sensors ON DELETE CASCADE,
  patient_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  type       text NOT NULL CHECK (type IN ('FALL', 'BED_EXIT', 'DOOR', 'CALL', 'INACTIVITY')),
  at         timestamptz NOT NULL,
  confidence float8,
  room       text,
  text       text,
  -- SHA-256 of the idempotency key, or of what identifies the event; null without either.
  key        bytea,
  -- SHA-256 of an MQTT message, which may come again.
  message    bytea,
  -- Beyond the limits of its sensor: recorded without alerts.
  flooded    boolean NOT NULL,
  -- What it became. Not references: a repeat is answered as before.
  fall_id    uuid,
  alert_id   uuid,
  -- When it arrived.
  created_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX sensor_events_by_key ON sensor_events (sensor_id, key) WHERE key IS NOT NULL;
CREATE INDEX sensor_events_by_message ON sensor_events (sensor_id, message) WHERE message IS NOT NULL;
CREATE INDEX sensor_events_by_patient ON sensor_events (patient_id, created_at, id);
CREATE INDEX sensor_events_by_time ON sensor_events (created_at);

-- For the limits of one sensor and patient.
CREATE INDEX sensor_events_alerted ON sensor_events (sensor_id, patient_id, created_at) WHERE NOT flooded;
CREATE INDEX sensor_events_flooded ON sensor_events (sensor_id, patient_id, created_at) WHERE flooded;

-- Which of a patient's sensor alerts escalate, and when.
CREATE TABLE sensor_rules (
  patient_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- [{ type, hours: { from, to } | null }]
  rules      jsonb NOT NULL,
  updated_at timestamptz NOT NULL
);

-- For events that name a room.
CREATE INDEX patients_by_room ON users (lower(btrim(room))) WHERE role = 'PATIENT' AND room IS NOT NULL;
