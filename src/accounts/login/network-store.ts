import { createDataLoader } from '../../platform/batching/data-loader.ts';
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

/**
 * Finds when an account last logged in from a network; undefined if never. In batches: guesses beyond a limit must not
 * cost a query each.
 */
export function createLastLogins(
  q: Queryable,
): (email: string, network: string) => Promise<Date | undefined> {
  const find = createDataLoader(async (keys) => {
    const rows = await q.rows<{ readonly key: string; readonly at: Date }>(
      `SELECT key, n.last_login_at AS at FROM unnest($1::text[]) AS key
       JOIN users u ON u.email = substr(key, strpos(key, ' ') + 1)
       JOIN login_networks n ON n.user_id = u.id AND n.network = split_part(key, ' ', 1)`,
      [keys],
    );
    return new Map(rows.map(({ key, at }) => [key, at]));
  });
  // A network contains no space.
  return (email, network) => find(`${network} ${email}`);
}
