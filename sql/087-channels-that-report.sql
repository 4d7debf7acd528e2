-- Whether a channel may be expected to report what it has received (docs/response.md, "Receipts").

ALTER TABLE notification_channels ADD COLUMN gives_receipts boolean NOT NULL DEFAULT true;

-- Their browsers may still have a service worker of an earlier version, which reports nothing.
UPDATE notification_channels SET gives_receipts = false WHERE kind = 'webpush';

-- Not where the channel leads to.
-- owner: notify
CREATE OR REPLACE VIEW channels_public AS
SELECT id, user_id, kind, verified_at, disabled_at, tested_at, last_error, created_at,
       verified_at IS NOT NULL AND disabled_at IS NULL AS is_working, gives_receipts
FROM notification_channels;

-- owner: notify
CREATE OR REPLACE VIEW receipts_public AS
SELECT id, received_at, opened_at, failed_at, failure, fall_id, person_id, channel_id, split_part(lane, ' ', 1) AS kind, state,
       created_at, coalesce(held_until, created_at) AS send_at, accepted_at, coalesce(batch, id) AS message_id, attempts
FROM outbox;
