-- Running instances of the service. Each holds a session-level advisory lock on its number for as long as it lives, so that the
-- others see at once when it has died, and take over what it had under way.

CREATE TABLE instances (
  number    integer PRIMARY KEY,
  joined_at timestamptz NOT NULL
);

-- The instance that sends a message just now; null where none can prove that it lives, and the lease ends by time alone.
ALTER TABLE outbox ADD COLUMN leased_by integer;
