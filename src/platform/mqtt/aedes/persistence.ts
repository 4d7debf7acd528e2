import { Readable, type Writable } from 'node:stream';
import type { Client, PublishPacket } from 'aedes';
import type { Outgoing, Subscription } from '../broker.ts';
import type { Sessions } from '../sessions.ts';
import { deviceTopic, parseDeviceFilter } from '../topics.ts';

type ClientId = Pick<Client, 'id'>;
type Named = { readonly messageId?: number | undefined };
/** The topics of a device that have a retained message. */
type RetainedTopic = 'presence' | 'updates';
const RETAINED: readonly RetainedTopic[] = ['presence', 'updates'];

/** A client's acknowledgement, or a message that Aedes drops. */
type Cleared = Named & { readonly cmd: string };

export interface PersistenceDeps {
  readonly sessions: Sessions;
  /** The retained messages for a new subscriber of a device. They never reject. */
  readonly retained: Readonly<Record<RetainedTopic, (macAddress: string) => Promise<string | undefined>>>;
  /** A client keeps only the subscriptions that it was granted. */
  readonly isGranted: (subscription: Subscription) => boolean;
}

const NOTHING = [] as const;

/**
 * Aedes' calls to its `persistence`, which its types do not declare: the state that it keeps beyond a connection. That is
 * persistent sessions, QoS 2 messages between PUBLISH and PUBREL, and retained messages, of which there are two
 * kinds. Aedes' own store keeps all of it without bounds, and scans all retained messages at every subscription.
 */
export function createPersistence({ sessions, retained, isGranted }: PersistenceDeps) {
  const received = new Map<string, Map<number | undefined, object>>();

  /** The retained topics that a new subscriber of these filters receives. */
  const watchedBy = (filters: readonly string[]) =>
    filters.flatMap((text) => {
      const { topic = '', macAddress = '' } = parseDeviceFilter(text) ?? {};
      const leaf = topic.slice(topic.lastIndexOf('/') + 1);
      return RETAINED.filter((name) => leaf === name || leaf === '+' || leaf === '#').map((name) => ({
        name,
        macAddress,
      }));
    });

  async function* messagesOf(watched: ReturnType<typeof watchedBy>) {
    for (const { name, macAddress } of watched) {
      const text = await retained[name](macAddress);
      if (text === undefined) continue;
      const topic = deviceTopic(macAddress, name);
      yield { cmd: 'publish', topic, payload: Buffer.from(text), qos: 0, retain: true, dup: false };
    }
  }

  return {
    forget: (clientId: string): void => void received.delete(clientId),

    // Aedes checks whether this is an async function.
    async setup(): Promise<void> {},
    async storeRetained(): Promise<void> {},
    // Most subscribers are wearables that receive no retained message: no stream is made for them.
    createRetainedStreamCombi: (filters: readonly string[]) => ({
      pipe(into: Writable): void {
        const watched = watchedBy(filters);
        if (watched.length > 0) Readable.from(messagesOf(watched)).pipe(into);
      },
    }),

    addSubscriptions: ({ id }: ClientId, requested: readonly Subscription[]): Promise<void> =>
      sessions.subscribe(id, requested.filter(isGranted)),
    async removeSubscriptions({ id }: ClientId, topics: readonly string[]): Promise<void> {
      sessions.unsubscribe(id, topics);
    },
    subscriptionsByClient: ({ id }: ClientId): Promise<Subscription[]> => sessions.subscriptionsOf(id),
    subscriptionsByTopic: async (topic: string): Promise<Subscription[]> => sessions.subscribersOf(topic),
    async cleanSubscriptions({ id }: ClientId): Promise<void> {
      sessions.end(id);
    },

    async outgoingEnqueue({ clientId }: { readonly clientId: string }, packet: Outgoing): Promise<void> {
      sessions.enqueue(clientId, packet);
    },
    async outgoingEnqueueCombi(to: readonly Subscription[], packet: Outgoing): Promise<void> {
      for (const { clientId } of to) if (clientId !== undefined) sessions.enqueue(clientId, packet);
    },
    async outgoingUpdate({ id }: ClientId, packet: Outgoing): Promise<void> {
      sessions.sending(id, packet);
    },
    // A message that could not be sent, for example to a slow client that is being disconnected, waits for the next
    // connection.
    outgoingClearMessageId: async ({ id }: ClientId, { cmd, messageId }: Cleared) =>
      cmd === 'publish' || messageId === undefined ? undefined : sessions.acknowledge(id, messageId),
    outgoingStream: ({ id }: ClientId): Readable | readonly [] =>
      sessions.mayHaveWaiting(id) ? Readable.from(sessions.waitingFor(id)) : NOTHING,

    // Only the identifier of a QoS 2 message is kept: its content has been processed.
    async incomingStorePacket({ id, clean }: Client, { messageId }: PublishPacket): Promise<void> {
      if (!clean) sessions.open(id);
      received.set(id, (received.get(id) ?? new Map()).set(messageId, { messageId }));
    },
    async incomingGetPacket({ id }: ClientId, { messageId }: Named): Promise<object> {
      const packet = received.get(id)?.get(messageId);
      if (packet === undefined) throw new Error('no such packet');
      return packet;
    },
    async incomingDelPacket({ id }: ClientId, { messageId }: Named): Promise<void> {
      const packets = received.get(id);
      if (packets?.delete(messageId) !== true) throw new Error('no such packet');
      if (packets.size === 0) received.delete(id);
    },
    async cleanIncoming({ id }: ClientId): Promise<void> {
      received.delete(id);
    },

    // Each connection holds its own will. Stored wills would serve brokers that died; here they end with the process.
    async putWill(): Promise<void> {},
    async delWill(): Promise<void> {},
    streamWill: (): Readable => Readable.from([]),
    async destroy(): Promise<void> {},
  };
}
