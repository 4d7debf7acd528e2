import type { Queryable } from '../../platform/database/database.ts';

/** Per account: a user has a home, a workplace, a phone and a few other places. */
const MAX_NETWORKS = 20;

/** Stores the network of a login, and drops the oldest networks beyond MAX_NETWORKS. */
export const saveLoginNetwork = (q: Queryable, userId: string, network: string, now: Date) =>
  q.run(
    `WITH saved AS (
       INSERT INTO login_networks (user_id, network, last_login_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, network) DO UPDATE SET last_login_at = excluded.last_login_at
         WHERE login_networks.last_login_at < excluded.last_login_at - interval '1 hour'
     )
     DELETE FROM login_networks WHERE user_id = $1 AND network IN (
       SELECT network FROM login_networks WHERE user_id = $1 AND network <> $2
       ORDER BY last_login_at DESC OFFSET ${MAX_NETWORKS - 1})`,
    [userId, network, now],
  );

/** Whether the owner of this e-mail address has logged in from the network before. */
export const isLoginNetwork = async (q: Queryable, email: string, network: string): Promise<boolean> =>
  (await q.row(
    `SELECT 1 FROM login_networks n JOIN users u ON u.id = n.user_id WHERE u.email = $1 AND n.network = $2`,
    [email, network],
  )) !== undefined;
