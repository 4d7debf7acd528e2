import type { Queryable } from './database.ts';

/** False when the person has `most` already that can still be used: nobody's mailbox is to be filled. */
export async function insertPasswordReset(
  q: Queryable,
  reset: {
    readonly tokenHash: Buffer;
    readonly userId: string;
    readonly expiresAt: Date;
    readonly now: Date;
  },
  most: number,
): Promise<boolean> {
  await q.run('DELETE FROM password_resets WHERE expires_at <= $1', [reset.now]);
  const inserted = await q.run(
    `INSERT INTO password_resets (token_hash, user_id, expires_at)
     SELECT $1, $2, $3 WHERE (SELECT count(*) FROM password_resets WHERE user_id = $2) < $4`,
    [reset.tokenHash, reset.userId, reset.expiresAt, most],
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
