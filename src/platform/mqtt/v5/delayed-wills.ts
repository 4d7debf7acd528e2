import type { Log } from '../../log.ts';
import { SECOND_MS } from '../../time.ts';
import { parseClientId } from '../connections/client-ids.ts';
import type { Connection } from '../connections/connection.ts';
import type { Connections } from '../connections/connections.ts';
import type { Identity } from '../connections/credentials.ts';
import { SESSIONS_PER_PRINCIPAL } from '../limits.ts';

/** All that is kept of the connection. */
export interface DelayedWill {
  readonly identity: Identity;
  readonly address: string;
  readonly connectedAt: number;
  readonly message: WillMessage;
}

interface WillMessage {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: 0 | 1 | 2;
}

export interface DelayedWills {
  /**
   * Whether the will of a closed connection is sent at once. Otherwise it is sent when its delay has passed or its
   * session has ended; never, if the client resumes the session before.
   */
  isDue(connection: Connection, message: WillMessage): boolean;
  /** The client is back: with a new session, which ends the old one, or with the same. */
  cameBack(clientId: string, hasNewSession: boolean): void;
  sendDue(): void;
  /** At shutdown: sends the wills that wait. */
  sendAll(): Promise<void>;
}

interface DelayedWillDeps {
  readonly connections: Pick<Connections, 'withId'>;
  /** Its credentials may have been revoked meanwhile. Rejects while they cannot be checked. */
  readonly isStillValid: (identity: Identity) => Promise<boolean>;
  readonly send: (will: DelayedWill) => void;
  readonly now: () => number;
  readonly log: Log;
}

interface Waiting extends DelayedWill {
  readonly dueAt: number;
}

/** MQTT 5, 3.1.3.2.2. */
export function createDelayedWills({
  connections,
  isStillValid,
  send,
  now,
  log,
}: DelayedWillDeps): DelayedWills {
  /** By principal and client id. A will that waits belongs to a session, so a principal has as many. */
  const waiting = new Map<string, Map<string, Waiting>>();

  function keep(clientId: string, will: Waiting): void {
    const { principal } = parseClientId(clientId);
    const wills = waiting.get(principal) ?? new Map<string, Waiting>();
    waiting.set(principal, wills);
    wills.set(clientId, will);
    const [oldest] = wills.keys();
    if (wills.size > SESSIONS_PER_PRINCIPAL && oldest !== undefined) void release(oldest);
  }

  function remove(clientId: string): Waiting | undefined {
    const { principal } = parseClientId(clientId);
    const wills = waiting.get(principal);
    const will = wills?.get(clientId);
    wills?.delete(clientId);
    if (wills?.size === 0) waiting.delete(principal);
    return will;
  }

  async function release(clientId: string): Promise<void> {
    const will = remove(clientId);
    if (will === undefined) return;
    try {
      if (await isStillValid(will.identity)) send(will);
    } catch (error) {
      log.warn({ err: error }, 'MQTT: will not sent, trying again in a second');
      if (waiting.get(parseClientId(clientId).principal)?.has(clientId) !== true) keep(clientId, will);
    }
  }

  async function releaseSome(isDue: (will: Waiting) => boolean): Promise<void> {
    const due = [...waiting.values()].flatMap((wills) =>
      [...wills].flatMap(([clientId, will]) => (isDue(will) ? [clientId] : [])),
    );
    await Promise.all(due.map(release));
  }

  return {
    isDue(connection, message) {
      const { client, reader, identity, address, connectedAt } = connection;
      const { v5 } = reader;
      const seconds = v5 === undefined ? 0 : Math.min(v5.willDelay, v5.sessionExpiry);
      if (seconds === 0) return true;
      // Taken over, at another instance or here: the new connection has resumed the session, or ended it.
      if (connection.hasMoved) return connection.competitorStartsNewSession;
      const successor = connections.withId(client.id);
      if (successor !== undefined && successor !== connection) return successor.startsNewSession;
      const dueAt = now() + seconds * SECOND_MS;
      keep(client.id, { identity, address, connectedAt, message: copied(message), dueAt });
      return false;
    },
    cameBack(clientId, hasNewSession) {
      if (hasNewSession) void release(clientId);
      else remove(clientId);
    },
    sendDue: () => void releaseSome(({ dueAt }) => dueAt <= now()),
    sendAll: () => releaseSome(() => true),
  };
}

/** The payload is a slice of CONNECT, which holds the password too. Not from Buffer's pool, whose blocks it would keep. */
function copied({ topic, payload, qos }: WillMessage): WillMessage {
  const kept = Buffer.allocUnsafeSlow(payload.length);
  payload.copy(kept);
  return { topic, payload: kept, qos };
}
