-- What the detector did, for how many hours worn (docs/home.md, "The ledger"). No names: it outlives accounts, falls and wards.

-- How caregivers have judged a fall: real or false; null if they have not.
-- owner: response
CREATE VIEW judgements_public AS
SELECT f.id AS fall_id,
       CASE WHEN coalesce(r.outcome = 'FALSE_ALARM', f.outcome = 'FALSE_ALARM') THEN 'false'
            WHEN r.outcome IN ('HELPED', 'NO_HELP_NEEDED') OR f.outcome = 'CONFIRMED' THEN 'real' END AS judged
FROM fall_events f LEFT JOIN responses r ON r.fall_id = f.id;

-- What each wearable sends.
-- owner: ledger
CREATE TABLE ledger_wearables (
  device_id    uuid PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
  message_kind text NOT NULL CHECK (message_kind IN ('reading', 'samples')),
  gyro         boolean NOT NULL,
  pressure     boolean NOT NULL
);

-- By the ward in which the wearer lived at that time.
-- owner: ledger
CREATE TABLE ledger_hours (
  month        date NOT NULL,
  ward_id      uuid,
  detector     text NOT NULL,
  is_shadow    boolean NOT NULL,
  message_kind text NOT NULL CHECK (message_kind IN ('reading', 'samples')),
  gyro         boolean NOT NULL,
  pressure     boolean NOT NULL,
  worn_ms      float8 NOT NULL,
  -- The first and the last hour that is counted.
  since        timestamptz NOT NULL,
  until        timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (month, ward_id, detector, is_shadow, message_kind, gyro, pressure)
);

-- The falls that the detector raised.
-- owner: ledger
CREATE TABLE ledger_alerts (
  fall_id      uuid PRIMARY KEY,
  at           timestamptz NOT NULL,
  ward_id      uuid,
  detector     text NOT NULL,
  message_kind text NOT NULL CHECK (message_kind IN ('reading', 'samples')),
  gyro         boolean NOT NULL,
  pressure     boolean NOT NULL,
  level        text NOT NULL CHECK (level IN ('POTENTIAL', 'HIGH', 'CONFIRMED')),
  verification text CHECK (verification IN ('pending', 'stands', 'moved_on')),
  outcome      text CHECK (outcome IN ('real', 'false', 'cancelled')),
  -- Raised because no reading followed an impact: a shadow does not judge that.
  by_silence   boolean NOT NULL
);
CREATE INDEX ledger_alerts_by_time ON ledger_alerts (at);

-- Suspicious readings of the shadow detector, until their alert is known.
-- owner: ledger
CREATE TABLE shadow_readings (
  device_id     uuid NOT NULL REFERENCES devices ON DELETE CASCADE,
  recorded_at   timestamptz NOT NULL,
  impact_at     timestamptz NOT NULL,
  confidence    float8 NOT NULL,
  is_by_network boolean NOT NULL,
  detector      text NOT NULL,
  stored_at     timestamptz NOT NULL,
  PRIMARY KEY (device_id, recorded_at, detector)
);

-- The falls that the shadow detector would have raised.
-- owner: ledger
CREATE TABLE shadow_alerts (
  id           uuid PRIMARY KEY,
  device_id    uuid REFERENCES devices ON DELETE SET NULL,
  started_at   timestamptz NOT NULL,
  last_at      timestamptz NOT NULL,
  at           timestamptz NOT NULL,
  ward_id      uuid,
  detector     text NOT NULL,
  message_kind text NOT NULL CHECK (message_kind IN ('reading', 'samples')),
  gyro         boolean NOT NULL,
  pressure     boolean NOT NULL,
  level        text NOT NULL CHECK (level IN ('POTENTIAL', 'HIGH', 'CONFIRMED')),
  verification text CHECK (verification IN ('stands', 'moved_on')),
  -- The fall that the detector in use raised at the same time; it may be deleted.
  fall_id      uuid
);
CREATE INDEX shadow_alerts_by_device ON shadow_alerts (device_id, started_at);
CREATE INDEX shadow_alerts_by_fall ON shadow_alerts (fall_id);
