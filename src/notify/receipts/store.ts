import type { Queryable } from '../../platform/database/database.ts';
import { asRecordset } from '../../platform/database/recordset.ts';
import type { DeliveryChange, NotifiedFalls } from '../vocabulary.ts';
import { RECEIPT_MS } from './receipt.ts';

/** What a device or a gateway reports about a message that was sent. */
export interface Receipt {
  readonly messageId: string;
  /** Of the secret, from a device that proves itself by it; null from a gateway that has proved itself. */
  readonly hash: Buffer | null;
  readonly state: 'received' | 'opened' | 'failed';
  /** Why it failed. */
  readonly reason: string | null;
  readonly at: Date;
}

interface Row extends Omit<DeliveryChange, 'fallId' | 'attempt'> {
  readonly fallId: string | null;
  /** The last try; null while it is not recorded. */
  readonly attempt: number | null;
}

/**
 * Records receipts with the messages and in the timelines; must run in a transaction. The first of each state counts.
 * A message about several falls has a row for each of them. Locks as recordAttempts does, which also writes the receipts
 * that were faster than the record of their try.
 */
export async function recordReceipts(
  q: Queryable,
  notifiedFalls: NotifiedFalls,
  receipts: readonly Receipt[],
): Promise<void> {
  const since = new Date(Math.min(...receipts.map(({ at }) => at.getTime())) - RECEIPT_MS);
  const found = await q.rows<{
    id: string;
    fallId: string | null;
    personId: string | null;
    place: number;
    channelId: string | null;
  }>(
    `SELECT o.id, o.fall_id AS "fallId", m.person_id AS "personId", (r.place - 1)::int AS place,
            (SELECT c.id FROM notification_channels c WHERE c.id = m.channel_id AND NOT c.gives_receipts) AS "channelId"
     FROM unnest($1::uuid[], $2::bytea[]) WITH ORDINALITY AS r (message_id, hash, place)
       JOIN outbox m ON m.id = r.message_id
       CROSS JOIN LATERAL (
         SELECT id, fall_id, receipt, state, first_try_at FROM outbox WHERE id = m.id
         UNION ALL
         SELECT id, fall_id, receipt, state, first_try_at FROM outbox
         WHERE channel_id = m.channel_id AND batch = m.id AND id <> m.id AND created_at > $3
       ) o
     WHERE o.first_try_at > $3 AND o.state <> 'DROPPED' AND (r.hash IS NULL OR o.receipt = r.hash)`,
    [receipts.map(({ messageId }) => messageId), receipts.map(({ hash }) => hash), since],
  );
  if (found.length === 0) return;
  const given = found.flatMap(({ id, place }) => {
    const receipt = receipts[place];
    return receipt === undefined ? [] : [{ id, ...receiptColumns(receipt) }];
  });
  const ids = found.map(({ id }) => id);
  const silent = found.flatMap(({ channelId }) => channelId ?? []);
  const [, , , , changed] = await Promise.all([
    // People before their messages: a ring of a ward is a test of theirs (sql/107).
    q.run('SELECT FROM people_public WHERE id = ANY($1) ORDER BY id FOR KEY SHARE', [
      found.flatMap(({ fallId, personId }) => (fallId === null && personId !== null ? [personId] : [])),
    ]),
    q.run(`SELECT FROM ${notifiedFalls.falls} WHERE id = ANY($1) ORDER BY id FOR KEY SHARE`, [
      found.flatMap(({ fallId }) => (fallId === null ? [] : [fallId])),
    ]),
    silent.length > 0 && beginReceipts(q, silent),
    q.run('SELECT FROM outbox WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids]),
    q.rows<Row>(
      `UPDATE outbox o SET received_at = coalesce(o.received_at, r.received_at), opened_at = coalesce(o.opened_at, r.opened_at),
         failed_at = coalesce(o.failed_at, r.failed_at), failure = coalesce(o.failure, r.failure)
       FROM (
         SELECT id, min(received_at) AS received_at, min(opened_at) AS opened_at, min(failed_at) AS failed_at, min(failure) AS failure
         FROM jsonb_to_recordset($1::jsonb)
           AS r (id uuid, received_at timestamptz, opened_at timestamptz, failed_at timestamptz, failure text)
         GROUP BY id
       ) r
       WHERE o.id = r.id AND o.id = ANY($2)
       RETURNING o.fall_id AS "fallId", o.id AS "messageId", CASE WHEN o.lease IS NULL THEN o.attempts END AS attempt,
         o.received_at AS "receivedAt", o.opened_at AS "openedAt", o.failed_at AS "failedAt", o.failure AS error`,
      [asRecordset(given), ids],
    ),
  ]);
  await notifiedFalls.changeInTimelines(q, changed.flatMap(changeOf));
  const failed = changed.flatMap(({ fallId, failedAt }) => (failedAt === null ? [] : (fallId ?? [])));
  if (failed.length > 0) await notifiedFalls.notificationsFailed(q, failed);
}

/** Their service workers report now: docs/response.md, "Receipts". In one order, like messages that are planned. */
const beginReceipts = (q: Queryable, channelIds: readonly string[]) =>
  q.run(
    `UPDATE notification_channels SET gives_receipts = true WHERE id = ANY(array(
       SELECT id FROM notification_channels WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE))`,
    [channelIds],
  );

/** What is opened has been received. */
const receiptColumns = ({ state, reason, at }: Receipt) => ({
  received_at: state === 'failed' ? null : at,
  opened_at: state === 'opened' ? at : null,
  failed_at: state === 'failed' ? at : null,
  failure: state === 'failed' ? reason : null,
});

const changeOf = ({ fallId, attempt, ...states }: Row): readonly DeliveryChange[] =>
  fallId === null || attempt === null ? [] : [{ fallId, attempt, ...states }];
