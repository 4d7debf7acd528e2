-- A browser's push subscription belongs to one person and rings once. A hash index, because an address may be longer
-- than what a B-tree takes. Of those that were added twice the newest stays.
DELETE FROM notification_channels c USING notification_channels newer
WHERE c.kind = 'webpush' AND newer.kind = 'webpush' AND c.target ->> 'endpoint' = newer.target ->> 'endpoint'
  AND (c.created_at, c.id) < (newer.created_at, newer.id);

ALTER TABLE notification_channels ADD CONSTRAINT one_channel_per_subscription
  EXCLUDE USING hash ((target ->> 'endpoint') WITH =) WHERE (kind = 'webpush');

-- As in 009, but responses are held in order of their id, as everybody else holds several of them: who held them in any
-- order could wait for another in a circle.
CREATE OR REPLACE FUNCTION look_at_claims_of_ended_care() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH held AS (
    SELECT r.fall_id FROM responses r JOIN ended ON r.patient_id = ended.patient_id
    WHERE r.state = 'CLAIMED' AND ended.caregiver_id IN (r.claimed_by, r.offered_to)
    ORDER BY r.fall_id FOR NO KEY UPDATE OF r
  )
  UPDATE responses r SET due_at = 'epoch' WHERE r.fall_id IN (SELECT fall_id FROM held) AND r.state = 'CLAIMED';
  IF FOUND THEN PERFORM pg_notify('vigil_ladder', ''); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION look_at_claims_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH held AS (
    SELECT fall_id FROM responses WHERE claimed_by = NEW.id AND state = 'CLAIMED'
    ORDER BY fall_id FOR NO KEY UPDATE
  )
  UPDATE responses r SET due_at = 'epoch' WHERE r.fall_id IN (SELECT fall_id FROM held) AND r.state = 'CLAIMED';
  IF FOUND THEN PERFORM pg_notify('vigil_ladder', ''); END IF;
  RETURN NULL;
END $$;
