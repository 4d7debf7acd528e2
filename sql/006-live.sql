-- What people are told as it happens, kept so that a dropped connection loses nothing.

-- The number of each person's newest event.
CREATE TABLE live_cursors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  last_id bigint NOT NULL
) WITH (fillfactor = 50);

-- Numbered for each recipient from 1, without gaps. Whoever appends raises the recipient's cursor first and holds
-- its row until the commit: numbers become visible in their own order, and a rollback gives its number back.
-- A resume after number n therefore never skips an event that was numbered earlier and committed later.
CREATE TABLE live_events (
  recipient_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  id           bigint NOT NULL,
  type         text NOT NULL,
  data         json NOT NULL,  -- as it was sent, never searched
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (recipient_id, id)
);

CREATE INDEX live_events_by_time ON live_events USING brin (created_at);

-- What is wrong with a wearable now: a row as long as it lasts. Its key lets one instance alone tell of it.
CREATE TABLE device_conditions (
  device_id uuid NOT NULL REFERENCES devices ON DELETE CASCADE,
  type      text NOT NULL CHECK (type IN ('DEVICE_INACTIVE', 'DEVICE_OFFLINE', 'DEVICE_BATTERY_LOW')),
  since     timestamptz NOT NULL,
  PRIMARY KEY (device_id, type)
);

ALTER TABLE alerts
  -- For alerts about a wearable instead of a fall; they mean nothing without it.
  ADD COLUMN device_id    uuid REFERENCES devices ON DELETE CASCADE,
  -- The delivery ledger: when the alert first went out to one of the caregiver's sockets.
  ADD COLUMN delivered_at timestamptz;

CREATE INDEX alerts_by_device ON alerts (device_id, type) WHERE device_id IS NOT NULL;
-- Repeated to open sockets until somebody acknowledges.
CREATE INDEX alerts_emergencies ON alerts (caregiver_id)
  WHERE severity = 'CONFIRMED' AND type = 'FALL_DETECTED' AND acknowledged_at IS NULL;
