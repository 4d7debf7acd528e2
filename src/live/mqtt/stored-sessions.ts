import type { SessionStore } from '../../platform/cluster/cluster.ts';
import type { Subscription } from '../../platform/mqtt/broker.ts';
import { parseClientId } from '../../platform/mqtt/connections/client-ids.ts';
import { SESSION_KEPT_MS, SESSIONS_PER_PRINCIPAL } from '../../platform/mqtt/limits.ts';

/** A session as stored for other instances; they read its queued alerts from the log. */
export interface StoredSession {
  readonly subscriptions: readonly Pick<Subscription, 'topic' | 'qos' | 'v5'>[];
  /** See `settled` of the session. */
  readonly cursor?: number | undefined;
  readonly sent?: number;
  readonly endsAt?: number | undefined;
}

/** Undefined for a session that was stored when client ids belonged to accounts. */
type Written = StoredSession & { readonly principal?: string };

const BOUNDS = { maxPerOwner: SESSIONS_PER_PRINCIPAL, ttlMs: SESSION_KEPT_MS };

/** Where every instance finds the sessions, by principal and client id. */
export class StoredSessions {
  readonly #store: SessionStore;

  constructor(store: SessionStore) {
    this.#store = store;
  }

  write(clientId: string, session: StoredSession): void {
    const { principal, id } = parseClientId(clientId);
    const written: Written = { ...session, principal };
    this.#store.write(principal, id, JSON.stringify(written), BOUNDS);
  }

  delete(clientId: string): void {
    const { principal, id } = parseClientId(clientId);
    this.#store.delete(principal, id);
  }

  /**
   * Version 0.2.0 stored the sessions of devices and tokens among those of the account. Such a session is resumed as a
   * copy, because it may as well be the person's. Sessions are kept for a day, so after that there are none left.
   */
  async read(clientId: string): Promise<StoredSession | undefined> {
    const { account, principal, id } = parseClientId(clientId);
    const own = await this.#parsed(principal, id);
    if (own !== undefined || principal === account) return own;
    const older = await this.#parsed(account, id);
    return older?.principal === undefined ? older : undefined;
  }

  async #parsed(owner: string, id: string): Promise<Written | undefined> {
    const text = await this.#store.read(owner, id);
    return text === undefined ? undefined : (JSON.parse(text) as Written);
  }
}
