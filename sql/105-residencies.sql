-- From when until when a patient lived in the home, for the resident days of reports (docs/home.md, "For an inspector"): while the
-- account is an active patient's.

-- owner: accounts
CREATE TABLE residencies (
  patient_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  began_at   timestamptz NOT NULL,
  -- Null while it lasts.
  ended_at   timestamptz,
  PRIMARY KEY (patient_id, began_at)
);

CREATE UNIQUE INDEX residencies_that_last ON residencies (patient_id) WHERE ended_at IS NULL;

-- Of those who had left before, the last change of the account is the best that is known.
INSERT INTO residencies (patient_id, began_at, ended_at)
SELECT id, created_at, CASE WHEN status = 'inactive' THEN greatest(created_at, updated_at) END FROM users WHERE role = 'PATIENT';

CREATE FUNCTION begin_residency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO residencies (patient_id, began_at)
  VALUES (NEW.id, CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END)
  -- Left and returned within one instant: the same stay.
  ON CONFLICT (patient_id, began_at) DO UPDATE SET ended_at = NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION end_residency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE residencies SET ended_at = greatest(began_at, NEW.updated_at) WHERE patient_id = NEW.id AND ended_at IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER residency_began AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.role = 'PATIENT' AND NEW.status = 'active') EXECUTE FUNCTION begin_residency();
CREATE TRIGGER residency_resumed AFTER UPDATE OF role, status ON users
  FOR EACH ROW WHEN (NEW.role = 'PATIENT' AND NEW.status = 'active' AND (OLD.role <> 'PATIENT' OR OLD.status <> 'active'))
  EXECUTE FUNCTION begin_residency();
CREATE TRIGGER residency_ended AFTER UPDATE OF role, status ON users
  FOR EACH ROW WHEN (OLD.role = 'PATIENT' AND OLD.status = 'active' AND (NEW.role <> 'PATIENT' OR NEW.status <> 'active'))
  EXECUTE FUNCTION end_residency();

-- owner: accounts
CREATE VIEW residencies_public AS SELECT patient_id, began_at, ended_at FROM residencies;
