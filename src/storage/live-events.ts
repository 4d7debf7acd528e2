import { NotFound } from '../errors.ts';
import type { Queryable } from './database.ts';

export interface EventToAppend {
  readonly recipientId: string;
  readonly aboutId: string;
  readonly type: string;
  /** The record, as JSON. */
  readonly json: string;
}

/** JSON has no such character, so a list of JSON texts needs no quoting with it. */
const SEPARATOR = '\u001f';

/**
 * Numbers the events and stores them, to be run in the transaction of their cause; answers their numbers in the order
 * given. Whom they are about cannot be deleted before the commit, and throws NotFound if they were before. The
 * commit-order trap: a number drawn from a sequence may become visible after a later one, and a resume would skip it.
 * Here the recipient's cursor row is locked until the commit, so that the next number can only be drawn when this one
 * is visible, and a rollback leaves no gap. Cursors are raised in order of recipient: two transactions cannot deadlock,
 * as long as each appends once.
 */
export async function appendEvents(
  q: Queryable,
  events: readonly EventToAppend[],
  at: Date,
): Promise<readonly number[]> {
  const about = [...new Set(events.map((event) => event.aboutId))];
  const counts = new Map<string, number>();
  /** How many of its recipient's come after it. */
  const behind = events
    .toReversed()
    .map(({ recipientId }) => {
      const after = counts.get(recipientId) ?? 0;
      counts.set(recipientId, after + 1);
      return after;
    })
    .reverse();
  const rows = await q.rows<{ id: string; lastId: number | null }>(
    `WITH held AS (
       SELECT id FROM users WHERE id = ANY($1) ORDER BY id FOR KEY SHARE
     ), raised AS (
       INSERT INTO live_cursors AS c (user_id, last_id)
       SELECT * FROM unnest($2::uuid[], $3::int[]) AS r (user_id, count) ORDER BY user_id
       ON CONFLICT (user_id) DO UPDATE SET last_id = c.last_id + excluded.last_id
       RETURNING user_id, last_id
     ), stored AS (
       INSERT INTO live_events (recipient_id, id, about_id, type, data, created_at)
       SELECT e.recipient_id, r.last_id - e.behind, e.about_id, e.type, e.data::json, $10
       FROM unnest($4::uuid[], $5::int[], $6::uuid[], $7::text[], string_to_array($8, $9))
           AS e (recipient_id, behind, about_id, type, data)
         JOIN raised r ON r.user_id = e.recipient_id
     )
     SELECT id, NULL AS "lastId" FROM held UNION ALL SELECT user_id, last_id FROM raised`,
    [
      about,
      [...counts.keys()],
      [...counts.values()],
      events.map((event) => event.recipientId),
      behind,
      events.map((event) => event.aboutId),
      events.map((event) => event.type),
      events.map((event) => event.json).join(SEPARATOR),
      SEPARATOR,
      at,
    ],
  );
  const lastIds = new Map(
    rows.flatMap(({ id, lastId }) => (lastId === null ? [] : [[id, Number(lastId)] as const])),
  );
  if (rows.length - lastIds.size < about.length) throw new NotFound('Person');
  return events.map(({ recipientId }, i) => {
    const lastId = lastIds.get(recipientId);
    if (lastId === undefined) throw new Error('an event was not numbered');
    return lastId - (behind[i] ?? 0);
  });
}

export const eventsAfter = (q: Queryable, recipientId: string, id: number, most: number) =>
  q.rows<{ id: number; type: string; data: object }>(
    'SELECT id, type, data FROM live_events WHERE recipient_id = $1 AND id > $2 ORDER BY id LIMIT $3',
    [recipientId, id, most],
  );

/** The number of each person's newest event; those without any are missing. */
export async function lastEventIds(
  q: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await q.rows<{ userId: string; lastId: number }>(
    'SELECT user_id AS "userId", last_id AS "lastId" FROM live_cursors WHERE user_id = ANY($1)',
    [userIds],
  );
  return new Map(rows.map(({ userId, lastId }) => [userId, lastId]));
}

/** Cursors stay: numbers are never used twice. */
export const purgeLiveEvents = (q: Queryable, before: Date) =>
  q.run('DELETE FROM live_events WHERE created_at < $1', [before]);
