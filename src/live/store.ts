import { arrayText } from '../platform/database/array-text.ts';
import type { Queryable } from '../platform/database/database.ts';
import { NotFound } from '../platform/errors.ts';

interface EventToAppend {
  readonly recipientId: string;
  readonly aboutId: string;
  readonly type: string;
  /** The record, as JSON. */
  readonly json: string;
}

/** A notification payload is shorter than 8000 bytes; a user id with a number takes at most 56. */
const PER_ANNOUNCEMENT = 100;
/** JSON text never contains this character, so a list of JSON texts separated by it needs no quoting. */
const SEPARATOR = '\u001f';

/**
 * Numbers and stores events in the transaction of the change that causes them; returns their numbers in the given
 * order. The users whom the events are about cannot be deleted before the commit; throws NotFound if they were
 * deleted earlier. The commit-order trap: a number drawn from a sequence may become visible after a later one, and a
 * resume would skip it. Here the recipient's cursor row stays locked until the commit, so that the next number can
 * only be drawn when this one is visible, and a rollback leaves no gap. Cursors are updated in order of recipient:
 * two transactions cannot deadlock, as long as each appends once. `isAnnounced`: at the commit, a notification tells
 * every instance which recipients have new events. It arrives even if the other announcement is lost, or its sender
 * dies before making it.
 */
export async function appendEvents(
  q: Queryable,
  events: readonly EventToAppend[],
  { at, isAnnounced }: { readonly at: Date; readonly isAnnounced: boolean },
): Promise<readonly number[]> {
  const about = [...new Set(events.map((event) => event.aboutId))];
  const counts = new Map<string, number>();
  /** How many later events in this call have the same recipient. */
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
       SELECT id FROM people_public WHERE id = ANY($1) ORDER BY id FOR KEY SHARE
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
     ), announced AS (
       SELECT pg_notify('vigil_live', string_agg(user_id || ':' || last_id, ' ')) AS it
       FROM (SELECT user_id, last_id, (row_number() OVER () - 1) / ${PER_ANNOUNCEMENT} AS notice FROM raised WHERE $11) r
       GROUP BY notice
     )
     SELECT id, NULL AS "lastId" FROM held UNION ALL SELECT user_id, last_id FROM raised
     UNION ALL SELECT NULL, NULL FROM announced WHERE it IS NULL`,
    [
      about,
      arrayText([...counts.keys()]),
      arrayText([...counts.values()]),
      arrayText(events.map((event) => event.recipientId)),
      arrayText(behind),
      arrayText(events.map((event) => event.aboutId)),
      arrayText(events.map((event) => event.type)),
      events.map((event) => event.json).join(SEPARATOR),
      SEPARATOR,
      at,
      isAnnounced,
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

/** Parses a notification: the number of each recipient's newest event. */
export function readAnnouncement(payload: string): ReadonlyMap<string, number> {
  const pairs = payload.split(' ').map((pair) => pair.split(':'));
  return new Map(pairs.map(([userId = '', id]) => [userId, Number(id)]));
}

export interface StoredEvent {
  readonly id: number;
  readonly type: string;
  readonly data: object;
  readonly at: Date;
}

export interface EventPosition {
  readonly recipientId: string;
  readonly id: number;
}

/** The next events of several recipients, each after its own position, in the order of the positions. */
export async function eventsAfter(
  q: Queryable,
  positions: readonly EventPosition[],
  most: number,
): Promise<readonly (readonly StoredEvent[])[]> {
  const rows = await q.rows<StoredEvent & { place: number }>(
    `SELECT p.place::int AS place, e.id, e.type, e.data, e.created_at AS at
     FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS p (recipient_id, id, place), LATERAL (
       SELECT id, type, data, created_at FROM live_events WHERE recipient_id = p.recipient_id AND id > p.id ORDER BY id LIMIT $3
     ) e ORDER BY p.place, e.id`,
    [positions.map(({ recipientId }) => recipientId), positions.map(({ id }) => id), most],
  );
  const found = positions.map((): StoredEvent[] => []);
  for (const { place, ...event } of rows) found[place - 1]?.push(event);
  return found;
}

/** The records of some of a recipient's events; numbers that the recipient does not have are passed over. */
export const eventRecords = (q: Queryable, recipientId: string, ids: readonly number[]) =>
  q.rows<Pick<StoredEvent, 'type' | 'data'>>(
    'SELECT type, data FROM live_events WHERE recipient_id = $1 AND id = ANY($2::bigint[])',
    [recipientId, ids],
  );

/** The number of each recipient's newest event; recipients without events are missing. */
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

/** Deletes at most `most` rows, skipping rows that another instance deletes. Cursors stay: numbers are never reused. */
export const purgeLiveEvents = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM live_events WHERE (recipient_id, id) IN
       (SELECT recipient_id, id FROM live_events WHERE created_at < $1 ORDER BY created_at LIMIT $2
        FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );
