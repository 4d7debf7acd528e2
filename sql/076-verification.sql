-- Verification of detected falls (docs/response.md, "Verification").

-- Earlier rows meet the new constraints, which only allow more: the table is not scanned.
ALTER TABLE responses
  ADD COLUMN verification text CHECK (verification IN ('pending', 'stands', 'moved_on')),
  -- The impact that is judged, and when: pending, when it is; moved on, when the fall resolves itself.
  ADD COLUMN verification_impact_at timestamptz,
  ADD COLUMN verification_due_at timestamptz,
  DROP CONSTRAINT responses_outcome_check,
  ADD CONSTRAINT responses_outcome_check
    CHECK (outcome IN ('HELPED', 'NO_HELP_NEEDED', 'FALSE_ALARM', 'CANCELLED_BY_PATIENT', 'MOVED_ON')) NOT VALID;

-- A fall that was resolved before it was judged is judged all the same, for the figures.
DO $$
DECLARE old text;
BEGIN
  SELECT conname INTO STRICT old FROM pg_constraint
  WHERE conrelid = 'responses'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%RESOLVED%due_at IS NULL%';
  EXECUTE format('ALTER TABLE responses DROP CONSTRAINT %I', old);
END $$;
ALTER TABLE responses ADD CONSTRAINT responses_due_check
  CHECK (state <> 'RESOLVED' OR due_at IS NULL OR verification = 'pending') NOT VALID;

CREATE OR REPLACE VIEW responses_public AS
SELECT fall_id, patient_id, state, claimed_by, claimed_at, claim_expires_at, help_presses, outcome, resolved_at, note, created_at,
       verification
FROM responses;

-- FHIR: a verdict is a change.
DROP TRIGGER change_marked ON responses;
CREATE TRIGGER change_marked AFTER UPDATE OF state, claim_expires_at, verification ON responses
  FOR EACH ROW WHEN ((OLD.state, OLD.claim_expires_at, OLD.verification)
      IS DISTINCT FROM (NEW.state, NEW.claim_expires_at, NEW.verification)
    AND OLD.resolved_at IS NOT DISTINCT FROM NEW.resolved_at
    AND (NEW.claimed_at IS NULL OR OLD.claimed_at IS NOT DISTINCT FROM NEW.claimed_at))
  EXECUTE FUNCTION mark_response_changed();

-- An acknowledgement contradicts no outcome that the service set itself.
CREATE OR REPLACE FUNCTION contradicts(feedback text, outcome text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(outcome <> 'MOVED_ON' AND (feedback = 'FALSE_ALARM') <> (outcome IN ('FALSE_ALARM', 'CANCELLED_BY_PATIENT')), false)
$$;

-- How detected falls alert: the organisation's choice (neither ward nor patient), a ward's or a patient's. Null is inherited.
-- owner: response
CREATE TABLE detection_limits (
  ward_id     uuid REFERENCES wards ON DELETE CASCADE,
  patient_id  uuid REFERENCES users ON DELETE CASCADE,
  -- Whether they are verified before channels ring.
  verify      boolean,
  sensitivity text CHECK (sensitivity IN ('fewer', 'standard', 'more')),
  UNIQUE NULLS NOT DISTINCT (ward_id, patient_id),
  CHECK (num_nonnulls(ward_id, patient_id) <= 1)
);
CREATE INDEX detection_limits_by_patient ON detection_limits (patient_id);
