-- As in 011, but a claim that is to be looked at is left alone: if a transaction changes a row twice, PostgreSQL checks
-- its references again, and so locks the fall after its response (docs/architecture.md, "Lock order").
CREATE OR REPLACE FUNCTION look_at_claims_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH held AS (
    SELECT fall_id FROM responses WHERE claimed_by = NEW.id AND state = 'CLAIMED' AND due_at IS DISTINCT FROM 'epoch'
    ORDER BY fall_id FOR NO KEY UPDATE
  )
  UPDATE responses r SET due_at = 'epoch' WHERE r.fall_id IN (SELECT fall_id FROM held) AND r.state = 'CLAIMED';
  IF FOUND THEN PERFORM pg_notify('vigil_ladder', ''); END IF;
  RETURN NULL;
END $$;
