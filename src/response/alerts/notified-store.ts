import type { Queryable } from '../../platform/database/database.ts';

/** A person was notified of a fall. */
export interface FallDelivery {
  readonly fallId: string;
  readonly at: Date;
}

/**
 * When a person was first notified of each fall, for reports (sql/034). Locks as markDelivered does: a row that another
 * transaction holds is left for last, and waited for without holding another. Returns the falls of which
 * nobody had been notified; of two instances that notify of the same fall at once, both return it.
 */
export async function markNotified(q: Queryable, falls: readonly FallDelivery[]): Promise<readonly string[]> {
  const earlier = await q.rows<FallDelivery & { readonly isFirst: boolean; readonly isHeld: boolean }>(
    `WITH delivered AS (
       SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS d (fall_id, at)
     ), earlier AS (
       SELECT fall_id, delivered.at, t.notified_at IS NULL AS is_first FROM delivered JOIN fall_times t USING (fall_id) WHERE t.notified_at IS NULL OR t.notified_at > delivered.at
     ), free AS (
       SELECT fall_id FROM fall_times WHERE fall_id = ANY(array(SELECT fall_id FROM earlier)) FOR NO KEY UPDATE SKIP LOCKED
     ), marked AS (
       UPDATE fall_times t SET notified_at = e.at FROM earlier e JOIN free USING (fall_id) WHERE t.fall_id = e.fall_id
     )
     SELECT fall_id AS "fallId", at, is_first AS "isFirst", fall_id NOT IN (SELECT fall_id FROM free) AS "isHeld" FROM earlier`,
    [falls.map(({ fallId }) => fallId), falls.map(({ at }) => at)],
  );
  for (const { fallId, at } of earlier.filter(({ isHeld }) => isHeld))
    await q.run(
      'UPDATE fall_times SET notified_at = $2 WHERE fall_id = $1 AND (notified_at IS NULL OR notified_at > $2)',
      [fallId, at],
    );
  return earlier.filter(({ isFirst }) => isFirst).map(({ fallId }) => fallId);
}

/** SQL: the first delivery to a person, by the records of the deliveries. Takes an SQL expression. */
export const firstNotified = (fallId: string): string => `least(
  (SELECT min(delivered_at) FROM alerts WHERE fall_id = ${fallId}),
  (SELECT min(at) FROM response_log
   WHERE fall_id = ${fallId} AND type = 'told' AND person_id IS NOT NULL AND details ->> 'outcome' = 'delivered'))`;

/** For a fall whose message was delivered and turned out not to be: the report counts the next one, if any. */
export const recountNotified = (q: Queryable, fallId: string) =>
  q.run(`UPDATE fall_times SET notified_at = ${firstNotified('$1')} WHERE fall_id = $1`, [fallId]);
