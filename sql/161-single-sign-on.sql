-- Single sign-on (docs/single-sign-on.md).

-- A login that has begun at the provider, or waits for a password or a code here. Using it deletes it.
-- owner: sign-on
CREATE TABLE oidc_flows (
  -- SHA-256 of the cookie of the browser.
  id         bytea PRIMARY KEY,
  -- SHA-256 of the state at the provider; null for a login that waits here.
  state      bytea,
  -- JSON, sealed.
  content    text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX oidc_flows_by_end ON oidc_flows (expires_at);

-- A person at the provider, and their account here.
-- owner: sign-on
CREATE TABLE oidc_identities (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  issuer        text NOT NULL,
  subject       text NOT NULL,
  -- As the provider last gave it.
  email         text,
  created_at    timestamptz NOT NULL,
  last_login_at timestamptz NOT NULL,
  UNIQUE (issuer, subject)
);

CREATE INDEX oidc_identities_by_user ON oidc_identities (user_id);

-- A session that the provider has opened.
-- owner: sign-on
CREATE TABLE oidc_sessions (
  session_id  uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  identity_id uuid NOT NULL REFERENCES oidc_identities ON DELETE CASCADE,
  -- The session at the provider, which a back-channel logout names.
  sid         text,
  -- JSON, sealed: the ID token, and the refresh token if there is one.
  tokens      text NOT NULL,
  -- When the provider last said that the session may go on.
  checked_at  timestamptz NOT NULL,
  -- When it is asked next, and until when an instance is asking it; null without a refresh token.
  due_at      timestamptz
);

CREATE INDEX oidc_sessions_due ON oidc_sessions (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX oidc_sessions_by_identity ON oidc_sessions (identity_id);

-- What the groups of a person gave last: what was given by hand stays apart.
-- owner: sign-on
CREATE TABLE oidc_role_grants (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  role    text NOT NULL CHECK (role IN ('ADMIN', 'CAREGIVER'))
);

-- owner: sign-on
CREATE TABLE oidc_ward_grants (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  ward_id uuid NOT NULL REFERENCES wards ON DELETE CASCADE,
  PRIMARY KEY (user_id, ward_id)
);

CREATE INDEX oidc_ward_grants_by_ward ON oidc_ward_grants (ward_id);

-- Logout tokens that were used, by the SHA-256 of their ID.
-- owner: sign-on
CREATE TABLE oidc_logout_tokens (
  id         bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
