-- The number of a resident in the home's own system (docs/contract.md, "People").
ALTER TABLE users ADD COLUMN external_id text;

-- Partial: a whole unique index would make every change of the column take the lock that foreign keys conflict with.
CREATE UNIQUE INDEX users_external_id ON users (external_id) WHERE external_id IS NOT NULL;

-- owner: accounts
CREATE OR REPLACE VIEW people_public AS
SELECT id, email, pending_email, pending_email_until, first_name, last_name, role, status, phone, date_of_birth, avatar,
       emergency_contact, room, specialization, organization, language, ward_id, share_with_home, created_at, updated_at, last_login,
       external_id
FROM users;
