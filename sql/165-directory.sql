-- SCIM 2.0 (docs/directory.md): the users and groups of the home's own directory.

ALTER TABLE access_tokens DROP CONSTRAINT access_tokens_scopes_check;
ALTER TABLE access_tokens ADD CONSTRAINT access_tokens_scopes_check
  CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,respond,ingest,manage,operations,directory}');
ALTER TABLE service_accounts DROP CONSTRAINT service_accounts_scopes_check;
ALTER TABLE service_accounts ADD CONSTRAINT service_accounts_scopes_check
  CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,respond,ingest,manage,operations,directory}');

-- owner: directory
CREATE TABLE directory_users (
  user_id      uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  user_name    text NOT NULL,
  -- As names are compared: without a difference of case.
  user_key     text NOT NULL UNIQUE,
  external_id  text,
  given_name   text,
  family_name  text,
  display_name text,
  email        text,
  -- What the directory says; the account also needs a group that gives a role.
  active       boolean NOT NULL,
  -- Deleted by the directory, or handed over to it by an admin: the next user of this name gets the account.
  absent       boolean NOT NULL DEFAULT false,
  -- An admin has handed the account over; the directory created the others.
  handed_over  boolean NOT NULL DEFAULT false,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  -- When the account is next compared with the groups; null if it follows them.
  settle_at    timestamptz,
  -- When the account ends for lack of a group that gives a role.
  ends_at      timestamptz
);

CREATE INDEX directory_users_by_creation ON directory_users (created_at, user_id) WHERE NOT absent;
CREATE INDEX directory_users_by_external_id ON directory_users (external_id) WHERE external_id IS NOT NULL;
CREATE INDEX directory_users_to_settle ON directory_users (settle_at) WHERE settle_at IS NOT NULL;

-- owner: directory
CREATE TABLE directory_groups (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  display_name text NOT NULL,
  group_key    text NOT NULL UNIQUE,
  external_id  text,
  -- Number of changes.
  revision     integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL
);

CREATE INDEX directory_groups_by_creation ON directory_groups (created_at, id);

-- owner: directory
CREATE TABLE directory_members (
  group_id uuid NOT NULL REFERENCES directory_groups ON DELETE CASCADE,
  user_id  uuid NOT NULL REFERENCES directory_users ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
);

CREATE INDEX directory_members_by_user ON directory_members (user_id);
