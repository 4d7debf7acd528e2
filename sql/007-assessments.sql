-- Why a fall was suspected, and whether it was one.

ALTER TABLE fall_events
  -- How the worst reading of the episode came by its confidence (scoring/explain.ts); never searched.
  ADD COLUMN assessment jsonb,
  -- What a caregiver found: the last word of those who were alerted.
  ADD COLUMN outcome    text CHECK (outcome IN ('FALSE_ALARM', 'CONFIRMED'));

ALTER TABLE alerts
  -- This caregiver's own word.
  ADD COLUMN outcome text CHECK (outcome IN ('FALSE_ALARM', 'CONFIRMED'));

CREATE INDEX fall_events_by_outcome ON fall_events (outcome, device_id) WHERE outcome IS NOT NULL;
