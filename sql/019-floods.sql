-- Escalation goes on until somebody takes over: null in `repeats.times` and in `repeats_left` means without end.

ALTER TABLE responses ALTER COLUMN repeats_left DROP NOT NULL;

-- Where the organisation has kept the former default (5 repeats), it becomes the present one, for falls under way too.
-- Falls of the last day whose escalation has ended unanswered go on: somebody may still be waiting for help.
WITH former AS (
  SELECT policy, jsonb_set(policy, '{repeats,times}', 'null') AS endless FROM (SELECT '{
    "steps": [
      { "afterSeconds": 0, "targets": ["on_duty"], "channels": ["webpush", "ntfy"] },
      { "afterSeconds": 60, "targets": ["assigned"], "channels": ["webpush", "email", "ntfy", "webhook"] },
      { "afterSeconds": 180, "targets": ["assigned", "admins"], "channels": ["webpush", "email", "ntfy", "webhook"] }
    ],
    "repeats": { "everySeconds": 180, "times": 5 }
  }'::jsonb AS policy) AS stored
), organisation AS (
  UPDATE escalation_policies p SET policy = f.endless FROM former f
  WHERE p.patient_id IS NULL AND p.policy = f.policy
)
UPDATE responses r SET policy = f.endless, repeats_left = NULL, exhausted_at = NULL,
  next_step_at = CASE WHEN r.state = 'OPEN' THEN coalesce(r.next_step_at, r.due_at, now()) ELSE r.next_step_at END,
  due_at = CASE WHEN r.exhausted_at IS NULL THEN r.due_at ELSE now() END
FROM former f
WHERE r.state <> 'RESOLVED' AND r.policy = f.policy
  AND (r.exhausted_at IS NULL OR r.exhausted_at > now() - interval '1 day');

-- One person's reports (POST /falls, POST /help) in the present minute and hour, and when a flood was last told.
-- Counted in the transaction that records the fall, so that all instances count together.
CREATE TABLE report_counts (
  user_id      uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  minute_from  timestamptz NOT NULL,
  minute_count integer NOT NULL,
  hour_from    timestamptz NOT NULL,
  hour_count   integer NOT NULL,
  told_at      timestamptz
) WITH (fillfactor = 50);

-- Messages about falls to a person's push, ntfy and e-mail channels are gathered (docs/response.md, "Several falls at
-- once"): a row stays one fall for one channel, so that a claim drops it alone; rows of one channel that are due
-- together are sent as one message.
ALTER TABLE outbox
  ADD COLUMN gathers    boolean NOT NULL DEFAULT false,
  -- Not sent before this, because the channel was told of another fall just before; null when it was not held.
  ADD COLUMN held_until timestamptz,
  -- The rows that were sent as one message: the id of one of them, which is the message's id for every try.
  ADD COLUMN batch      uuid;

CREATE INDEX outbox_gathered ON outbox (channel_id) WHERE state = 'PENDING' AND gathers;
-- For what a channel was told in the last half minute; and for the deletion of a channel, as the one before.
CREATE INDEX outbox_by_channel_and_time ON outbox (channel_id, created_at);
DROP INDEX outbox_by_channel;
