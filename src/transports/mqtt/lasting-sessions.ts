import type { AedesPublishPacket, Subscription } from 'aedes';
import type { Coordination } from '../../coordination/coordination.ts';
import type { EventLog, LiveEvent } from '../../live/events.ts';
import { alertMessage, alertNumber, alertsAfter } from './alerts.ts';
import { SESSION_KEPT_MS, SESSIONS_PER_ACCOUNT, WAITING_PER_SESSION } from './limits.ts';
import { alertsTopic } from './topics.ts';

/** A message on its way to a client; PUBREL takes the place of a QoS 2 PUBLISH. */
export type Outgoing = Omit<AedesPublishPacket, 'cmd'> & { readonly cmd: string };

/** Only alerts wait, and each has its number in the log of events. */
type Waiting = Outgoing & { readonly number: number };

interface Session {
  readonly subscriptions: Map<string, Subscription>;
  waiting: Waiting[];
  /** The number of the newest alert that need not be sent any more; undefined while it listens to none. */
  cursor: number | undefined;
  /** When its client was last seen to come. */
  seenAt: number;
}

/** A session as other instances find it; what waits in it they know from the log. */
interface KeptSession {
  readonly subscriptions: readonly Pick<Subscription, 'topic' | 'qos'>[];
  readonly cursor?: number | undefined;
}

export interface LastingSessionParts {
  readonly coordination: Pick<Coordination, 'keep' | 'subscribe'>;
  readonly events: Pick<EventLog, 'after' | 'lastId'>;
  readonly isConnected: (clientId: string) => boolean;
  /** An alert found no room in a session; it is still in the log. */
  readonly overflowed: () => void;
  readonly now: () => number;
}

const BOUNDS = { most: SESSIONS_PER_ACCOUNT, keptMs: SESSION_KEPT_MS };

/**
 * Sessions that outlive their connections, bounded in number, size and time. Subscriptions, and how far the client has
 * read, are kept where every instance finds them; the alerts that wait lie in the log of events.
 */
export function createLastingSessions(parts: LastingSessionParts, forgotten: (clientId: string) => void) {
  const { events, isConnected, overflowed, now } = parts;
  const { keep } = parts.coordination;
  const sessions = new Map<string, Session>();
  /** By exact topic: only alerts are sent with QoS 1, and their filter has no wildcard. */
  const subscribers = new Map<string, Map<string, Subscription>>();

  // What was kept may be lost, or older than what is known here.
  parts.coordination.subscribe((news) => {
    if (news.type !== 'resync') return;
    for (const [clientId, session] of sessions) if (isConnected(clientId)) save(clientId, session);
  });

  function open(clientId: string): Session {
    const known = sessions.get(clientId);
    if (known !== undefined) return known;
    makeRoom(accountOf(clientId));
    const session: Session = { subscriptions: new Map(), waiting: [], cursor: undefined, seenAt: now() };
    sessions.set(clientId, session);
    return session;
  }

  /** Sessions whose clients stay away go first; the oldest of an account goes when it has too many. */
  function makeRoom(account: string): void {
    const ofAccount: string[] = [];
    for (const [clientId, { seenAt }] of sessions) {
      if (isConnected(clientId)) continue;
      if (seenAt < now() - SESSION_KEPT_MS) forget(clientId);
      else if (accountOf(clientId) === account) ofAccount.push(clientId);
    }
    const tooMany = Math.max(0, ofAccount.length - SESSIONS_PER_ACCOUNT + 1);
    for (const clientId of ofAccount.slice(0, tooMany)) forget(clientId);
  }

  function forget(clientId: string): void {
    for (const topic of sessions.get(clientId)?.subscriptions.keys() ?? []) take(clientId, topic);
    sessions.delete(clientId);
    forgotten(clientId);
  }

  function give(clientId: string, session: Session, topic: string, qos: Subscription['qos']): void {
    take(clientId, topic);
    session.subscriptions.set(topic, { topic, qos });
    if (qos === 0) return;
    const listening = subscribers.get(topic) ?? new Map<string, Subscription>();
    subscribers.set(topic, listening.set(clientId, { topic, qos, clientId }));
  }

  function take(clientId: string, topic: string): void {
    sessions.get(clientId)?.subscriptions.delete(topic);
    const listening = subscribers.get(topic);
    listening?.delete(clientId);
    if (listening?.size === 0) subscribers.delete(topic);
  }

  function save(clientId: string, { subscriptions, cursor }: Session): void {
    const kept: KeptSession = { subscriptions: [...subscriptions.values()], cursor };
    keep.write(accountOf(clientId), nameOf(clientId), JSON.stringify(kept), BOUNDS);
  }

  /** Its client was at another instance before, or this one has been started anew. */
  async function recall(clientId: string): Promise<Session | undefined> {
    const text = await keep.read(accountOf(clientId), nameOf(clientId));
    if (text === undefined) return undefined;
    const { subscriptions, cursor } = JSON.parse(text) as KeptSession;
    const session = open(clientId);
    session.cursor = cursor;
    for (const { topic, qos } of subscriptions) give(clientId, session, topic, qos);
    return session;
  }

  /** What was not heard here: it happened before the client came here, or while instances could not hear each other. */
  async function catchUp(clientId: string, session: Session): Promise<void> {
    const account = accountOf(clientId);
    const topic = alertsTopic(account);
    if (session.cursor === undefined || (session.subscriptions.get(topic)?.qos ?? 0) === 0) return;
    const missed = await alertsAfter(events, account, session.cursor, WAITING_PER_SESSION);
    const waiting = new Map(missed.map((event) => [event.id, packetOf(event, topic)]));
    // Those that are on their way already have been given an identifier that their acknowledgement will name.
    for (const packet of session.waiting) waiting.set(packet.number, packet);
    session.waiting = [...waiting.values()].sort((a, b) => a.number - b.number).slice(0, WAITING_PER_SESSION);
  }

  return {
    open,
    /** Here only: its client has gone to another instance, and what is known here is out of date from now on. */
    forget,
    /** Everywhere: its client wants none. */
    end(clientId: string): void {
      forget(clientId);
      keep.drop(accountOf(clientId), nameOf(clientId));
    },

    /** The client is back. */
    async subscriptionsOf(clientId: string): Promise<Subscription[]> {
      const session = sessions.get(clientId) ?? (await recall(clientId));
      if (session === undefined) return [];
      session.seenAt = now();
      save(clientId, session);
      return [...session.subscriptions.values()].map((subscription) => ({ ...subscription }));
    },
    async subscribe(clientId: string, asked: readonly Subscription[]): Promise<void> {
      const session = open(clientId);
      const account = accountOf(clientId);
      for (const { topic, qos } of asked) {
        give(clientId, session, topic, qos);
        if (topic === alertsTopic(account)) session.cursor ??= await events.lastId(account);
      }
      save(clientId, session);
    },
    unsubscribe(clientId: string, topics: readonly string[]): void {
      for (const topic of topics) take(clientId, topic);
      const session = sessions.get(clientId);
      if (session !== undefined) save(clientId, session);
    },
    subscribersOf: (topic: string): Subscription[] => [...(subscribers.get(topic)?.values() ?? [])],

    enqueue(clientId: string, packet: Outgoing): void {
      const session = sessions.get(clientId);
      if (session === undefined) return;
      if (session.waiting.length >= WAITING_PER_SESSION) return overflowed();
      session.waiting.push({ ...packet, number: alertNumber(packet.payload) });
    },
    async *waitingFor(clientId: string) {
      const session = sessions.get(clientId);
      if (session === undefined) return;
      await catchUp(clientId, session);
      yield* [...session.waiting];
    },
    /** It is being sent, under this identifier. */
    sending(clientId: string, packet: Outgoing): void {
      const waiting = sessions.get(clientId)?.waiting ?? [];
      const place = waiting.findIndex((one) =>
        one.brokerId === packet.brokerId && one.brokerCounter === packet.brokerCounter
          ? true
          : packet.cmd === 'pubrel' && one.messageId === packet.messageId,
      );
      const found = waiting[place];
      // A message that found no room is sent to a client that is there all the same, and not kept.
      if (found === undefined) return;
      if (packet.cmd === 'pubrel') waiting[place] = { ...packet, number: found.number };
      else Object.assign(found, { messageId: packet.messageId });
    },
    acknowledge(clientId: string, messageId: number | undefined): Outgoing | undefined {
      const session = sessions.get(clientId);
      const found = session?.waiting.find((one) => one.messageId === messageId);
      if (session === undefined || found === undefined) return undefined;
      session.waiting = session.waiting.filter((one) => one !== found);
      const firstLeft = Math.min(...session.waiting.map(({ number }) => number));
      session.cursor = Math.max(session.cursor ?? 0, Math.min(found.number, firstLeft - 1));
      save(clientId, session);
      return found;
    },
  };
}

const packetOf = (event: LiveEvent, topic: string): Waiting => ({
  cmd: 'publish',
  topic,
  payload: Buffer.from(alertMessage(event)),
  qos: 1,
  retain: false,
  dup: false,
  brokerId: 'log',
  brokerCounter: event.id,
  number: event.id,
});

/** Client ids begin with their account. */
const accountOf = (clientId: string): string => clientId.slice(0, clientId.indexOf('/'));
const nameOf = (clientId: string): string => clientId.slice(clientId.indexOf('/') + 1);
