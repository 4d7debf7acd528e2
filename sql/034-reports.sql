-- Reports of falls (docs/home.md, "Reports"): a narrow row for each fall that counts, POTENTIAL and above. A report reads one
-- range of it by index; falls, responses, alerts and the log are wide, and older entries of some are deleted.
-- Triggers keep it, except for notified_at: the delivery ledger writes that, because it holds other rows' locks in no order.

CREATE TABLE fall_times (
  fall_id      uuid PRIMARY KEY REFERENCES fall_events ON DELETE CASCADE,
  patient_id   uuid NOT NULL,
  fell_at      timestamptz NOT NULL,
  level        text NOT NULL,
  source       text NOT NULL,
  acknowledged boolean NOT NULL,
  -- A caregiver has said so with the acknowledgement; a response that is resolved has an outcome of its own.
  false_alarm  boolean NOT NULL,
  outcome      text,
  -- The first delivery to a person, on any channel or socket; the first claim; the end of the response.
  notified_at  timestamptz,
  claimed_at   timestamptz,
  resolved_at  timestamptz,
  -- In whole seconds, at least 0: a fall's time moves forward when its level rises.
  notify_seconds  integer GENERATED ALWAYS AS
    (CASE WHEN notified_at IS NOT NULL THEN least(2147483647, greatest(0, floor(date_part('epoch', notified_at - fell_at))))::integer END) STORED,
  claim_seconds   integer GENERATED ALWAYS AS
    (CASE WHEN claimed_at IS NOT NULL THEN least(2147483647, greatest(0, floor(date_part('epoch', claimed_at - fell_at))))::integer END) STORED,
  resolve_seconds integer GENERATED ALWAYS AS
    (CASE WHEN resolved_at IS NOT NULL THEN least(2147483647, greatest(0, floor(date_part('epoch', resolved_at - fell_at))))::integer END) STORED
) WITH (fillfactor = 80);

CREATE FUNCTION add_fall_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fall_times (fall_id, patient_id, fell_at, level, source, acknowledged, false_alarm)
  SELECT id, user_id, created_at, status, source, responded_at IS NOT NULL, outcome IS NOT DISTINCT FROM 'FALSE_ALARM'
  FROM added WHERE status IN ('POTENTIAL', 'HIGH', 'CONFIRMED');
  RETURN NULL;
END $$;

CREATE TRIGGER times_added AFTER INSERT ON fall_events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_fall_times();

CREATE FUNCTION change_fall_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fall_times AS t (fall_id, patient_id, fell_at, level, source, acknowledged, false_alarm)
  VALUES (NEW.id, NEW.user_id, NEW.created_at, NEW.status, NEW.source, NEW.responded_at IS NOT NULL,
          NEW.outcome IS NOT DISTINCT FROM 'FALSE_ALARM')
  ON CONFLICT (fall_id) DO UPDATE SET fell_at = excluded.fell_at, level = excluded.level,
    acknowledged = excluded.acknowledged, false_alarm = excluded.false_alarm;
  RETURN NULL;
END $$;

CREATE TRIGGER times_changed AFTER UPDATE OF status, created_at, responded_at, outcome ON fall_events
  FOR EACH ROW WHEN (NEW.status IN ('POTENTIAL', 'HIGH', 'CONFIRMED') AND (OLD.status, OLD.created_at, OLD.responded_at, OLD.outcome)
    IS DISTINCT FROM (NEW.status, NEW.created_at, NEW.responded_at, NEW.outcome))
  EXECUTE FUNCTION change_fall_times();

CREATE FUNCTION change_response_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE fall_times SET claimed_at = coalesce(claimed_at, NEW.claimed_at), resolved_at = NEW.resolved_at, outcome = NEW.outcome
  WHERE fall_id = NEW.fall_id;
  RETURN NULL;
END $$;

CREATE TRIGGER times_begun AFTER INSERT ON responses
  FOR EACH ROW WHEN (NEW.claimed_at IS NOT NULL OR NEW.resolved_at IS NOT NULL) EXECUTE FUNCTION change_response_times();
-- A released or expired claim counts all the same: it was the first reaction.
CREATE TRIGGER times_changed AFTER UPDATE OF claimed_at, resolved_at, outcome ON responses
  FOR EACH ROW WHEN ((OLD.claimed_at IS DISTINCT FROM NEW.claimed_at AND NEW.claimed_at IS NOT NULL)
    OR OLD.resolved_at IS DISTINCT FROM NEW.resolved_at OR OLD.outcome IS DISTINCT FROM NEW.outcome)
  EXECUTE FUNCTION change_response_times();

-- The falls of the past, as far as their alerts and logs are still there.
INSERT INTO fall_times (fall_id, patient_id, fell_at, level, source, acknowledged, false_alarm, outcome, notified_at,
                        claimed_at, resolved_at)
SELECT f.id, f.user_id, f.created_at, f.status, f.source, f.responded_at IS NOT NULL,
       f.outcome IS NOT DISTINCT FROM 'FALSE_ALARM', r.outcome, least(a.delivered_at, l.told_at),
       coalesce(l.claimed_at, r.claimed_at), r.resolved_at
FROM fall_events f
  LEFT JOIN responses r ON r.fall_id = f.id
  LEFT JOIN (SELECT fall_id, min(delivered_at) AS delivered_at FROM alerts WHERE delivered_at IS NOT NULL GROUP BY fall_id) a
    ON a.fall_id = f.id
  LEFT JOIN (
    SELECT fall_id, min(at) FILTER (WHERE type = 'claimed') AS claimed_at,
           min(at) FILTER (WHERE type = 'told' AND person_id IS NOT NULL AND details ->> 'outcome' = 'delivered') AS told_at
    FROM response_log WHERE type IN ('claimed', 'told') GROUP BY fall_id
  ) l ON l.fall_id = f.id
WHERE f.status IN ('POTENTIAL', 'HIGH', 'CONFIRMED')
ORDER BY f.created_at;

CREATE INDEX fall_times_by_time ON fall_times (fell_at);
CREATE INDEX fall_times_by_patient ON fall_times (patient_id, fell_at);
