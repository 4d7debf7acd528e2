-- The audit log is a chain of hashes: docs/security.md, "Audit chain".

ALTER TABLE audit_log
  -- The place in the chain, without gaps. Both are null until an entry of an earlier version is chained.
  ADD COLUMN number bigint,
  ADD COLUMN hash   bytea;

-- The ends of the chain: the newest entry, and the last one that retention has deleted.
-- owner: accounts
CREATE TABLE audit_chain (
  place           text PRIMARY KEY CHECK (place IN ('start', 'head')),
  number          bigint NOT NULL,
  hash            bytea NOT NULL CHECK (length(hash) = 32),
  -- Of the head: entries with a greater id wait to be chained, entries of an earlier version first; null if none waits.
  unchained_after bigint,
  -- Of the head: the day on which it was last published.
  published_on    date
);

INSERT INTO audit_chain (place, number, hash, unchained_after)
SELECT place, 0, decode(repeat('00', 32), 'hex'),
       CASE WHEN place = 'head' AND EXISTS (SELECT FROM audit_log) THEN 0 END
FROM unnest(ARRAY['start', 'head']) AS place;
