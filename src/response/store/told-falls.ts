import type { ToldEntry, ToldFalls } from '../../notify/vocabulary.ts';
import { asRecordset } from '../../platform/database/recordset.ts';

const outcomeOf = ({ delivered, error }: Pick<ToldEntry, 'delivered' | 'error'>) => ({
  outcome: delivered ? 'delivered' : 'failed',
  ...(!delivered && error !== null && { reason: error }),
});

/** What the outbox may know and write of the falls that its messages are about. */
export const toldFalls: ToldFalls = {
  falls: 'fall_events',
  responses: 'responses',

  addToTimelines: (q, told) =>
    q.run(
      `INSERT INTO response_log (fall_id, at, type, person_id, details)
       SELECT t.fall_id, t.at, 'told', t.person_id, t.details
       FROM jsonb_to_recordset($1::jsonb) AS t (fall_id uuid, at timestamptz, person_id uuid, details jsonb)
       WHERE t.fall_id IN (SELECT id FROM fall_events WHERE id = ANY($2)) ORDER BY t.at`,
      [
        asRecordset(
          told.map(({ fallId, at, personId, channel, attempt, ...result }) => ({
            fall_id: fallId,
            at,
            person_id: personId,
            details: { channel, attempt, ...outcomeOf(result) },
          })),
        ),
        [...new Set(told.map(({ fallId }) => fallId))],
      ],
    ),

  changeInTimeline: (q, { fallId, personId, channel, at, ...result }) =>
    q.run(
      `UPDATE response_log l SET details = l.details - 'reason' || $5::jsonb
       WHERE l.fall_id = $1 AND l.person_id = $2 AND l.type = 'told' AND l.details ->> 'channel' = $3 AND l.at = $4`,
      [fallId, personId, channel, at, JSON.stringify(outcomeOf(result))],
    ),
};
