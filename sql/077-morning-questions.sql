-- Falls that nobody saw (docs/response.md, "Morning questions").

-- owner: morning
CREATE TABLE morning_questions (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The patient's ward when it was asked. One question a morning for each ward, and one for the patients without a ward.
  ward_id       uuid REFERENCES wards ON DELETE CASCADE,
  day           date NOT NULL,
  patient_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  fall_id       uuid NOT NULL UNIQUE REFERENCES fall_events ON DELETE CASCADE,
  still_minutes int NOT NULL,
  answer        text CHECK (answer IN ('well', 'had_fallen', 'unknown')),
  answered_by   uuid REFERENCES users ON DELETE SET NULL,
  answered_at   timestamptz,
  created_at    timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (ward_id, day),
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX morning_questions_by_time ON morning_questions (created_at DESC, id);
CREATE INDEX morning_questions_by_patient ON morning_questions (patient_id);
CREATE INDEX morning_questions_by_answerer ON morning_questions (answered_by);
