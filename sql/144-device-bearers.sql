-- A device token is a bearer (docs/contract.md, "Device tokens"): it alone identifies the device.
CREATE INDEX device_tokens_by_hash ON device_tokens (token_hash);

-- The wearable has said that it does not measure for now: a phone whose screen is off. It ends with its next reading.
ALTER TABLE devices
  ADD COLUMN paused text CHECK (paused = 'screen_off'),
  ADD COLUMN paused_at timestamptz,
  ADD CONSTRAINT devices_paused_since CHECK ((paused IS NULL) = (paused_at IS NULL));

-- Number of its last live socket: the newest one stays open.
ALTER TABLE device_tokens ADD COLUMN socket integer NOT NULL DEFAULT 0;
