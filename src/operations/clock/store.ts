import type { Queryable } from '../../platform/database/database.ts';

/** The latest time noted by an instance with a trusted clock. */
export const findNotedTime = (q: Queryable) => q.value<Date>('SELECT trusted_at AS at FROM service_clock');

/** Goes back only if it is later than `limit`: the clock is trusted, so the noted time was wrong. */
export const noteTime = (q: Queryable, now: Date, limit: Date) =>
  q.run(
    `INSERT INTO service_clock AS c (trusted_at) VALUES ($1)
     ON CONFLICT (one_row) DO UPDATE SET trusted_at = CASE WHEN c.trusted_at > $2 THEN $1 ELSE greatest(c.trusted_at, $1) END`,
    [now, limit],
  );

export const replaceNotedTime = (q: Queryable, now: Date) =>
  q.run(
    'INSERT INTO service_clock (trusted_at) VALUES ($1) ON CONFLICT (one_row) DO UPDATE SET trusted_at = $1',
    [now],
  );
