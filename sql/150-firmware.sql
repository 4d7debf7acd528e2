-- Firmware of wearables: signed images, where they are offered, and how far each wearable is (docs/updates.md).

CREATE OR REPLACE VIEW devices_public AS
SELECT id, key, user_id, name, mac_address, disabled, updated_at, created_at, firmware_version FROM devices;

-- owner: updates
CREATE TABLE firmware_images (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version      text NOT NULL UNIQUE,
  size         integer NOT NULL CHECK (size BETWEEN 1 AND 16777216),
  sha256       text NOT NULL,
  -- Base64, of "vigil-update <version> <size> <sha256>".
  signature    text NOT NULL,
  created_at   timestamptz NOT NULL,
  created_by   uuid REFERENCES users ON DELETE SET NULL,
  -- Too many wearables could not install it; null while it is offered.
  stopped_at   timestamptz,
  -- Outcomes from then on count for the next stop.
  counted_from timestamptz NOT NULL
);

-- Written while an image arrives, before its row: an image without a row is one that never came to its end.
-- owner: updates
CREATE TABLE firmware_pieces (
  image_id   uuid NOT NULL,
  number     integer NOT NULL,
  content    bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (image_id, number)
);

ALTER TABLE firmware_pieces ALTER COLUMN content SET STORAGE EXTERNAL;

-- owner: updates
CREATE TABLE firmware_rollouts (
  image_id   uuid NOT NULL REFERENCES firmware_images ON DELETE CASCADE,
  -- Null: all wearables.
  ward_id    uuid REFERENCES wards ON DELETE CASCADE,
  share      double precision NOT NULL CHECK (share BETWEEN 0 AND 1),
  updated_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX firmware_rollouts_once
  ON firmware_rollouts (image_id, coalesce(ward_id, '00000000-0000-0000-0000-000000000000'));
CREATE INDEX firmware_rollouts_ward ON firmware_rollouts (ward_id);

-- owner: updates
CREATE TABLE firmware_states (
  image_id  uuid NOT NULL REFERENCES firmware_images ON DELETE CASCADE,
  device_id uuid NOT NULL REFERENCES devices ON DELETE CASCADE,
  state     text NOT NULL CHECK (state IN ('offered', 'loading', 'installed', 'failed', 'rolled_back')),
  error     text,
  since     timestamptz NOT NULL,
  PRIMARY KEY (image_id, device_id)
);

CREATE INDEX firmware_states_device ON firmware_states (device_id);

-- From 0 to 1, the same each time: a larger share has all wearables of a smaller one.
CREATE FUNCTION firmware_place(device uuid, image uuid) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (get_byte(h, 0) * 65536 + get_byte(h, 1) * 256 + get_byte(h, 2)) / 16777216.0::double precision
  FROM sha256((device::text || image::text)::bytea) h
$$;

-- Few readings change the version: the hot path stays as it is.
CREATE FUNCTION announce_firmware() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('vigil_firmware', '');
  RETURN NULL;
END $$;

CREATE TRIGGER announce_firmware AFTER UPDATE OF firmware_version ON devices
  FOR EACH ROW WHEN (OLD.firmware_version IS DISTINCT FROM NEW.firmware_version)
  EXECUTE FUNCTION announce_firmware();

CREATE TRIGGER announce_firmware_of_new AFTER INSERT ON devices
  FOR EACH STATEMENT EXECUTE FUNCTION announce_firmware();

CREATE TRIGGER announce_firmware_of_moved AFTER UPDATE OF user_id ON devices
  FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id)
  EXECUTE FUNCTION announce_firmware();
