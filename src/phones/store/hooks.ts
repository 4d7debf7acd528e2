import { noteChannelError, recordReceipts } from '../../notify/channels/index.ts';
import type { NotifiedFalls } from '../../notify/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Language } from '../../platform/languages.ts';
import type { PhoneKind } from './uses.ts';

/** What the gateway may ask about a message or call that it got. */
export interface PhoneHook {
  readonly kind: PhoneKind;
  readonly personId: string;
  readonly channelId: string | null;
  /** Null for a code or test. */
  readonly messageId: string | null;
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

const COLUMNS = `kind, person_id AS "personId", channel_id AS "channelId", message_id AS "messageId", fall_ids AS "fallIds", claimable, attempt, say, language,
  created_at AS "createdAt"`;

export const insertPhoneHook = (q: Queryable, hash: Buffer, hook: PhoneHook) =>
  q.run(
    `INSERT INTO phone_hooks (hash, kind, person_id, channel_id, message_id, fall_ids, claimable, attempt, say, language, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      hash,
      hook.kind,
      hook.personId,
      hook.channelId,
      hook.messageId,
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

/**
 * Writes the outcome to the message and to the timelines of its falls, and the error to the channel. Must run in a
 * transaction. A call is in the timeline from now on, an SMS since it was accepted.
 */
export async function recordPhoneOutcome(
  q: Queryable,
  notifiedFalls: NotifiedFalls,
  { fallIds, personId, channelId, messageId, kind, attempt, createdAt }: PhoneHook,
  error: string | null,
  at: Date,
): Promise<void> {
  if (channelId !== null) await noteChannelError(q, channelId, error);
  const isAnswered = kind === 'call' && error === null;
  const state = error !== null ? 'failed' : isAnswered ? 'opened' : 'received';
  if (messageId !== null)
    await recordReceipts(q, notifiedFalls, [{ messageId, hash: null, state, reason: error, at }]);
  if (kind === 'sms') return;
  const entry = {
    messageId: null,
    at,
    personId,
    channel: kind,
    attempt,
    delivered: isAnswered,
    error,
    acceptedAt: createdAt,
    receivedAt: isAnswered ? at : null,
    openedAt: isAnswered ? at : null,
    failedAt: isAnswered ? null : at,
  };
  await notifiedFalls.addToTimelines(
    q,
    fallIds.map((fallId) => ({ ...entry, fallId })),
  );
}

/** True once: the gateway may send a reply twice. */
export const usePhoneReply = async (q: Queryable, id: string, at: Date): Promise<boolean> =>
  (await q.run('INSERT INTO phone_replies (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [id, at])) === 1;

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
