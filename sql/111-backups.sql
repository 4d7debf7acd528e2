-- Backups into a folder, and restores from one (docs/backup.md).

-- owner: operations
CREATE TABLE backup_state (
  one_row      boolean PRIMARY KEY DEFAULT true CHECK (one_row),
  -- Also in the folder: it takes no backup of another installation.
  installation uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The last backup with everything in it.
  succeeded_at timestamptz,
  seconds      real,
  bytes        bigint,
  -- The last backup that failed; null if one has succeeded since.
  failed_at    timestamptz,
  failure      text,
  -- Days with readings that the last restore had to load, for "3 of 90".
  restore_days integer NOT NULL DEFAULT 0
);

INSERT INTO backup_state DEFAULT VALUES;

-- Begun backups. A folder with a mark that is not here was written from another state of the database: what it has of a day
-- cannot be compared by transaction numbers.
-- owner: operations
CREATE TABLE backup_marks (
  mark     uuid PRIMARY KEY,
  begun_at timestamptz NOT NULL DEFAULT now()
);

-- Days of a restored backup whose rows the running service still has to load.
-- owner: operations
CREATE TABLE days_to_restore (
  table_name text NOT NULL,
  day        date NOT NULL,
  folder     text NOT NULL,
  parts      jsonb NOT NULL,
  -- Why the last attempt failed.
  failure    text,
  PRIMARY KEY (day, table_name)
);
