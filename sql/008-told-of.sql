-- What was said of a person goes when they do, from everybody's log, and from a caregiver's when their care ends.

ALTER TABLE live_events
  -- The patient an alert is about, the sender of a message, the owner of a device; null in what is older than this.
  -- Where it goes it leaves a gap in the recipient's numbers, as what is too old to be kept does at their beginning.
  ADD COLUMN about_id uuid REFERENCES users ON DELETE CASCADE;

CREATE INDEX live_events_about ON live_events (about_id);

CREATE FUNCTION forget_told_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What a patient wrote to the caregiver is the caregiver's.
  DELETE FROM live_events e USING ended
  WHERE e.recipient_id = ended.caregiver_id AND e.about_id = ended.patient_id AND e.type <> 'message';
  RETURN NULL;
END $$;

CREATE TRIGGER care_ended AFTER DELETE ON assignments REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION forget_told_of();
