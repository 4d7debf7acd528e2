-- Passkeys: public keys of authenticators that log in without a password (docs/home.md, "Passkeys").

CREATE TABLE passkeys (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name          text NOT NULL,
  credential_id bytea NOT NULL UNIQUE,
  public_key    bytea NOT NULL,  -- COSE
  -- The authenticator's count of signatures; 0 from authenticators that do not count. One that does not rise is a copy's.
  counter       bigint NOT NULL,
  transports    text[] NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);

CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at, id);

-- Each is deleted by its first use; the options for the next one delete those that have expired.
CREATE TABLE passkey_challenges (
  challenge  bytea PRIMARY KEY,
  -- The user who adds a passkey; null for a login.
  user_id    uuid REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;

-- The passkey that opened the session; null for a password, and when the passkey is deleted.
ALTER TABLE sessions ADD COLUMN passkey_id uuid REFERENCES passkeys ON DELETE SET NULL;
CREATE INDEX sessions_by_passkey ON sessions (passkey_id) WHERE passkey_id IS NOT NULL;
