-- The type of a wearable, as its readings report it, and the one that a firmware image is for (docs/updates.md).

ALTER TABLE devices ADD COLUMN model text;

CREATE OR REPLACE VIEW devices_public AS
SELECT id, key, user_id, name, mac_address, disabled, updated_at, created_at, firmware_version, model FROM devices;

-- Null: for wearables that report none.
ALTER TABLE firmware_images ADD COLUMN model text;
ALTER TABLE firmware_images DROP CONSTRAINT firmware_images_version_key;
CREATE UNIQUE INDEX firmware_images_once ON firmware_images (version, coalesce(model, ''));

DROP TRIGGER announce_firmware ON devices;
CREATE TRIGGER announce_firmware AFTER UPDATE OF firmware_version, model ON devices
  FOR EACH ROW WHEN (OLD.firmware_version IS DISTINCT FROM NEW.firmware_version OR OLD.model IS DISTINCT FROM NEW.model)
  EXECUTE FUNCTION announce_firmware();
