-- Requests of accounts with an `Idempotency-Key` (docs/contract.md, "Idempotency").

-- owner: platform
CREATE TABLE idempotency_keys (
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of the header.
  key          bytea NOT NULL,
  -- SHA-256 of method, path, query and body.
  request      bytea NOT NULL,
  -- The request that is carried out; another one takes its place if it does not end.
  attempt      uuid NOT NULL,
  attempted_at timestamptz NOT NULL,
  -- Of the reply; null until the request has succeeded.
  status       smallint,
  -- The `data` of the reply; null if it is not kept.
  reply        text,
  PRIMARY KEY (user_id, key)
);

CREATE INDEX idempotency_keys_by_time ON idempotency_keys (attempted_at);
