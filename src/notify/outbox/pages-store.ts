import type { Queryable } from '../../platform/database/database.ts';
import type { DeliveryStates, NotifiedFalls } from '../vocabulary.ts';

/** A message about a fall to a person's pager. */
export interface SentPage {
  readonly id: string;
  readonly fallId: string;
  readonly patientId: string;
  readonly personId: string;
  readonly channelId: string;
  readonly number: string;
  readonly sentAt: Date;
}

/** Undefined for an unknown message, a test, and a channel that its owner has deleted since. */
export const findPage = (q: Queryable, { falls }: Pick<NotifiedFalls, 'falls'>, messageId: string) =>
  q.row<SentPage>(
    `SELECT o.id, o.fall_id AS "fallId", f.user_id AS "patientId", o.person_id AS "personId", o.channel_id AS "channelId",
            c.target ->> 'number' AS number, o.created_at AS "sentAt"
     FROM outbox o JOIN notification_channels c ON c.id = o.channel_id JOIN ${falls} f ON f.id = o.fall_id
     WHERE o.id = $1 AND c.kind = 'pager'`,
    [messageId],
  );

/**
 * Changes the result of a message's last try, also in the timeline, when the paging system reports what came of it: why
 * it failed, or null if it was delivered after all. Must run in a transaction; locks as recordAttempts does. Returns
 * whether the result has changed, or `early` while the try is not recorded yet.
 */
export async function settlePage(
  q: Queryable,
  notifiedFalls: NotifiedFalls,
  { id, fallId }: SentPage,
  error: string | null,
  now: Date,
): Promise<boolean | 'early'> {
  await q.run(`SELECT FROM ${notifiedFalls.falls} WHERE id = $1 FOR KEY SHARE`, [fallId]);
  const [from, to] = error === null ? ['FAILED', 'SENT'] : ['SENT', 'FAILED'];
  // Looked at once: between two looks the try may be recorded.
  const message = await q.value<string>('SELECT state FROM outbox WHERE id = $1 FOR UPDATE', [id]);
  if (message !== from) return message === 'PENDING' ? 'early' : false;
  const failedAt = error === null ? null : now;
  const known = await q.row<Pick<DeliveryStates, 'receivedAt' | 'openedAt'>>(
    `UPDATE outbox SET state = $2, failed_at = $3, failure = $4 WHERE id = $1
     RETURNING received_at AS "receivedAt", opened_at AS "openedAt"`,
    [id, to, failedAt, error],
  );
  const last = await q.row<{ attempt: number }>(
    `UPDATE delivery_attempts a SET delivered = $2, error = $3 FROM outbox o
     WHERE o.id = $1 AND a.outbox_id = o.id AND a.attempt = o.attempts RETURNING a.attempt`,
    [id, error === null, error],
  );
  if (known !== undefined && last !== undefined)
    await notifiedFalls.changeInTimelines(q, [{ ...last, ...known, fallId, messageId: id, failedAt, error }]);
  if (error !== null) await notifiedFalls.notificationsFailed(q, [fallId]);
  return true;
}

/** The people who have this number, those who were notified of the fall first. */
export const ownersOfPager = (q: Queryable, number: string, fallId: string) =>
  q.column<string>(
    `SELECT c.user_id AS "userId" FROM notification_channels c WHERE c.kind = 'pager' AND c.target ->> 'number' = $1
       ORDER BY EXISTS (SELECT FROM outbox o WHERE o.fall_id = $2 AND o.person_id = c.user_id) DESC, c.created_at, c.id`,
    [number, fallId],
  );

/**
 * Sent messages to pagers that a claim, a resolution or the end of an offer has overtaken: of one fall, or all sent since
 * a time. What was told about a claim holds until another caregiver has it.
 */
export const answeredPages = (
  q: Queryable,
  { responses }: Pick<NotifiedFalls, 'responses'>,
  { fallId, since }: { readonly fallId: string | null; readonly since: Date },
) =>
  q.column<string>(
    `SELECT o.id FROM outbox o JOIN ${responses} r ON r.fall_id = o.fall_id
       WHERE o.lane = 'pager' AND o.state = 'SENT' AND o.created_at > $2 AND ($1::uuid IS NULL OR o.fall_id = $1)
         AND (r.state = 'RESOLVED' OR CASE
           WHEN o.message #>> '{content,about}' = 'hand-off' THEN r.offered_to IS DISTINCT FROM o.person_id
           WHEN (o.message ->> 'claimable')::boolean THEN r.state = 'CLAIMED'
           ELSE r.state = 'CLAIMED' AND o.created_at < r.claimed_at END)
       ORDER BY o.created_at, o.id`,
    [fallId, since],
  );
