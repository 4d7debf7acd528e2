-- The last message about a fall, when it is resolved (docs/response.md, "Closing messages").

-- By e-mail and SMS only if the person wants it.
ALTER TABLE notification_channels ADD COLUMN closing boolean NOT NULL DEFAULT false;

-- Not where the channel leads to.
-- owner: notify
CREATE OR REPLACE VIEW channels_public AS
SELECT id, user_id, kind, verified_at, disabled_at, tested_at, last_error, created_at,
       verified_at IS NOT NULL AND disabled_at IS NULL AS is_working
FROM notification_channels;
