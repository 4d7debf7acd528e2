-- A wearable's own way in (MQTT): the token is random and long, so its SHA-256 keeps it as well as a slow hash would.
CREATE TABLE device_tokens (
  device_id  uuid PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL
);
