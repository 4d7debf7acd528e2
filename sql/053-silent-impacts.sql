-- Impacts that become falls if no reading follows (docs/contract.md, "An impact, then silence"). A row lives for some
-- seconds: any instance finds it due, and raises the fall or has heard of the wearable since.
CREATE TABLE silent_impacts (
  device_key  integer PRIMARY KEY,    -- of sensor_readings
  recorded_at timestamptz NOT NULL,   -- of the reading with the impact
  assessment  jsonb NOT NULL,         -- the explanation of the fall that it becomes (src/readings/scoring/silence.ts)
  due_at      timestamptz NOT NULL
);
