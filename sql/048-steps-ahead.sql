-- Passing a fall on makes its next step due at once. The steps move, the start of the escalation stays: metrics measure from it.
ALTER TABLE responses ADD COLUMN ladder_ahead_ms integer NOT NULL DEFAULT 0 CHECK (ladder_ahead_ms >= 0);
