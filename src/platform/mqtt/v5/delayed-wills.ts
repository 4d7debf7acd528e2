import { SECOND_MS } from '../../time.ts';
import type { Connection } from '../connections/connection.ts';
import type { Connections } from '../connections/connections.ts';

export interface DelayedWills {
  /**
   * Sends the will of a closed connection when its delay has passed or its session has ended; never, if the client
   * resumes the session before.
   */
  delay(connection: Connection, send: () => void): void;
  /** The client is back: with a new session, which ends the old one, or with the same. */
  cameBack(clientId: string, hasNewSession: boolean): void;
  sendDue(): void;
  /** At shutdown: sends the wills that wait. */
  sendAll(): void;
}

interface Waiting {
  readonly dueAt: number;
  readonly send: () => void;
}

/** MQTT 5, 3.1.3.2.2. */
export function createDelayedWills(deps: {
  readonly connections: Pick<Connections, 'withId'>;
  readonly now: () => number;
}): DelayedWills {
  const { connections, now } = deps;
  const waiting = new Map<string, Waiting>();

  function sendSome(isDue: (will: Waiting) => boolean): void {
    for (const [clientId, will] of waiting) {
      if (!isDue(will)) continue;
      waiting.delete(clientId);
      will.send();
    }
  }

  return {
    delay(connection, send) {
      const { v5 } = connection.reader;
      const seconds = v5 === undefined ? 0 : Math.min(v5.willDelay, v5.sessionExpiry);
      if (seconds === 0) return send();
      // Taken over, at another instance or here: the new connection has resumed the session, or ended it.
      if (connection.hasMoved) return connection.competitorStartsNewSession ? send() : undefined;
      const { id } = connection.client;
      const successor = connections.withId(id);
      if (successor !== undefined && successor !== connection)
        return successor.startsNewSession ? send() : undefined;
      waiting.set(id, { dueAt: now() + seconds * SECOND_MS, send });
    },
    cameBack(clientId, hasNewSession) {
      const will = waiting.get(clientId);
      waiting.delete(clientId);
      if (hasNewSession) will?.send();
    },
    sendDue: () => sendSome(({ dueAt }) => dueAt <= now()),
    sendAll: () => sendSome(() => true),
  };
}
