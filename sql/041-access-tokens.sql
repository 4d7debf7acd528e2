-- Tokens for programs, and service accounts (docs/tokens.md).

-- A service account is a user who is no person: every list of people names the roles that it shows.
ALTER TABLE users DROP CONSTRAINT users_role_check;
ALTER TABLE users ADD CONSTRAINT users_role_check CHECK (role IN ('PATIENT', 'CAREGIVER', 'ADMIN', 'SERVICE'));

CREATE TABLE access_tokens (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name         text NOT NULL,
  -- SHA-256 of the token.
  token_hash   bytea NOT NULL UNIQUE,
  scopes       text[] NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,respond,ingest,manage}'),
  created_at   timestamptz NOT NULL,
  -- Null for the token of a service account.
  expires_at   timestamptz,
  last_used_at timestamptz
);

CREATE INDEX access_tokens_by_user ON access_tokens (user_id, created_at);
CREATE INDEX access_tokens_by_end ON access_tokens (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE service_accounts (
  user_id            uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  name               text NOT NULL,
  scopes             text[] NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,respond,ingest,manage}'),
  -- Kept beside the wards: an account whose wards are all deleted must not see the whole organisation.
  whole_organisation boolean NOT NULL,
  created_at         timestamptz NOT NULL
);

CREATE UNIQUE INDEX service_accounts_by_name ON service_accounts (lower(name));

CREATE TABLE service_account_wards (
  account_id uuid NOT NULL REFERENCES service_accounts ON DELETE CASCADE,
  ward_id    uuid NOT NULL REFERENCES wards ON DELETE CASCADE,
  PRIMARY KEY (account_id, ward_id)
);

CREATE INDEX service_account_wards_by_ward ON service_account_wards (ward_id);

-- A service account is in no care team, so the end of its claims is not that of care (sql/031): a claim is looked at when
-- the patient leaves the ward.
CREATE FUNCTION look_at_claims_of_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE responses r SET due_at = 'epoch'
  WHERE r.patient_id = NEW.id AND r.state = 'CLAIMED' AND r.claimed_by IN (SELECT user_id FROM service_accounts);
  IF FOUND THEN PERFORM pg_notify('vigil_ladder', ''); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ward_left_by_services AFTER UPDATE ON users
  FOR EACH ROW WHEN (OLD.ward_id IS DISTINCT FROM NEW.ward_id) EXECUTE FUNCTION look_at_claims_of_services();
