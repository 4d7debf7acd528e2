-- A notice is stored as what happened; its text is written for each reader (docs/home.md, "Languages"). Notices of earlier
-- versions keep their text.
ALTER TABLE staff_notices
  ADD COLUMN content jsonb,
  ALTER COLUMN title DROP NOT NULL,
  ALTER COLUMN body DROP NOT NULL,
  ADD CHECK (content IS NOT NULL OR (title IS NOT NULL AND body IS NOT NULL));
