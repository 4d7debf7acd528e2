-- Incident reports of falls, and what was added after they were signed (docs/home.md, "Incident reports").

CREATE TABLE incident_reports (
  fall_id      uuid PRIMARY KEY REFERENCES fall_events ON DELETE CASCADE,
  -- { location, injuries, treatment, witnesses, doctorInformedAt, familyInformed, measures }; never searched.
  content      jsonb NOT NULL,
  -- { id, name }, as they were: a signature keeps its name when the account is deleted.
  signed_by    jsonb,
  signed_at    timestamptz,
  -- { ward, room, signal } at that time: patients move, and readings are deleted before their fall.
  signed_facts jsonb,
  CHECK ((signed_at IS NULL) = (signed_by IS NULL) AND (signed_at IS NULL) = (signed_facts IS NULL))
);

-- Changes to a signed report; rows are only ever added.
CREATE TABLE incident_amendments (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fall_id uuid NOT NULL REFERENCES incident_reports ON DELETE CASCADE,
  by      jsonb NOT NULL,
  at      timestamptz NOT NULL,
  -- The changed fields of `content`.
  changes jsonb NOT NULL
);

CREATE INDEX incident_amendments_by_fall ON incident_amendments (fall_id, id);
