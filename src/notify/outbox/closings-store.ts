import type { Queryable } from '../../platform/database/database.ts';
import { asRecordset } from '../../platform/database/recordset.ts';
import { kindsWhere } from '../channels/kinds.ts';
import type { StoredMessage } from './stored-message.ts';

/** The last message about a fall. */
export interface Closing {
  readonly fallId: string;
  readonly message: StoredMessage;
  /** The person who has resolved it. */
  readonly exceptFor: string | null;
}

const ALWAYS = kindsWhere(({ closing }) => closing === 'always');
const IF_WANTED = kindsWhere(({ closing }) => closing === 'if wanted');

/**
 * docs/response.md, "Closing messages": one message to each channel that got one about the fall, or is getting one now. Runs
 * in the transaction that resolves the falls, after their unsent messages are dropped. It holds rows that the deletion of an
 * account or a channel waits for: people and channels that are being deleted are skipped.
 */
export async function enqueueClosings(q: Queryable, closings: readonly Closing[], at: Date): Promise<void> {
  if (closings.length === 0) return;
  await q.run(
    `WITH notified AS (
       SELECT DISTINCT fall_id, person_id, channel_id, lane FROM outbox
       WHERE fall_id = ANY($3) AND channel_id IS NOT NULL AND (state = 'SENT' OR lease IS NOT NULL)
     ), people AS MATERIALIZED (
       SELECT id FROM people_public WHERE id = ANY(array(SELECT person_id FROM notified)) FOR KEY SHARE SKIP LOCKED
     ), channels AS MATERIALIZED (
       SELECT id FROM notification_channels
       WHERE id = ANY(array(SELECT channel_id FROM notified)) AND disabled_at IS NULL
         AND (kind = ANY($4) OR closing AND kind = ANY($5))
       FOR KEY SHARE SKIP LOCKED
     ), stored AS (
       INSERT INTO outbox (fall_id, person_id, channel_id, lane, message, due_at, created_at)
       SELECT n.fall_id, n.person_id, n.channel_id, n.lane, c.message, $2, $2
       FROM jsonb_to_recordset($1::jsonb) AS c (fall_id uuid, message jsonb, except_for uuid)
         JOIN notified n ON n.fall_id = c.fall_id
       WHERE n.person_id IS DISTINCT FROM c.except_for
         AND n.person_id IN (SELECT id FROM people) AND n.channel_id IN (SELECT id FROM channels)
     )
     SELECT pg_notify('vigil_outbox', '')`,
    [
      asRecordset(
        closings.map(({ fallId, message, exceptFor }) => ({
          fall_id: fallId,
          message,
          except_for: exceptFor,
        })),
      ),
      at,
      closings.map(({ fallId }) => fallId),
      ALWAYS,
      IF_WANTED,
    ],
  );
}
