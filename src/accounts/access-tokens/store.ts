import type { Queryable } from '../../platform/database/database.ts';
import type { Role, Scope } from '../../platform/http/principal.ts';
import { HAS_SECOND_FACTOR } from '../second-factor/store.ts';

export interface AccessToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

interface NewAccessToken extends Pick<AccessToken, 'name' | 'scopes' | 'createdAt' | 'expiresAt'> {
  readonly userId: string;
  readonly hash: Buffer;
}

const SHOWN = `id, name, scopes, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt"`;

export async function insertAccessToken(q: Queryable, token: NewAccessToken): Promise<AccessToken> {
  const { userId, name, hash, scopes, createdAt, expiresAt } = token;
  const row = await q.row<AccessToken>(
    `INSERT INTO access_tokens (user_id, name, token_hash, scopes, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${SHOWN}`,
    [userId, name, hash, scopes, createdAt, expiresAt],
  );
  return row as AccessToken;
}

/** The newest first. */
export const accessTokensOf = (q: Queryable, userId: string) =>
  q.rows<AccessToken>(`SELECT ${SHOWN} FROM access_tokens WHERE user_id = $1 ORDER BY created_at DESC, id`, [
    userId,
  ]);

export const findAccessToken = (q: Queryable, id: string) =>
  q.row<AccessToken & { readonly userId: string }>(
    `SELECT ${SHOWN}, user_id AS "userId" FROM access_tokens WHERE id = $1`,
    [id],
  );

export const countAccessTokens = async (q: Queryable, userId: string): Promise<number> =>
  (await q.row<{ count: number }>('SELECT count(*) AS count FROM access_tokens WHERE user_id = $1', [userId]))
    ?.count ?? 0;

/** False when the token does not exist any more. */
export const holdAccessToken = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.row('SELECT id FROM access_tokens WHERE id = $1 FOR KEY SHARE', [id])) !== undefined;

/** Waits for transactions that make something with the token; no other one begins. */
export const lockAccessTokens = async (q: Queryable, userId: string, id: string | null) =>
  (
    await q.rows<{ id: string }>(
      `SELECT id FROM access_tokens WHERE user_id = $1 AND ($2::uuid IS NULL OR id = $2) ORDER BY id FOR UPDATE`,
      [userId, id],
    )
  ).map((row) => row.id);

/** With their tokens. */
export const tokensOf = (q: Queryable, userIds: readonly string[]) =>
  q.rows<{ readonly id: string; readonly userId: string }>(
    'SELECT id, user_id AS "userId" FROM access_tokens WHERE user_id = ANY($1)',
    [userIds],
  );

/**
 * Gives the token of an account another secret and another ID, which all references to it follow (sql/064). Returns the
 * former ID; undefined if the account has no token.
 */
export const renewAccessToken = async (
  q: Queryable,
  userId: string,
  { id, hash, at }: { readonly id: string; readonly hash: Buffer; readonly at: Date },
): Promise<string | undefined> => {
  const former = await q.value<string>(
    'SELECT id FROM access_tokens WHERE user_id = $1 ORDER BY created_at, id LIMIT 1 FOR UPDATE',
    [userId],
  );
  await q.run(
    'UPDATE access_tokens SET id = $2, token_hash = $3, created_at = $4, last_used_at = NULL WHERE id = $1',
    [former, id, hash, at],
  );
  return former;
};

export const deleteAccessToken = (q: Queryable, id: string) =>
  q.run('DELETE FROM access_tokens WHERE id = $1', [id]);

/** Returns their IDs. */
export const deleteAccessTokensOf = async (q: Queryable, userId: string): Promise<readonly string[]> =>
  (await q.rows<{ id: string }>('DELETE FROM access_tokens WHERE user_id = $1 RETURNING id', [userId])).map(
    ({ id }) => id,
  );

/** After an account was taken over: the tokens that were made since then may be another person's. Returns their IDs. */
export const deleteAccessTokensSince = (q: Queryable, userId: string, since: Date) =>
  q.column<string>('DELETE FROM access_tokens WHERE user_id = $1 AND created_at >= $2 RETURNING id', [
    userId,
    since,
  ]);

/** An access token, and the account that it belongs to. */
export interface TokenHolder
  extends Pick<AccessToken, 'id' | 'name' | 'scopes' | 'expiresAt' | 'lastUsedAt'> {
  readonly userId: string;
  readonly role: Role | 'SERVICE';
  readonly status: 'active' | 'inactive';
  readonly hasSecondFactor: boolean;
  /** Of a service account; null for the whole organisation, and for people. */
  readonly wardIds: readonly string[] | null;
}

/** By hash, in hexadecimal digits. */
export async function findTokenHolders(
  q: Queryable,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, TokenHolder>> {
  const rows = await q.rows<TokenHolder & { readonly hash: string }>(
    `SELECT encode(t.token_hash, 'hex') AS hash, t.id, t.name, t.scopes, t.expires_at AS "expiresAt",
            t.last_used_at AS "lastUsedAt", u.id AS "userId", u.role, u.status,
            ${HAS_SECOND_FACTOR} OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id) AS "hasSecondFactor",
            CASE WHEN NOT s.whole_organisation
              THEN array(SELECT w.ward_id FROM service_account_wards w WHERE w.account_id = u.id ORDER BY 1) END AS "wardIds"
     FROM access_tokens t JOIN users u ON u.id = t.user_id LEFT JOIN service_accounts s ON s.user_id = u.id
     WHERE t.token_hash = ANY(array(SELECT decode(h, 'hex') FROM unnest($1::text[]) AS h))`,
    [hashes],
  );
  return new Map(rows.map((row) => [row.hash, row]));
}

export const saveTokenUse = (q: Queryable, uses: readonly { readonly id: string; readonly at: Date }[]) =>
  q.run(
    `UPDATE access_tokens t SET last_used_at = u.at FROM unnest($1::uuid[], $2::timestamptz[]) AS u (id, at)
     WHERE t.id = u.id AND (t.last_used_at IS NULL OR t.last_used_at < u.at)`,
    [uses.map(({ id }) => id), uses.map(({ at }) => at)],
  );

/** Deletes at most `most` of the tokens that expired before; returns the count. */
export const purgeAccessTokens = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM access_tokens WHERE id IN
       (SELECT id FROM access_tokens WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );
