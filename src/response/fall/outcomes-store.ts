import type { Queryable } from '../../platform/database/database.ts';
import type { Outcome } from '../vocabulary.ts';

/** Seconds from the fall to its first acknowledgement; undefined for later ones, and for a test. */
export async function markResponded(q: Queryable, fallId: string, at: Date): Promise<number | undefined> {
  return (
    (await q.value<number | null>(
      `UPDATE fall_events SET responded_at = $2 WHERE id = $1 AND responded_at IS NULL
     RETURNING CASE WHEN NOT is_test THEN greatest(0, extract(epoch FROM responded_at - created_at))::float8 END AS seconds`,
      [fallId, at],
    )) ?? undefined
  );
}

/** Sets the outcome of the alert's fall: the last one reported counts. Returns false if it is the same as before. */
export const setFallOutcome = async (q: Queryable, fallId: string, outcome: Outcome): Promise<boolean> =>
  (await q.run('UPDATE fall_events SET outcome = $2 WHERE id = $1 AND outcome IS DISTINCT FROM $2', [
    fallId,
    outcome,
  ])) > 0;

export const setAlertOutcome = (q: Queryable, alertId: string, outcome: Outcome) =>
  q.run('UPDATE alerts SET outcome = $2 WHERE id = $1', [alertId, outcome]);
