import type { Coordination } from '../../../coordination/coordination.ts';
import type { Connection } from '../connections/connection.ts';
import type { Connections } from '../connections/connections.ts';

export interface Takeover {
  /** The connection draws its ticket, and whoever has its client id at another instance is closed. */
  claim(connection: Connection): Promise<void>;
}

export interface TakeoverParts {
  readonly coordination: Coordination;
  readonly connections: Connections;
  /** The client with this id is at another instance now. */
  readonly moved: (clientId: string) => void;
}

/**
 * [MQTT-3.1.4-2] between instances; within one, Aedes does it. Tickets put all connections in one order, so that of
 * two which come at the same moment both instances close the same one.
 */
export function createTakeover({ coordination, connections, moved }: TakeoverParts): Takeover {
  const drawing = new Set<Connection>();

  /** While a ticket is being drawn nobody knows who is later. */
  function giveWay(connection: Connection): void {
    if (drawing.has(connection) || connection.rival <= connection.ticket) return;
    connection.client.close();
    moved(connection.client.id);
  }

  async function claim(connection: Connection): Promise<void> {
    drawing.add(connection);
    const ticket = await coordination.ticket();
    drawing.delete(connection);
    connection.ticket = ticket ?? 0;
    giveWay(connection);
    const { id: clientId, closed } = connection.client;
    if (ticket !== undefined && !closed)
      void coordination.announce({ type: 'mqtt.connected', clientId, ticket });
  }

  /** They came while instances could not hear each other. */
  async function claimLate(): Promise<void> {
    for (const connection of [...connections]) if (connection.ticket === 0) await claim(connection);
  }

  coordination.subscribe((news) => {
    if (news.type === 'resync') return void claimLate();
    if (news.type !== 'mqtt.connected') return;
    const connection = connections.withId(news.clientId);
    if (connection === undefined) return moved(news.clientId);
    if (connection.ticket === news.ticket) return;
    connection.rival = Math.max(connection.rival, news.ticket);
    giveWay(connection);
  });

  return { claim };
}
