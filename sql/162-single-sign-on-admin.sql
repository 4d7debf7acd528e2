-- What logins at the provider brought, and tests of them (docs/single-sign-on.md, "For admins").

-- The last attempt of each person with each outcome; of attempts that name nobody, the last one with each outcome.
-- owner: sign-on
CREATE TABLE oidc_attempts (
  -- The subject at the provider; empty if the attempt names nobody.
  subject text NOT NULL,
  outcome text NOT NULL,
  at      timestamptz NOT NULL,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  email   text,
  groups  text[] NOT NULL,
  -- What the groups give.
  role    text,
  wards   text[] NOT NULL,
  amr     text[] NOT NULL,
  acr     text,
  PRIMARY KEY (subject, outcome)
);

CREATE INDEX oidc_attempts_by_time ON oidc_attempts (at);
CREATE INDEX oidc_attempts_by_user ON oidc_attempts (user_id);

-- The last test of each admin.
-- owner: sign-on
CREATE TABLE oidc_trials (
  user_id    uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Of the login at the provider that brings the result.
  id         uuid NOT NULL,
  -- JSON, sealed.
  content    text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX oidc_trials_by_end ON oidc_trials (expires_at);
