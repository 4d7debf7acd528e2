import type { Queryable } from '../../platform/database/database.ts';
import { lockUser } from '../store/users.ts';

interface NewPasswordReset {
  readonly tokenHash: Buffer;
  readonly userId: string;
  /** The address that the link is sent to: nothing is inserted when the account's address has changed in the meantime. */
  readonly email: string;
  readonly isInvitation: boolean;
  readonly expiresAt: Date;
  readonly now: Date;
}

/** False when the user already has `most` usable links: repeated requests must not fill a mailbox. */
export async function insertPasswordReset(
  q: Queryable,
  reset: NewPasswordReset,
  most: number,
): Promise<boolean> {
  await q.run('DELETE FROM password_resets WHERE expires_at <= $1', [reset.now]);
  // The lock waits for a concurrent change of the address, which then deletes this row.
  const inserted = await q.run(
    `INSERT INTO password_resets (token_hash, user_id, expires_at, is_invitation)
     SELECT $1, u.id, $3, $6 FROM users u
     WHERE u.id = $2 AND u.email = $5 AND (SELECT count(*) FROM password_resets WHERE user_id = $2) < $4
     FOR KEY SHARE OF u`,
    [reset.tokenHash, reset.userId, reset.expiresAt, most, reset.email, reset.isInvitation],
  );
  return inserted === 1;
}

const USABLE = `SELECT r.user_id AS "userId" FROM password_resets r JOIN users u ON u.id = r.user_id AND u.status = 'active'
  WHERE r.token_hash = $1 AND r.expires_at > $2`;

/** The user whose password it resets; undefined when the token is used, expired or unknown. */
export const findPasswordReset = (q: Queryable, tokenHash: Buffer, now: Date) =>
  q.row<{ userId: string }>(USABLE, [tokenHash, now]);

/**
 * Whether the token is still usable. Locks the user's row first, as account deletion does, so that no other
 * transaction can use the token until this one ends.
 */
export async function lockPasswordReset(
  q: Queryable,
  { tokenHash, userId, now }: { readonly tokenHash: Buffer; readonly userId: string; readonly now: Date },
): Promise<boolean> {
  await lockUser(q, userId);
  return (await findPasswordReset(q, tokenHash, now)) !== undefined;
}
