-- Help from another ward (docs/response.md, "Help from another ward"): a caregiver is in the care team of the patient who fell, until
-- an hour after the fall is resolved.

-- owner: response
CREATE TABLE fall_assists (
  fall_id      uuid NOT NULL REFERENCES fall_events ON DELETE CASCADE,
  caregiver_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  patient_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  at           timestamptz NOT NULL,
  PRIMARY KEY (fall_id, caregiver_id)
);

CREATE INDEX fall_assists_by_pair ON fall_assists (caregiver_id, patient_id);
CREATE INDEX fall_assists_by_patient ON fall_assists (patient_id);

-- Kept by the triggers below, as `assigned` and `in_ward` are.
ALTER TABLE care_teams ADD COLUMN assisting boolean NOT NULL DEFAULT false;
ALTER TABLE care_teams DROP CONSTRAINT care_teams_check;
ALTER TABLE care_teams ADD CONSTRAINT care_teams_check CHECK (assigned OR in_ward OR assisting);

CREATE OR REPLACE VIEW care_teams_public AS SELECT caregiver_id, patient_id, assigned, since, assisting FROM care_teams;

-- An assist gives nothing once its hour is over, even before the service has deleted its row.
CREATE OR REPLACE VIEW current_care_teams AS
SELECT caregiver_id, patient_id, assigned, since, in_ward FROM care_teams t
WHERE assigned OR (in_ward AND (ward_until IS NULL OR ward_until > now()))
   OR (assisting AND EXISTS (
     SELECT FROM fall_assists a JOIN responses r USING (fall_id)
     WHERE a.caregiver_id = t.caregiver_id AND a.patient_id = t.patient_id
       AND (r.resolved_at IS NULL OR r.resolved_at > now() - interval '1 hour')));

-- Before the row, so that the care team is locked before the fall that the row refers to.
CREATE FUNCTION begin_assist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO care_teams (caregiver_id, patient_id, assigned, in_ward, assisting, since)
  VALUES (NEW.caregiver_id, NEW.patient_id, false, false, true, NEW.at)
  ON CONFLICT (caregiver_id, patient_id) DO UPDATE SET assisting = true;
  RETURN NEW;
END $$;

CREATE TRIGGER assist_began BEFORE INSERT ON fall_assists FOR EACH ROW EXECUTE FUNCTION begin_assist();

CREATE FUNCTION end_assists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM care_teams t JOIN removed r USING (caregiver_id, patient_id)
  ORDER BY t.caregiver_id, t.patient_id FOR UPDATE OF t;
  DELETE FROM care_teams t USING removed r
  WHERE t.caregiver_id = r.caregiver_id AND t.patient_id = r.patient_id AND NOT t.assigned AND NOT t.in_ward
    AND NOT EXISTS (SELECT FROM fall_assists a WHERE a.caregiver_id = t.caregiver_id AND a.patient_id = t.patient_id);
  UPDATE care_teams t SET assisting = false FROM removed r
  WHERE t.caregiver_id = r.caregiver_id AND t.patient_id = r.patient_id
    AND NOT EXISTS (SELECT FROM fall_assists a WHERE a.caregiver_id = t.caregiver_id AND a.patient_id = t.patient_id);
  RETURN NULL;
END $$;

CREATE TRIGGER assist_ended AFTER DELETE ON fall_assists REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION end_assists();

-- As before, but a caregiver who assists keeps the care.
CREATE OR REPLACE FUNCTION end_assigned_care() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM care_teams t JOIN removed r USING (caregiver_id, patient_id)
  ORDER BY t.caregiver_id, t.patient_id FOR UPDATE OF t;
  DELETE FROM care_teams t USING removed r
  WHERE t.caregiver_id = r.caregiver_id AND t.patient_id = r.patient_id AND NOT t.in_ward AND NOT t.assisting;
  UPDATE care_teams t SET assigned = false FROM removed r
  WHERE t.caregiver_id = r.caregiver_id AND t.patient_id = r.patient_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION end_care_of_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM care_teams t JOIN removed m USING (caregiver_id) JOIN users p ON p.id = t.patient_id AND p.ward_id = m.ward_id
  ORDER BY t.caregiver_id, t.patient_id FOR UPDATE OF t;
  DELETE FROM care_teams t USING removed m, users p
  WHERE t.caregiver_id = m.caregiver_id AND p.id = t.patient_id AND p.ward_id = m.ward_id AND NOT t.assigned AND NOT t.assisting;
  UPDATE care_teams t SET in_ward = false, ward_until = NULL FROM removed m, users p
  WHERE t.caregiver_id = m.caregiver_id AND p.id = t.patient_id AND p.ward_id = m.ward_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION move_care_of_patient() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  former uuid := CASE WHEN TG_OP = 'UPDATE' THEN OLD.ward_id END;
BEGIN
  -- A statement that moves patients of several wards locks the wards before it, or two of them may deadlock.
  PERFORM FROM wards WHERE id IN (former, NEW.ward_id) ORDER BY id FOR NO KEY UPDATE;
  IF former IS NOT NULL THEN
    PERFORM FROM care_teams WHERE patient_id = NEW.id AND in_ward ORDER BY caregiver_id FOR UPDATE;
    -- Members of both wards keep their care: nothing is forgotten that they may see in the next moment.
    DELETE FROM care_teams t WHERE t.patient_id = NEW.id AND t.in_ward AND NOT t.assigned AND NOT t.assisting
      AND NOT EXISTS (SELECT FROM ward_members m WHERE m.ward_id = NEW.ward_id AND m.caregiver_id = t.caregiver_id);
    UPDATE care_teams SET in_ward = false, ward_until = NULL
    WHERE patient_id = NEW.id AND in_ward AND (assigned OR assisting);
  END IF;
  INSERT INTO care_teams AS t (caregiver_id, patient_id, assigned, in_ward, ward_until, since)
  SELECT caregiver_id, NEW.id, false, true, until, now() FROM ward_members WHERE ward_id = NEW.ward_id ORDER BY 1
  ON CONFLICT (caregiver_id, patient_id) DO UPDATE SET in_ward = true, ward_until = excluded.ward_until;
  RETURN NULL;
END $$;
