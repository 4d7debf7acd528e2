import type { Queryable } from '../../platform/database/database.ts';

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

interface Credential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

interface StoredPasskey extends Passkey, Credential {
  readonly userId: string;
}

const SHOWN = `id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;
const COLUMNS = `${SHOWN}, user_id AS "userId", credential_id AS "credentialId", public_key AS "publicKey", counter, transports`;

export const passkeysOf = (q: Queryable, userId: string) =>
  q.rows<StoredPasskey>(`SELECT ${COLUMNS} FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`, [
    userId,
  ]);

export const findPasskey = (q: Queryable, id: string) =>
  q.row<StoredPasskey>(`SELECT ${COLUMNS} FROM passkeys WHERE id = $1`, [id]);

export const findPasskeyByCredential = (q: Queryable, credentialId: Buffer) =>
  q.row<StoredPasskey>(`SELECT ${COLUMNS} FROM passkeys WHERE credential_id = $1`, [credentialId]);

/** Throws a unique violation when the credential is known already (see isDuplicate). */
export async function insertPasskey(
  q: Queryable,
  passkey: Credential & { readonly userId: string; readonly name: string; readonly now: Date },
): Promise<Passkey> {
  const { userId, name, credentialId, publicKey, counter, transports, now } = passkey;
  const row = await q.row<Passkey>(
    `INSERT INTO passkeys (user_id, name, credential_id, public_key, counter, transports, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${SHOWN}`,
    [userId, name, credentialId, publicKey, counter, transports, now],
  );
  return row as Passkey;
}

/** False when the passkey is deleted, or when its counter has not risen: then there are two copies of it. */
export const usePasskey = async (q: Queryable, id: string, counter: number, now: Date): Promise<boolean> =>
  (await q.run(
    `UPDATE passkeys SET counter = $2, last_used_at = $3
     WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
    [id, counter, now],
  )) === 1;

/** False when another request has deleted it. */
export const deletePasskey = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.run('DELETE FROM passkeys WHERE id = $1', [id])) === 1;

/** After an account was taken over: the passkeys that were added since then may be another person's. */
export const deletePasskeysSince = (q: Queryable, userId: string, since: Date) =>
  q.run('DELETE FROM passkeys WHERE user_id = $1 AND created_at >= $2', [userId, since]);

/** Ends the sessions that the passkey has opened, except `kept`; returns their ids. */
export const revokeSessionsOpenedBy = (q: Queryable, passkeyId: string, now: Date, kept: string) =>
  q.column<string>(
    `UPDATE sessions SET revoked_at = $2
       WHERE passkey_id = $1 AND revoked_at IS NULL AND id <> $3 RETURNING id`,
    [passkeyId, now, kept],
  );

/** Each call deletes more expired ones than it adds. */
const EXPIRED_PER_CALL = 10;

export async function saveChallenge(
  q: Queryable,
  { challenge, userId, now, until }: { challenge: Buffer; userId: string | null; now: Date; until: Date },
): Promise<void> {
  await q.run(
    `DELETE FROM passkey_challenges WHERE challenge IN (
       SELECT challenge FROM passkey_challenges WHERE expires_at <= $1 ORDER BY expires_at
       LIMIT ${EXPIRED_PER_CALL} FOR UPDATE SKIP LOCKED)`,
    [now],
  );
  await q.run('INSERT INTO passkey_challenges (challenge, user_id, expires_at) VALUES ($1, $2, $3)', [
    challenge,
    userId,
    until,
  ]);
}

/** Uses a challenge up; false when it was used, has expired, or was made for another user or purpose. */
export const takeChallenge = async (
  q: Queryable,
  challenge: Buffer,
  userId: string | null,
  now: Date,
): Promise<boolean> =>
  (await q.run(
    `DELETE FROM passkey_challenges WHERE challenge = $1 AND user_id IS NOT DISTINCT FROM $2 AND expires_at > $3`,
    [challenge, userId, now],
  )) === 1;
