-- What a notification is about: of a hand-off, the giver sees whether it was received (docs/response.md, "Hand-offs").
-- owner: notify
CREATE OR REPLACE VIEW receipts_public AS
SELECT id, received_at, opened_at, failed_at, failure, fall_id, person_id, channel_id, split_part(lane, ' ', 1) AS kind, state,
       created_at, coalesce(held_until, created_at) AS send_at, accepted_at, coalesce(batch, id) AS message_id, attempts,
       message #>> '{content,about}' AS about
FROM outbox;
