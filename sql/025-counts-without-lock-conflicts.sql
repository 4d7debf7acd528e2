-- Row counts without lock conflicts. A count had 32 stripes by connection, so transactions shared its rows, waited for each other
-- and ended in deadlocks. Now `stripe` is the id of the transaction: no transaction updates a row of another. Stripe 0 is the sum
-- of transactions that have ended.

-- The first lock that this migration takes, so that a running instance never waits for it in a circle.
ALTER TABLE tallies ALTER COLUMN stripe TYPE bigint;

WITH striped AS (DELETE FROM tallies WHERE stripe <> 0 RETURNING list, label, day, total)
INSERT INTO tallies AS t (list, label, day, stripe, total)
SELECT list, label, day, 0, sum(total) FROM striped GROUP BY list, label, day
ON CONFLICT (list, label, day, stripe) DO UPDATE SET total = t.total + excluded.total;

-- Adds the stripes of one table up into stripe 0. It waits for no lock: it skips the work when another transaction folds the same
-- table, and it skips rows that are locked. Only the transaction that folds writes stripe 0.
CREATE FUNCTION fold_tallies(folded text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('tallies'), hashtext(folded)) THEN
    RETURN;
  END IF;
  WITH ended AS (
    DELETE FROM tallies WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM tallies WHERE list = folded AND stripe <> 0 LIMIT 1000 FOR UPDATE SKIP LOCKED
    )) RETURNING label, day, total
  )
  INSERT INTO tallies AS t (list, label, day, stripe, total)
  SELECT folded, label, day, 0, sum(total) FROM ended GROUP BY label, day
  ON CONFLICT (list, label, day, stripe) DO UPDATE SET total = t.total + excluded.total;
END $$;

-- One transaction in 64 folds, so that a total is the sum of few rows at any rate of writing.
CREATE OR REPLACE FUNCTION keep_tally() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT *, 1 AS sign FROM added'
    WHEN 'DELETE' THEN 'SELECT *, -1 AS sign FROM removed'
    ELSE 'SELECT *, 1 AS sign FROM added UNION ALL SELECT *, -1 FROM removed'
  END;
  counted bigint;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM tallies WHERE list = TG_TABLE_NAME;
    RETURN NULL;
  END IF;
  EXECUTE format(
    'INSERT INTO tallies AS t (list, label, day, stripe, total)
     SELECT %L, %s, %s, txid_current(), sum(sign) FROM (%s) AS changed
     GROUP BY 2, 3 HAVING sum(sign) <> 0
     ON CONFLICT (list, label, day, stripe) DO UPDATE SET total = t.total + excluded.total',
    TG_TABLE_NAME, TG_ARGV[0], TG_ARGV[1], changed);
  GET DIAGNOSTICS counted = ROW_COUNT;
  IF counted > 0 AND random() < 1.0 / 64 THEN
    PERFORM fold_tallies(TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
