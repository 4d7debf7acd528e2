-- Wards, their members, and the care teams that follow from wards and assignments (docs/home.md, "Wards").

CREATE TABLE wards (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name       text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX wards_by_name ON wards (lower(name));

CREATE TABLE ward_members (
  ward_id      uuid NOT NULL REFERENCES wards ON DELETE CASCADE,
  caregiver_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  lead         boolean NOT NULL DEFAULT false,
  -- When the membership ends by itself; the service deletes the row then.
  until        timestamptz,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (ward_id, caregiver_id)
);

CREATE INDEX ward_members_by_caregiver ON ward_members (caregiver_id);
CREATE INDEX ward_members_by_end ON ward_members (until) WHERE until IS NOT NULL;

-- Only patients live in a ward: a change of role ends it (trigger below).
ALTER TABLE users ADD COLUMN ward_id uuid REFERENCES wards;
CREATE INDEX users_by_ward ON users (ward_id) WHERE ward_id IS NOT NULL;

-- Who looks after whom, kept by the triggers below: a row for each caregiver and patient, whether by assignment, by the
-- patient's ward, or both. Being a table, its rows can be locked, and the end of care is the deletion of a row.
--
-- Lock order: users by id, wards by id, ward_members and assignments, care_teams by (caregiver, patient), falls, responses.
CREATE TABLE care_teams (
  caregiver_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  patient_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  assigned     boolean NOT NULL,
  in_ward      boolean NOT NULL,
  since        timestamptz NOT NULL,
  PRIMARY KEY (caregiver_id, patient_id),
  CHECK (assigned OR in_ward)
);

CREATE INDEX care_teams_by_patient ON care_teams (patient_id, caregiver_id);

INSERT INTO care_teams (caregiver_id, patient_id, assigned, in_ward, since)
SELECT caregiver_id, patient_id, true, false, created_at FROM assignments;

-- What an end of an assignment did (sql/008, sql/009) is now what an end of care does.
DROP TRIGGER care_ended ON assignments;
CREATE TRIGGER care_ended AFTER DELETE ON care_teams REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION forget_told_of();
DROP TRIGGER care_ended_with_claims ON assignments;
CREATE TRIGGER care_ended_with_claims AFTER DELETE ON care_teams REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION look_at_claims_of_ended_care();

CREATE FUNCTION add_assigned_care() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO care_teams AS t (caregiver_id, patient_id, assigned, in_ward, since)
  SELECT caregiver_id, patient_id, true, false, created_at FROM added ORDER BY 1, 2
  ON CONFLICT (caregiver_id, patient_id) DO UPDATE SET assigned = true;
  RETURN NULL;
END $$;

CREATE TRIGGER assigned AFTER INSERT ON assignments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_assigned_care();

CREATE FUNCTION end_assigned_care() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM care_teams t JOIN removed r USING (caregiver_id, patient_id)
  ORDER BY t.caregiver_id, t.patient_id FOR UPDATE OF t;
  DELETE FROM care_teams t USING removed r
  WHERE t.caregiver_id = r.caregiver_id AND t.patient_id = r.patient_id AND NOT t.in_ward;
  UPDATE care_teams t SET assigned = false FROM removed r
  WHERE t.caregiver_id = r.caregiver_id AND t.patient_id = r.patient_id;
  RETURN NULL;
END $$;

CREATE TRIGGER unassigned AFTER DELETE ON assignments REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION end_assigned_care();

-- Members and patients of a ward change one after the other, or each change would miss the pairs of the other one.
CREATE FUNCTION lock_ward_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM wards WHERE id = NEW.ward_id FOR NO KEY UPDATE;
    RETURN NEW;
  END IF;
  PERFORM FROM wards WHERE id = OLD.ward_id FOR NO KEY UPDATE;
  RETURN OLD;
END $$;

CREATE TRIGGER ward_locked BEFORE INSERT OR DELETE ON ward_members
  FOR EACH ROW EXECUTE FUNCTION lock_ward_of_member();

CREATE FUNCTION add_care_of_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO care_teams AS t (caregiver_id, patient_id, assigned, in_ward, since)
  SELECT m.caregiver_id, p.id, false, true, m.created_at FROM added m JOIN users p ON p.ward_id = m.ward_id ORDER BY 1, 2
  ON CONFLICT (caregiver_id, patient_id) DO UPDATE SET in_ward = true;
  RETURN NULL;
END $$;

CREATE TRIGGER joined AFTER INSERT ON ward_members REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_care_of_members();

CREATE FUNCTION end_care_of_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM care_teams t JOIN removed m USING (caregiver_id) JOIN users p ON p.id = t.patient_id AND p.ward_id = m.ward_id
  ORDER BY t.caregiver_id, t.patient_id FOR UPDATE OF t;
  DELETE FROM care_teams t USING removed m, users p
  WHERE t.caregiver_id = m.caregiver_id AND p.id = t.patient_id AND p.ward_id = m.ward_id AND NOT t.assigned;
  UPDATE care_teams t SET in_ward = false FROM removed m, users p
  WHERE t.caregiver_id = m.caregiver_id AND p.id = t.patient_id AND p.ward_id = m.ward_id;
  RETURN NULL;
END $$;

CREATE TRIGGER left_ward AFTER DELETE ON ward_members REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION end_care_of_members();

CREATE FUNCTION leave_ward_with_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ward_id := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER role_without_ward BEFORE INSERT OR UPDATE ON users
  FOR EACH ROW WHEN (NEW.role <> 'PATIENT' AND NEW.ward_id IS NOT NULL) EXECUTE FUNCTION leave_ward_with_role();

CREATE FUNCTION move_care_of_patient() RETURNS trigger LANGUAGE plpgsql AS $$
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
    UPDATE care_teams SET in_ward = false WHERE patient_id = NEW.id AND in_ward AND assigned;
  END IF;
  INSERT INTO care_teams AS t (caregiver_id, patient_id, assigned, in_ward, since)
  SELECT caregiver_id, NEW.id, false, true, now() FROM ward_members WHERE ward_id = NEW.ward_id ORDER BY 1
  ON CONFLICT (caregiver_id, patient_id) DO UPDATE SET in_ward = true;
  RETURN NULL;
END $$;

CREATE TRIGGER came_to_ward AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.ward_id IS NOT NULL) EXECUTE FUNCTION move_care_of_patient();
-- Without a list of columns: role_without_ward changes the ward, too.
CREATE TRIGGER moved_to_ward AFTER UPDATE ON users
  FOR EACH ROW WHEN (OLD.ward_id IS DISTINCT FROM NEW.ward_id) EXECUTE FUNCTION move_care_of_patient();

-- The audit log of a ward (docs/home.md, "Wards"): entries by subject, beside those by actor (sql/014) and lists (sql/012).
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, at DESC, id DESC) WHERE subject_id IS NOT NULL;
