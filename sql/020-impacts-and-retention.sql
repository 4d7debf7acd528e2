-- The time of a fall is that of the impact which made its level, and moves when the level rises. Which readings belong to
-- the episode is still counted from its first one.

ALTER TABLE fall_events
  -- Null in events that are older than this, whose time never moved, and in those that people reported.
  ADD COLUMN started_at timestamptz;

-- What is deleted after its retention is found by its time, oldest first. The event log had a BRIN index, which cannot tell
-- where old rows were deleted and new ones have taken their place, and ended with reading the whole table.
DROP INDEX live_events_by_time;
CREATE INDEX live_events_by_time ON live_events (created_at);
CREATE INDEX alerts_by_time ON alerts (created_at);
CREATE INDEX messages_by_time ON messages (created_at);
CREATE INDEX response_log_by_time ON response_log (at);
