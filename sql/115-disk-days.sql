-- How full the disk of the embedded database was on each day, for the forecast (docs/operations.md, "Disk").
-- owner: operations
CREATE TABLE disk_days (
  day date PRIMARY KEY,
  used_bytes bigint NOT NULL CHECK (used_bytes >= 0)
);
