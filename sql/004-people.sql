-- Messages between people, what lists need to stay quick, and the totals they show.

CREATE TABLE messages (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- A message goes with either of its two people: it has no meaning without both.
  sender_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  recipient_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  content      text NOT NULL,
  type         text NOT NULL CHECK (type IN ('TEXT')),
  read_at      timestamptz,
  created_at   timestamptz NOT NULL,
  CHECK (sender_id <> recipient_id)
);

CREATE INDEX messages_sent ON messages (sender_id, created_at DESC, id);
CREATE INDEX messages_received ON messages (recipient_id, created_at DESC, id);
CREATE INDEX messages_unread ON messages (recipient_id, created_at DESC, id) WHERE read_at IS NULL;
CREATE INDEX messages_of_two ON messages (sender_id, recipient_id, created_at DESC, id);

-- How unsteady the heart rate has been lately: the summary must judge by the same evidence as the stream's answer.
ALTER TABLE devices ADD COLUMN heart_rate_jitter real;

-- Each order has the list's own tie-break behind it (storage/list.ts): descending by the field, ascending by id.
CREATE INDEX users_by_status ON users (status, created_at DESC, id);
CREATE INDEX users_by_role_and_status ON users (role, status, created_at DESC, id);
CREATE INDEX users_by_last_name ON users (last_name DESC, id);
CREATE INDEX users_by_login ON users (last_login DESC, id);
CREATE INDEX fall_events_by_confidence ON fall_events (confidence DESC, id);
CREATE INDEX assignments_by_caregiver ON assignments (caregiver_id, created_at DESC, patient_id);

-- Totals of the lists that grow without bound. Counting a million rows takes a hundred milliseconds, so they are
-- counted as they come and go, by the label that the list can be filtered by and by UTC day.
CREATE TABLE tallies (
  list   text NOT NULL,      -- the table counted
  label  text NOT NULL,      -- role/status of users, level of falls, level of audit lines
  day    date NOT NULL,
  stripe smallint NOT NULL,  -- so that writers do not queue for one row; a total is the sum of its stripes
  total  bigint NOT NULL,    -- may be negative in one stripe, when another one saw the insert
  PRIMARY KEY (list, label, day, stripe)
) WITH (fillfactor = 50);

-- Arguments: the label and the day, as expressions over a row of the table.
CREATE FUNCTION keep_tally() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT *, 1 AS sign FROM added'
    WHEN 'DELETE' THEN 'SELECT *, -1 AS sign FROM removed'
    ELSE 'SELECT *, 1 AS sign FROM added UNION ALL SELECT *, -1 FROM removed'
  END;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM tallies WHERE list = TG_TABLE_NAME;
    RETURN NULL;
  END IF;
  -- In order, so that two statements with several labels never wait for each other in a circle.
  EXECUTE format(
    'INSERT INTO tallies AS t (list, label, day, stripe, total)
     SELECT %L, %s, %s, pg_backend_pid() %% 8, sum(sign) FROM (%s) AS changed
     GROUP BY 2, 3 HAVING sum(sign) <> 0 ORDER BY 2, 3
     ON CONFLICT (list, label, day, stripe) DO UPDATE SET total = t.total + excluded.total',
    TG_TABLE_NAME, TG_ARGV[0], TG_ARGV[1], changed);
  RETURN NULL;
END $$;

DO $$
DECLARE
  counted record;
BEGIN
  FOR counted IN
    SELECT * FROM (VALUES
      ('users', 'role || ''/'' || status', 'date ''2000-01-01'''),
      ('fall_events', 'status', '(created_at AT TIME ZONE ''UTC'')::date'),
      ('audit_log', 'level', '(at AT TIME ZONE ''UTC'')::date')
    ) AS t (list, label, day)
  LOOP
    EXECUTE format('CREATE TRIGGER tally_inserted AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tally(%L, %L)', counted.list, counted.label, counted.day);
    EXECUTE format('CREATE TRIGGER tally_updated AFTER UPDATE ON %I REFERENCING NEW TABLE AS added OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tally(%L, %L)', counted.list, counted.label, counted.day);
    EXECUTE format('CREATE TRIGGER tally_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tally(%L, %L)', counted.list, counted.label, counted.day);
    EXECUTE format('CREATE TRIGGER tally_truncated AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION keep_tally()', counted.list);
    EXECUTE format('INSERT INTO tallies SELECT %L, %s, %s, 0, count(*) FROM %I GROUP BY 2, 3',
      counted.list, counted.label, counted.day, counted.list);
  END LOOP;
END $$;
