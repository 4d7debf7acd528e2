-- A ring of a ward tests the channels of its caregivers (docs/home.md, "Test book"): the answer of a phone is a passed test, a message that
-- was given up a failed one. By a trigger, because the sender, a phone and a gateway each report what became of a message.
CREATE FUNCTION record_ring() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO test_book (kind, person_id, channel_id, channel_kind, at, passed, by_id)
  VALUES ('CHANNEL', NEW.person_id, NEW.channel_id, split_part(NEW.lane, ' ', 1),
    coalesce(NEW.received_at, NEW.failed_at, (SELECT max(at) FROM delivery_attempts WHERE outbox_id = NEW.id), NEW.created_at),
    NEW.received_at IS NOT NULL, NEW.person_id);
  RETURN NULL;
END $$;

CREATE TRIGGER ring_recorded AFTER UPDATE OF received_at, failed_at, state ON outbox
  FOR EACH ROW WHEN (NEW.fall_id IS NULL AND NEW.channel_id IS NOT NULL AND NEW.person_id IS NOT NULL
    AND NEW.message #>> '{content,about}' = 'test' AND NEW.message #> '{extra,wardId}' IS NOT NULL
    AND (OLD.received_at IS NULL AND NEW.received_at IS NOT NULL OR NEW.received_at IS NULL
      AND (OLD.failed_at IS NULL AND NEW.failed_at IS NOT NULL OR OLD.state <> 'FAILED' AND NEW.state = 'FAILED')))
  EXECUTE FUNCTION record_ring();
