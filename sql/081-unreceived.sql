-- A step of the escalation that nobody received goes on at once (docs/response.md, "Receipts").

-- When the receipts of the last step are looked at; null if there is nothing to wait for.
ALTER TABLE responses ADD COLUMN receipts_due_at timestamptz;

-- owner: notify
CREATE OR REPLACE VIEW receipts_public AS
SELECT id, received_at, opened_at, failed_at, failure, fall_id, person_id, channel_id, split_part(lane, ' ', 1) AS kind, state,
       created_at, coalesce(held_until, created_at) AS send_at, accepted_at, coalesce(batch, id) AS message_id
FROM outbox;
