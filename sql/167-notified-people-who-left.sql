-- An open fall goes on to the next step at once when everybody who was notified of it has left (docs/response.md, "Nobody
-- received it"). Two who leave at the same moment lock the response one after the other: the second one finds nobody.
CREATE FUNCTION look_at_falls_of_leaver() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  leaver uuid := OLD.id;
  held uuid[];
BEGIN
  held := array(
    SELECT r.fall_id FROM responses r
    WHERE r.state = 'OPEN' AND r.exhausted_at IS NULL AND r.receipts_due_at IS DISTINCT FROM 'epoch'
      AND EXISTS (SELECT FROM outbox m WHERE m.fall_id = r.fall_id AND m.person_id = leaver)
    ORDER BY r.fall_id FOR NO KEY UPDATE
  );
  IF cardinality(held) = 0 THEN RETURN OLD; END IF;
  UPDATE responses r SET receipts_due_at = 'epoch', due_at = 'epoch'
  WHERE r.fall_id = ANY(held) AND r.state = 'OPEN' AND NOT EXISTS (
    SELECT FROM (
      SELECT person_id AS id FROM outbox
      WHERE fall_id = r.fall_id AND state NOT IN ('DROPPED', 'FAILED') AND failed_at IS NULL
      UNION ALL
      SELECT caregiver_id FROM alerts WHERE fall_id = r.fall_id AND received_at IS NOT NULL
    ) n JOIN users u USING (id)
    WHERE u.id <> leaver AND u.id <> ALL(r.passed_by) AND u.status = 'active' AND (u.role = 'ADMIN' OR EXISTS (
      SELECT FROM care_teams t WHERE t.caregiver_id = u.id AND t.patient_id = r.patient_id)));
  IF FOUND THEN PERFORM pg_notify('vigil_escalation', ''); END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER notified_person_left AFTER UPDATE OF role, status ON users
  FOR EACH ROW WHEN (OLD.status = 'active' AND OLD.role IN ('CAREGIVER', 'ADMIN')
    AND (NEW.status <> 'active' OR NEW.role NOT IN ('CAREGIVER', 'ADMIN')))
  EXECUTE FUNCTION look_at_falls_of_leaver();

-- Their messages are deleted with them.
CREATE TRIGGER notified_person_deleted BEFORE DELETE ON users
  FOR EACH ROW WHEN (OLD.status = 'active' AND OLD.role IN ('CAREGIVER', 'ADMIN'))
  EXECUTE FUNCTION look_at_falls_of_leaver();
