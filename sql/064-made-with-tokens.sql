-- What a program leaves behind (docs/tokens.md, "What a token leaves behind"): the access token with which it was made.
-- A new token of a service account keeps the references; its ID changes, so that connections of the old one end.
ALTER TABLE notification_channels
  ADD COLUMN made_by_token uuid REFERENCES access_tokens ON UPDATE CASCADE ON DELETE SET NULL;
CREATE INDEX notification_channels_by_token ON notification_channels (made_by_token) WHERE made_by_token IS NOT NULL;

ALTER TABLE device_tokens
  ADD COLUMN made_by_token uuid REFERENCES access_tokens ON UPDATE CASCADE ON DELETE SET NULL;
CREATE INDEX device_tokens_by_token ON device_tokens (made_by_token) WHERE made_by_token IS NOT NULL;

-- A program has an address of its own, which ends with its token.
ALTER TABLE calendar_feeds ADD COLUMN token_id uuid REFERENCES access_tokens ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE calendar_feeds DROP CONSTRAINT calendar_feeds_person_id_ward_id_key;
ALTER TABLE calendar_feeds ADD UNIQUE NULLS NOT DISTINCT (person_id, ward_id, token_id);
CREATE INDEX calendar_feeds_by_token ON calendar_feeds (token_id) WHERE token_id IS NOT NULL;
