import type { Queryable } from '../../platform/database/database.ts';

export const savePin = (q: Queryable, userId: string, hash: string, at: Date) =>
  q.run(
    `INSERT INTO pins (user_id, hash, set_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, set_at = excluded.set_at`,
    [userId, hash, at],
  );

export const pinHashOf = (q: Queryable, userId: string) =>
  q.value<string>('SELECT hash FROM pins WHERE user_id = $1', [userId]);

interface TryLimit {
  readonly most: number;
  readonly lockMs: number;
}

/**
 * Counts a try before its PIN is checked; one statement, so that concurrent tries of all instances get no more than one
 * after the other. The last allowed try locks: a right PIN takes the lock away. Undefined while locked.
 */
export const countTry = (q: Queryable, key: string, { most, lockMs }: TryLimit, at: Date) =>
  q.value<number>(
    `INSERT INTO pin_tries AS t (key, tries, tried_at) VALUES ($1, 1, $2)
       ON CONFLICT (key) DO UPDATE SET
         tries = CASE WHEN t.locked_until IS NULL THEN t.tries + 1 ELSE 1 END,
         locked_until = CASE WHEN t.locked_until IS NULL AND t.tries + 1 >= $3 THEN $4::timestamptz END,
         tried_at = $2
       WHERE t.locked_until IS NULL OR t.locked_until <= $2
       RETURNING tries`,
    [key, at, most, new Date(at.getTime() + lockMs)],
  );

export const lockedUntil = async (q: Queryable, key: string): Promise<Date | undefined> =>
  (await q.row<{ until: Date | null }>('SELECT locked_until AS until FROM pin_tries WHERE key = $1', [key]))
    ?.until ?? undefined;

export const forgetTries = (q: Queryable, key: string) =>
  q.run('DELETE FROM pin_tries WHERE key = $1', [key]);

/** Deletes at most `most` counters that were last used before `before`. */
export const purgePinTries = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM pin_tries WHERE key IN
       (SELECT key FROM pin_tries WHERE tried_at < $1 ORDER BY tried_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );
