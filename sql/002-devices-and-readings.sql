-- Wearables, what they report, and their logs.

CREATE TABLE devices (
  id                   uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- A short name for the device in sensor_readings, where sixteen bytes per row would be a third of the index.
  key                  integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id              uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  mac_address          text NOT NULL UNIQUE,
  name                 text NOT NULL,
  disabled             boolean NOT NULL DEFAULT false,
  -- What the device last said of itself. Written every few seconds for devices that have something new,
  -- not with every reading; the instance that receives the readings always knows the newest.
  last_seen            timestamptz,
  uptime_ms            bigint,
  battery_level        real,
  signal_strength      smallint,
  heart_rate           smallint,
  spo2                 smallint,
  firmware_version     text,
  sensors_initialized  boolean,
  wifi_connected       boolean,
  bluetooth_connected  boolean,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL
);

CREATE INDEX devices_by_user ON devices (user_id, created_at DESC, id);

-- The newest 1000 per device are kept (contract, section 8).
CREATE TABLE device_logs (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id uuid NOT NULL REFERENCES devices ON DELETE CASCADE,
  at        timestamptz NOT NULL,
  type      text NOT NULL CHECK (type IN ('INFO', 'WARNING', 'ERROR')),
  message   text NOT NULL
);

CREATE INDEX device_logs_by_device ON device_logs (device_id, at DESC, id DESC);

-- Readings: a TimescaleDB hypertable where the server offers it, native daily partitions where not.
-- A partitioned table cannot become a hypertable later, so the choice is made here, at the table's birth.
DO $$
DECLARE
  columns constant text := $columns$
    recorded_at          timestamptz NOT NULL,
    uptime_ms            bigint NOT NULL,
    fingerprint          bigint,            -- of the payload or the idempotency key; finds a repeated message
    device_key           integer NOT NULL,  -- devices.key; no foreign key, whose check would cost every row
    accel_x              real NOT NULL,     -- m/s²
    accel_y              real NOT NULL,
    accel_z              real NOT NULL,
    gyro_x               real NOT NULL,     -- °/s
    gyro_y               real NOT NULL,
    gyro_z               real NOT NULL,
    confidence           real NOT NULL,     -- of a fall, 0 to 1
    pressure             real,              -- hPa
    fsr                  real,              -- foot pressure, 0 to 1
    battery_level        real,              -- percent
    health_score         smallint NOT NULL,
    heart_rate           smallint,          -- bpm
    spo2                 smallint,          -- percent
    signal_strength      smallint,          -- dBm
    sensors_initialized  boolean,
    wifi_connected       boolean,
    bluetooth_connected  boolean,
    samples              bytea,             -- rows of seven 4-byte floats, little endian: t_ms, accel, gyro
    PRIMARY KEY (device_key, recorded_at)
  $columns$;
  hypertables boolean := EXISTS (SELECT FROM pg_extension WHERE extname = 'timescaledb');
BEGIN
  IF NOT hypertables AND EXISTS (SELECT FROM pg_available_extensions WHERE name = 'timescaledb') THEN
    BEGIN
      -- Creating the extension without its library preloaded would end the session, so the setting is asked first.
      IF current_setting('shared_preload_libraries') LIKE '%timescaledb%' THEN
        CREATE EXTENSION timescaledb;
        hypertables := true;
      END IF;
    EXCEPTION WHEN insufficient_privilege THEN
      RAISE NOTICE 'TimescaleDB is there, but this role may not use it: native partitions instead';
    END;
  END IF;

  IF hypertables THEN
    EXECUTE format('CREATE TABLE sensor_readings (%s)', columns);
    PERFORM create_hypertable('sensor_readings', 'recorded_at',
                              chunk_time_interval => interval '1 day', create_default_indexes => false);
  ELSE
    EXECUTE format('CREATE TABLE sensor_readings (%s) PARTITION BY RANGE (recorded_at)', columns);
  END IF;
END $$;

-- Readings of devices that are gone, to be erased in the background: there may be millions of them.
CREATE TABLE reading_erasures (
  device_key integer PRIMARY KEY,
  asked_at   timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION erase_readings_of_deleted_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reading_erasures (device_key) VALUES (OLD.key) ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;

CREATE TRIGGER devices_erase_readings AFTER DELETE ON devices
  FOR EACH ROW EXECUTE FUNCTION erase_readings_of_deleted_device();
