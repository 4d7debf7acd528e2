-- What a wearable's readings show of its sensors. It is learned once, not again after every restart.

ALTER TABLE devices
  ADD COLUMN has_gyro       boolean,
  ADD COLUMN sample_rate_hz real,
  ADD COLUMN range_g        smallint,
  ADD COLUMN gyro_range     smallint,
  ADD COLUMN sends          text,
  ADD COLUMN accel_clipped  boolean NOT NULL DEFAULT false,
  ADD COLUMN gyro_clipped   boolean NOT NULL DEFAULT false,
  ADD COLUMN smoothed       boolean NOT NULL DEFAULT false;

-- Shake tests: the starts of the last hour's tests, oldest first, and the result of the last one.
ALTER TABLE devices
  ADD COLUMN shake_tests       timestamptz[] NOT NULL DEFAULT '{}',
  ADD COLUMN shake_test_result jsonb;
