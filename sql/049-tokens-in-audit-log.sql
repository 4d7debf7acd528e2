-- { id, name } of the access token with which it was done, as it was called then (docs/contract.md, "Audit log").
ALTER TABLE audit_log ADD COLUMN token jsonb;
