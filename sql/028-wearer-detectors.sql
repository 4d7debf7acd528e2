-- What caregivers' outcomes have taught the detector about one wearer: docs/response.md, "The detector learns its wearer".

CREATE TABLE wearer_detectors (
  patient_id         uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Log-odds that are added to the detector's confidence, as of updated_at. They return to 0 with time.
  sensitivity_offset double precision NOT NULL DEFAULT 0 CHECK (sensitivity_offset <= 0),
  false_alarms       integer NOT NULL DEFAULT 0,
  real_falls         integer NOT NULL DEFAULT 0,
  -- Rises with every change: an instance ignores an older state that arrives late.
  revision           integer NOT NULL DEFAULT 0,
  updated_at         timestamptz NOT NULL,
  reset_at           timestamptz,
  reset_by           uuid REFERENCES users ON DELETE SET NULL
);

CREATE INDEX wearer_detectors_by_resetter ON wearer_detectors (reset_by) WHERE reset_by IS NOT NULL;

-- The falls that count: one mark per fall, the last one reported. A reset deletes them.
CREATE TABLE detector_marks (
  fall_id    uuid PRIMARY KEY REFERENCES fall_events ON DELETE CASCADE,
  patient_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  outcome    text NOT NULL CHECK (outcome IN ('FALSE_ALARM', 'CONFIRMED')),
  level      text NOT NULL CHECK (level IN ('POTENTIAL', 'HIGH', 'CONFIRMED')),
  at         timestamptz NOT NULL
);

CREATE INDEX detector_marks_by_patient ON detector_marks (patient_id);
