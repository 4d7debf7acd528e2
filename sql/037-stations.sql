-- Stations: tablets that the caregivers of a ward share (docs/home.md, "Stations"), and the PINs with which they act there.

CREATE TABLE pins (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- argon2id
  hash    text NOT NULL,
  set_at  timestamptz NOT NULL
);

-- Tries since the last right PIN. A try is counted before the PIN is checked, so that stations which ask at the same time
-- get no more tries than one. Not tied to an account: tries for people who cannot unlock the station count as well, under
-- a key of their own, and get the same answers.
CREATE TABLE pin_tries (
  key          uuid PRIMARY KEY,
  tries        smallint NOT NULL,
  locked_until timestamptz,
  tried_at     timestamptz NOT NULL
);

CREATE INDEX pin_tries_by_time ON pin_tries (tried_at);

CREATE TABLE stations (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name            text NOT NULL,
  -- Null: all wards. A station ends with its ward: it must not show all the others then.
  ward_id         uuid REFERENCES wards ON DELETE CASCADE,
  created_at      timestamptz NOT NULL,
  -- scrypt of the enrolment code, until it is used.
  code_hash       bytea,
  code_expires_at timestamptz,
  -- SHA-256 of the cookie's token; null until the tablet is enrolled.
  token_hash      bytea,
  enrolled_at     timestamptz,
  -- When the cookie was last renewed.
  renewed_at      timestamptz,
  -- When it was last connected, to within some seconds.
  seen_at         timestamptz,
  -- When leads and admins were told that it is not connected; null while it is.
  lost_at         timestamptz
);

CREATE UNIQUE INDEX stations_by_code ON stations (code_hash) WHERE code_hash IS NOT NULL;
CREATE UNIQUE INDEX stations_by_token ON stations (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX stations_by_ward ON stations (ward_id);
CREATE INDEX stations_by_time ON stations (created_at DESC, id);

-- What a right PIN is answered with: one person may act at one station for a minute.
CREATE TABLE station_unlocks (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL UNIQUE,
  station_id uuid NOT NULL REFERENCES stations ON DELETE CASCADE,
  person_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

CREATE INDEX station_unlocks_by_station ON station_unlocks (station_id);
CREATE INDEX station_unlocks_by_person ON station_unlocks (person_id);
CREATE INDEX station_unlocks_by_end ON station_unlocks (expires_at);

-- Tells every instance at the commit, however the station was deleted: its sockets close there.
CREATE FUNCTION tell_end_of_station() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('vigil_station', OLD.id::text);
  RETURN NULL;
END $$;

CREATE TRIGGER ended AFTER DELETE ON stations FOR EACH ROW EXECUTE FUNCTION tell_end_of_station();

-- The station at which an action was done: { id, name }, the name as it was then.
ALTER TABLE audit_log ADD COLUMN station jsonb;

-- For boards of wards: alerts about wearables that nobody has acknowledged.
CREATE INDEX alerts_open_of_devices ON alerts (patient_id) WHERE fall_id IS NULL AND acknowledged_at IS NULL;

-- Stations read their board again when a patient comes to their ward or leaves it.
CREATE FUNCTION tell_change_of_ward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ward_id IS NOT NULL THEN PERFORM pg_notify('vigil_ward', OLD.ward_id::text); END IF;
  IF NEW.ward_id IS NOT NULL THEN PERFORM pg_notify('vigil_ward', NEW.ward_id::text); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER told_stations AFTER UPDATE ON users
  FOR EACH ROW WHEN (OLD.ward_id IS DISTINCT FROM NEW.ward_id) EXECUTE FUNCTION tell_change_of_ward();
