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
