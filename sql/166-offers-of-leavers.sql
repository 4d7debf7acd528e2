-- A hand-off that was offered to somebody who has left is withdrawn at once, as it is when care has ended.

CREATE OR REPLACE FUNCTION look_at_claims_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH held AS (
    SELECT fall_id FROM responses
    WHERE (claimed_by = NEW.id OR offered_to = NEW.id) AND state = 'CLAIMED' AND due_at IS DISTINCT FROM 'epoch'
    ORDER BY fall_id FOR NO KEY UPDATE
  )
  UPDATE responses r SET due_at = 'epoch' WHERE r.fall_id IN (SELECT fall_id FROM held) AND r.state = 'CLAIMED';
  IF FOUND THEN PERFORM pg_notify('vigil_escalation', ''); END IF;
  RETURN NULL;
END $$;
