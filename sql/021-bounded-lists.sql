-- Conversations: whom one has received messages from is read in steps, one look into the index for each person.
CREATE INDEX messages_to_one ON messages (recipient_id, sender_id, created_at DESC, id);

-- An admin's board: the first people by name, without sorting everybody.
CREATE INDEX users_patients_by_name ON users (last_name, first_name, id) WHERE role = 'PATIENT' AND status = 'active';
-- Its open falls and those that their wearer has cancelled lately, newest first.
CREATE INDEX responses_unresolved_by_time ON responses (created_at DESC) WHERE state <> 'RESOLVED';
CREATE INDEX responses_cancelled ON responses (resolved_at DESC) WHERE outcome = 'CANCELLED_BY_PATIENT';
