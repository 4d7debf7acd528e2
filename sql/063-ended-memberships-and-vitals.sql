-- A membership gives nothing once its `until` has passed, even before the service has deleted its row. The views compare
-- with the database's clock, because all instances share it.
CREATE VIEW current_ward_members AS
SELECT ward_id, caregiver_id, lead, until, created_at FROM ward_members WHERE until IS NULL OR until > now();

-- When the care that comes from the ward ends by itself; null if never.
ALTER TABLE care_teams ADD COLUMN ward_until timestamptz;

UPDATE care_teams t SET ward_until = m.until FROM ward_members m, users p
WHERE m.until IS NOT NULL AND t.in_ward AND t.caregiver_id = m.caregiver_id AND p.id = t.patient_id AND p.ward_id = m.ward_id;

CREATE VIEW current_care_teams AS
SELECT caregiver_id, patient_id, assigned, since FROM care_teams
WHERE assigned OR ward_until IS NULL OR ward_until > now();

CREATE OR REPLACE FUNCTION add_care_of_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO care_teams AS t (caregiver_id, patient_id, assigned, in_ward, ward_until, since)
  SELECT m.caregiver_id, p.id, false, true, m.until, m.created_at FROM added m JOIN users p ON p.ward_id = m.ward_id ORDER BY 1, 2
  ON CONFLICT (caregiver_id, patient_id) DO UPDATE SET in_ward = true, ward_until = excluded.ward_until;
  RETURN NULL;
END $$;

CREATE FUNCTION change_end_of_care() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM care_teams t JOIN changed m USING (caregiver_id) JOIN users p ON p.id = t.patient_id AND p.ward_id = m.ward_id
  ORDER BY t.caregiver_id, t.patient_id FOR NO KEY UPDATE OF t;
  UPDATE care_teams t SET ward_until = m.until FROM changed m, users p
  WHERE t.caregiver_id = m.caregiver_id AND p.id = t.patient_id AND p.ward_id = m.ward_id
    AND t.ward_until IS DISTINCT FROM m.until;
  RETURN NULL;
END $$;

CREATE TRIGGER membership_changed AFTER UPDATE ON ward_members REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION change_end_of_care();

CREATE OR REPLACE FUNCTION end_care_of_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM care_teams t JOIN removed m USING (caregiver_id) JOIN users p ON p.id = t.patient_id AND p.ward_id = m.ward_id
  ORDER BY t.caregiver_id, t.patient_id FOR UPDATE OF t;
  DELETE FROM care_teams t USING removed m, users p
  WHERE t.caregiver_id = m.caregiver_id AND p.id = t.patient_id AND p.ward_id = m.ward_id AND NOT t.assigned;
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
    DELETE FROM care_teams t WHERE t.patient_id = NEW.id AND t.in_ward AND NOT t.assigned
      AND NOT EXISTS (SELECT FROM ward_members m WHERE m.ward_id = NEW.ward_id AND m.caregiver_id = t.caregiver_id);
    UPDATE care_teams SET in_ward = false, ward_until = NULL WHERE patient_id = NEW.id AND in_ward AND assigned;
  END IF;
  INSERT INTO care_teams AS t (caregiver_id, patient_id, assigned, in_ward, ward_until, since)
  SELECT caregiver_id, NEW.id, false, true, until, now() FROM ward_members WHERE ward_id = NEW.ward_id ORDER BY 1
  ON CONFLICT (caregiver_id, patient_id) DO UPDATE SET in_ward = true, ward_until = excluded.ward_until;
  RETURN NULL;
END $$;

-- Whether a wearable has ever sent a heart rate or SpO₂, live or in a backlog. It stays true when the wearable changes
-- hands: then its last report is empty.
ALTER TABLE devices ADD COLUMN measures_vitals boolean NOT NULL DEFAULT false;
UPDATE devices SET measures_vitals = true WHERE heart_rate IS NOT NULL OR spo2 IS NOT NULL;

CREATE FUNCTION note_vitals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.measures_vitals := true;
  RETURN NEW;
END $$;

CREATE TRIGGER vitals_reported BEFORE UPDATE ON devices
  FOR EACH ROW WHEN (NOT NEW.measures_vitals AND (NEW.heart_rate IS NOT NULL OR NEW.spo2 IS NOT NULL))
  EXECUTE FUNCTION note_vitals();
