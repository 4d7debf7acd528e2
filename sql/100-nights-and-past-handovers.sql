-- Handovers that another one has replaced (docs/home.md, "Handover"): the newest 60 of each ward. Authors without foreign keys, as in
-- rosters: a person who was deleted has no name.

-- owner: overview
CREATE TABLE past_handovers (
  ward_id        uuid NOT NULL REFERENCES wards ON DELETE CASCADE,
  note           text NOT NULL,
  written_by     uuid,
  written_at     timestamptz NOT NULL,
  falls          integer NOT NULL,
  open_alerts    integer NOT NULL,
  silent_devices integer NOT NULL,
  low_batteries  integer NOT NULL,
  confirmed_by   uuid,
  confirmed_at   timestamptz,
  away           integer NOT NULL,
  overdue_tests  integer NOT NULL,
  PRIMARY KEY (ward_id, written_at)
);

CREATE INDEX past_handovers_by_author ON past_handovers (written_by);
CREATE INDEX past_handovers_by_time ON past_handovers (written_at);

-- Under the lock of the row that is replaced: of two who write at the same time, each keeps what it replaces.
CREATE FUNCTION keep_handover() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_handovers (ward_id, note, written_by, written_at, falls, open_alerts, silent_devices, low_batteries,
    confirmed_by, confirmed_at, away, overdue_tests)
  VALUES (OLD.ward_id, OLD.note, OLD.written_by, OLD.written_at, OLD.falls, OLD.open_alerts, OLD.silent_devices,
    OLD.low_batteries, OLD.confirmed_by, OLD.confirmed_at, OLD.away, OLD.overdue_tests);
  DELETE FROM past_handovers WHERE ward_id = OLD.ward_id AND written_at < (
    SELECT written_at FROM past_handovers WHERE ward_id = OLD.ward_id ORDER BY written_at DESC OFFSET 59 LIMIT 1);
  RETURN NULL;
END $$;

CREATE TRIGGER handover_kept AFTER UPDATE ON ward_handovers
  FOR EACH ROW WHEN (OLD.written_at <> NEW.written_at) EXECUTE FUNCTION keep_handover();

-- With the time, for the night of a ward (docs/home.md, "The night").
CREATE OR REPLACE VIEW timelines_public AS SELECT id, fall_id, type, by_id, at FROM response_log;
