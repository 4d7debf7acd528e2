-- Wearables without a gyro, and the signal of a second (`samples` or `parts`) in a table of its own: it is larger than the reading
-- and is kept for a shorter time (SAMPLES_RETENTION_DAYS), so whole days of it are dropped.

DO $$
BEGIN
  ALTER TABLE sensor_readings
    ALTER COLUMN gyro_x DROP NOT NULL,
    ALTER COLUMN gyro_y DROP NOT NULL,
    ALTER COLUMN gyro_z DROP NOT NULL;
EXCEPTION WHEN feature_not_supported THEN
  -- Earlier versions refuse it on a hypertable with compression.
  RAISE EXCEPTION 'readings without a gyro need TimescaleDB 2.18 or newer: update the extension, then start Vigil again';
END $$;

-- Partitioned like sensor_readings, where a server may have got TimescaleDB later.
DO $$
DECLARE
  columns constant text := $columns$
    recorded_at  timestamptz NOT NULL,
    device_key   integer NOT NULL,
    signal       bytea NOT NULL,    -- src/readings/store/signals.ts; samples of older readings are in sensor_readings.samples
    PRIMARY KEY (device_key, recorded_at)
  $columns$;
BEGIN
  IF EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = 'sensor_readings'::regclass) THEN
    EXECUTE format('CREATE TABLE reading_signals (%s) PARTITION BY RANGE (recorded_at)', columns);
  ELSE
    EXECUTE format('CREATE TABLE reading_signals (%s)', columns);
    PERFORM create_hypertable('reading_signals', 'recorded_at',
                              chunk_time_interval => interval '1 day', create_default_indexes => false);
  END IF;
END $$;
