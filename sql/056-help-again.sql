-- Help again (docs/response.md): how often the wearer has called for help, when last, and whom a repeated press told.
ALTER TABLE responses
  ADD COLUMN help_presses integer NOT NULL DEFAULT 0 CHECK (help_presses >= 0),
  ADD COLUMN help_at      timestamptz,
  -- Null while the press was not repeated. No foreign key: the names come from the accounts that still exist.
  ADD COLUMN help_told    uuid[];

UPDATE responses r SET help_presses = 1, help_at = r.created_at FROM fall_events f
WHERE f.id = r.fall_id AND (f.source = 'HELP_BUTTON' OR EXISTS (
  SELECT FROM response_log l WHERE l.fall_id = r.fall_id AND l.type = 'risen' AND l.by_id = r.patient_id));

-- Now also for a repeated press.
DROP TRIGGER change_marked ON responses;
CREATE TRIGGER change_marked AFTER UPDATE OF state, claim_expires_at, help_presses ON responses
  FOR EACH ROW WHEN ((OLD.state, OLD.claim_expires_at, OLD.help_presses)
      IS DISTINCT FROM (NEW.state, NEW.claim_expires_at, NEW.help_presses)
    AND OLD.resolved_at IS NOT DISTINCT FROM NEW.resolved_at
    AND (NEW.claimed_at IS NULL OR OLD.claimed_at IS NOT DISTINCT FROM NEW.claimed_at))
  EXECUTE FUNCTION mark_response_changed();
