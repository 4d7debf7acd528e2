import type { Access } from './access.ts';
import type { BrokerHandlers } from './broker.ts';
import type { Connection } from './connections/connection.ts';
import type { Connections } from './connections/connections.ts';
import { MAX_UNSENT_BYTES } from './limits.ts';
import { type ModuleTopic, rowOf } from './module-topics.ts';
import { deviceOfOwnTopic, isReadingsTopic } from './topics.ts';

interface ForwardDeps {
  readonly connections: Pick<Connections, 'of' | 'unlisten'>;
  readonly access: Pick<Access, 'mayReceive'>;
  readonly topics: readonly ModuleTopic[];
  /** The client was disconnected because it reads too slowly. */
  readonly dropped: (what: 'mqtt_client') => void;
}

/** Whether a client gets a message of a topic that it subscribes to. */
export function createForward(deps: ForwardDeps): BrokerHandlers['mayReceive'] {
  const { connections, access, topics, dropped } = deps;

  function mayReceive(connection: Connection, topic: string, audience: string | undefined): boolean {
    const macAddress = deviceOfOwnTopic(topic);
    if (macAddress === undefined) {
      const row = rowOf(topics, topic);
      return row?.mayReceive?.(connection, row.subjectOf(topic) ?? '', audience) ?? false;
    }
    if (access.mayReceive(connection, macAddress, audience)) return true;
    // A reading belongs to an owner whose devices the connection may not watch (any more). Delivery needs a new
    // subscription, and until then nothing is copied for this one.
    if (isReadingsTopic(topic)) connections.unlisten(connection, macAddress);
    return false;
  }

  return (client, topic, audience, origin) => {
    const connection = connections.of(client);
    if (connection === undefined || connection.ended) return false;
    if (client.conn.writableLength > MAX_UNSENT_BYTES) {
      if (!client.conn.destroyed) dropped('mqtt_client');
      client.conn.destroy();
      return false;
    }
    return !isOwnUnwanted(connection, topic, origin) && mayReceive(connection, topic, audience);
  };
}

/** No Local of MQTT 5. */
function isOwnUnwanted(connection: Connection, topic: string, origin: string | undefined): boolean {
  const subscriptions = connection.reader.v5?.subscriptions;
  if (subscriptions === undefined || origin !== connection.id) return false;
  return subscriptions.isLocal(topic, connection.filters);
}
