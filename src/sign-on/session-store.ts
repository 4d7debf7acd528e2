import type { Queryable } from '../platform/database/database.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import type { SecretPage } from '../platform/stored-secrets.ts';
import type { ProviderTokens } from './provider.ts';

interface StoredSession {
  readonly sessionId: string;
  readonly identityId: string;
  readonly tokens: string;
  readonly checkedAt: Date;
}

const COLUMNS = `session_id AS "sessionId", identity_id AS "identityId", tokens, checked_at AS "checkedAt"`;

const placeOf = (sessionId: string): string => `oidc_sessions/${sessionId}/tokens`;

const sealed = (box: SecretBox, sessionId: string, tokens: ProviderTokens): string =>
  box.seal(JSON.stringify(tokens), placeOf(sessionId));

/** Without tokens if the service runs with another key. */
export function tokensOf(box: SecretBox, { sessionId, tokens }: StoredSession): ProviderTokens {
  const text = box.open(tokens, placeOf(sessionId));
  return text === undefined ? {} : (JSON.parse(text) as ProviderTokens);
}

interface NewSession {
  readonly sessionId: string;
  readonly identityId: string;
  readonly sid: string | undefined;
  readonly tokens: ProviderTokens;
  readonly now: Date;
  /** Null without a refresh token. */
  readonly dueAt: Date | null;
}

export const insertSession = (q: Queryable, box: SecretBox, session: NewSession) =>
  q.run(
    `INSERT INTO oidc_sessions (session_id, identity_id, sid, tokens, checked_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      session.sessionId,
      session.identityId,
      session.sid ?? null,
      sealed(box, session.sessionId, session.tokens),
      session.now,
      session.dueAt,
    ],
  );

export const findSession = (q: Queryable, sessionId: string) =>
  q.row<StoredSession>(`SELECT ${COLUMNS} FROM oidc_sessions WHERE session_id = $1`, [sessionId]);

/** Of an identity: all sessions, or those of one session at the provider. */
export const sessionsOf = (q: Queryable, identityId: string, sid?: string) =>
  q.column<string>(
    `SELECT session_id AS id FROM oidc_sessions WHERE identity_id = $1 AND ($2::text IS NULL OR sid = $2)`,
    [identityId, sid ?? null],
  );

/** Whose sessions go on only if the provider renews them. */
export const peopleWaiting = (q: Queryable) =>
  q.column<string>(
    `SELECT DISTINCT i.user_id FROM oidc_sessions s JOIN oidc_identities i ON i.id = s.identity_id WHERE s.due_at IS NOT NULL`,
  );

/** Of one session at the provider, whoever it is. */
export const sessionsWithSid = (q: Queryable, issuer: string, sid: string) =>
  q.column<string>(
    `SELECT s.session_id AS id FROM oidc_sessions s JOIN oidc_identities i ON i.id = s.identity_id
     WHERE i.issuer = $1 AND s.sid = $2`,
    [issuer, sid],
  );

/** Takes sessions that are due; no other instance asks for them before `until`. */
export const leaseDue = (q: Queryable, now: Date, until: Date, most: number) =>
  q.rows<StoredSession>(
    `UPDATE oidc_sessions SET due_at = $2 WHERE session_id IN
       (SELECT session_id FROM oidc_sessions WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [now, until, most],
  );

export const postpone = (q: Queryable, sessionId: string, dueAt: Date | null) =>
  q.run('UPDATE oidc_sessions SET due_at = $2 WHERE session_id = $1', [sessionId, dueAt]);

/** The session still waits for what the provider says about it. */
export const saveTokens = (q: Queryable, box: SecretBox, sessionId: string, tokens: ProviderTokens) =>
  q.run('UPDATE oidc_sessions SET tokens = $2 WHERE session_id = $1', [
    sessionId,
    sealed(box, sessionId, tokens),
  ]);

/** The provider has said that the session may go on, and given new tokens. */
export const saveRefreshed = (
  q: Queryable,
  box: SecretBox,
  { sessionId, tokens, now, dueAt }: Pick<NewSession, 'sessionId' | 'tokens' | 'now' | 'dueAt'>,
) =>
  q.run('UPDATE oidc_sessions SET tokens = $2, checked_at = $3, due_at = $4 WHERE session_id = $1', [
    sessionId,
    sealed(box, sessionId, tokens),
    now,
    dueAt,
  ]);

const tokenPage: SecretPage = async (q, after, most) => {
  const rows = await q.rows<{ id: string; tokens: string }>(
    'SELECT session_id AS id, tokens FROM oidc_sessions WHERE session_id > $1 ORDER BY session_id LIMIT $2',
    [after, most],
  );
  return rows.map(({ id, tokens }) => ({
    id,
    secrets: [{ stored: tokens, place: placeOf(id) }],
    replace: async (q, change) =>
      (await q.run('UPDATE oidc_sessions SET tokens = $3 WHERE session_id = $1 AND tokens = $2', [
        id,
        tokens,
        change(tokens, placeOf(id)),
      ])) === 1,
  }));
};

export const sealedSecrets: readonly SecretPage[] = [tokenPage];
