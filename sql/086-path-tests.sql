-- The path test (docs/operations.md, "Path test"): a row for each test of the last day. Its resident exists while it runs.

-- owner: path
CREATE TABLE path_tests (
  id           uuid PRIMARY KEY,
  at           timestamptz NOT NULL,
  -- Null while it runs, and for a test whose instance died.
  ok           boolean,
  -- Milliseconds from the start, by stage.
  stages       jsonb NOT NULL DEFAULT '{}',
  failed_stage text,
  reason       text,
  -- When the alert reached the receiver.
  delivered_at timestamptz
);

CREATE INDEX path_tests_by_time ON path_tests (at DESC);

-- The scope `operations` (docs/tokens.md, "Scopes").
ALTER TABLE access_tokens DROP CONSTRAINT access_tokens_scopes_check;
ALTER TABLE access_tokens ADD CONSTRAINT access_tokens_scopes_check
  CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,respond,ingest,manage,operations}');
ALTER TABLE service_accounts DROP CONSTRAINT service_accounts_scopes_check;
ALTER TABLE service_accounts ADD CONSTRAINT service_accounts_scopes_check
  CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,respond,ingest,manage,operations}');
