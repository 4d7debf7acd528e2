import { TIME_ZONE } from '../../accounts/vocabulary.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { FallLevel } from '../../platform/fall-levels.ts';
import type { StoredTarget } from '../channels/channel-secrets.ts';
import type { ChannelKind } from '../channels/kinds.ts';
import type { GivenQuietHours, QuietHours } from './quiet-hours.ts';
import type { IssuedCode } from './verification-code.ts';

export interface NotificationChannel {
  readonly id: string;
  readonly userId: string;
  readonly kind: ChannelKind;
  /** The target with its sealed credentials. Checked when the channel was created. */
  readonly target: StoredTarget;
  readonly minSeverity: FallLevel;
  readonly quietHours: QuietHours | null;
  /** The person wants a last message when a fall is resolved, where the kind does not send one anyway. */
  readonly closing: boolean;
  /** Null: unknown. */
  readonly ringsOnSilent: boolean | null;
  readonly verifiedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
}

/** With the zone of the organisation, unless the person has set another. */
const QUIET_HOURS = `CASE WHEN quiet_hours ->> 'timeZone' IS NULL
  THEN quiet_hours || jsonb_build_object('timeZone', ${TIME_ZONE})
  ELSE quiet_hours END`;

const COLUMNS = `id, user_id AS "userId", kind, target, min_severity AS "minSeverity", ${QUIET_HOURS} AS "quietHours", closing,
  rings_on_silent AS "ringsOnSilent",
  verified_at AS "verifiedAt", disabled_at AS "disabledAt", last_error AS "lastError", created_at AS "createdAt"`;

export const listChannels = (q: Queryable, userId: string) =>
  q.rows<NotificationChannel>(
    `SELECT ${COLUMNS} FROM notification_channels WHERE user_id = $1 ORDER BY created_at, id`,
    [userId],
  );

export const findChannel = (q: Queryable, id: string) =>
  q.row<NotificationChannel>(`SELECT ${COLUMNS} FROM notification_channels WHERE id = $1`, [id]);

interface NewChannelRow
  extends Pick<
    NotificationChannel,
    'id' | 'userId' | 'kind' | 'target' | 'minSeverity' | 'verifiedAt' | 'createdAt'
  > {
  readonly quietHours: GivenQuietHours | null;
  readonly closing?: boolean | undefined;
  /** For an address that is not confirmed yet. */
  readonly code: string | null;
  /** The access token with which it is made; null for a session. */
  readonly madeByToken: string | null;
}

/** Undefined when the person has reached the maximum. The user must be locked: concurrent calls are serialised. */
export const insertChannel = (
  q: Queryable,
  channel: NewChannelRow,
  most: number,
): Promise<NotificationChannel | undefined> =>
  q.row<NotificationChannel>(
    `INSERT INTO notification_channels
       (user_id, kind, target, min_severity, quiet_hours, verified_at, created_at, code, code_issued_at, id,
        made_by_token, closing)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $8::text IS NOT NULL THEN $7::timestamptz END, $10, $11, $12
     WHERE (SELECT count(*) FROM notification_channels WHERE user_id = $1) < $9
     RETURNING ${COLUMNS}`,
    [
      channel.userId,
      channel.kind,
      JSON.stringify(channel.target),
      channel.minSeverity,
      channel.quietHours && JSON.stringify(channel.quietHours),
      channel.verifiedAt,
      channel.createdAt,
      channel.code,
      most,
      channel.id,
      channel.madeByToken,
      channel.closing ?? false,
    ],
  );

const SUBSCRIPTION_LOCK = 0x76677073;

export interface SubscriptionTakeover {
  /** The person's own channel with this endpoint, updated; undefined when they have none. */
  readonly channel: NotificationChannel | undefined;
  /** The former owner of the channel. */
  readonly takenFrom: string | undefined;
}

/**
 * A browser subscribes for its current user: its subscription is removed from other people's channels, and the person's
 * own channel gets the new keys and preferences and works again. The page of this version has its service worker. Must run in a transaction; other transactions with
 * this endpoint wait for it.
 */
export async function takeOverSubscription(
  q: Queryable,
  {
    userId,
    endpoint,
    verifiedAt,
    madeByToken,
    targetOf,
    isSameTarget,
  }: Pick<NewChannelRow, 'userId' | 'verifiedAt' | 'madeByToken'> & {
    readonly endpoint: string;
    /** Builds the target for a channel id: its credentials are sealed for that row. */
    readonly targetOf: (channelId: string) => StoredTarget;
    readonly isSameTarget: (channelId: string, stored: StoredTarget) => boolean;
  },
  preferences: Partial<Pick<NewChannelRow, 'minSeverity' | 'quietHours'>>,
): Promise<SubscriptionTakeover> {
  await q.run('SELECT pg_advisory_xact_lock($1, hashtext($2))', [SUBSCRIPTION_LOCK, endpoint]);
  const taken = await q.value<string>(
    `DELETE FROM notification_channels WHERE kind = 'webpush' AND target ->> 'endpoint' = $1 AND user_id <> $2
     RETURNING user_id AS "userId"`,
    [endpoint, userId],
  );
  const held = await q.row<{ id: string; target: StoredTarget }>(
    `SELECT id, target FROM notification_channels WHERE kind = 'webpush' AND target ->> 'endpoint' = $1 AND user_id = $2
     FOR UPDATE`,
    [endpoint, userId],
  );
  if (held === undefined) return { channel: undefined, takenFrom: taken };
  const channel = await q.row<NotificationChannel>(
    `UPDATE notification_channels SET target = $2, min_severity = coalesce($3, min_severity),
       quiet_hours = coalesce($4, quiet_hours), verified_at = $5, disabled_at = NULL, last_error = NULL,
       made_by_token = $6, rings_on_silent = CASE WHEN $7 THEN rings_on_silent END, gives_receipts = true
     WHERE id = $1
     RETURNING ${COLUMNS}`,
    [
      held.id,
      JSON.stringify(targetOf(held.id)),
      preferences.minSeverity,
      preferences.quietHours && JSON.stringify(preferences.quietHours),
      verifiedAt,
      madeByToken,
      isSameTarget(held.id, held.target),
    ],
  );
  return { channel, takenFrom: taken };
}

/** The oldest first. */
export const channelsMadeWith = (q: Queryable, userId: string, tokenIds: readonly string[]) =>
  q.rows<Pick<NotificationChannel, 'id' | 'kind' | 'createdAt'> & { readonly tokenId: string }>(
    `SELECT made_by_token AS "tokenId", id, kind, created_at AS "createdAt" FROM notification_channels
     WHERE made_by_token = ANY($2) AND user_id = $1 ORDER BY created_at, id`,
    [userId, tokenIds],
  );

/** Returns their kinds. */
export const deleteChannelsMadeWith = (q: Queryable, userId: string, tokenId: string) =>
  q.column<ChannelKind>(
    'DELETE FROM notification_channels WHERE made_by_token = $2 AND user_id = $1 RETURNING kind',
    [userId, tokenId],
  );

/** False when the channel does not exist or belongs to another person. */
export const deleteChannel = async (q: Queryable, userId: string, id: string): Promise<boolean> =>
  (await q.run('DELETE FROM notification_channels WHERE id = $1 AND user_id = $2', [id, userId])) === 1;

/**
 * Counts the attempt first, then returns the code with the number of earlier attempts: parallel guesses gain nothing.
 */
export const countCodeTry = (q: Queryable, id: string) =>
  q.row<IssuedCode>(
    `UPDATE notification_channels SET code_tries = code_tries + 1 WHERE id = $1 AND code IS NOT NULL
     RETURNING code, code_issued_at AS "issuedAt", code_tries - 1 AS tries`,
    [id],
  );

export const markVerified = (q: Queryable, id: string, at: Date) =>
  q.row<NotificationChannel>(
    `UPDATE notification_channels SET verified_at = coalesce(verified_at, $2), code = NULL WHERE id = $1
     RETURNING ${COLUMNS}`,
    [id, at],
  );

/** The result of a test message. */
export interface TestOutcome {
  readonly error: string | null;
  readonly gone?: boolean;
}

/** SQL: what a test sets. $2 is the error, $3 whether the receiver is gone, $4 the time. */
export const TEST_RESULT = `last_error = $2,
  disabled_at = CASE WHEN $2::text IS NULL THEN NULL WHEN $3 THEN coalesce(disabled_at, $4) ELSE disabled_at END`;

/**
 * A successful test enables the channel again; a push subscription that has ended is deleted, as after a failed
 * message.
 */
export const noteChannelTest = async (q: Queryable, id: string, { error, gone }: TestOutcome, at: Date) => {
  if (gone === true)
    await q.run(`DELETE FROM notification_channels WHERE id = $1 AND kind = 'webpush'`, [id]);
  await q.run(
    `UPDATE notification_channels SET ${TEST_RESULT}, tested_at = $4
     WHERE id = $1`,
    [id, error, gone === true, at],
  );
};

/** A phone that was not on silent says nothing about one that is. */
export const noteRinging = (q: Queryable, id: string, { rang, silent }: { rang: boolean; silent: boolean }) =>
  q.row<NotificationChannel>(
    `UPDATE notification_channels SET rings_on_silent = CASE WHEN $3 THEN $2 ELSE rings_on_silent END
     WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, rang, silent],
  );

/** Records that the mail with the code failed, or clears the error after a success. */
export const noteChannelError = (q: Queryable, id: string, error: string | null) =>
  q.row<NotificationChannel>(
    `UPDATE notification_channels SET last_error = $2 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, error],
  );

/** SQL: the channel was confirmed, and its receiver has not reported that it is gone. */
const IS_WORKING = 'verified_at IS NOT NULL AND disabled_at IS NULL';

/** Working channels of some people: confirmed, and not reported as gone. */
export const workingChannels = (q: Queryable, userIds: readonly string[], kinds: readonly ChannelKind[]) =>
  q.rows<NotificationChannel>(
    `SELECT ${COLUMNS} FROM notification_channels
     WHERE user_id = ANY($1) AND kind = ANY($2) AND ${IS_WORKING}
     ORDER BY user_id, created_at, id`,
    [userIds, kinds],
  );
