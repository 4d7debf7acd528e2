import type { Queryable } from '../../platform/database/database.ts';
import type { Language } from '../../platform/languages.ts';

export interface EmailChangeRow {
  readonly id: number;
  readonly userId: string;
  readonly oldEmail: string;
  readonly newEmail: string;
  /** The requester; null when the requester's account is deleted. */
  readonly askedBy: string | null;
  /** The owner's session that requested the change; null when another user requested it. */
  readonly keptSession: string | null;
  readonly confirmedAt: Date | null;
  readonly undoUntil: Date;
  /** Of the account; null for that of the organisation. */
  readonly language: Language | null;
}

interface NewEmailChange
  extends Pick<EmailChangeRow, 'userId' | 'oldEmail' | 'newEmail' | 'askedBy' | 'keptSession'> {
  readonly confirmHash: Buffer;
  readonly confirmUntil: Date;
  readonly undoHash: Buffer;
  readonly undoUntil: Date;
}

/** Locks the account for the rest of the transaction, as an address change requires; undefined when there is none. */
export const lockForEmail = (q: Queryable, userId: string) =>
  q.row<{ email: string; pendingEmail: string | null; hasOwnPassword: boolean; language: Language | null }>(
    `SELECT email, pending_email AS "pendingEmail", has_own_password AS "hasOwnPassword", language
     FROM users WHERE id = $1 FOR UPDATE`,
    [userId],
  );

/** Whether another account has the address, or can still restore it by an undo. */
export const isEmailTaken = async (
  q: Queryable,
  { email, userId, now }: { readonly email: string; readonly userId: string; readonly now: Date },
): Promise<boolean> =>
  (await q.row(
    `SELECT FROM users WHERE email = $1 AND id <> $2
     UNION ALL
     SELECT FROM email_changes
     WHERE old_email = $1 AND user_id <> $2 AND confirmed_at IS NOT NULL AND undo_until > $3`,
    [email, userId, now],
  )) !== undefined;

/** Voids the pending change: its link no longer confirms it. The undo link stays valid. */
export async function dropPendingEmail(q: Queryable, userId: string): Promise<void> {
  await q.run('UPDATE email_changes SET confirm_hash = NULL WHERE user_id = $1 AND confirmed_at IS NULL', [
    userId,
  ]);
  await q.run('UPDATE users SET pending_email = NULL, pending_email_until = NULL WHERE id = $1', [userId]);
}

/**
 * For an account that gets a new password: a person who loses access with the old password must not regain it through
 * a confirmation link. Keeps a change requested by an admin, or by the session that changes the password.
 */
export const dropPendingEmailOfOthers = (q: Queryable, userId: string, session: string | undefined) =>
  q.run(
    `WITH dropped AS (
       UPDATE email_changes c SET confirm_hash = NULL
       WHERE c.user_id = $1 AND c.confirmed_at IS NULL AND c.confirm_hash IS NOT NULL
         AND ($2::uuid IS NULL OR c.kept_session IS DISTINCT FROM $2)
         AND NOT EXISTS (SELECT FROM users a WHERE a.id = c.asked_by AND a.id <> c.user_id AND a.role = 'ADMIN')
       RETURNING c.user_id
     )
     UPDATE users SET pending_email = NULL, pending_email_until = NULL WHERE id IN (SELECT user_id FROM dropped)`,
    [userId, session ?? null],
  );

/** Replaces a pending change. */
export async function insertEmailChange(q: Queryable, change: NewEmailChange): Promise<void> {
  await dropPendingEmail(q, change.userId);
  await q.run(
    `INSERT INTO email_changes
       (user_id, old_email, new_email, kept_session, confirm_hash, confirm_until, undo_hash, undo_until, asked_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      change.userId,
      change.oldEmail,
      change.newEmail,
      change.keptSession,
      change.confirmHash,
      change.confirmUntil,
      change.undoHash,
      change.undoUntil,
      change.askedBy,
    ],
  );
  await q.run('UPDATE users SET pending_email = $2, pending_email_until = $3 WHERE id = $1', [
    change.userId,
    change.newEmail,
    change.confirmUntil,
  ]);
}

/** Sets the address; throws a unique violation when it is taken (see isDuplicate). Voids password reset links. */
export async function setEmail(
  q: Queryable,
  { userId, email, now }: { readonly userId: string; readonly email: string; readonly now: Date },
): Promise<{ readonly wasInvited: boolean; readonly language: Language | null }> {
  await dropPendingEmail(q, userId);
  const changed = await q.value<Language | null>(
    'UPDATE users SET email = $2, updated_at = $3 WHERE id = $1 RETURNING language',
    [userId, email, now],
  );
  const links = await q.rows<{ isInvitation: boolean }>(
    'DELETE FROM password_resets WHERE user_id = $1 RETURNING is_invitation AS "isInvitation"',
    [userId],
  );
  return {
    wasInvited: links.some(({ isInvitation }) => isInvitation),
    language: changed ?? null,
  };
}

export const markEmailConfirmed = (q: Queryable, id: number, now: Date) =>
  q.run('UPDATE email_changes SET confirmed_at = $2 WHERE id = $1', [id, now]);

const COLUMNS = `c.id, c.user_id AS "userId", c.old_email AS "oldEmail", c.new_email AS "newEmail",
  c.asked_by AS "askedBy", c.kept_session AS "keptSession", c.confirmed_at AS "confirmedAt",
  c.undo_until AS "undoUntil", (SELECT language FROM users WHERE id = c.user_id) AS language`;

/** Includes confirmed changes, so that a user who presses the button twice is told that the change is confirmed. */
export const findConfirmation = (q: Queryable, hash: Buffer, now: Date) =>
  q.row<EmailChangeRow>(
    `SELECT ${COLUMNS} FROM email_changes c JOIN users u ON u.id = c.user_id AND u.status = 'active'
     WHERE c.confirm_hash = $1 AND c.confirm_until > $2`,
    [hash, now],
  );

export const findUndo = (q: Queryable, hash: Buffer, now: Date) =>
  q.row<EmailChangeRow>(
    `SELECT ${COLUMNS} FROM email_changes c WHERE c.undo_hash = $1 AND c.undo_until > $2`,
    [hash, now],
  );

/** Deletes the change and all later ones: none of them can be confirmed or undone any more. */
export const deleteEmailChangesFrom = (q: Queryable, { userId, id }: EmailChangeRow) =>
  q.run('DELETE FROM email_changes WHERE user_id = $1 AND id >= $2', [userId, id]);

/** Deletes changes whose undo period is over; at most `most`. */
export const purgeEmailChanges = (q: Queryable, now: Date, most: number) =>
  q.run(
    `DELETE FROM email_changes WHERE id IN
       (SELECT id FROM email_changes WHERE undo_until < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [now, most],
  );
