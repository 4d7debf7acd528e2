import type { Readable, Writable } from 'node:stream';
import type { AedesPublishPacket, Client, PublishPacket, Subscription } from 'aedes';
import type { SubscriptionOptions } from './v5/subscription-options.ts';

/** A message in delivery to a client; PUBREL replaces a QoS 2 PUBLISH. */
export type Outgoing = Omit<AedesPublishPacket, 'cmd'> & { readonly cmd: string };

/** A subscription of MQTT 5 has more than a filter and a QoS. */
export type KeptSubscription = Subscription & { readonly v5?: SubscriptionOptions | undefined };

/** Sessions of MQTT 5, whose start and end CONNECT and DISCONNECT choose. */
export interface SessionLifetimes {
  /** Ends the client's session if it asks for a new one; returns whether it resumes one. Expiry in seconds. */
  begin(clientId: string, asked: { readonly isNew: boolean; readonly expiry: number }): Promise<boolean>;
  /** The client has disconnected: its session ends after this many seconds. */
  leave(clientId: string, expiry: number): void;
}

/** Aedes' calls to its `persistence`, which Aedes' own types do not declare. */
export interface MqttPersistence {
  /** Aedes checks that it is declared `async`. */
  setup(): Promise<void>;
  destroy(): Promise<void>;

  storeRetained(packet: PublishPacket): Promise<void>;
  /** Aedes only pipes it. */
  createRetainedStreamCombi(filters: readonly string[]): { pipe(into: Writable): void };

  addSubscriptions(client: Client, requested: readonly Subscription[]): Promise<void>;
  removeSubscriptions(client: Client, topics: readonly string[]): Promise<void>;
  subscriptionsByClient(client: Client): Promise<Subscription[]>;
  subscriptionsByTopic(topic: string): Promise<Subscription[]>;
  cleanSubscriptions(client: Client): Promise<void>;

  outgoingEnqueue(subscription: Subscription & { clientId: string }, packet: Outgoing): Promise<void>;
  outgoingEnqueueCombi(to: readonly Subscription[], packet: Outgoing): Promise<void>;
  outgoingUpdate(client: Client, packet: Outgoing): Promise<void>;
  /** The message that was cleared, if it was known. */
  outgoingClearMessageId(client: Client, packet: Outgoing): Promise<object | undefined>;
  /** Aedes gives it to `pipeline`, which also takes a list. */
  outgoingStream(client: Client): Readable | readonly [];

  incomingStorePacket(client: Client, packet: PublishPacket): Promise<void>;
  incomingGetPacket(client: Client, packet: PublishPacket): Promise<object>;
  incomingDelPacket(client: Client, packet: PublishPacket): Promise<void>;
  cleanIncoming(client: Client): Promise<void>;

  putWill(): Promise<void>;
  delWill(): Promise<void>;
  streamWill(): Readable;
}
