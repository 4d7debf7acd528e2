-- Escalation policies of wards (docs/home.md, "Escalation"). The nearest of patient, ward and organisation applies.
CREATE TABLE ward_escalation_policies (
  ward_id    uuid PRIMARY KEY REFERENCES wards ON DELETE CASCADE,
  policy     jsonb NOT NULL,
  updated_at timestamptz NOT NULL
);

-- The handover of each ward from one shift to the next (docs/home.md, "Handover"): the newest one. It is pinned on the
-- boards of the ward until it is confirmed.
CREATE TABLE ward_handovers (
  ward_id        uuid PRIMARY KEY REFERENCES wards ON DELETE CASCADE,
  note           text NOT NULL,
  written_by     uuid REFERENCES users ON DELETE SET NULL,
  written_at     timestamptz NOT NULL,
  falls          integer NOT NULL,
  open_alerts    integer NOT NULL,
  silent_devices integer NOT NULL,
  low_batteries  integer NOT NULL,
  confirmed_by   uuid REFERENCES users ON DELETE SET NULL,
  confirmed_at   timestamptz
);

CREATE INDEX ward_handovers_by_author ON ward_handovers (written_by);
CREATE INDEX ward_handovers_by_confirmer ON ward_handovers (confirmed_by);
