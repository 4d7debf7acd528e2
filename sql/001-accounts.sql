-- People, their sessions, and the trail of what was done.

CREATE TABLE users (
  id                uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email             text NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash     text NOT NULL,
  first_name        text NOT NULL,
  last_name         text NOT NULL,
  role              text NOT NULL CHECK (role IN ('PATIENT', 'CAREGIVER', 'ADMIN')),
  -- An inactive account cannot log in, and its tokens are refused.
  status            text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  phone             text,
  date_of_birth     date,
  avatar            text,
  emergency_contact text,  -- patients
  specialization    text,  -- caregivers
  organization      text,  -- caregivers
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  last_login        timestamptz
);

CREATE INDEX users_by_role ON users (role, created_at DESC, id);
CREATE INDEX users_by_creation ON users (created_at DESC, id);

-- One row per token: the token's `jti` is the row's id.
CREATE TABLE sessions (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Who did what to whom, from where, with what outcome. No foreign keys: the trail outlives the account.
CREATE TABLE audit_log (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL,
  level      text NOT NULL CHECK (level IN ('info', 'warning', 'error')),
  action     text NOT NULL,
  outcome    text NOT NULL CHECK (outcome IN ('done', 'refused', 'failed')),
  message    text NOT NULL,
  actor_id   uuid,
  subject_id uuid,
  ip         text,
  request_id text
);

CREATE INDEX audit_log_by_time ON audit_log (at DESC, id DESC);
CREATE INDEX audit_log_by_level ON audit_log (level, at DESC, id DESC);
