-- Where the rooms of a ward are on its floor plan (docs/home.md, "Floor plan"), and whether a wearable is on its charger.

-- owner: ward-plans
CREATE TABLE ward_plans (
  ward_id        uuid PRIMARY KEY REFERENCES wards ON DELETE CASCADE,
  -- Grows with every change, so that a lead does not overwrite what another one has changed since.
  revision       integer NOT NULL,
  -- [{ "room", "x", "y" }]
  rooms          jsonb NOT NULL DEFAULT '[]',
  picture        bytea CHECK (octet_length(picture) <= 1048576),
  picture_type   text,
  picture_width  smallint,
  picture_height smallint,
  -- Changes with the picture, for caches.
  picture_tag    text,
  CHECK (num_nulls(picture, picture_type, picture_width, picture_height, picture_tag) IN (0, 5))
);

-- Compressed already.
ALTER TABLE ward_plans ALTER COLUMN picture SET STORAGE EXTERNAL;

ALTER TABLE devices ADD COLUMN charging boolean NOT NULL DEFAULT false;
