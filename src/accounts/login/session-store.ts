import type { Queryable } from '../../platform/database/database.ts';
import type { Role } from '../../platform/http/principal.ts';
import { HAS_SECOND_FACTOR } from '../second-factor/store.ts';

export interface SessionRow {
  readonly userId: string;
  readonly role: Role;
  readonly status: 'active' | 'inactive';
  readonly revoked: boolean;
  /** True too for a session that a passkey has opened, or the provider with a second factor. */
  readonly hasSecondFactor: boolean;
  /** A passkey or the provider of single sign-on has opened it. */
  readonly isWithoutPassword: boolean;
  readonly byProvider: boolean;
  readonly email: string;
  /** When a temporary password expires; null for a password that the owner has chosen. */
  readonly temporaryUntil: Date | null;
  readonly passwordForDevices: boolean;
}

/** The client that opened a session. */
export interface Opener {
  readonly ip: string;
  readonly userAgent: string;
}

/** A login that the provider of single sign-on has checked (docs/single-sign-on.md). */
export interface ProviderProof {
  readonly sessionId: string;
  /** Whether the provider has asked for a second factor, and it counts here. */
  readonly hasSecondFactor: boolean;
  /** When the person entered a password or the like there; null if the provider does not say. */
  readonly authenticatedAt: Date | null;
  /** False: it ends with SESSION_DURATION. */
  readonly isRenewable: boolean;
}

/** What proved who the user is, instead of a password. */
export type Proof =
  | { readonly passkeyId: string; readonly provider?: never }
  | { readonly provider: ProviderProof; readonly passkeyId?: never };

interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly opener: Opener;
  readonly proof: Proof | undefined;
}

/** Long enough to tell a phone from a desktop computer. */
const MAX_USER_AGENT_LENGTH = 300;

export const insertSession = (q: Queryable, { id, userId, now, expiresAt, opener, proof }: NewSession) =>
  q.run(
    `INSERT INTO sessions (id, user_id, created_at, expires_at, ip, user_agent, passkey_id, by_provider,
                           provider_second_factor, provider_authenticated_at, renewable)
     VALUES ($1, $2, $3, $4, $5, nullif($6, ''), $7, $8, $9, $10, $11)`,
    [
      id,
      userId,
      now,
      expiresAt,
      opener.ip,
      opener.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
      proof?.passkeyId ?? null,
      proof?.provider !== undefined,
      proof?.provider?.hasSecondFactor ?? false,
      proof?.provider?.authenticatedAt ?? null,
      proof?.provider?.isRenewable ?? true,
    ],
  );

interface OpenSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

const OPEN = 'revoked_at IS NULL AND expires_at > $2';

/** The newest sessions that are neither revoked nor expired. */
export const openSessionsOf = (q: Queryable, userId: string, now: Date, most: number) =>
  q.rows<OpenSession>(
    `SELECT id, created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt", ip,
            user_agent AS "userAgent"
     FROM sessions WHERE user_id = $1 AND ${OPEN} ORDER BY created_at DESC, id LIMIT $3`,
    [userId, now, most],
  );

export const findOpenSession = (q: Queryable, id: string, now: Date) =>
  q.row<{ id: string; userId: string }>(
    `SELECT id, user_id AS "userId" FROM sessions WHERE id = $1 AND ${OPEN}`,
    [id, now],
  );

/** Open sessions of staff that a password or a passkey has opened. */
export const passwordSessionsOfStaff = (q: Queryable, now: Date) =>
  q.rows<{ id: string; role: Role; email: string }>(
    `SELECT s.id, u.role, u.email FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE NOT s.by_provider AND u.role <> 'PATIENT' AND s.revoked_at IS NULL AND s.expires_at > $1`,
    [now],
  );

export const saveSessionUse = (q: Queryable, uses: readonly { readonly id: string; readonly at: Date }[]) =>
  q.run(
    `UPDATE sessions s SET last_used_at = u.at FROM unnest($1::uuid[], $2::timestamptz[]) AS u (id, at)
     WHERE s.id = u.id AND (s.last_used_at IS NULL OR s.last_used_at < u.at)`,
    [uses.map(({ id }) => id), uses.map(({ at }) => at)],
  );

/** By id. */
export async function findSessions(
  q: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SessionRow>> {
  const rows = await q.rows<SessionRow & { readonly id: string }>(
    `SELECT s.id, u.id AS "userId", u.role, u.status, s.revoked_at IS NOT NULL AS revoked,
            s.passkey_id IS NOT NULL OR s.provider_second_factor OR ${HAS_SECOND_FACTOR} AS "hasSecondFactor",
            s.passkey_id IS NOT NULL OR s.by_provider AS "isWithoutPassword", s.by_provider AS "byProvider", u.email,
            u.password_temporary_until AS "temporaryUntil", u.password_for_devices AS "passwordForDevices"
     FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ANY($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * When the owner logged in, and when they last re-entered their password. The provider may log a person in without asking
 * anything: then it counts when it last asked.
 */
export const authenticationOf = (q: Queryable, id: string) =>
  q.row<{ loggedInAt: Date | null; reauthenticatedAt: Date | null }>(
    `SELECT CASE WHEN NOT by_provider THEN created_at
                 WHEN provider_authenticated_at < created_at THEN provider_authenticated_at
                 WHEN provider_authenticated_at >= created_at THEN created_at END AS "loggedInAt",
            reauthenticated_at AS "reauthenticatedAt" FROM sessions WHERE id = $1`,
    [id],
  );

export const markReauthenticated = (q: Queryable, id: string, now: Date) =>
  q.run('UPDATE sessions SET reauthenticated_at = $2 WHERE id = $1', [id, now]);

/**
 * Expiry times by ID, of the given sessions and access tokens that are not revoked and whose account is active; Infinity
 * without one.
 */
export async function endsOfSessions(
  q: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await q.rows<{ id: string; expiresAt: Date | null }>(
    `SELECT s.id, s.expires_at AS "expiresAt"
     FROM sessions s JOIN users u ON u.id = s.user_id AND u.status = 'active'
     WHERE s.id = ANY($1) AND s.revoked_at IS NULL
     UNION ALL
     SELECT t.id, t.expires_at FROM access_tokens t JOIN users u ON u.id = t.user_id AND u.status = 'active'
     WHERE t.id = ANY($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, expiresAt }) => [id, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY]));
}

/** Never moves the expiry to an earlier time; undefined when the session has ended, or cannot be renewed. */
export const renewSession = (
  q: Queryable,
  renewal: { readonly id: string; readonly now: Date; readonly expiresAt: Date; readonly maxDays: number },
) =>
  q.row<{ expiresAt: Date; renewableUntil: Date }>(
    `UPDATE sessions SET expires_at = greatest(expires_at, least($3, created_at + $4 * interval '1 day'))
     WHERE id = $1 AND ${OPEN} AND renewable
     RETURNING expires_at AS "expiresAt", created_at + $4 * interval '1 day' AS "renewableUntil"`,
    [renewal.id, renewal.now, renewal.expiresAt, renewal.maxDays],
  );

export const revokeSession = (q: Queryable, id: string, now: Date) =>
  q.run('UPDATE sessions SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [id, now]);

/** Whether the session is open, and only a new login extends it. */
export const isUnrenewable = async (q: Queryable, id: string, now: Date): Promise<boolean> =>
  (await q.row(`SELECT FROM sessions WHERE id = $1 AND ${OPEN} AND NOT renewable`, [id, now])) !== undefined;

export const markUnrenewable = (q: Queryable, id: string) =>
  q.run('UPDATE sessions SET renewable = false WHERE id = $1', [id]);

/** Of these sessions, those that this call has ended. */
export const revokeAmong = (q: Queryable, ids: readonly string[], now: Date) =>
  q.rows<{ sessionId: string; userId: string }>(
    `UPDATE sessions SET revoked_at = $2 WHERE id = ANY($1) AND revoked_at IS NULL
     RETURNING id AS "sessionId", user_id AS "userId"`,
    [ids, now],
  );

/** Revokes every session of a user, except `except`. */
export const revokeSessionsOf = (q: Queryable, userId: string, now: Date, except?: string) =>
  q.run(
    'UPDATE sessions SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $3',
    [userId, now, except ?? null],
  );

const ENDED = 'expires_at < $1 OR revoked_at IS NOT NULL';

/** Deletes at most `most` rows and skips rows that another instance is deleting; returns the count. */
export const purgeSessions = (q: Queryable, now: Date, most: number) =>
  q.run(
    `DELETE FROM sessions WHERE id IN
       (SELECT id FROM sessions WHERE ${ENDED} LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [now, most],
  );

export const countEndedSessions = async (q: Queryable, now: Date): Promise<number> =>
  (await q.value<number>(`SELECT count(*) AS total FROM sessions WHERE ${ENDED}`, [now])) ?? 0;
