-- A wearable whose readings look like g or rad/s is told of once, not again after every restart.

ALTER TABLE devices
  ADD COLUMN accel_in_g      boolean NOT NULL DEFAULT false,
  ADD COLUMN gyro_in_radians boolean NOT NULL DEFAULT false;
