import type { Queryable } from '../../platform/database/database.ts';
import { bytesOf, storedOf } from '../store/sealed-secrets.ts';

export interface SecondFactor {
  /** Sealed, as a string from sealed-secrets.ts. */
  readonly stored: string;
  readonly confirmedAt: Date | null;
}

/** SQL condition on a user `u`. */
export const HAS_SECOND_FACTOR =
  'EXISTS (SELECT FROM second_factors t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)';

export async function findSecondFactor(q: Queryable, userId: string): Promise<SecondFactor | undefined> {
  const sql = 'SELECT secret, confirmed_at AS "confirmedAt" FROM second_factors WHERE user_id = $1';
  const row = await q.row<{ secret: Buffer; confirmedAt: Date | null }>(sql, [userId]);
  return row && { stored: storedOf(row.secret), confirmedAt: row.confirmedAt };
}

export const countRecoveryCodes = async (q: Queryable, userId: string): Promise<number> =>
  (await q.value<number>('SELECT count(*) AS count FROM recovery_codes WHERE user_id = $1', [userId])) ?? 0;

/** Replaces an unconfirmed factor; false when a confirmed one exists. */
export const offerSecondFactor = async (q: Queryable, userId: string, stored: string): Promise<boolean> =>
  (await q.run(
    `INSERT INTO second_factors (user_id, secret) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0
       WHERE second_factors.confirmed_at IS NULL`,
    [userId, bytesOf(stored)],
  )) === 1;

/** False when it is already confirmed, or a new secret has replaced it. */
export const confirmSecondFactor = async (
  q: Queryable,
  {
    userId,
    stored,
    step,
    now,
  }: { readonly userId: string; readonly stored: string; readonly step: number; readonly now: Date },
): Promise<boolean> =>
  (await q.run(
    `UPDATE second_factors SET confirmed_at = $4, last_step = $3
     WHERE user_id = $1 AND secret = $2 AND confirmed_at IS NULL`,
    [userId, bytesOf(stored), step, now],
  )) === 1;

/** False when this code or a later one was used before. */
export const useStep = async (q: Queryable, userId: string, step: number): Promise<boolean> =>
  (await q.run(
    `UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2 AND confirmed_at IS NOT NULL`,
    [userId, step],
  )) === 1;

export async function replaceRecoveryCodes(
  q: Queryable,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await q.run('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await q.run('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    hashes,
  ]);
}

/** False when the code does not exist or was used. */
export const useRecoveryCode = async (q: Queryable, userId: string, hash: Buffer): Promise<boolean> =>
  (await q.run('DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2', [userId, hash])) === 1;

/** Deletes the factor with its recovery codes; false when there was no confirmed one. */
export async function deleteSecondFactor(q: Queryable, userId: string): Promise<boolean> {
  await q.run('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  const sql = 'DELETE FROM second_factors WHERE user_id = $1 RETURNING confirmed_at AS "confirmedAt"';
  return ((await q.value<Date | null>(sql, [userId])) ?? null) !== null;
}
