-- SMS and calls (docs/phones.md).

-- Messages and calls of the last hour, counted before they are sent. All instances share the limits.
CREATE TABLE phone_uses (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind      text NOT NULL CHECK (kind IN ('sms', 'call')),
  -- Null once the account is deleted: the message still counts for the organisation.
  person_id uuid REFERENCES users ON DELETE SET NULL,
  at        timestamptz NOT NULL
);

CREATE INDEX phone_uses_by_time ON phone_uses (kind, at);
CREATE INDEX phone_uses_by_person ON phone_uses (person_id);

-- What the gateway asks us about a message or call that it got: what to say, and what came of it. The address has the token.
CREATE TABLE phone_hooks (
  hash       bytea PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('sms', 'call')),
  person_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The target in notification_channels; a code or test has one, too.
  channel_id uuid REFERENCES notification_channels ON DELETE CASCADE,
  -- The falls that it is about, worst first; empty for a code or test.
  fall_ids   uuid[] NOT NULL,
  attempt    smallint NOT NULL,
  -- What a call says; null for an SMS.
  say        text,
  language   text NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the outcome was recorded, and when the person has answered with a key.
  settled_at timestamptz,
  used_at    timestamptz
);

CREATE INDEX phone_hooks_by_time ON phone_hooks (created_at);
CREATE INDEX phone_hooks_unsettled ON phone_hooks (created_at) WHERE settled_at IS NULL AND kind = 'call';
CREATE INDEX phone_hooks_by_person ON phone_hooks (person_id);
CREATE INDEX phone_hooks_by_channel ON phone_hooks (channel_id);

-- Replies that were handled: the gateway may send one twice.
CREATE TABLE phone_replies (
  id text PRIMARY KEY,
  at timestamptz NOT NULL
);

CREATE INDEX phone_replies_by_time ON phone_replies (at);

CREATE INDEX notification_channels_by_number ON notification_channels ((target ->> 'number')) WHERE kind = 'sms';

-- The people who have passed the fall on: the escalation goes on without them.
ALTER TABLE responses ADD COLUMN passed_by uuid[] NOT NULL DEFAULT '{}';
