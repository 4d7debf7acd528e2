-- Whose password an account has, and changes of its e-mail address.

ALTER TABLE users
  -- When a password that somebody else gave out expires; null for a password that the owner chose.
  ADD COLUMN password_temporary_until timestamptz,
  -- Given out with a new patient's account: the patient's wearables may go on using it.
  ADD COLUMN password_for_devices     boolean NOT NULL DEFAULT false,
  -- The owner has chosen a password at least once. Until then a caregiver may correct the address.
  ADD COLUMN has_own_password         boolean NOT NULL DEFAULT true,
  -- The address that waits to be confirmed.
  ADD COLUMN pending_email            text,
  ADD COLUMN pending_email_until      timestamptz;

-- Of older accounts those that nobody has ever used.
UPDATE users u SET has_own_password = false
WHERE last_login IS NULL
  AND NOT EXISTS (SELECT FROM audit_log a WHERE a.actor_id = u.id AND a.action = 'password.reset');

ALTER TABLE sessions
  -- When its owner last gave the password again (POST /auth/reauthenticate).
  ADD COLUMN reauthenticated_at timestamptz;

ALTER TABLE password_resets
  -- Sent to somebody for whom an account was opened.
  ADD COLUMN is_invitation boolean NOT NULL DEFAULT false;

-- Changes of an address by mail: the new one confirms, the old one may undo. Tokens are random and long, so a quick hash is
-- enough. A row stays until it can no longer be undone.
CREATE TABLE email_changes (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  old_email     text NOT NULL,
  new_email     text NOT NULL,
  -- Of the owner who asked for it: it stays open when the others end.
  kept_session  uuid,
  confirm_hash  bytea UNIQUE CHECK (length(confirm_hash) = 32),  -- null once another change has taken its place
  confirm_until timestamptz NOT NULL,
  confirmed_at  timestamptz,
  undo_hash     bytea NOT NULL UNIQUE CHECK (length(undo_hash) = 32),
  undo_until    timestamptz NOT NULL
);

CREATE INDEX email_changes_by_user ON email_changes (user_id);
CREATE INDEX email_changes_by_old_email ON email_changes (old_email);

-- While a change can be undone, nobody else gets the old address: otherwise whoever stole the account could register it, and
-- nothing could be undone. After the row is written, because only then other transactions that hold the address are over.
CREATE FUNCTION keep_email_for_undo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM email_changes c
             WHERE c.old_email = NEW.email AND c.user_id <> NEW.id AND c.confirmed_at IS NOT NULL
               AND c.undo_until > NEW.updated_at) THEN
    RAISE unique_violation USING MESSAGE = 'the address is kept for its former owner', CONSTRAINT = 'users_email_key';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER users_keep_email_for_undo AFTER INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION keep_email_for_undo();
