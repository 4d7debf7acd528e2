-- The latest time at which the service ran with a clock that it trusted (docs/operations.md, "Clocks"). One row.

CREATE TABLE service_clock (
  one_row    boolean PRIMARY KEY DEFAULT true CHECK (one_row),
  trusted_at timestamptz NOT NULL
);

-- An installation that is upgraded with a wrong clock has its own records to compare with.
INSERT INTO service_clock (trusted_at)
SELECT max(at) FROM (
  (SELECT at FROM audit_log WHERE at <= now() ORDER BY at DESC LIMIT 1)
  UNION ALL (SELECT created_at FROM fall_events WHERE created_at <= now() ORDER BY created_at DESC LIMIT 1)
  UNION ALL (SELECT max(last_seen) FROM devices WHERE last_seen <= now())
) AS noted (at) HAVING max(at) IS NOT NULL;
