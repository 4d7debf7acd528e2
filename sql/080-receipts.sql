-- What is known of a notification after it was sent (docs/response.md, "Receipts").

ALTER TABLE outbox
  -- SHA-256 of the secret with which the receiving device reports; the message has the secret.
  ADD COLUMN receipt bytea CHECK (length(receipt) = 32),
  ADD COLUMN accepted_at timestamptz,
  ADD COLUMN received_at timestamptz,
  ADD COLUMN opened_at timestamptz,
  -- It had been accepted, and a gateway reported afterwards that it was not delivered.
  ADD COLUMN failed_at timestamptz,
  ADD COLUMN failure text;

-- owner: notify
CREATE VIEW receipts_public AS SELECT id, received_at, opened_at, failed_at, failure FROM outbox;

-- The message that the gateway reports on; null for a code or test.
ALTER TABLE phone_hooks ADD COLUMN message_id uuid;

-- When a client of the caregiver first reported that it has the alert, and that it shows it.
ALTER TABLE alerts
  ADD COLUMN received_at timestamptz,
  ADD COLUMN opened_at timestamptz;
