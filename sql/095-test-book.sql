-- The test book (docs/home.md, "Test book"): who tested what, when, and with which result.

-- owner: test-book
CREATE TABLE test_book (
  -- Grows with time, also while the clock is set back.
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('FALL_TEST', 'HELP_BUTTON', 'CHANNEL', 'STATION', 'PATH')),
  device_id    uuid REFERENCES devices ON DELETE CASCADE,
  person_id    uuid REFERENCES users ON DELETE CASCADE,
  station_id   uuid REFERENCES stations ON DELETE CASCADE,
  -- They stay when the channel is deleted.
  channel_id   uuid,
  channel_kind text,
  at           timestamptz NOT NULL,
  -- Null for a shake test that is running, or was never finished.
  passed       boolean,
  by_id        uuid REFERENCES users ON DELETE SET NULL,
  -- Without one of the three it is the path, whose resident does not exist.
  subject_id   uuid NOT NULL GENERATED ALWAYS AS
    (coalesce(device_id, person_id, station_id, '70617468-7465-4573-8000-000000000001')) STORED,
  CHECK (num_nonnulls(device_id, person_id, station_id) = CASE kind WHEN 'PATH' THEN 0 ELSE 1 END)
);

CREATE INDEX test_book_by_subject ON test_book (subject_id, kind, id DESC);
CREATE UNIQUE INDEX test_book_by_shake_test ON test_book (device_id, at) WHERE kind = 'FALL_TEST';
CREATE INDEX test_book_by_device ON test_book (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX test_book_by_person ON test_book (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX test_book_by_station ON test_book (station_id) WHERE station_id IS NOT NULL;
CREATE INDEX test_book_by_tester ON test_book (by_id) WHERE by_id IS NOT NULL;
CREATE INDEX test_book_by_time ON test_book (at);

-- What the book lists, and since when it is there.
CREATE OR REPLACE VIEW devices_public AS
SELECT id, key, user_id, name, mac_address, disabled, updated_at, created_at FROM devices;

-- owner: people
CREATE VIEW stations_public AS SELECT id, name, ward_id, enrolled_at FROM stations;

ALTER TABLE ward_handovers ADD COLUMN overdue_tests integer NOT NULL DEFAULT 0;
