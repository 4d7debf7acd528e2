-- The additional data of the same home at the end of version 0.1.0 (sql/001 to 015): open responses, channels, a shift, an
-- escalation policy, a second factor, a webhook. The secrets are in clear text, as that version stored them.

INSERT INTO fall_events (id, user_id, device_id, confidence, status, source, last_suspicious_at, created_at) VALUES
  ('00000000-0000-4000-8000-00000000f011', '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-00000000d001', 0.95, 'CONFIRMED', 'STREAM', now() - interval '3 minutes', now() - interval '3 minutes'),
  ('00000000-0000-4000-8000-00000000f012', '00000000-0000-4000-8000-000000000003', NULL, 1, 'CONFIRMED', 'HELP_BUTTON', NULL, now() - interval '8 minutes');
-- A test alert of the console, which later versions mark.
INSERT INTO fall_events (id, user_id, confidence, status, source, location, outcome, responded_at, created_at) VALUES
  ('00000000-0000-4000-8000-00000000f013', '00000000-0000-4000-8000-000000000001', 1, 'CONFIRMED', 'REPORT', 'Test. No one has fallen.', 'FALSE_ALARM', now() - interval '2 days', now() - interval '2 days');
INSERT INTO alerts (fall_id, caregiver_id, patient_id, type, severity, message, created_at, updated_at)
SELECT id, '00000000-0000-4000-8000-000000000002', user_id, 'FALL_DETECTED', status, 'Emergency: Edith Brandt', created_at, created_at
FROM fall_events WHERE id IN ('00000000-0000-4000-8000-00000000f011', '00000000-0000-4000-8000-00000000f012');

INSERT INTO escalation_policies (patient_id, policy, updated_at) VALUES
  (NULL, '{"steps":[{"afterSeconds":0,"targets":["assigned"],"channels":["ntfy"]}],"repeats":{"everySeconds":600,"times":2}}', now() - interval '10 days');

-- One response is open and its next step is due; one is claimed.
INSERT INTO responses (fall_id, patient_id, state, policy, ladder_starts_at, step, repeats_left, next_step_at, due_at, created_at)
SELECT id, user_id, 'OPEN', (SELECT policy FROM escalation_policies), created_at, 0, 2, now(), now(), created_at
FROM fall_events WHERE id = '00000000-0000-4000-8000-00000000f011';
INSERT INTO responses (fall_id, patient_id, state, policy, claimed_by, claimed_at, claim_expires_at, eta_minutes, ladder_starts_at, step, repeats_left, due_at, created_at)
SELECT id, user_id, 'CLAIMED', (SELECT policy FROM escalation_policies), '00000000-0000-4000-8000-000000000002', now() - interval '7 minutes',
       now() + interval '30 minutes', 30, created_at, 1, 2, now() + interval '30 minutes', created_at
FROM fall_events WHERE id = '00000000-0000-4000-8000-00000000f012';
INSERT INTO response_log (fall_id, at, type, by_id, details)
SELECT fall_id, created_at, 'detected', NULL, '{"level":"CONFIRMED","source":"STREAM"}' FROM responses;

INSERT INTO shifts (caregiver_id, until, created_at) VALUES
  ('00000000-0000-4000-8000-000000000002', now() + interval '6 hours', now() - interval '2 hours');

INSERT INTO notification_channels (id, user_id, kind, target, min_severity, verified_at, created_at) VALUES
  ('00000000-0000-4000-8000-00000000c001', '00000000-0000-4000-8000-000000000002', 'ntfy', '{"url":"@RECEIVER@","topic":"nora","token":"an-old-ntfy-token"}', 'POTENTIAL', now() - interval '9 days', now() - interval '9 days');
INSERT INTO webhooks (url, secret, events, created_at) VALUES
  ('@RECEIVER@/feed', 'whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=', '{response.changed}', now() - interval '9 days');

INSERT INTO second_factors (user_id, secret, confirmed_at) VALUES
  ('00000000-0000-4000-8000-000000000001', '12345678901234567890', now() - interval '9 days');
