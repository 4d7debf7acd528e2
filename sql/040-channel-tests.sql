-- When the owner of a channel last sent a test message to it (docs/response.md, "Reachability").
ALTER TABLE notification_channels ADD COLUMN tested_at timestamptz;
