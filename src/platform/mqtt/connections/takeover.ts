import type { Cluster } from '../../cluster/cluster.ts';
import { defineEvent, RESYNC } from '../../cluster/events.ts';
import { isBoolean, isId, isNumber, optional } from '../../cluster/messages.ts';
import { REASON } from '../v5/reasons.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';

/**
 * Of two connections with one client id the one with the greater sequence stays. Via Redis only: without Redis there
 * are no sequences.
 */
export const MQTT_CONNECTED = defineEvent<{
  readonly clientId: string;
  readonly connectionSequence: number;
  /** See Connection; instances of earlier versions do not send it. */
  readonly startsNewSession?: boolean;
}>(
  'mqtt.connected',
  { clientId: isId, connectionSequence: isNumber, startsNewSession: optional(isBoolean) },
  { viaRedisOnly: true },
);

const TAKEN_OVER = 'another connection uses this client id';

/** Disconnects the older connection of a client id on this instance; Aedes closes it. */
export const disconnectTakenOver = (older: Connection): void =>
  older.reader.v5?.disconnect(REASON.takenOver, TAKEN_OVER);

export interface Takeover {
  /**
   * Assigns the connection its sequence number, and closes a connection with the same client id at another instance.
   */
  claim(connection: Connection): Promise<void>;
}

interface TakeoverDeps {
  readonly cluster: Cluster;
  readonly connections: Connections;
  /** The client with this id has moved to another instance. */
  readonly onMoved: (clientId: string, hasNewSession: boolean) => void;
}

/**
 * [MQTT-3.1.4-2] between instances; within one instance, Aedes does it. Sequence numbers order all connections, so
 * that both instances close the same one of two simultaneous connections.
 */
export function createTakeover({ cluster, connections, onMoved }: TakeoverDeps): Takeover {
  const awaitingSequence = new Set<Connection>();

  /** Without its own number a connection cannot tell which of the two is newer. */
  function yieldToNewer(connection: Connection): void {
    if (awaitingSequence.has(connection) || connection.competingSequence <= connection.sequence) return;
    connection.hasMoved = true;
    disconnectTakenOver(connection);
    connection.client.close();
    onMoved(connection.client.id, connection.competitorStartsNewSession);
  }

  async function claim(connection: Connection): Promise<void> {
    awaitingSequence.add(connection);
    const sequence = await cluster.nextConnectionSequence();
    awaitingSequence.delete(connection);
    connection.sequence = sequence ?? 0;
    yieldToNewer(connection);
    const { id: clientId, closed } = connection.client;
    const { startsNewSession } = connection;
    if (sequence !== undefined && !closed)
      void cluster.broadcast(MQTT_CONNECTED, { clientId, connectionSequence: sequence, startsNewSession });
  }

  /** Handles connections that were opened while the instances could not reach each other. */
  async function claimMissing(): Promise<void> {
    for (const connection of [...connections]) if (connection.sequence === 0) await claim(connection);
  }

  cluster.subscribe(RESYNC, () => void claimMissing());
  cluster.subscribe(MQTT_CONNECTED, ({ clientId, connectionSequence, startsNewSession = false }) => {
    const connection = connections.withId(clientId);
    if (connection === undefined) return onMoved(clientId, startsNewSession);
    if (connection.sequence === connectionSequence) return;
    if (connectionSequence > connection.competingSequence) {
      connection.competingSequence = connectionSequence;
      connection.competitorStartsNewSession = startsNewSession;
    }
    yieldToNewer(connection);
  });

  return { claim };
}
