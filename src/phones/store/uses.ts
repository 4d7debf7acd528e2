import type { Database } from '../../platform/database/database.ts';
import { CLOCK_TOLERANCE_MS, HOUR_MS } from '../../platform/time.ts';

export type PhoneKind = 'sms' | 'call';

export interface PhoneLimits {
  readonly perPerson: number;
  readonly inAll: number;
}

const USES_LOCK = 0x76677075;

/**
 * Counts one message or call and returns its id, or the limit that it would exceed. In the database and not in Redis: a
 * restart or an outage of Redis must not cost money. Instances wait for each other, for a moment.
 */
export const countPhoneUse = (
  db: Database,
  use: { readonly kind: PhoneKind; readonly personId: string; readonly at: Date },
  limits: PhoneLimits,
): Promise<{ readonly id: string } | { readonly exceeded: keyof PhoneLimits }> =>
  db.transaction(async (q) => {
    const { kind, personId, at } = use;
    await q.run('SELECT pg_advisory_xact_lock($1, hashtext($2))', [USES_LOCK, kind]);
    const since = new Date(at.getTime() - HOUR_MS);
    // Later ones were counted before the clock was set back.
    const until = new Date(at.getTime() + CLOCK_TOLERANCE_MS);
    // One statement: others wait for the lock, and hold a connection meanwhile.
    const counted = await q.row<{ own: number; id: string | null }>(
      `WITH over AS (
         DELETE FROM phone_uses WHERE kind = $1 AND (at <= $3 OR at > $4)
       ), counted AS (
         SELECT count(*) FILTER (WHERE person_id = $2)::int AS own, count(*)::int AS all
         FROM phone_uses WHERE kind = $1 AND at > $3 AND at <= $4
       ), used AS (
         INSERT INTO phone_uses (kind, person_id, at)
         SELECT $1, (SELECT id FROM people_public WHERE id = $2), $5 FROM counted WHERE own < $6 AND "all" < $7
         RETURNING id::text
       )
       SELECT counted.own, used.id FROM counted LEFT JOIN used ON true`,
      [kind, personId, since, until, at, limits.perPerson, limits.inAll],
    );
    if (counted?.id != null) return { id: counted.id };
    return { exceeded: (counted?.own ?? 0) >= limits.perPerson ? 'perPerson' : 'inAll' };
  });

/** Nothing was sent after all. */
export const giveBackPhoneUse = (db: Database, id: string) =>
  db.run('DELETE FROM phone_uses WHERE id = $1::bigint', [id]);
