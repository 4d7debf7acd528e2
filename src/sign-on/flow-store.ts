import type { Queryable } from '../platform/database/database.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { hashOfSecretToken } from '../platform/secret-token.ts';
import type { Provided } from './provider.ts';

/** A login that has begun at the provider. */
export interface BegunLogin {
  readonly kind: 'begun';
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
  /** Recent authentication of this session, instead of a login. */
  readonly proves?: { readonly sessionId: string; readonly userId: string };
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** A login that the provider has finished, and that needs a password or a code of this account. */
export interface WaitingLogin {
  readonly kind: 'waiting';
  readonly userId: string;
  readonly needs: 'password' | 'code';
  readonly provided: Provided;
  /** The account is that of the person already: an unlinked one is not linked again by it. */
  readonly isLinked: boolean;
}

/** A login that shows what it would bring, and opens no session. */
export interface TrialLogin {
  readonly kind: 'trial';
  readonly nonce: string;
  readonly verifier: string;
  readonly userId: string;
  readonly trialId: string;
}

type Flow = BegunLogin | WaitingLogin | TrialLogin;

interface FlowKey {
  /** The browser's. */
  readonly cookie: string;
  /** Of a begun login, as the provider gives it back. */
  readonly state?: string | undefined;
}

const hashed = ({ cookie, state }: FlowKey) => ({
  id: hashOfSecretToken(cookie),
  state: state === undefined ? null : hashOfSecretToken(state),
});

const placeOf = (id: Buffer): string => `oidc_flows/${id.toString('hex')}/content`;

export function insertFlow(
  q: Queryable,
  box: SecretBox,
  { flow, expiresAt, ...key }: FlowKey & { readonly flow: Flow; readonly expiresAt: Date },
) {
  const { id, state } = hashed(key);
  return q.run('INSERT INTO oidc_flows (id, state, content, expires_at) VALUES ($1, $2, $3, $4)', [
    id,
    state,
    box.seal(JSON.stringify(flow), placeOf(id)),
    expiresAt,
  ]);
}

const MATCHES = 'id = $1 AND state IS NOT DISTINCT FROM $2 AND expires_at > $3';

function read(box: SecretBox, id: Buffer, content: string | undefined): Flow | undefined {
  const text = content === undefined ? undefined : box.open(content, placeOf(id));
  return text === undefined ? undefined : (JSON.parse(text) as Flow);
}

/** Deletes it: a flow is used once. */
export async function takeFlow(q: Queryable, box: SecretBox, key: FlowKey, now: Date) {
  const { id, state } = hashed(key);
  const content = await q.value<string>(`DELETE FROM oidc_flows WHERE ${MATCHES} RETURNING content`, [
    id,
    state,
    now,
  ]);
  return read(box, id, content);
}

export async function findFlow(q: Queryable, box: SecretBox, key: FlowKey, now: Date) {
  const { id, state } = hashed(key);
  return read(
    box,
    id,
    await q.value<string>(`SELECT content FROM oidc_flows WHERE ${MATCHES}`, [id, state, now]),
  );
}

export const purgeFlows = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM oidc_flows WHERE id IN
       (SELECT id FROM oidc_flows WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );
