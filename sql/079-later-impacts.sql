-- docs/response.md, "Verification": impacts of a pending fall after the one that is judged first.
ALTER TABLE responses ADD COLUMN verification_later timestamptz[] NOT NULL DEFAULT '{}';
