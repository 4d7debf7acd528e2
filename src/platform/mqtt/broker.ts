import type { Duplex } from 'node:stream';
import type { SubscriptionOptions } from './v5/subscription-options.ts';

/*
 * The interface between the service and its broker, which speaks MQTT 3.1.1. `aedes/` implements it, with the functions of
 * aedes/client.ts; nothing else imports Aedes.
 */

/** The broker's own object, without one of ours around it: there may be tens of thousands. */
export interface BrokerClient {
  id: string;
  readonly conn: Duplex;
  readonly connected: boolean;
  readonly closed: boolean;
  close(): void;
}

type Qos = 0 | 1 | 2;

export interface ConnectPacket {
  readonly clientId: string;
  readonly clean?: boolean | undefined;
  readonly protocolVersion?: number | undefined;
  /** In seconds; 0 when the broker need not watch it. */
  keepalive?: number | undefined;
}

/** A PUBLISH, or a will. */
export interface PublishPacket {
  topic: string;
  readonly payload: Buffer | string;
  /** The broker acknowledges by it. */
  qos: Qos;
  readonly dup?: boolean | undefined;
  readonly messageId?: number | undefined;
}

export interface Subscription {
  topic: string;
  readonly qos: Qos;
  readonly clientId?: string | undefined;
  /** A subscription of MQTT 5 has more than a filter and a QoS. */
  readonly v5?: SubscriptionOptions | undefined;
}

/** A message of the service to subscribers. */
export interface Message {
  readonly topic: string;
  readonly payload: Buffer | string;
  readonly qos: 0 | 1;
  /** The owner of the device that it is about. */
  readonly audience?: string | undefined;
  /** The connection that sent it, if that does not want its own messages. */
  readonly origin?: string | undefined;
}

/** A message in delivery to a client; PUBREL replaces a QoS 2 PUBLISH. */
export interface Outgoing {
  readonly cmd: string;
  readonly topic: string;
  readonly payload: Buffer | string;
  readonly qos: Qos;
  readonly retain: boolean;
  readonly dup: boolean;
  /** Which message it is. */
  readonly brokerId: string;
  readonly brokerCounter: number;
  readonly messageId?: number | undefined;
}

export interface BrokerHandlers {
  connecting(client: BrokerClient, packet: ConnectPacket): void;
  /** Calls back with what CONNACK says; never, if the connection is closed instead. */
  authenticate(
    client: BrokerClient,
    userName: string | undefined,
    secret: Buffer | undefined,
    done: (refusal: (Error & { readonly returnCode: 2 | 3 | 4 | 5 }) | undefined) => void,
  ): void;
  /** Calls back when the message may be acknowledged, or with an error, which closes the connection. */
  publish(client: BrokerClient, packet: PublishPacket, done: (error?: Error) => void): void;
  /** Calls back with the granted subscription, or without one. */
  subscribe(
    client: BrokerClient,
    subscription: Subscription,
    done: (granted: Subscription | undefined) => void,
  ): void;
  unsubscribed(client: BrokerClient, filters: readonly string[]): void;
  /** Checked at every delivery: permissions may have changed since the subscription. */
  mayReceive(
    client: BrokerClient,
    topic: string,
    audience: string | undefined,
    origin: string | undefined,
  ): boolean;
  connectionFailed(client: BrokerClient, error: Error): void;
}

export interface Broker {
  open(): Promise<void>;
  /** Hands over a new connection. */
  accept(stream: Duplex): BrokerClient;
  /** To the subscribers of the topic. */
  publish(message: Message): void;
  /** To one client, past the subscriptions. */
  send(client: BrokerClient, message: Outgoing): void;
  /** The session has ended, or moved to another instance. */
  forget(clientId: string): void;
  close(): Promise<void>;
}
