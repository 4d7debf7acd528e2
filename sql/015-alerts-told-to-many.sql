-- A fall is told to everybody who looks after its patient: an alert and an event for each of them. PostgreSQL checks
-- references row by row, and that was half of what it cost to write them. Whoever writes them holds the people and the
-- fall first (holdPeopleAround, circlesOf, holdCareOf; appendEvents by itself), so that nobody is deleted meanwhile, and
-- a recipient's cursor, which is raised with every event, refers to its person still. What goes with whom is said here.

ALTER TABLE alerts
  DROP CONSTRAINT alerts_fall_id_fkey,
  DROP CONSTRAINT alerts_caregiver_id_fkey,
  DROP CONSTRAINT alerts_patient_id_fkey;

ALTER TABLE live_events
  DROP CONSTRAINT live_events_recipient_id_fkey,
  DROP CONSTRAINT live_events_about_id_fkey;

CREATE FUNCTION forget_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM alerts a USING removed r WHERE a.caregiver_id = r.id;
  DELETE FROM alerts a USING removed r WHERE a.patient_id = r.id;
  DELETE FROM live_events e USING removed r WHERE e.recipient_id = r.id;
  DELETE FROM live_events e USING removed r WHERE e.about_id = r.id;
  RETURN NULL;
END $$;

-- After the rows' own triggers, which wait for whoever holds a cursor of theirs: what that one has written is seen here.
CREATE TRIGGER people_removed AFTER DELETE ON users REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION forget_people();

CREATE FUNCTION forget_alerts_of_falls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM alerts a USING removed r WHERE a.fall_id = r.id;
  RETURN NULL;
END $$;

CREATE TRIGGER falls_removed AFTER DELETE ON fall_events REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION forget_alerts_of_falls();

-- Most alerts are changed once right after they were written, when they have been delivered. With room on its page the
-- new version of a row needs no new entry in any index.
ALTER TABLE alerts SET (fillfactor = 60);
