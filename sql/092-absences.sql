-- Absences of patients (docs/home.md, "Absence"): while one lasts, no alert says that the wearable is silent.

-- owner: people
CREATE TABLE absences (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  patient_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  began_at   timestamptz NOT NULL,
  until_at   timestamptz NOT NULL,
  -- `until_at`, or earlier if a person ended it; null while it lasts.
  ended_at   timestamptz,
  reason     text,
  -- Who set it last.
  by_id      uuid REFERENCES users ON DELETE SET NULL
);

CREATE UNIQUE INDEX absences_that_last ON absences (patient_id) WHERE ended_at IS NULL;
CREATE INDEX absences_by_end ON absences (until_at) WHERE ended_at IS NULL;
CREATE INDEX absences_by_patient ON absences (patient_id, began_at DESC);
CREATE INDEX absences_by_author ON absences (by_id) WHERE by_id IS NOT NULL;

-- owner: people
CREATE VIEW absences_public AS SELECT patient_id, began_at, until_at, ended_at FROM absences;

ALTER TABLE ward_handovers ADD COLUMN away integer NOT NULL DEFAULT 0;
