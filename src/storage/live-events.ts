import type { Queryable } from './database.ts';

export interface EventToAppend {
  readonly recipientId: string;
  readonly aboutId: string;
  readonly type: string;
  readonly data: object;
}

/**
 * Numbers the events and stores them, to be run in the transaction of their cause; answers their numbers in the order
 * given. The commit-order trap: a number drawn from a sequence may become visible after a later one, and a resume
 * would skip it. Here the recipient's cursor row is locked until the commit, so that the next number can only be drawn
 * when this one is visible, and a rollback leaves no gap. Cursors are raised in order of recipient: two transactions
 * cannot deadlock, as long as each appends once.
 */
export async function appendEvents(
  q: Queryable,
  events: readonly EventToAppend[],
  at: Date,
): Promise<readonly number[]> {
  const rows = await q.rows<{ place: number; id: number }>(
    `WITH given AS (
       SELECT recipient_id, about_id, type, data, place,
              row_number() OVER (PARTITION BY recipient_id ORDER BY place) AS nth,
              count(*) OVER (PARTITION BY recipient_id) AS total
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
         WITH ORDINALITY AS e (recipient_id, about_id, type, data, place)
     ), raised AS (
       INSERT INTO live_cursors AS c (user_id, last_id)
       SELECT recipient_id, count(*) FROM given GROUP BY recipient_id ORDER BY recipient_id
       ON CONFLICT (user_id) DO UPDATE SET last_id = c.last_id + excluded.last_id
       RETURNING user_id, last_id
     ), stored AS (
       INSERT INTO live_events (recipient_id, id, about_id, type, data, created_at)
       SELECT a.recipient_id, r.last_id - a.total + a.nth, a.about_id, a.type, a.data::json, $5
       FROM given a JOIN raised r ON r.user_id = a.recipient_id
     )
     SELECT a.place, r.last_id - a.total + a.nth AS id
     FROM given a JOIN raised r ON r.user_id = a.recipient_id ORDER BY a.place`,
    [
      events.map((event) => event.recipientId),
      events.map((event) => event.aboutId),
      events.map((event) => event.type),
      events.map((event) => JSON.stringify(event.data)),
      at,
    ],
  );
  return rows.map((row) => Number(row.id));
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
