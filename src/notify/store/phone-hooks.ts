import type { Queryable } from '../../platform/database/database.ts';
import type { Language } from '../../platform/languages.ts';
import type { ToldFall, ToldFalls } from '../vocabulary.ts';
import type { PhoneKind } from './phone-uses.ts';

/** What the gateway may ask about a message or call that it got. */
export interface PhoneHook {
  readonly kind: PhoneKind;
  readonly personId: string;
  readonly channelId: string | null;
  /** Worst first; empty for a code or test. */
  readonly fallIds: readonly string[];
  /** It asks the person to respond: the keys of the phone do something. */
  readonly claimable: boolean;
  readonly attempt: number;
  /** What a call says; null for an SMS. */
  readonly say: string | null;
  readonly language: Language;
  readonly createdAt: Date;
}

const COLUMNS = `kind, person_id AS "personId", channel_id AS "channelId", fall_ids AS "fallIds", claimable, attempt, say, language,
  created_at AS "createdAt"`;

export const insertPhoneHook = (q: Queryable, hash: Buffer, hook: PhoneHook) =>
  q.run(
    `INSERT INTO phone_hooks (hash, kind, person_id, channel_id, fall_ids, claimable, attempt, say, language, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      hash,
      hook.kind,
      hook.personId,
      hook.channelId,
      hook.fallIds,
      hook.claimable,
      hook.attempt,
      hook.say,
      hook.language,
      hook.createdAt,
    ],
  );

export const findPhoneHook = (q: Queryable, hash: Buffer, kind: PhoneKind, since: Date) =>
  q.row<PhoneHook & { readonly usedAt: Date | null }>(
    `SELECT ${COLUMNS}, used_at AS "usedAt" FROM phone_hooks WHERE hash = $1 AND kind = $2 AND created_at > $3`,
    [hash, kind, since],
  );

/** True once: of two concurrent calls, one succeeds. */
export const usePhoneHook = async (q: Queryable, hash: Buffer, at: Date): Promise<boolean> =>
  (await q.run('UPDATE phone_hooks SET used_at = $2 WHERE hash = $1 AND used_at IS NULL', [hash, at])) === 1;

/** True once, for the first report of what came of it. */
export const settlePhoneHook = async (q: Queryable, hash: Buffer, at: Date): Promise<boolean> =>
  (await q.run('UPDATE phone_hooks SET settled_at = $2 WHERE hash = $1 AND settled_at IS NULL', [
    hash,
    at,
  ])) === 1;

/** Calls that began before `before` and of which the gateway has not reported; each goes to one instance. */
export const settleOverdueCalls = (q: Queryable, before: Date, at: Date) =>
  q.rows<PhoneHook>(
    `UPDATE phone_hooks SET settled_at = $2 WHERE kind = 'call' AND settled_at IS NULL AND created_at < $1
     RETURNING ${COLUMNS}`,
    [before, at],
  );

/** Writes the outcome to the timelines of the falls, and the error to the channel. Must run in a transaction. */
export async function recordPhoneOutcome(
  q: Queryable,
  toldFalls: Pick<ToldFalls, 'addToTimelines'>,
  { fallIds, personId, channelId, kind, attempt }: PhoneHook,
  error: string | null,
  at: Date,
): Promise<void> {
  if (channelId !== null)
    await q.run(
      'UPDATE notification_channels SET last_error = $2 WHERE id = $1 AND last_error IS DISTINCT FROM $2',
      [channelId, error],
    );
  const told = { at, personId, channel: kind, attempt, delivered: error === null, error };
  await toldFalls.addToTimelines(
    q,
    fallIds.map((fallId) => ({ ...told, fallId })),
  );
}

/** True once: the gateway may send a reply twice. */
export const usePhoneReply = async (q: Queryable, id: string, at: Date): Promise<boolean> =>
  (await q.run('INSERT INTO phone_replies (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [id, at])) === 1;

/** The people who have confirmed this number for SMS. */
export const peopleWithNumber = async (q: Queryable, number: string): Promise<readonly string[]> =>
  (
    await q.rows<{ userId: string }>(
      `SELECT DISTINCT c.user_id AS "userId" FROM notification_channels c JOIN people_public u ON u.id = c.user_id
       WHERE c.kind = 'sms' AND c.target ->> 'number' = $1 AND c.verified_at IS NOT NULL AND u.status = 'active'
       ORDER BY 1`,
      [number],
    )
  ).map(({ userId }) => userId);

/** The unresolved falls that an SMS to this number told of since a time, newest first; an offer is as new as its SMS. */
export const fallsToldTo = (
  q: Queryable,
  { responses }: Pick<ToldFalls, 'responses'>,
  number: string,
  since: Date,
) =>
  q.rows<ToldFall>(
    `SELECT r.fall_id AS "fallId", r.patient_id AS "patientId", o.person_id AS "personId"
     FROM notification_channels c
       JOIN outbox o ON o.channel_id = c.id AND o.state = 'SENT'
       JOIN ${responses} r ON r.fall_id = o.fall_id AND r.state <> 'RESOLVED'
     WHERE c.kind = 'sms' AND c.target ->> 'number' = $1 AND c.verified_at IS NOT NULL
       AND EXISTS (SELECT FROM delivery_attempts a WHERE a.outbox_id = o.id AND a.delivered AND a.at > $2)
     GROUP BY r.fall_id, r.patient_id, r.created_at, r.offered_to, o.person_id
     ORDER BY CASE WHEN r.offered_to = o.person_id THEN max(o.created_at) ELSE r.created_at END DESC, r.fall_id,
              max(o.created_at) DESC, o.person_id`,
    [number, since],
  );

/** Deletes at most `most` hooks and replies from before a time. */
export const purgePhoneHooks = async (q: Queryable, before: Date, most: number) =>
  (await q.run(
    `DELETE FROM phone_hooks WHERE hash IN
       (SELECT hash FROM phone_hooks WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  )) +
  (await q.run(
    `DELETE FROM phone_replies WHERE id IN
       (SELECT id FROM phone_replies WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  ));
