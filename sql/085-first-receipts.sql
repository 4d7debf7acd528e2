-- When a notification of a fall was first received: docs/response.md, "Stages". Written with the resolution, so that
-- receipts, which hold messages of the outbox, need not wait for this row; until then it is counted when it is read.
CREATE FUNCTION first_received(fall uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(
    (SELECT min(received_at) FROM alerts WHERE fall_id = fall),
    (SELECT min((details ->> 'receivedAt')::timestamptz) FROM response_log
     WHERE fall_id = fall AND type = 'told' AND person_id IS NOT NULL))
$$;

CREATE OR REPLACE FUNCTION change_response_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE fall_times SET claimed_at = coalesce(claimed_at, NEW.claimed_at), resolved_at = NEW.resolved_at, outcome = NEW.outcome,
    updated_at = clock_timestamp(),
    first_received_at = CASE WHEN NEW.resolved_at IS NULL THEN first_received_at ELSE first_received(fall_id) END,
    corrected = corrected OR TG_OP = 'UPDATE' AND OLD.state = 'RESOLVED'
      AND (OLD.outcome, OLD.note) IS DISTINCT FROM (NEW.outcome, NEW.note)
  WHERE fall_id = NEW.fall_id;
  RETURN NULL;
END $$;
