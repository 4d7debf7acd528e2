import { Aedes, type AedesPublishPacket, type Client, type PublishPacket, type Subscription } from 'aedes';
import type { Log } from '../../log.ts';
import type { Broker, BrokerHandlers } from '../broker.ts';
import { MAX_QOS2 } from '../limits.ts';
import { audienceOf, originOf, withAudience } from './audience.ts';
import { releaseUnusedState } from './client.ts';
import { createPersistence, type PersistenceDeps } from './persistence.ts';

interface BrokerDeps extends PersistenceDeps {
  readonly handlers: BrokerHandlers;
  readonly log: Log;
}

/** How long a slow reader has to read its pending data. */
const DRAIN_TIMEOUT_MS = 20_000;
/** A client may send SUBSCRIBE and a batch of readings without waiting for CONNACK. */
const PACKETS_BEFORE_CONNACK = 100;

const nothing = (): void => {};

export function createBroker({ handlers, log, ...deps }: BrokerDeps): Broker {
  const persistence = createPersistence(deps);
  const aedes = new NonForwardingBroker({
    preConnect(client, packet, done) {
      handlers.connecting(client, packet);
      done(null, true);
    },
    authenticate: (client, userName, secret, done) =>
      handlers.authenticate(client, userName, secret, (refusal) => done(refusal ?? null, !refusal)),
    authorizePublish(client, packet, done) {
      if (client === null) done(new Error('no such connection'));
      else handlers.publish(client, packet, done);
    },
    authorizeSubscribe: (client, subscription, done) =>
      handlers.subscribe(client, subscription, (granted) => done(null, granted as Subscription | undefined)),
    authorizeForward: (client, packet) => (mayReceive(client, packet) ? packet : null),
    persistence,
    drainTimeout: DRAIN_TIMEOUT_MS,
    queueLimit: PACKETS_BEFORE_CONNACK,
    maxInflightInbound: MAX_QOS2,
    maxTopicLevels: 8,
    // No limit on messages in delivery: with a limit, a single slow reader would delay all others.
    concurrency: 0,
  });
  const mayReceive = (client: Client, packet: AedesPublishPacket): boolean =>
    handlers.mayReceive(client, packet.topic, audienceOf(packet), originOf(packet));

  aedes.on('clientError', handlers.connectionFailed);
  aedes.on('connectionError', handlers.connectionFailed);
  aedes.on('unsubscribe', (filters, client) => handlers.unsubscribed(client, filters));
  onBrokerError(aedes, (error) => log.error({ err: error }, 'MQTT: broker error'));

  return {
    open: () => aedes.listen(),
    accept(stream) {
      const client = aedes.handle(stream);
      releaseUnusedState(client);
      return client;
    },
    publish({ topic, payload, qos, audience, origin }) {
      const packet: PublishPacket = { cmd: 'publish', topic, payload, qos, retain: false, dup: false };
      aedes.publish(audience === undefined ? packet : withAudience(packet, audience, origin), nothing);
    },
    send: (client, message) => (client as Client).publish(message as AedesPublishPacket, nothing),
    forget: persistence.forget,
    close: () => new Promise((resolve) => aedes.close(resolve)),
  };
}

type Done = (error?: Error) => void;

/**
 * Topics for messages between the brokers of a cluster, sent at every connection: our instances use other channels,
 * and no client may subscribe to these.
 */
const BETWEEN_BROKERS = '$SYS/';

/**
 * Does not forward clients' messages: authorizePublish has processed them, and subscribers get the messages that the
 * service itself publishes. Aedes forwards a client's message by this method too, with the client as source.
 */
export class NonForwardingBroker extends Aedes {
  override publish(packet: PublishPacket, source: Client | null | Done, done?: Done): void {
    if (typeof source !== 'function') done?.();
    else if (packet.topic.startsWith(BETWEEN_BROKERS)) source();
    else super.publish(packet, source);
  }
}

/** Aedes' types omit this event. */
export function onBrokerError(broker: Aedes, listener: (error: Error) => void): void {
  broker.on('error' as 'closed', listener as () => void);
}
