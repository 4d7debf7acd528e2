-- A caregiver joins one slot of a roster (docs/home.md, "Exceptions and swaps"). On a day on which the shift has no slot, the
-- slot exists because of them.
ALTER TABLE roster_exceptions ADD COLUMN added boolean NOT NULL DEFAULT false
  CHECK (NOT (added AND replaced_by IS NOT NULL));
