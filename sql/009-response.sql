-- How a fall becomes somebody at the door: who goes, who is told by what and when, and what came of it.

ALTER TABLE fall_events
  ADD COLUMN source text NOT NULL DEFAULT 'REPORT' CHECK (source IN ('STREAM', 'REPORT', 'HELP_BUTTON'));

-- The tally counts by level, which stays as it is: it need not see a million rows pass.
ALTER TABLE fall_events DISABLE TRIGGER tally_updated;
UPDATE fall_events SET source = 'STREAM' WHERE last_suspicious_at IS NOT NULL;
ALTER TABLE fall_events ENABLE TRIGGER tally_updated;

-- One per fall of POTENTIAL or above, and per call for help. Falls from before this have none.
CREATE TABLE responses (
  fall_id          uuid PRIMARY KEY REFERENCES fall_events ON DELETE CASCADE,
  patient_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  state            text NOT NULL CHECK (state IN ('CHECKING', 'OPEN', 'CLAIMED', 'RESOLVED')),
  -- { steps: [{ afterSeconds, targets, channels }], repeats: { everySeconds, times } }, copied when it began.
  policy           jsonb NOT NULL,
  ok_until         timestamptz,
  claimed_by       uuid REFERENCES users ON DELETE SET NULL,
  claimed_at       timestamptz,
  claim_expires_at timestamptz,
  eta_minutes      smallint,
  offered_to       uuid REFERENCES users ON DELETE SET NULL,
  -- The ladder: when its clock began, steps taken, repeats of the last one still to come, when one was last taken,
  -- when it was given up, and when nobody could be reached and the admins were told so.
  ladder_starts_at timestamptz NOT NULL,
  step             smallint NOT NULL,
  repeats_left     smallint NOT NULL,
  last_step_at     timestamptz,
  next_step_at     timestamptz,
  exhausted_at     timestamptz,
  unreachable_at   timestamptz,
  outcome          text CHECK (outcome IN ('HELPED', 'NO_HELP_NEEDED', 'FALSE_ALARM', 'CANCELLED_BY_PATIENT')),
  resolved_at      timestamptz,
  resolved_by      uuid REFERENCES users ON DELETE SET NULL,
  note             text,
  -- When somebody must look at this row next: the end of the window, a step, the end of a claim. Null when never by
  -- itself, and then the row is in no index of the look-up, which costs the same however many are finished.
  due_at           timestamptz,
  created_at       timestamptz NOT NULL,
  CHECK ((state = 'RESOLVED') = (resolved_at IS NOT NULL)),
  CHECK (state IN ('CHECKING', 'OPEN') OR next_step_at IS NULL),
  CHECK (state <> 'RESOLVED' OR due_at IS NULL)
) WITH (fillfactor = 80);

CREATE INDEX responses_due ON responses (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX responses_unresolved ON responses (patient_id, created_at DESC) WHERE state <> 'RESOLVED';
CREATE INDEX responses_by_patient ON responses (patient_id);
CREATE INDEX responses_by_holder ON responses (claimed_by) WHERE claimed_by IS NOT NULL;
CREATE INDEX responses_by_offer ON responses (offered_to) WHERE offered_to IS NOT NULL;
CREATE INDEX responses_by_resolver ON responses (resolved_by) WHERE resolved_by IS NOT NULL;

-- Every change of a response and every try to tell somebody, in order; rows are only ever added. No foreign keys to
-- people: the trail outlives an account, whose name goes with it.
CREATE TABLE response_log (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fall_id   uuid NOT NULL REFERENCES fall_events ON DELETE CASCADE,
  at        timestamptz NOT NULL,
  type      text NOT NULL,  -- domain/response.ts, LogType
  by_id     uuid,           -- who did it; null for the service itself
  person_id uuid,           -- whom it concerns besides: told, offered to
  details   jsonb           -- further fields of the timeline's entry; never searched
);

CREATE INDEX response_log_by_fall ON response_log (fall_id, id);

-- Whoever was on the way is gone, or may no longer come: the claim is looked at at once, and the ladder ends it.
CREATE FUNCTION look_at_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.due_at := 'epoch';
  PERFORM pg_notify('vigil_ladder', '');
  RETURN NEW;
END $$;

CREATE TRIGGER holder_gone BEFORE UPDATE OF claimed_by ON responses
  FOR EACH ROW WHEN (NEW.state = 'CLAIMED' AND NEW.claimed_by IS NULL) EXECUTE FUNCTION look_at_claim();

CREATE FUNCTION look_at_claims_of_ended_care() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE responses r SET due_at = 'epoch' FROM ended
  WHERE r.patient_id = ended.patient_id AND r.state = 'CLAIMED'
    AND ended.caregiver_id IN (r.claimed_by, r.offered_to);
  IF FOUND THEN PERFORM pg_notify('vigil_ladder', ''); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER care_ended_with_claims AFTER DELETE ON assignments REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION look_at_claims_of_ended_care();

CREATE FUNCTION look_at_claims_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE responses SET due_at = 'epoch' WHERE claimed_by = NEW.id AND state = 'CLAIMED';
  IF FOUND THEN PERFORM pg_notify('vigil_ladder', ''); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER role_or_status_changed AFTER UPDATE OF role, status ON users
  FOR EACH ROW WHEN ((OLD.role, OLD.status) IS DISTINCT FROM (NEW.role, NEW.status))
  EXECUTE FUNCTION look_at_claims_of_person();

-- The organisation's ladder (patient_id null) and those of single patients; without any, the default in the code.
CREATE TABLE escalation_policies (
  patient_id uuid UNIQUE NULLS NOT DISTINCT REFERENCES users ON DELETE CASCADE,
  policy     jsonb NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Who is on duty: one shift per caregiver at a time. A row goes when it ends and the others have been told of claims.
CREATE TABLE shifts (
  caregiver_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  until        timestamptz NOT NULL,
  created_at   timestamptz NOT NULL
);

CREATE INDEX shifts_by_end ON shifts (until);

-- Where a person can be reached besides their sockets.
CREATE TABLE notification_channels (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind            text NOT NULL CHECK (kind IN ('webpush', 'email', 'ntfy', 'webhook')),
  -- By kind: { endpoint, keys }, { address }, { url, topic, token }, { url, secret }. Secrets are needed as they are.
  target          jsonb NOT NULL,
  min_severity    text NOT NULL CHECK (min_severity IN ('POTENTIAL', 'HIGH', 'CONFIRMED')),
  quiet_hours     jsonb,  -- { from, to, timeZone }
  -- An e-mail address counts once its owner has typed the code that was sent there; the others at once.
  verified_at     timestamptz,
  code            text,  -- a million guesses are in no hash's way; half an hour and five tries are
  code_issued_at  timestamptz,
  code_tries      smallint NOT NULL DEFAULT 0,
  -- The other side said that it is gone for good.
  disabled_at     timestamptz,
  last_error      text,
  created_at      timestamptz NOT NULL
);

CREATE INDEX notification_channels_by_user ON notification_channels (user_id, created_at, id);

-- The organisation's event feeds.
CREATE TABLE webhooks (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  url         text NOT NULL,
  secret      text NOT NULL,
  events      text[] NOT NULL,
  disabled_at timestamptz,
  last_error  text,
  created_at  timestamptz NOT NULL
);

-- A message to one channel or webhook, committed together with what it tells, and sent by whichever instance comes
-- first. Its id is the same for every try, so that the other side knows a second one.
CREATE TABLE outbox (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  fall_id      uuid REFERENCES fall_events ON DELETE CASCADE,
  person_id    uuid REFERENCES users ON DELETE CASCADE,
  channel_id   uuid REFERENCES notification_channels ON DELETE CASCADE,
  webhook_id   uuid REFERENCES webhooks ON DELETE CASCADE,
  -- The kind, and the host it goes to: one that hangs must not hold up the others.
  lane         text NOT NULL,
  message      jsonb NOT NULL,
  -- DROPPED: somebody goes, or it is resolved, and there is nobody left to tell.
  state        text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'SENT', 'FAILED', 'DROPPED')),
  attempts     smallint NOT NULL DEFAULT 0,
  first_try_at timestamptz,
  -- The next try; while one is under way, when it is taken for lost with the instance that made it (`lease`).
  due_at       timestamptz NOT NULL,
  lease        uuid,
  created_at   timestamptz NOT NULL,
  CHECK (num_nonnulls(channel_id, webhook_id) = 1),
  CHECK ((channel_id IS NULL) = (person_id IS NULL))
) WITH (fillfactor = 70);

CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'PENDING';
CREATE INDEX outbox_pending_by_fall ON outbox (fall_id) WHERE state = 'PENDING';
CREATE INDEX outbox_by_fall ON outbox (fall_id);
CREATE INDEX outbox_by_person ON outbox (person_id);
CREATE INDEX outbox_by_channel ON outbox (channel_id);
CREATE INDEX outbox_by_webhook ON outbox (webhook_id);

-- A row for every try: what the other side said, and how long it took.
CREATE TABLE delivery_attempts (
  outbox_id uuid NOT NULL REFERENCES outbox ON DELETE CASCADE,
  attempt   smallint NOT NULL,
  at        timestamptz NOT NULL,
  delivered boolean NOT NULL,
  status    smallint,  -- HTTP's or SMTP's
  error     text,
  took_ms   integer NOT NULL
);

CREATE INDEX delivery_attempts_by_message ON delivery_attempts (outbox_id, attempt);

-- One tap in a message claims the fall: the link is random and long, so its SHA-256 keeps it as well as a slow hash would.
CREATE TABLE claim_links (
  hash       bytea PRIMARY KEY CHECK (length(hash) = 32),
  fall_id    uuid NOT NULL REFERENCES fall_events ON DELETE CASCADE,
  person_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);

CREATE INDEX claim_links_by_fall ON claim_links (fall_id);
CREATE INDEX claim_links_by_person ON claim_links (person_id);
CREATE INDEX claim_links_by_expiry ON claim_links (expires_at);

-- As in 004, with more stripes: a fall's transaction holds its stripe until it has told everybody, and eight made falls
-- that come together wait for each other.
CREATE OR REPLACE FUNCTION keep_tally() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT *, 1 AS sign FROM added'
    WHEN 'DELETE' THEN 'SELECT *, -1 AS sign FROM removed'
    ELSE 'SELECT *, 1 AS sign FROM added UNION ALL SELECT *, -1 FROM removed'
  END;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM tallies WHERE list = TG_TABLE_NAME;
    RETURN NULL;
  END IF;
  -- In order, so that two statements with several labels never wait for each other in a circle.
  EXECUTE format(
    'INSERT INTO tallies AS t (list, label, day, stripe, total)
     SELECT %L, %s, %s, pg_backend_pid() %% 32, sum(sign) FROM (%s) AS changed
     GROUP BY 2, 3 HAVING sum(sign) <> 0 ORDER BY 2, 3
     ON CONFLICT (list, label, day, stripe) DO UPDATE SET total = t.total + excluded.total',
    TG_TABLE_NAME, TG_ARGV[0], TG_ARGV[1], changed);
  RETURN NULL;
END $$;
