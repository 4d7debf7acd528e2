import { PATH_RECEIVER } from '../../accounts/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { CHANNEL_KINDS, kindOf } from '../channels/kinds.ts';
import { isNext } from './store.ts';

/** For the metrics: since when the oldest unsent message could have been sent, and the number of unsent messages. */
export const outboxBacklog = async (q: Queryable) =>
  (await q.row<{ pending: number; oldest: Date | null }>(
    `SELECT count(*)::int AS pending, min(coalesce(held_until, created_at)) AS oldest FROM outbox
     WHERE state = 'PENDING' AND person_id IS DISTINCT FROM '${PATH_RECEIVER}'`,
  )) ?? { pending: 0, oldest: null };

const IN_ORDER = CHANNEL_KINDS.filter((kind) => kindOf(kind).isInOrder);

/**
 * For the health report: ids of messages that should have been sent by now, oldest first. Those of a kind that is sent one by
 * one are left out: they wait while its connection is away, which the state of the channel shows.
 */
export const overdueMessages = (q: Queryable, at: Date, most: number) =>
  q.column<string>(
    `SELECT id FROM outbox WHERE state = 'PENDING' AND due_at <= $1 AND ${isNext} AND split_part(lane, ' ', 1) <> ALL($3)
       ORDER BY due_at LIMIT $2`,
    [at, most, IN_ORDER],
  );
