-- What was said of a person goes when they do, from everybody's log.

ALTER TABLE live_events
  -- The patient an alert is about, the sender of a message, the owner of a device; null in what is older than this.
  -- Where it goes it leaves a gap in the recipient's numbers, as what is too old to be kept does at their beginning.
  ADD COLUMN about_id uuid REFERENCES users ON DELETE CASCADE;

CREATE INDEX live_events_about ON live_events (about_id);
