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
    await q.run('DELETE FROM phone_uses WHERE kind = $1 AND (at <= $2 OR at > $3)', [kind, since, until]);
    const counted = await q.row<{ own: number; all: number }>(
      `SELECT count(*) FILTER (WHERE person_id = $2)::int AS own, count(*)::int AS all FROM phone_uses WHERE kind = $1`,
      [kind, personId],
    );
    if (counted !== undefined && counted.own >= limits.perPerson) return { exceeded: 'perPerson' };
    if (counted !== undefined && counted.all >= limits.inAll) return { exceeded: 'inAll' };
    const used = await q.row<{ id: string }>(
      `INSERT INTO phone_uses (kind, person_id, at) SELECT $1, (SELECT id FROM users WHERE id = $2), $3 RETURNING id::text`,
      [kind, personId, at],
    );
    return { id: used?.id ?? '' };
  });

/** Nothing was sent after all. */
export const giveBackPhoneUse = (db: Database, id: string) =>
  db.run('DELETE FROM phone_uses WHERE id = $1::bigint', [id]);
