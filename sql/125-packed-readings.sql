-- Old readings in columns: docs/operations.md, "Packed days". A row has the readings of one device in one hour, and their
-- signals are in slices of five minutes. A reading is in sensor_readings or in packed_readings, never in both.
-- keeps: readings

-- Columns are encoded in src/readings/packing/columns.ts. Value number i of a column is `first` + number i, divided by `steps`
-- in a column of decimals, plus i times `slope` in a column that counts on. The numbers are stored as bytes: the highest byte
-- of each, then the next lower one of each, so that what hardly changes lies together and compresses. 0 is null. A column of
-- equal values has no bytes.

-- Number i, from 0, of numbers with `width` bytes each, of which there are `n`; inlined. A fingerprint needs seven bytes.
CREATE FUNCTION packed_number(numbers bytea, width int, n int, i int) RETURNS bigint LANGUAGE sql IMMUTABLE RETURN
  CASE width
    WHEN 0 THEN 1
    WHEN 1 THEN nullif(get_byte(numbers, i), 0)
    WHEN 2 THEN nullif((get_byte(numbers, i) << 8) | get_byte(numbers, n + i), 0)
    WHEN 3 THEN nullif((get_byte(numbers, i) << 16) | (get_byte(numbers, n + i) << 8) | get_byte(numbers, 2 * n + i), 0)
    ELSE nullif(
      (get_byte(numbers, (width - 1) * n + i)::bigint) | (get_byte(numbers, (width - 2) * n + i)::bigint << 8)
      | (get_byte(numbers, (width - 3) * n + i)::bigint << 16) | (get_byte(numbers, (width - 4) * n + i)::bigint << 24)
      | CASE WHEN width > 4 THEN get_byte(numbers, (width - 5) * n + i)::bigint << 32 ELSE 0 END
      | CASE WHEN width > 5 THEN get_byte(numbers, (width - 6) * n + i)::bigint << 40 ELSE 0 END
      | CASE WHEN width > 6 THEN get_byte(numbers, (width - 7) * n + i)::bigint << 48 ELSE 0 END, 0)
  END;

-- The time of number i; inlined.
CREATE FUNCTION packed_time(first bigint, slope bigint, unit integer, numbers bytea, width integer, n integer, i integer)
RETURNS timestamptz LANGUAGE sql IMMUTABLE RETURN
  to_timestamp((first + packed_number(numbers, width, n, i) * unit + slope * i) / 1000000.0::float8);

-- What charts show of a minute or an hour (src/readings/store/history.ts), and how a wearable moved in it
-- (src/readings/store/minute-movement.ts): computed once, when the readings are packed.
CREATE TYPE reading_figures AS (
  at             timestamptz,
  readings       bigint,
  accel          float8,
  accel_max      float8,
  gyro           float8,
  confidence     real,
  health_score   smallint,
  heart_rate     integer,
  spo2           integer,
  pressure       float8,
  battery_level  real,
  strength       float8,
  direction      float8
);

-- owner: readings
CREATE TABLE packed_readings (
  device_key integer NOT NULL,
  hour       timestamptz NOT NULL,
  readings   integer NOT NULL,
  last_at    timestamptz NOT NULL,
  -- The newest transaction that wrote one of the readings before they were packed: a backup has those of earlier ones.
  written    bigint NOT NULL,
  -- Of the ten columns of decimals, in their order.
  steps      float8[] NOT NULL,
  firsts     bigint[] NOT NULL,
  slopes     bigint[] NOT NULL,
  -- Microseconds, or milliseconds where all times are whole ones.
  time_unit  integer NOT NULL,
  in_hour    reading_figures NOT NULL,
  by_minute  reading_figures[] NOT NULL,
  recorded_at bytea NOT NULL, uptime_ms bytea NOT NULL, fingerprint bytea NOT NULL,
  accel_x bytea NOT NULL, accel_y bytea NOT NULL, accel_z bytea NOT NULL,
  gyro_x bytea NOT NULL, gyro_y bytea NOT NULL, gyro_z bytea NOT NULL,
  confidence bytea NOT NULL, pressure bytea NOT NULL, fsr bytea NOT NULL, battery_level bytea NOT NULL,
  health_score bytea NOT NULL, heart_rate bytea NOT NULL, spo2 bytea NOT NULL, signal_strength bytea NOT NULL,
  sensors_initialized bytea NOT NULL, wifi_connected bytea NOT NULL, bluetooth_connected bytea NOT NULL,
  PRIMARY KEY (device_key, hour)
);
CREATE INDEX packed_readings_by_hour ON packed_readings (hour);

-- owner: readings
CREATE TABLE packed_signals (
  device_key integer NOT NULL,
  slice      timestamptz NOT NULL,  -- its start
  written    bigint NOT NULL,
  times      integer[] NOT NULL,    -- microseconds since the start
  signals    bytea[] NOT NULL,
  PRIMARY KEY (device_key, slice)
);
CREATE INDEX packed_signals_by_slice ON packed_signals (slice);

-- `c` has what is the same for all readings of an hour; OFFSET 0 keeps it apart. The empty bytes make PostgreSQL fetch and
-- decompress a column once for an hour, not for each reading.
-- owner: readings
CREATE VIEW unpacked_readings AS
SELECT p.device_key, p.hour, p.written, t.recorded_at,
  c.first2 + packed_number(c.uptime_ms, c.width2, c.readings, i) + c.slope2 * i AS uptime_ms,
  c.first3 + packed_number(c.fingerprint, c.width3, c.readings, i) AS fingerprint,
  ((c.first4 + packed_number(c.accel_x, c.width4, c.readings, i)) / c.steps1)::real AS accel_x,
  ((c.first5 + packed_number(c.accel_y, c.width5, c.readings, i)) / c.steps2)::real AS accel_y,
  ((c.first6 + packed_number(c.accel_z, c.width6, c.readings, i)) / c.steps3)::real AS accel_z,
  ((c.first7 + packed_number(c.gyro_x, c.width7, c.readings, i)) / c.steps4)::real AS gyro_x,
  ((c.first8 + packed_number(c.gyro_y, c.width8, c.readings, i)) / c.steps5)::real AS gyro_y,
  ((c.first9 + packed_number(c.gyro_z, c.width9, c.readings, i)) / c.steps6)::real AS gyro_z,
  ((c.first10 + packed_number(c.confidence, c.width10, c.readings, i)) / c.steps7)::real AS confidence,
  ((c.first11 + packed_number(c.pressure, c.width11, c.readings, i)) / c.steps8)::real AS pressure,
  ((c.first12 + packed_number(c.fsr, c.width12, c.readings, i)) / c.steps9)::real AS fsr,
  ((c.first13 + packed_number(c.battery_level, c.width13, c.readings, i)) / c.steps10)::real AS battery_level,
  (c.first14 + packed_number(c.health_score, c.width14, c.readings, i))::smallint AS health_score,
  (c.first15 + packed_number(c.heart_rate, c.width15, c.readings, i))::smallint AS heart_rate,
  (c.first16 + packed_number(c.spo2, c.width16, c.readings, i))::smallint AS spo2,
  (c.first17 + packed_number(c.signal_strength, c.width17, c.readings, i))::smallint AS signal_strength,
  (c.first18 + packed_number(c.sensors_initialized, c.width18, c.readings, i))::int::boolean AS sensors_initialized,
  (c.first19 + packed_number(c.wifi_connected, c.width19, c.readings, i))::int::boolean AS wifi_connected,
  (c.first20 + packed_number(c.bluetooth_connected, c.width20, c.readings, i))::int::boolean AS bluetooth_connected,
  NULL::bytea AS samples
FROM packed_readings p, LATERAL (
  SELECT p.readings, p.time_unit, p.slopes[1] AS slope1, p.slopes[2] AS slope2,
    p.firsts[1] AS first1, p.firsts[2] AS first2, p.firsts[3] AS first3, p.firsts[4] AS first4, p.firsts[5] AS first5,
    p.firsts[6] AS first6, p.firsts[7] AS first7, p.firsts[8] AS first8, p.firsts[9] AS first9, p.firsts[10] AS first10,
    p.firsts[11] AS first11, p.firsts[12] AS first12, p.firsts[13] AS first13, p.firsts[14] AS first14,
    p.firsts[15] AS first15, p.firsts[16] AS first16, p.firsts[17] AS first17, p.firsts[18] AS first18,
    p.firsts[19] AS first19, p.firsts[20] AS first20, p.steps[1] AS steps1, p.steps[2] AS steps2, p.steps[3] AS steps3,
    p.steps[4] AS steps4, p.steps[5] AS steps5, p.steps[6] AS steps6, p.steps[7] AS steps7, p.steps[8] AS steps8,
    p.steps[9] AS steps9, p.steps[10] AS steps10, length(p.recorded_at) / p.readings AS width1,
    length(p.uptime_ms) / p.readings AS width2, length(p.fingerprint) / p.readings AS width3,
    length(p.accel_x) / p.readings AS width4, length(p.accel_y) / p.readings AS width5,
    length(p.accel_z) / p.readings AS width6, length(p.gyro_x) / p.readings AS width7, length(p.gyro_y) / p.readings AS width8,
    length(p.gyro_z) / p.readings AS width9, length(p.confidence) / p.readings AS width10,
    length(p.pressure) / p.readings AS width11, length(p.fsr) / p.readings AS width12,
    length(p.battery_level) / p.readings AS width13, length(p.health_score) / p.readings AS width14,
    length(p.heart_rate) / p.readings AS width15, length(p.spo2) / p.readings AS width16,
    length(p.signal_strength) / p.readings AS width17, length(p.sensors_initialized) / p.readings AS width18,
    length(p.wifi_connected) / p.readings AS width19, length(p.bluetooth_connected) / p.readings AS width20,
    p.recorded_at || '' AS recorded_at, p.uptime_ms || '' AS uptime_ms, p.fingerprint || '' AS fingerprint,
    p.accel_x || '' AS accel_x, p.accel_y || '' AS accel_y, p.accel_z || '' AS accel_z, p.gyro_x || '' AS gyro_x,
    p.gyro_y || '' AS gyro_y, p.gyro_z || '' AS gyro_z, p.confidence || '' AS confidence, p.pressure || '' AS pressure,
    p.fsr || '' AS fsr, p.battery_level || '' AS battery_level, p.health_score || '' AS health_score,
    p.heart_rate || '' AS heart_rate, p.spo2 || '' AS spo2, p.signal_strength || '' AS signal_strength,
    p.sensors_initialized || '' AS sensors_initialized, p.wifi_connected || '' AS wifi_connected,
    p.bluetooth_connected || '' AS bluetooth_connected
  OFFSET 0) c, LATERAL (
  SELECT i, packed_time(c.first1, c.slope1, c.time_unit, c.recorded_at, c.width1, c.readings, i) AS recorded_at
  FROM generate_series(0, c.readings - 1) AS i OFFSET 0) t;

-- owner: readings
CREATE VIEW unpacked_signals AS
SELECT p.device_key, p.slice, p.written, p.slice + make_interval(secs => s.us / 1000000.0::float8) AS recorded_at, s.signal
FROM packed_signals p, unnest(p.times, p.signals) AS s (us, signal);

-- The readings of a device from one time to another, both included, packed or not; inlined.
CREATE FUNCTION readings_between(device integer, since timestamptz, until timestamptz)
RETURNS TABLE (recorded_at timestamptz, uptime_ms bigint, fingerprint bigint, device_key integer,
  accel_x real, accel_y real, accel_z real, gyro_x real, gyro_y real, gyro_z real, confidence real,
  pressure real, fsr real, battery_level real, health_score smallint, heart_rate smallint, spo2 smallint,
  signal_strength smallint, sensors_initialized boolean, wifi_connected boolean, bluetooth_connected boolean, samples bytea)
LANGUAGE sql STABLE AS $$
  SELECT r.recorded_at, r.uptime_ms, r.fingerprint, r.device_key, r.accel_x, r.accel_y, r.accel_z, r.gyro_x, r.gyro_y, r.gyro_z,
    r.confidence, r.pressure, r.fsr, r.battery_level, r.health_score, r.heart_rate, r.spo2, r.signal_strength,
    r.sensors_initialized, r.wifi_connected, r.bluetooth_connected, r.samples
  FROM sensor_readings r WHERE r.device_key = $1 AND r.recorded_at >= $2 AND r.recorded_at <= $3
  UNION ALL
  SELECT r.recorded_at, r.uptime_ms, r.fingerprint, r.device_key, r.accel_x, r.accel_y, r.accel_z, r.gyro_x, r.gyro_y, r.gyro_z,
    r.confidence, r.pressure, r.fsr, r.battery_level, r.health_score, r.heart_rate, r.spo2, r.signal_strength,
    r.sensors_initialized, r.wifi_connected, r.bluetooth_connected, r.samples
  FROM unpacked_readings r WHERE r.device_key = $1 AND r.hour > $2 - interval '1 hour' AND r.hour <= $3
    AND r.recorded_at >= $2 AND r.recorded_at <= $3
$$;

CREATE FUNCTION signals_between(device integer, since timestamptz, until timestamptz)
RETURNS TABLE (recorded_at timestamptz, signal bytea) LANGUAGE sql STABLE AS $$
  SELECT s.recorded_at, s.signal FROM reading_signals s
  WHERE s.device_key = $1 AND s.recorded_at >= $2 AND s.recorded_at <= $3
  UNION ALL
  SELECT s.recorded_at, s.signal FROM unpacked_signals s
  WHERE s.device_key = $1 AND s.slice > $2 - interval '5 minutes' AND s.slice <= $3
    AND s.recorded_at >= $2 AND s.recorded_at <= $3
$$;

-- The battery level of a device's last packed reading from one time until before another; no row without a reading. Times
-- rise, so that it is found in a dozen steps.
CREATE FUNCTION packed_battery(device integer, since timestamptz, until timestamptz)
RETURNS TABLE (recorded_at timestamptz, battery_level real) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  p      packed_readings;
  times  bytea;
  low    integer;
  high   integer;
  middle integer;
  at     timestamptz;
BEGIN
  FOR p IN SELECT r.* FROM packed_readings r
    WHERE r.device_key = device AND r.hour < until AND r.hour > since - interval '1 hour' AND r.last_at >= since
    ORDER BY r.hour DESC
  LOOP
    times := p.recorded_at || '';
    low := CASE WHEN p.last_at < until THEN p.readings - 1 ELSE -1 END;
    high := CASE WHEN p.last_at < until THEN p.readings ELSE p.readings - 1 END;
    -- The reading at `low` is before the end, that at `high` is not.
    WHILE high - low > 1 LOOP
      middle := (low + high) / 2;
      at := packed_time(p.firsts[1], p.slopes[1], p.time_unit, times, length(times) / p.readings, p.readings, middle);
      IF at < until THEN low := middle; ELSE high := middle; END IF;
    END LOOP;
    CONTINUE WHEN low < 0;
    at := packed_time(p.firsts[1], p.slopes[1], p.time_unit, times, length(times) / p.readings, p.readings, low);
    CONTINUE WHEN at < since;
    RETURN QUERY SELECT at, ((p.firsts[13]
      + packed_number(p.battery_level, length(p.battery_level) / p.readings, p.readings, low)) / p.steps[10])::real;
    RETURN;
  END LOOP;
END $$;

-- Held until the transaction ends by whoever packs or unpacks readings of a device.
CREATE FUNCTION packing_lock(device integer) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(1986488427, $1)
$$;

CREATE FUNCTION try_packing_lock(device integer) RETURNS boolean LANGUAGE sql AS $$
  SELECT pg_try_advisory_xact_lock(1986488427, $1)
$$;

-- Unpacks hours of devices, one hour for each device, where they are packed: before readings are added to them. Until the
-- transaction ends, nobody packs them again.
CREATE FUNCTION unpack_hours(devices integer[], starts timestamptz[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  one     record;
  total   integer := 0;
BEGIN
  PERFORM packing_lock(d) FROM (SELECT DISTINCT d FROM unnest(devices) AS d ORDER BY d) AS ordered;
  FOR one IN
    SELECT p.device_key, p.hour, p.readings FROM packed_readings p
    JOIN (SELECT DISTINCT d, h FROM unnest(devices, starts) AS u (d, h)) AS u ON p.device_key = u.d AND p.hour = u.h
  LOOP
    INSERT INTO sensor_readings (recorded_at, uptime_ms, fingerprint, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y,
      gyro_z, confidence, pressure, fsr, battery_level, health_score, heart_rate, spo2, signal_strength,
      sensors_initialized, wifi_connected, bluetooth_connected)
    SELECT recorded_at, uptime_ms, fingerprint, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y,
      gyro_z, confidence, pressure, fsr, battery_level, health_score, heart_rate, spo2, signal_strength,
      sensors_initialized, wifi_connected, bluetooth_connected
    FROM unpacked_readings r WHERE r.device_key = one.device_key AND r.hour = one.hour ON CONFLICT DO NOTHING;
    INSERT INTO reading_signals (recorded_at, device_key, signal)
    SELECT recorded_at, device_key, signal FROM unpacked_signals s
    WHERE s.device_key = one.device_key AND s.slice >= one.hour AND s.slice < one.hour + interval '1 hour'
    ON CONFLICT DO NOTHING;
    DELETE FROM packed_readings r WHERE r.device_key = one.device_key AND r.hour = one.hour;
    DELETE FROM packed_signals s
    WHERE s.device_key = one.device_key AND s.slice >= one.hour AND s.slice < one.hour + interval '1 hour';
    total := total + one.readings;
  END LOOP;
  RETURN total;
END $$;

-- When a device has at least `most` packed readings since a time: later hours need not be read for the first ones.
CREATE FUNCTION packed_until(device integer, since timestamptz, most integer) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT h.hour + interval '1 hour' FROM (
      SELECT p.hour, sum(p.readings) OVER (ORDER BY p.hour) AS total FROM packed_readings p
      WHERE p.device_key = $1 AND p.hour >= $2) AS h
    WHERE h.total >= $3 ORDER BY h.hour LIMIT 1), 'infinity')
$$;
