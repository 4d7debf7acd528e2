import type { Queryable } from '../platform/database/database.ts';
import { hashOfSecretToken } from '../platform/secret-token.ts';
import { HOUR_MS } from '../platform/time.ts';

export interface Identity {
  readonly id: string;
  readonly userId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly createdAt: Date;
  readonly lastLoginAt: Date;
}

const COLUMNS = `id, user_id AS "userId", issuer, subject, email, created_at AS "createdAt",
  last_login_at AS "lastLoginAt"`;

export const findIdentity = (q: Queryable, issuer: string, subject: string) =>
  q.row<Identity>(`SELECT ${COLUMNS} FROM oidc_identities WHERE issuer = $1 AND subject = $2`, [
    issuer,
    subject,
  ]);

export const findIdentityById = (q: Queryable, id: string) =>
  q.row<Identity>(`SELECT ${COLUMNS} FROM oidc_identities WHERE id = $1`, [id]);

export const identitiesOf = (q: Queryable, userId: string) =>
  q.rows<Identity>(`SELECT ${COLUMNS} FROM oidc_identities WHERE user_id = $1 ORDER BY created_at, id`, [
    userId,
  ]);

interface Login {
  readonly userId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly now: Date;
}

/** Links the identity, or notes its login; undefined if another account has it. */
export const putIdentity = (q: Queryable, { userId, issuer, subject, email, now }: Login) =>
  q.value<string>(
    `INSERT INTO oidc_identities (user_id, issuer, subject, email, created_at, last_login_at)
     VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (issuer, subject) DO UPDATE SET email = excluded.email, last_login_at = excluded.last_login_at
       WHERE oidc_identities.user_id = excluded.user_id
     RETURNING id`,
    [userId, issuer, subject, email ?? null, now],
  );

/** Undefined if the identity has been unlinked meanwhile. */
export const noteLogin = (q: Queryable, { userId, issuer, subject, email, now }: Login) =>
  q.value<string>(
    `UPDATE oidc_identities SET email = $4, last_login_at = $5
     WHERE user_id = $1 AND issuer = $2 AND subject = $3 RETURNING id`,
    [userId, issuer, subject, email ?? null, now],
  );

/** Logins of the identity wait; false if it has been unlinked. */
export const lockIdentity = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.row('SELECT FROM oidc_identities WHERE id = $1 FOR UPDATE', [id])) !== undefined;

export const deleteIdentity = (q: Queryable, id: string) =>
  q.run('DELETE FROM oidc_identities WHERE id = $1', [id]);

/** Logins at the provider reach the account no more. */
export const deleteIdentitiesOf = (q: Queryable, userId: string) =>
  q.run('DELETE FROM oidc_identities WHERE user_id = $1', [userId]);

/** The role that the person's groups gave last. */
export const givenRole = (q: Queryable, userId: string) =>
  q.value<'ADMIN' | 'CAREGIVER'>('SELECT role FROM oidc_role_grants WHERE user_id = $1', [userId]);

export const putGivenRole = (q: Queryable, userId: string, role: 'ADMIN' | 'CAREGIVER' | undefined) =>
  role === undefined
    ? q.run('DELETE FROM oidc_role_grants WHERE user_id = $1', [userId])
    : q.run(
        `INSERT INTO oidc_role_grants (user_id, role) VALUES ($1, $2)
         ON CONFLICT (user_id) DO UPDATE SET role = excluded.role`,
        [userId, role],
      );

/** The wards that the person's groups gave last. */
export const givenWards = (q: Queryable, userId: string) =>
  q.column<string>('SELECT ward_id AS id FROM oidc_ward_grants WHERE user_id = $1', [userId]);

export async function putGivenWards(q: Queryable, userId: string, wardIds: readonly string[]): Promise<void> {
  await q.run('DELETE FROM oidc_ward_grants WHERE user_id = $1 AND ward_id <> ALL($2)', [userId, wardIds]);
  await q.run(
    `INSERT INTO oidc_ward_grants (user_id, ward_id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`,
    [userId, wardIds],
  );
}

/** False if the logout token was used before. */
export const useLogoutToken = async (q: Queryable, id: Buffer, expiresAt: Date): Promise<boolean> =>
  (await q.run('INSERT INTO oidc_logout_tokens (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    id,
    expiresAt,
  ])) === 1;

/** A session at the provider that a logout names, of everybody or of one person. */
const loggedOut = (issuer: string, sid: string, subject?: string): Buffer =>
  hashOfSecretToken(JSON.stringify(['session', issuer, sid, subject ?? null]));

interface ProviderSession {
  readonly issuer: string;
  readonly sid: string;
}

/** Longer than a login is on its way. */
const MARKED_MS = HOUR_MS;

/** A login of this session may still be on its way. `at` is the provider's time. */
export const markLoggedOut = (
  q: Queryable,
  {
    issuer,
    sid,
    subject,
    at,
  }: ProviderSession & { readonly subject: string | undefined; readonly at: number },
) =>
  q.run(
    `INSERT INTO oidc_logout_tokens AS t (id, expires_at) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET expires_at = greatest(t.expires_at, excluded.expires_at)`,
    [loggedOut(issuer, sid, subject), new Date(at + MARKED_MS)],
  );

/** Whether the session was logged out after the provider had made the ID token. */
export const wasLoggedOut = async (
  q: Queryable,
  { issuer, sid, subject, at }: ProviderSession & { readonly subject: string; readonly at: number },
): Promise<boolean> =>
  (await q.row('SELECT FROM oidc_logout_tokens WHERE id = ANY($1) AND expires_at >= $2', [
    [loggedOut(issuer, sid), loggedOut(issuer, sid, subject)],
    new Date(at + MARKED_MS),
  ])) !== undefined;

export const purgeLogoutTokens = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM oidc_logout_tokens WHERE id IN
       (SELECT id FROM oidc_logout_tokens WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );
