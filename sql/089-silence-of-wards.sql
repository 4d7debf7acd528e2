-- How long a wearable may be silent before caregivers are alerted: the patient's own limit, else the ward's, else that of the
-- settings (null here).

-- owner: devices
CREATE TABLE ward_limits (
  ward_id               uuid PRIMARY KEY REFERENCES wards ON DELETE CASCADE,
  device_silent_minutes smallint
);

-- owner: devices
CREATE VIEW silence_limits_public AS
SELECT p.id AS patient_id, coalesce(l.device_silent_minutes, w.device_silent_minutes) AS minutes
FROM people_public p LEFT JOIN patient_limits l ON l.patient_id = p.id LEFT JOIN ward_limits w ON w.ward_id = p.ward_id;
