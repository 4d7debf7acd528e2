-- The message that an entry of a timeline is about: a person may have two browsers, which report each for itself
-- (docs/response.md, "Receipts").

ALTER TABLE response_log ADD COLUMN message_id uuid;
