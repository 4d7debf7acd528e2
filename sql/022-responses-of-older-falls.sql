-- Falls of POTENTIAL and above from before 009 have no response: they are not on the board, and nobody can claim them. Those
-- that nobody has answered get one. Falls of the last 24 hours escalate from the first step on: help may still be needed.
-- Older ones, up to 30 days, are on the board without waking anybody; releasing a claim on them escalates again. Falls that
-- were acknowledged or judged, and those before that, stay as they are.

WITH policies AS (
  SELECT patient_id, policy FROM escalation_policies
), unanswered AS (
  SELECT f.id, f.user_id, f.status, f.source, f.created_at, f.created_at > now() - interval '24 hours' AS is_recent,
         coalesce(own.policy, organisation.policy, '{
           "steps": [
             { "afterSeconds": 0, "targets": ["on_duty"], "channels": ["webpush", "ntfy"] },
             { "afterSeconds": 60, "targets": ["assigned"], "channels": ["webpush", "email", "ntfy", "webhook"] },
             { "afterSeconds": 180, "targets": ["assigned", "admins"], "channels": ["webpush", "email", "ntfy", "webhook"] }
           ],
           "repeats": { "everySeconds": 180, "times": null }
         }'::jsonb) AS policy
  FROM fall_events f
    LEFT JOIN policies own ON own.patient_id = f.user_id
    LEFT JOIN policies organisation ON organisation.patient_id IS NULL
  WHERE f.status IN ('POTENTIAL', 'HIGH', 'CONFIRMED') AND f.created_at > now() - interval '30 days'
    AND f.responded_at IS NULL AND f.outcome IS NULL
    AND NOT EXISTS (SELECT FROM responses r WHERE r.fall_id = f.id)
    AND NOT EXISTS (SELECT FROM alerts a WHERE a.fall_id = f.id AND a.acknowledged_at IS NOT NULL)
), begun AS (
  INSERT INTO responses (fall_id, patient_id, state, policy, ladder_starts_at, step, repeats_left, next_step_at, exhausted_at,
                         due_at, created_at)
  SELECT id, user_id, 'OPEN', policy,
         CASE WHEN is_recent THEN now() ELSE created_at END,
         CASE WHEN is_recent THEN 0 ELSE jsonb_array_length(policy -> 'steps') END,
         CASE WHEN is_recent THEN (policy -> 'repeats' ->> 'times')::smallint ELSE 0 END,
         CASE WHEN is_recent THEN now() END,
         CASE WHEN is_recent THEN NULL ELSE now() END,
         CASE WHEN is_recent THEN now() END,
         created_at
  FROM unanswered
)
INSERT INTO response_log (fall_id, at, type, details)
SELECT id, created_at, 'detected', jsonb_build_object('level', status, 'source', source) FROM unanswered
ORDER BY created_at, id;
