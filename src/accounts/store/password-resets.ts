import type { Queryable } from '../../platform/database/database.ts';

export interface NewPasswordReset {
  readonly tokenHash: Buffer;
  readonly userId: string;
  /** Where the link goes: nothing is inserted when the account has another address by now. */
  readonly email: string;
  readonly isInvitation: boolean;
  readonly expiresAt: Date;
  readonly now: Date;
}

/** False when the person has `most` already that can still be used: nobody's mailbox is to be filled. */
export async function insertPasswordReset(
  q: Queryable,
  reset: NewPasswordReset,
  most: number,
): Promise<boolean> {
  await q.run('DELETE FROM password_resets WHERE expires_at <= $1', [reset.now]);
  // The lock waits for a change of the address that is under way, which then deletes this one.
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

/** Whose password it is for; undefined when it was used, has expired or never was. */
export const findPasswordReset = (q: Queryable, tokenHash: Buffer, now: Date) =>
  q.row<{ userId: string }>(USABLE, [tokenHash, now]);

/**
 * Whether it can still be used; nobody else can until the transaction ends. The person is held first, as when their
 * account is deleted.
 */
export async function holdPasswordReset(
  q: Queryable,
  { tokenHash, userId, now }: { readonly tokenHash: Buffer; readonly userId: string; readonly now: Date },
): Promise<boolean> {
  await q.run('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  return (await findPasswordReset(q, tokenHash, now)) !== undefined;
}
