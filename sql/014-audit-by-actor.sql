-- "What has this person done": found without reading what all the others have.

CREATE INDEX audit_log_by_actor ON audit_log (actor_id, at DESC, id DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_log_by_action ON audit_log (action, at DESC, id DESC);
