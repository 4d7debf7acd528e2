-- Where an account was logged in to from: IPv4 addresses and /64 networks of IPv6. There nobody can lock it out by wrong
-- passwords from elsewhere. The service keeps the newest few of an account.
CREATE TABLE login_networks (
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  network       text NOT NULL,
  last_login_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, network)
);

-- Those of the present sessions; of IPv6 with the next login.
INSERT INTO login_networks (user_id, network, last_login_at)
SELECT user_id, ip, max(created_at) FROM sessions WHERE ip ~ '^\d{1,3}(\.\d{1,3}){3}$' GROUP BY user_id, ip;
