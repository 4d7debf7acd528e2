-- FHIR (docs/fhir.md): when a fall or its response last changed, falls whose outcome was corrected, and webhooks that send FHIR.

ALTER TABLE fall_times
  -- The database's clock, the same for every instance: programs ask for what has changed since.
  ADD COLUMN updated_at timestamptz,
  -- The outcome or the note was changed after the response was resolved, or an acknowledgement then said the opposite. The
  -- log has corrections too, but older logs are deleted.
  ADD COLUMN corrected  boolean NOT NULL DEFAULT false;

CREATE FUNCTION contradicts(feedback text, outcome text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce((feedback = 'FALSE_ALARM') <> (outcome IN ('FALSE_ALARM', 'CANCELLED_BY_PATIENT')), false)
$$;

UPDATE fall_times t SET updated_at = greatest(t.fell_at, t.claimed_at, t.resolved_at, l.at),
  corrected = coalesce(l.corrected, false) OR contradicts(f.outcome, t.outcome)
FROM fall_events f LEFT JOIN (
  SELECT fall_id, max(at) AS at, bool_or(type IN ('corrected', 'amended')) AS corrected
  FROM response_log WHERE type IN ('claimed', 'released', 'expired', 'resolved', 'cancelled', 'corrected', 'amended')
  GROUP BY fall_id
) l ON l.fall_id = f.id
WHERE t.fall_id = f.id;

ALTER TABLE fall_times
  ALTER COLUMN updated_at SET DEFAULT clock_timestamp(),
  ALTER COLUMN updated_at SET NOT NULL;

CREATE INDEX fall_times_by_update ON fall_times (updated_at);
CREATE INDEX fall_times_corrected ON fall_times (fell_at) WHERE corrected;

CREATE OR REPLACE FUNCTION change_fall_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fall_times AS t (fall_id, patient_id, fell_at, level, source, acknowledged, false_alarm)
  VALUES (NEW.id, NEW.user_id, NEW.created_at, NEW.status, NEW.source, NEW.responded_at IS NOT NULL,
          NEW.outcome IS NOT DISTINCT FROM 'FALSE_ALARM')
  ON CONFLICT (fall_id) DO UPDATE SET fell_at = excluded.fell_at, level = excluded.level,
    acknowledged = excluded.acknowledged, false_alarm = excluded.false_alarm, updated_at = clock_timestamp(),
    corrected = t.corrected OR OLD.outcome IS DISTINCT FROM NEW.outcome AND contradicts(NEW.outcome, t.outcome);
  RETURN NULL;
END $$;

-- Now also for a rise within a level.
DROP TRIGGER times_changed ON fall_events;
CREATE TRIGGER times_changed AFTER UPDATE OF status, confidence, created_at, responded_at, outcome ON fall_events
  FOR EACH ROW WHEN (NEW.status IN ('POTENTIAL', 'HIGH', 'CONFIRMED')
    AND (OLD.status, OLD.confidence, OLD.created_at, OLD.responded_at, OLD.outcome)
      IS DISTINCT FROM (NEW.status, NEW.confidence, NEW.created_at, NEW.responded_at, NEW.outcome))
  EXECUTE FUNCTION change_fall_times();

CREATE OR REPLACE FUNCTION change_response_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE fall_times SET claimed_at = coalesce(claimed_at, NEW.claimed_at), resolved_at = NEW.resolved_at, outcome = NEW.outcome,
    updated_at = clock_timestamp(),
    corrected = corrected OR TG_OP = 'UPDATE' AND OLD.state = 'RESOLVED'
      AND (OLD.outcome, OLD.note) IS DISTINCT FROM (NEW.outcome, NEW.note)
  WHERE fall_id = NEW.fall_id;
  RETURN NULL;
END $$;

-- Now also for a note. The changes of this trigger lock the fall before its response.
DROP TRIGGER times_changed ON responses;
CREATE TRIGGER times_changed AFTER UPDATE OF claimed_at, resolved_at, outcome, note ON responses
  FOR EACH ROW WHEN ((OLD.claimed_at IS DISTINCT FROM NEW.claimed_at AND NEW.claimed_at IS NOT NULL)
    OR (OLD.resolved_at, OLD.outcome, OLD.note) IS DISTINCT FROM (NEW.resolved_at, NEW.outcome, NEW.note))
  EXECUTE FUNCTION change_response_times();

-- The escalation opens responses and ends claims without a lock on the fall, so this must not wait: a rise of the fall
-- holds the row, waits for the response, and writes the time itself.
CREATE FUNCTION mark_response_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE fall_times SET updated_at = clock_timestamp()
  WHERE fall_id = (SELECT fall_id FROM fall_times WHERE fall_id = NEW.fall_id FOR NO KEY UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;

CREATE TRIGGER change_marked AFTER UPDATE OF state, claim_expires_at ON responses
  FOR EACH ROW WHEN ((OLD.state, OLD.claim_expires_at) IS DISTINCT FROM (NEW.state, NEW.claim_expires_at)
    AND OLD.resolved_at IS NOT DISTINCT FROM NEW.resolved_at
    AND (NEW.claimed_at IS NULL OR OLD.claimed_at IS NOT DISTINCT FROM NEW.claimed_at))
  EXECUTE FUNCTION mark_response_changed();

ALTER TABLE webhooks
  -- Null: Vigil's own JSON.
  ADD COLUMN format      text CHECK (format IN ('fhir')),
  -- The number of the last event that was sent as FHIR.
  ADD COLUMN event_count bigint NOT NULL DEFAULT 0;

-- The number of the event for its webhook, given when it is first sent: every attempt has the same.
ALTER TABLE outbox ADD COLUMN event_number bigint;
