-- Names of the field: what was a ladder is an escalation, who was told was notified.
ALTER TABLE responses RENAME COLUMN ladder_starts_at TO escalation_starts_at;
ALTER TABLE responses RENAME COLUMN ladder_ahead_ms TO escalation_ahead_ms;
ALTER TABLE responses RENAME COLUMN help_told TO help_notified;
ALTER TABLE report_counts RENAME COLUMN told_at TO notified_at;

-- PostgreSQL names constraints for NOT NULL since version 18.
DO $$
DECLARE
  old text;
BEGIN
  FOR old IN SELECT conname FROM pg_constraint WHERE conrelid = 'responses'::regclass AND conname LIKE '%ladder%' LOOP
    EXECUTE format('ALTER TABLE responses RENAME CONSTRAINT %I TO %I', old, replace(old, 'ladder', 'escalation'));
  END LOOP;
END $$;

-- As in 009, 011, 041 and 070, with the channel `vigil_escalation`.
CREATE OR REPLACE FUNCTION look_at_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.due_at := 'epoch';
  PERFORM pg_notify('vigil_escalation', '');
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION look_at_claims_of_ended_care() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH held AS (
    SELECT r.fall_id FROM responses r JOIN ended ON r.patient_id = ended.patient_id
    WHERE r.state = 'CLAIMED' AND ended.caregiver_id IN (r.claimed_by, r.offered_to)
    ORDER BY r.fall_id FOR NO KEY UPDATE OF r
  )
  UPDATE responses r SET due_at = 'epoch' WHERE r.fall_id IN (SELECT fall_id FROM held) AND r.state = 'CLAIMED';
  IF FOUND THEN PERFORM pg_notify('vigil_escalation', ''); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION look_at_claims_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH held AS (
    SELECT fall_id FROM responses WHERE claimed_by = NEW.id AND state = 'CLAIMED' AND due_at IS DISTINCT FROM 'epoch'
    ORDER BY fall_id FOR NO KEY UPDATE
  )
  UPDATE responses r SET due_at = 'epoch' WHERE r.fall_id IN (SELECT fall_id FROM held) AND r.state = 'CLAIMED';
  IF FOUND THEN PERFORM pg_notify('vigil_escalation', ''); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION look_at_claims_of_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE responses r SET due_at = 'epoch'
  WHERE r.patient_id = NEW.id AND r.state = 'CLAIMED' AND r.claimed_by IN (SELECT user_id FROM service_accounts);
  IF FOUND THEN PERFORM pg_notify('vigil_escalation', ''); END IF;
  RETURN NULL;
END $$;

ALTER FUNCTION tell_end_of_station RENAME TO notify_end_of_station;
ALTER FUNCTION tell_change_of_ward RENAME TO notify_change_of_ward;
ALTER TRIGGER told_stations ON users RENAME TO ward_changed;

DROP TRIGGER care_ended ON care_teams;
DROP FUNCTION forget_told_of;
CREATE FUNCTION delete_events_of_ended_care() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What a patient wrote to the caregiver is the caregiver's.
  DELETE FROM live_events e USING ended
  WHERE e.recipient_id = ended.caregiver_id AND e.about_id = ended.patient_id AND e.type <> 'message';
  RETURN NULL;
END $$;
CREATE TRIGGER care_ended AFTER DELETE ON care_teams REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION delete_events_of_ended_care();

-- Messages still to be sent: a reminder was called `still`.
UPDATE outbox SET message = replace(message::text, '"still":', '"isReminder":')::jsonb WHERE state = 'PENDING';
