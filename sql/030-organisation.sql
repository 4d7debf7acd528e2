-- The organisation's settings (docs/home.md, "The organisation"), and the language in which each person reads.

-- One row. The first start writes it from the configuration; after that the database is right.
CREATE TABLE organisation (
  one_row               boolean PRIMARY KEY DEFAULT true CHECK (one_row),
  name                  text NOT NULL,
  time_zone             text NOT NULL,
  language              text NOT NULL CHECK (language IN ('en', 'de')),
  response_goal_minutes smallint NOT NULL CHECK (response_goal_minutes BETWEEN 1 AND 240),
  -- Counts the changes, so that an instance never replaces newer values in its memory by older ones.
  revision              integer NOT NULL DEFAULT 1,
  updated_at            timestamptz NOT NULL
);

-- Null: the language of the organisation.
ALTER TABLE users ADD COLUMN language text CHECK (language IN ('en', 'de'));
