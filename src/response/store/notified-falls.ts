import type { DeliveryEntry, DeliveryStates, NotifiedFalls } from '../../notify/vocabulary.ts';
import { asRecordset } from '../../platform/database/recordset.ts';
import { announceReceipts } from '../receipts/store.ts';

const outcomeOf = ({ delivered, error }: Pick<DeliveryEntry, 'delivered' | 'error'>) => ({
  outcome: delivered ? 'delivered' : 'failed',
  reason: delivered ? null : error,
});

const statesOf = ({ acceptedAt, receivedAt, openedAt, failedAt }: DeliveryStates) => ({
  acceptedAt,
  receivedAt,
  openedAt,
  failedAt,
});

/** SQL: the receipts that a message got before its try was recorded. */
const EARLY_RECEIPTS = `jsonb_build_object('receivedAt', m.received_at, 'openedAt', m.opened_at)
  || CASE WHEN m.failed_at IS NULL THEN '{}'
          ELSE jsonb_build_object('outcome', 'failed', 'reason', m.failure, 'failedAt', m.failed_at) END`;

/** What the outbox may know and write of the falls that its messages are about. */
export const notifiedFalls: NotifiedFalls = {
  falls: 'fall_events',
  responses: 'responses',

  addToTimelines: (q, entries) =>
    q.run(
      `WITH added AS (
         INSERT INTO response_log (fall_id, at, type, person_id, message_id, details)
         SELECT t.fall_id, t.at, 'told', t.person_id, t.message_id, jsonb_strip_nulls(t.details || jsonb_strip_nulls(${EARLY_RECEIPTS}))
         FROM jsonb_to_recordset($1::jsonb) AS t (fall_id uuid, message_id uuid, at timestamptz, person_id uuid, details jsonb)
           LEFT JOIN receipts_public m ON m.id = t.message_id AND m.id = ANY($3)
         WHERE t.fall_id IN (SELECT id FROM fall_events WHERE id = ANY($2)) ORDER BY t.at
       ) ${announceReceipts('$2')}`,
      [
        asRecordset(
          entries.map(({ fallId, messageId, at, personId, channel, attempt, ...entry }) => ({
            fall_id: fallId,
            message_id: messageId,
            at,
            person_id: personId,
            details: { channel, attempt, ...outcomeOf(entry), ...statesOf(entry) },
          })),
        ),
        [...new Set(entries.map(({ fallId }) => fallId))],
        entries.map(({ messageId }) => messageId),
      ],
    ),

  changeInTimelines: (q, changes) =>
    q.run(
      `WITH changed AS (
         UPDATE response_log l SET details = jsonb_strip_nulls(l.details || c.details)
         FROM jsonb_to_recordset($1::jsonb) AS c (fall_id uuid, message_id uuid, attempt text, details jsonb)
         WHERE l.fall_id = c.fall_id AND l.fall_id = ANY($2) AND l.message_id = c.message_id AND l.details ->> 'attempt' = c.attempt
       ) ${announceReceipts('$2')}`,
      [
        asRecordset(
          changes.map(({ fallId, messageId, attempt, receivedAt, openedAt, failedAt, error }) => ({
            fall_id: fallId,
            message_id: messageId,
            attempt,
            details: {
              ...outcomeOf({ delivered: failedAt === null, error }),
              receivedAt,
              openedAt,
              failedAt,
            },
          })),
        ),
        [...new Set(changes.map(({ fallId }) => fallId))],
      ],
    ),

  notificationsFailed: (q, fallIds) =>
    q.run(`SELECT pg_notify('vigil_escalation', id) FROM unnest($1::text[]) AS id`, [[...new Set(fallIds)]]),
};
