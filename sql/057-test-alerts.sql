-- Test alerts (docs/response.md, "Test alerts"): falls that nobody had. They escalate as others do, and count nowhere.
ALTER TABLE fall_events ADD COLUMN is_test boolean NOT NULL DEFAULT false;

-- The falls that count: every list, count, report, feed and export reads this view, and test/architecture names the files that
-- read the table itself. A migration that adds a column to fall_events replaces the view.
CREATE VIEW real_falls AS SELECT * FROM fall_events WHERE NOT is_test;

CREATE INDEX fall_events_tests ON fall_events (created_at DESC, id) WHERE is_test;

-- Counted under a label that no level has.
DROP TRIGGER tally_inserted ON fall_events;
DROP TRIGGER tally_updated ON fall_events;
DROP TRIGGER tally_deleted ON fall_events;
CREATE TRIGGER tally_inserted AFTER INSERT ON fall_events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_tally(
    'CASE WHEN is_test THEN ''TEST'' ELSE status END', '(created_at AT TIME ZONE ''UTC'')::date');
CREATE TRIGGER tally_updated AFTER UPDATE ON fall_events REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_tally(
    'CASE WHEN is_test THEN ''TEST'' ELSE status END', '(created_at AT TIME ZONE ''UTC'')::date');
CREATE TRIGGER tally_deleted AFTER DELETE ON fall_events REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_tally(
    'CASE WHEN is_test THEN ''TEST'' ELSE status END', '(created_at AT TIME ZONE ''UTC'')::date');

-- Without a row of fall_times a fall is in no report and in no FHIR resource.
CREATE OR REPLACE FUNCTION add_fall_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fall_times (fall_id, patient_id, fell_at, level, source, acknowledged, false_alarm)
  SELECT id, user_id, created_at, status, source, responded_at IS NOT NULL, outcome IS NOT DISTINCT FROM 'FALSE_ALARM'
  FROM added WHERE status IN ('POTENTIAL', 'HIGH', 'CONFIRMED') AND NOT is_test;
  RETURN NULL;
END $$;

DROP TRIGGER times_changed ON fall_events;
CREATE TRIGGER times_changed AFTER UPDATE OF status, confidence, created_at, responded_at, outcome ON fall_events
  FOR EACH ROW WHEN (NOT NEW.is_test AND NEW.status IN ('POTENTIAL', 'HIGH', 'CONFIRMED')
    AND (OLD.status, OLD.confidence, OLD.created_at, OLD.responded_at, OLD.outcome)
      IS DISTINCT FROM (NEW.status, NEW.confidence, NEW.created_at, NEW.responded_at, NEW.outcome))
  EXECUTE FUNCTION change_fall_times();

-- The console wrote these words until now, in the name of the admin.
WITH tests AS (
  UPDATE fall_events f SET is_test = true FROM users u
  WHERE u.id = f.user_id AND u.role = 'ADMIN' AND f.source = 'REPORT'
    AND f.location IN ('Test. No one has fallen.', 'Test. Niemand ist gestürzt.')
  RETURNING f.id
)
DELETE FROM fall_times WHERE fall_id IN (SELECT id FROM tests);
