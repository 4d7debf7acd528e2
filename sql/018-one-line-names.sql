-- Names, rooms and the like are lines that mails, push messages and logs repeat. New ones have no control characters, line
-- separators or bidirectional controls (src/schemas/primitives.ts, `line`); those that were stored before lose them here.

CREATE FUNCTION pg_temp.one_line(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT btrim(regexp_replace(regexp_replace(given,
    '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'))
$$;

CREATE FUNCTION pg_temp.is_broken(given text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(given ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', false)
$$;

-- What must not be empty becomes '?', what may be becomes null.
UPDATE users SET
  first_name = coalesce(nullif(pg_temp.one_line(first_name), ''), '?'),
  last_name = coalesce(nullif(pg_temp.one_line(last_name), ''), '?'),
  phone = nullif(pg_temp.one_line(phone), ''),
  emergency_contact = nullif(pg_temp.one_line(emergency_contact), ''),
  room = nullif(pg_temp.one_line(room), ''),
  specialization = nullif(pg_temp.one_line(specialization), ''),
  organization = nullif(pg_temp.one_line(organization), '')
WHERE pg_temp.is_broken(concat(first_name, last_name, phone, emergency_contact, room, specialization, organization));

UPDATE devices SET name = coalesce(nullif(pg_temp.one_line(name), ''), '?') WHERE pg_temp.is_broken(name);

UPDATE assignments SET relationship = nullif(pg_temp.one_line(relationship), '') WHERE pg_temp.is_broken(relationship);
