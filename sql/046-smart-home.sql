-- Patients whose state the home's own broker may show (docs/smart-home.md).
ALTER TABLE users ADD COLUMN share_with_home boolean NOT NULL DEFAULT false;
CREATE INDEX users_shared_with_home ON users (id) WHERE share_with_home;

-- What was announced on the home's broker: it is removed there when the patient is deleted or no longer shared, also
-- if the broker was away at that time. Not a reference: it outlives the patient.
CREATE TABLE smart_home_residents (
  patient_id uuid PRIMARY KEY
);

CREATE FUNCTION notify_smart_home() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('vigil_home', '');
  RETURN NULL;
END $$;

CREATE TRIGGER smart_home_changed
  AFTER UPDATE OF share_with_home, first_name, last_name, room, status ON users
  FOR EACH ROW WHEN (OLD.share_with_home OR NEW.share_with_home)
  EXECUTE FUNCTION notify_smart_home();

CREATE TRIGGER smart_home_removed
  AFTER DELETE ON users
  FOR EACH ROW WHEN (OLD.share_with_home)
  EXECUTE FUNCTION notify_smart_home();
