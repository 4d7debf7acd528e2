-- Rosters of wards, who is on duty by them, and notices to leads and admins (docs/home.md, "Rosters").

-- Wall-clock times in the organisation's zone: a shift begins at 22:00 in summer and in winter.
CREATE TABLE roster_shifts (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ward_id     uuid NOT NULL REFERENCES wards ON DELETE CASCADE,
  place       smallint NOT NULL,
  name        text NOT NULL,
  weekdays    smallint[] NOT NULL,
  start_time  text NOT NULL,  -- HH:MM
  end_time    text NOT NULL,
  -- The caregivers in their order, without foreign keys: a person who left or was deleted counts as absent.
  caregivers  uuid[] NOT NULL,
  from_day    date NOT NULL,
  until_day   date,
  every_weeks smallint NOT NULL CHECK (every_weeks BETWEEN 1 AND 8)
);

CREATE INDEX roster_shifts_by_ward ON roster_shifts (ward_id, place);

-- Applied in the order of `place`: a caregiver who takes over a slot may be replaced in turn.
CREATE TABLE roster_exceptions (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  place        bigint GENERATED ALWAYS AS IDENTITY,
  ward_id      uuid NOT NULL REFERENCES wards ON DELETE CASCADE,
  shift_id     uuid NOT NULL REFERENCES roster_shifts ON DELETE CASCADE,
  day          date NOT NULL,
  caregiver_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  replaced_by  uuid REFERENCES users ON DELETE SET NULL,
  created_at   timestamptz NOT NULL
);

CREATE INDEX roster_exceptions_by_ward ON roster_exceptions (ward_id, day, place);
CREATE INDEX roster_exceptions_by_shift ON roster_exceptions (shift_id, day);
CREATE INDEX roster_exceptions_by_caregiver ON roster_exceptions (caregiver_id);
CREATE INDEX roster_exceptions_by_replacement ON roster_exceptions (replaced_by) WHERE replaced_by IS NOT NULL;

-- An accepted swap becomes an exception.
CREATE TABLE roster_swaps (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ward_id      uuid NOT NULL REFERENCES wards ON DELETE CASCADE,
  shift_id     uuid NOT NULL REFERENCES roster_shifts ON DELETE CASCADE,
  day          date NOT NULL,
  caregiver_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  replaced_by  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  state        text NOT NULL CHECK (state IN ('OPEN', 'ACCEPTED', 'DECLINED')),
  created_at   timestamptz NOT NULL,
  answered_at  timestamptz
);

CREATE UNIQUE INDEX roster_swaps_open ON roster_swaps (shift_id, day, caregiver_id, replaced_by) WHERE state = 'OPEN';
CREATE INDEX roster_swaps_by_ward ON roster_swaps (ward_id, day);
CREATE INDEX roster_swaps_by_shift ON roster_swaps (shift_id);
CREATE INDEX roster_swaps_by_caregiver ON roster_swaps (caregiver_id);
CREATE INDEX roster_swaps_by_replacement ON roster_swaps (replaced_by);

-- The slots of the next days with their instants, computed from the roster. No foreign key to the shift: the end of a
-- slot is announced even if its shift was deleted meanwhile.
CREATE TABLE roster_slots (
  ward_id    uuid NOT NULL REFERENCES wards ON DELETE CASCADE,
  shift_id   uuid NOT NULL,
  day        date NOT NULL,
  name       text NOT NULL,
  starts_at  timestamptz NOT NULL,
  ends_at    timestamptz NOT NULL,
  -- When leads and admins were told that it has no caregiver: a day ahead, and at its start.
  warned_at  timestamptz,
  alarmed_at timestamptz,
  PRIMARY KEY (shift_id, day)
);

CREATE INDEX roster_slots_by_start ON roster_slots (starts_at);
CREATE INDEX roster_slots_by_ward ON roster_slots (ward_id, ends_at);

-- The caregivers of these slots. A row counts while its caregiver is an active member of the ward (src/response/duty.ts);
-- it is deleted when it is over and the care team was told of open claims.
CREATE TABLE roster_duty (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  caregiver_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  ward_id      uuid NOT NULL REFERENCES wards ON DELETE CASCADE,
  shift_id     uuid NOT NULL,
  day          date NOT NULL,
  starts_at    timestamptz NOT NULL,
  ends_at      timestamptz NOT NULL,
  -- The caregiver pressed "End shift".
  ended_at     timestamptz
);

CREATE INDEX roster_duty_by_caregiver ON roster_duty (caregiver_id, ends_at);
CREATE INDEX roster_duty_by_end ON roster_duty (ends_at);
CREATE INDEX roster_duty_by_ward ON roster_duty (ward_id, ends_at);
CREATE INDEX roster_duty_by_slot ON roster_duty (shift_id, day);

-- Up to which day, and in which zone, the two tables above are computed. A ward without a row has no roster.
CREATE TABLE roster_horizons (
  ward_id   uuid PRIMARY KEY REFERENCES wards ON DELETE CASCADE,
  last_day  date NOT NULL,
  time_zone text NOT NULL
);

-- Calendars by a secret address (RFC 5545): one for a person and a ward, or for a person's own slots (ward_id null).
-- The hash finds the row of an address; the sealed token shows its owner the address again.
CREATE TABLE calendar_feeds (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  ward_id    uuid REFERENCES wards ON DELETE CASCADE,
  hash       bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  token      text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (person_id, ward_id)
);

CREATE INDEX calendar_feeds_by_ward ON calendar_feeds (ward_id) WHERE ward_id IS NOT NULL;

-- An address does not come back with the role, the account or the membership that it ended with.
CREATE FUNCTION end_feeds_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM calendar_feeds WHERE person_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER feeds_ended AFTER UPDATE OF role, status ON users
  FOR EACH ROW WHEN ((OLD.role, OLD.status) IS DISTINCT FROM (NEW.role, NEW.status))
  EXECUTE FUNCTION end_feeds_of_person();

CREATE FUNCTION end_feeds_of_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM calendar_feeds f USING removed r WHERE f.person_id = r.caregiver_id AND f.ward_id = r.ward_id;
  RETURN NULL;
END $$;

CREATE TRIGGER feeds_ended AFTER DELETE ON ward_members REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION end_feeds_of_members();

-- Lines on the boards of leads and admins, from their notice until they no longer matter.
CREATE TABLE staff_notices (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  recipient_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind         text NOT NULL,
  -- What it is about: a notice with the same subject replaces it.
  subject      text NOT NULL,
  ward_id      uuid REFERENCES wards ON DELETE CASCADE,
  title        text NOT NULL,
  body         text NOT NULL,
  created_at   timestamptz NOT NULL,
  shown_until  timestamptz NOT NULL,
  UNIQUE (recipient_id, subject)
);

CREATE INDEX staff_notices_by_subject ON staff_notices (subject);
CREATE INDEX staff_notices_by_end ON staff_notices (shown_until);
CREATE INDEX staff_notices_by_ward ON staff_notices (ward_id) WHERE ward_id IS NOT NULL;
