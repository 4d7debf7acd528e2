-- Who asked for a change of an address: it can be confirmed only while they may still change it.

ALTER TABLE email_changes
  ADD COLUMN asked_by uuid REFERENCES users ON DELETE SET NULL;

-- Of the others nobody knows who asked, so they must be asked for again. They can still be undone.
UPDATE email_changes SET asked_by = user_id WHERE kept_session IS NOT NULL;

CREATE INDEX email_changes_by_asker ON email_changes (asked_by);
