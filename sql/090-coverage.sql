-- Minutes in which readings arrived (docs/home.md, "Coverage"): a row for each wearer, wearable and day of UTC. The ranges are
-- minutes of that day. Every instance adds what it has received; adding it twice changes nothing.

-- owner: coverage
CREATE TABLE coverage_days (
  patient_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  day        date NOT NULL,
  -- One wearable of one wearer (devices.key, worn_before.device_key).
  device_key int NOT NULL,
  -- With a reading that arrived at its time.
  connected  int4multirange NOT NULL,
  -- With a reading that arrived more than a minute later, such as one of a backlog.
  late       int4multirange NOT NULL,
  -- In which it lay still for long, or was on a charger.
  not_worn   int4multirange NOT NULL,
  PRIMARY KEY (patient_id, day, device_key)
) WITH (fillfactor = 70);

-- For retention.
CREATE INDEX coverage_days_by_day ON coverage_days (day);

-- Of an installation that is older than the table: minutes before this time are not known. Otherwise empty.
-- owner: coverage
CREATE TABLE coverage_start (
  at timestamptz NOT NULL
);
INSERT INTO coverage_start SELECT now() WHERE EXISTS (SELECT FROM users WHERE role = 'PATIENT');
