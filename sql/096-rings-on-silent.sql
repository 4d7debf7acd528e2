-- Whether a channel rings while the phone is on silent, by its owner's answer after a test; null: unknown
-- (docs/response.md, "Does it ring?").
ALTER TABLE notification_channels ADD COLUMN rings_on_silent boolean;

CREATE OR REPLACE VIEW channels_public AS
SELECT id, user_id, kind, verified_at, disabled_at, tested_at, last_error, created_at,
       verified_at IS NOT NULL AND disabled_at IS NULL AS is_working, gives_receipts, rings_on_silent
FROM notification_channels;
