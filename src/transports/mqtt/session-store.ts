import { Readable } from 'node:stream';
import type { AedesPublishPacket, Client, PublishPacket, Subscription } from 'aedes';
import { SESSION_KEPT_MS, SESSIONS_PER_ACCOUNT, WAITING_PER_SESSION } from './limits.ts';
import { deviceTopic, parseFilter } from './topics.ts';

type ClientId = Pick<Client, 'id'>;
/** A message on its way to a client of a persistent session; PUBREL takes the place of a QoS 2 PUBLISH. */
type Waiting = Omit<AedesPublishPacket, 'cmd'> & { readonly cmd: string };

interface Session {
  readonly subscriptions: Map<string, Subscription>;
  readonly waiting: Waiting[];
  /** When its client was last seen to come. */
  seenAt: number;
}

export interface SessionStoreParts {
  /** What a new listener of a device is told first. */
  readonly presenceOf: (macAddress: string) => string | undefined;
  /** A client keeps only the subscriptions that it was granted. */
  readonly isGranted: (subscription: Subscription) => boolean;
  readonly isConnected: (clientId: string) => boolean;
  readonly now: () => number;
}

/**
 * Aedes asks this for what outlives a connection: persistent sessions (bounded in number, size and time), QoS 2
 * messages between PUBLISH and PUBREL, and retained messages, of which presence is the only kind.
 * Aedes' own store keeps all of it without bounds, and looks through all retained messages at every subscription.
 */
export function createSessionStore({ presenceOf, isGranted, isConnected, now }: SessionStoreParts) {
  const sessions = new Map<string, Session>();
  const received = new Map<string, Map<number | undefined, object>>();
  /** By exact topic: only alerts are sent with QoS 1, and their filter has no wildcard. */
  const subscribers = new Map<string, Map<string, Subscription>>();

  function drop(clientId: string): void {
    for (const topic of sessions.get(clientId)?.subscriptions.keys() ?? []) unsubscribe(clientId, topic);
    sessions.delete(clientId);
    received.delete(clientId);
  }

  function unsubscribe(clientId: string, topic: string): void {
    sessions.get(clientId)?.subscriptions.delete(topic);
    const listening = subscribers.get(topic);
    listening?.delete(clientId);
    if (listening?.size === 0) subscribers.delete(topic);
  }

  function open(clientId: string): Session {
    const known = sessions.get(clientId);
    if (known !== undefined) return known;
    makeRoom(accountOf(clientId));
    const session = { subscriptions: new Map(), waiting: [], seenAt: now() };
    sessions.set(clientId, session);
    return session;
  }

  /** Sessions whose clients stay away go first; the oldest of an account goes when it has too many. */
  function makeRoom(account: string): void {
    const ofAccount: string[] = [];
    for (const [clientId, { seenAt }] of sessions) {
      if (isConnected(clientId)) continue;
      if (seenAt < now() - SESSION_KEPT_MS) drop(clientId);
      else if (accountOf(clientId) === account) ofAccount.push(clientId);
    }
    for (const clientId of ofAccount.slice(0, Math.max(0, ofAccount.length - SESSIONS_PER_ACCOUNT + 1)))
      drop(clientId);
  }

  function enqueue(clientId: string, packet: Waiting): void {
    const session = sessions.get(clientId);
    if (session !== undefined && session.waiting.length < WAITING_PER_SESSION)
      session.waiting.push({ ...packet });
  }

  return {
    // Aedes looks at the function's kind: it must be async.
    async setup(): Promise<void> {},
    async storeRetained(): Promise<void> {},
    createRetainedStreamCombi(filters: readonly string[]): Readable {
      const retained = filters.flatMap((text) => {
        const filter = parseFilter(text);
        if (filter?.kind !== 'device' || !/(presence|\+|#)$/.test(filter.topic)) return [];
        const state = presenceOf(filter.macAddress);
        if (state === undefined) return [];
        const topic = deviceTopic(filter.macAddress, 'presence');
        return [{ cmd: 'publish', topic, payload: Buffer.from(state), qos: 0, retain: true, dup: false }];
      });
      return Readable.from(retained);
    },

    async addSubscriptions({ id }: ClientId, asked: readonly Subscription[]): Promise<void> {
      const session = open(id);
      for (const subscription of asked.filter(isGranted)) {
        const { topic, qos } = subscription;
        unsubscribe(id, topic);
        session.subscriptions.set(topic, { topic, qos });
        if (qos === 0) continue;
        const listening = subscribers.get(topic) ?? new Map<string, Subscription>();
        subscribers.set(topic, listening.set(id, { topic, qos, clientId: id }));
      }
    },
    async removeSubscriptions({ id }: ClientId, topics: readonly string[]): Promise<void> {
      for (const topic of topics) unsubscribe(id, topic);
    },
    async subscriptionsByClient({ id }: ClientId): Promise<Subscription[]> {
      const session = sessions.get(id);
      if (session !== undefined) session.seenAt = now();
      return [...(session?.subscriptions.values() ?? [])].map((subscription) => ({ ...subscription }));
    },
    async subscriptionsByTopic(topic: string): Promise<Subscription[]> {
      return [...(subscribers.get(topic)?.values() ?? [])];
    },
    async cleanSubscriptions({ id }: ClientId): Promise<void> {
      drop(id);
    },

    async outgoingEnqueue({ clientId }: { readonly clientId: string }, packet: Waiting): Promise<void> {
      enqueue(clientId, packet);
    },
    async outgoingEnqueueCombi(to: readonly Subscription[], packet: Waiting): Promise<void> {
      for (const { clientId } of to) if (clientId !== undefined) enqueue(clientId, packet);
    },
    async outgoingUpdate({ id }: ClientId, packet: Waiting): Promise<void> {
      const waiting = sessions.get(id)?.waiting ?? [];
      const place = waiting.findIndex((one) =>
        one.brokerId === packet.brokerId && one.brokerCounter === packet.brokerCounter
          ? true
          : packet.cmd === 'pubrel' && one.messageId === packet.messageId,
      );
      const found = waiting[place];
      // A message that found no room is sent to a client that is there all the same, and not kept.
      if (found === undefined) return;
      if (packet.cmd === 'pubrel') waiting[place] = packet;
      else Object.assign(found, { messageId: packet.messageId });
    },
    async outgoingClearMessageId({ id }: ClientId, { messageId }: { readonly messageId?: number }) {
      const waiting = sessions.get(id)?.waiting ?? [];
      const place = waiting.findIndex((one) => one.messageId === messageId);
      return place === -1 ? undefined : waiting.splice(place, 1)[0];
    },
    outgoingStream({ id }: ClientId): Readable {
      return Readable.from([...(sessions.get(id)?.waiting ?? [])]);
    },

    // Only that a QoS 2 message has come is kept: its content has been dealt with.
    async incomingStorePacket({ id, clean }: Client, { messageId }: PublishPacket): Promise<void> {
      if (!clean) open(id);
      received.set(id, (received.get(id) ?? new Map()).set(messageId, { messageId }));
    },
    async incomingGetPacket(
      { id }: ClientId,
      { messageId }: { readonly messageId?: number },
    ): Promise<object> {
      const packet = received.get(id)?.get(messageId);
      if (packet === undefined) throw new Error('no such packet');
      return packet;
    },
    async incomingDelPacket({ id }: ClientId, { messageId }: { readonly messageId?: number }): Promise<void> {
      const packets = received.get(id);
      if (packets?.delete(messageId) !== true) throw new Error('no such packet');
      if (packets.size === 0) received.delete(id);
    },
    async cleanIncoming({ id }: ClientId): Promise<void> {
      received.delete(id);
    },

    // A client has its own will at hand; kept ones are those of brokers that died, and ours die with us.
    async putWill(): Promise<void> {},
    async delWill(): Promise<void> {},
    streamWill: (): Readable => Readable.from([]),
    async destroy(): Promise<void> {},
  };
}

/** Client ids begin with their account. */
const accountOf = (clientId: string): string => clientId.slice(0, clientId.indexOf('/'));
