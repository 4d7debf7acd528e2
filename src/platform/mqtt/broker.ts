import type { Aedes, AedesPublishPacket, Client } from 'aedes';
import type { Log } from '../log.ts';
import type { Access } from './access.ts';
import type { createConnect } from './connections/connect.ts';
import type { Connection } from './connections/connection.ts';
import type { Connections } from './connections/connections.ts';
import { CONNECT_TIMEOUT_MS, MAX_QOS2, MAX_UNSENT_BYTES } from './limits.ts';
import type { createPublish } from './packets/publish.ts';
import type { MqttPersistence } from './persistence.ts';
import { audienceOf, NonForwardingBroker, onBrokerError, originOf } from './private-apis.ts';
import type { createSubscribe } from './subscribe.ts';
import { deviceOfReadings } from './topics.ts';
import { REASON } from './v5/reasons.ts';

interface BrokerDeps {
  readonly connect: ReturnType<typeof createConnect>;
  readonly publish: ReturnType<typeof createPublish>;
  readonly subscribe: ReturnType<typeof createSubscribe>;
  readonly persistence: MqttPersistence;
  readonly connections: Connections;
  readonly access: Access;
  /** The client was disconnected because it reads too slowly. */
  readonly dropped: (what: 'mqtt_client') => void;
  readonly log: Log;
}

/** How long a slow reader has to read its pending data. */
const DRAIN_TIMEOUT_MS = 20_000;
/** A client may send SUBSCRIBE and a batch of readings without waiting for CONNACK. */
const PACKETS_BEFORE_CONNACK = 100;

export async function createBroker(deps: BrokerDeps): Promise<Aedes> {
  const { connect, publish, subscribe, persistence, connections, access, dropped, log } = deps;
  const broker = new NonForwardingBroker({
    preConnect: connect.preConnect,
    authenticate: connect.authenticate,
    authorizePublish: publish.authorizePublish,
    authorizeSubscribe: subscribe.authorizeSubscribe,
    authorizeForward: (client, packet) => (mayReceive(client, packet) ? packet : null),
    persistence,
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    queueLimit: PACKETS_BEFORE_CONNACK,
    maxInflightInbound: MAX_QOS2,
    maxTopicLevels: 8,
    // No limit on messages in delivery: with a limit, a single slow reader would delay all others.
    concurrency: 0,
  });

  function mayReceive(client: Client, packet: AedesPublishPacket): boolean {
    const connection = connections.of(client);
    if (connection === undefined || connection.ended) return false;
    if (client.conn.writableLength > MAX_UNSENT_BYTES) {
      if (!client.conn.destroyed) dropped('mqtt_client');
      client.conn.destroy();
      return false;
    }
    if (isOwnUnwanted(connection, packet)) return false;
    if (access.mayReceive(connection, packet.topic, audienceOf(packet))) return true;
    const macAddress = deviceOfReadings(packet.topic);
    if (macAddress !== undefined) subscribe.refusedReading(connection, macAddress);
    return false;
  }

  for (const event of ['clientError', 'connectionError'] as const) {
    broker.on(event, (client: Client, error: Error) =>
      log.debug(
        { ip: connections.pendingOf(client)?.address, reason: error.message },
        'MQTT: connection failed',
      ),
    );
  }
  broker.on('keepaliveTimeout', (client) =>
    connections.of(client)?.reader.v5?.disconnect(REASON.keepAlive, 'no packet arrived in time'),
  );
  broker.on('unsubscribe', (topics, client) => {
    const connection = connections.of(client);
    if (connection !== undefined) subscribe.unsubscribed(connection, topics);
  });
  onBrokerError(broker, (error) => log.error({ err: error }, 'MQTT: broker error'));
  await broker.listen();
  return broker;
}

/** No Local of MQTT 5. */
function isOwnUnwanted(connection: Connection, packet: AedesPublishPacket): boolean {
  const subscriptions = connection.reader.v5?.subscriptions;
  if (subscriptions === undefined || originOf(packet) !== connection.id) return false;
  return subscriptions.isLocal(packet.topic, connection.filters);
}
