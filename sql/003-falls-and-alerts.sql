-- Who looks after whom, what happened, and who was told.

CREATE TABLE assignments (
  caregiver_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  patient_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  relationship text,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (caregiver_id, patient_id)
);

CREATE INDEX assignments_by_patient ON assignments (patient_id);

CREATE TABLE fall_events (
  id                 uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id            uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  device_id          uuid REFERENCES devices ON DELETE SET NULL,
  confidence         double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  -- The level of the confidence (contract, section 3); kept beside it so that lists can filter by index.
  status             text NOT NULL CHECK (status IN ('NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED')),
  location           text,
  witnessed          boolean,
  injuries           text,
  -- The worst reading of the episode: { accel: [x, y, z], gyro: [x, y, z], timestamp }.
  sensor_data        jsonb,
  -- Set for events from the stream: suspicious readings soon after this one belong to the same episode.
  last_suspicious_at timestamptz,
  responded_at       timestamptz,
  investigation      jsonb,
  created_at         timestamptz NOT NULL
);

CREATE INDEX fall_events_by_user ON fall_events (user_id, created_at DESC, id);
CREATE INDEX fall_events_by_time ON fall_events (created_at DESC, id);
CREATE INDEX fall_events_by_status ON fall_events (status, created_at DESC, id);
CREATE INDEX fall_events_by_episode ON fall_events (device_id, last_suspicious_at DESC) WHERE device_id IS NOT NULL;

-- One record per caregiver and event.
CREATE TABLE alerts (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  fall_id         uuid REFERENCES fall_events ON DELETE CASCADE,
  caregiver_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  patient_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  type            text NOT NULL,
  severity        text NOT NULL,
  message         text NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  UNIQUE (fall_id, caregiver_id)
);

CREATE INDEX alerts_by_caregiver ON alerts (caregiver_id, created_at DESC, id);
CREATE INDEX alerts_active ON alerts (caregiver_id, created_at DESC, id) WHERE acknowledged_at IS NULL;
CREATE INDEX alerts_by_patient ON alerts (patient_id);
