-- When the last claim of an open response ended: from then on nobody has been going. Null before the first one, and while claimed.
ALTER TABLE responses ADD COLUMN unclaimed_since timestamptz;

UPDATE responses r SET unclaimed_since = (
  SELECT max(l.at) FROM response_log l WHERE l.fall_id = r.fall_id AND l.type IN ('released', 'expired'))
WHERE state = 'OPEN';
