-- After a failover to an asynchronous standby, or a restore to an earlier time, no number is used again that a lost transaction
-- has used: an open socket or a wearable in memory may still go by it (docs/operations.md, "What an asynchronous standby loses").

-- One row: where the database was when its numbers last moved.
-- owner: platform
CREATE TABLE timelines (
  -- Instances compare it: it is another one after each move.
  epoch     uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Of PostgreSQL; null where the server hides them.
  system_id bigint,
  timeline  integer,
  since     timestamptz NOT NULL DEFAULT now()
);

-- A promoted standby and a recovery to an earlier time begin a timeline; another cluster has another system.
CREATE FUNCTION server_timeline(OUT system_id bigint, OUT timeline integer)
LANGUAGE plpgsql AS $$
BEGIN
  -- The timeline of the last checkpoint (pg_control_checkpoint) would still be the one before a promotion.
  SELECT c.system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  INTO server_timeline.system_id, server_timeline.timeline FROM pg_control_system() c;
EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN
  NULL;
END
$$;

-- Moves every number past all that other timelines may have used since they parted from this one.
CREATE FUNCTION move_numbers(timelines_since bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  sequence record;
BEGIN
  FOR sequence IN
    SELECT s.seqrelid::regclass AS name, s.seqmax AS most,
           CASE WHEN s.seqtypid = 'bigint'::regtype THEN 1000000 ELSE 100000 END * timelines_since AS gap
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
    WHERE c.relnamespace = current_schema()::regnamespace
  LOOP
    -- A short one is never used up: half of what is left is kept.
    EXECUTE format('SELECT setval(%L, last_value + least($1, ($2 - last_value) / 2)) FROM %s', sequence.name, sequence.name)
    USING sequence.gap, sequence.most;
  END LOOP;
  -- The first event of a person may be among the lost ones.
  INSERT INTO live_cursors AS c (user_id, last_id) SELECT id, 1000000 * timelines_since FROM users ORDER BY id
  ON CONFLICT (user_id) DO UPDATE SET last_id = c.last_id + excluded.last_id;
  UPDATE organisation SET revision = revision + 1000 * timelines_since;
  UPDATE ward_plans SET revision = revision + 1000 * timelines_since;
  UPDATE wearer_detectors SET revision = revision + 1000 * timelines_since;
END
$$;

-- Called on every new connection, before its first statement. With the rights of its owner: the service's role may have lost those
-- to set a sequence.
CREATE FUNCTION present_epoch() RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  here  record;
  known timelines;
BEGIN
  IF pg_is_in_recovery() THEN
    RAISE 'the database is a standby' USING ERRCODE = 'read_only_sql_transaction';
  END IF;
  SELECT * INTO here FROM server_timeline();
  SELECT * INTO known FROM timelines;
  IF FOUND AND (known.system_id, known.timeline) IS NOT DISTINCT FROM (here.system_id, here.timeline) THEN
    RETURN known.epoch;
  END IF;
  -- Of several connections one moves the numbers, and the others wait for it.
  LOCK TABLE timelines IN EXCLUSIVE MODE;
  SELECT * INTO known FROM timelines;
  IF FOUND AND (known.system_id, known.timeline) IS NOT DISTINCT FROM (here.system_id, here.timeline) THEN
    RETURN known.epoch;
  END IF;
  -- A standby that lagged twice has missed the move of the failover in between as well.
  PERFORM move_numbers(CASE WHEN known.system_id = here.system_id THEN greatest(1, here.timeline - known.timeline) ELSE 1 END);
  DELETE FROM timelines;
  INSERT INTO timelines (system_id, timeline) SELECT here.system_id, here.timeline RETURNING * INTO known;
  RETURN known.epoch;
END
$$;

INSERT INTO timelines (system_id, timeline) SELECT * FROM server_timeline();
