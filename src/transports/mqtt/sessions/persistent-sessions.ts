import type { AedesPublishPacket, Subscription } from 'aedes';
import type { Coordination } from '../../../coordination/coordination.ts';
import type { EventLog, LiveEvent } from '../../../live/events.ts';
import { SESSION_KEPT_MS, SESSIONS_PER_ACCOUNT, WAITING_PER_SESSION } from '../limits.ts';
import { alertsTopic } from '../topics.ts';
import { alertMessage, alertNumber, alertsAfter } from './alert-messages.ts';

/** A message on its way to a client; PUBREL takes the place of a QoS 2 PUBLISH. */
export type Outgoing = Omit<AedesPublishPacket, 'cmd'> & { readonly cmd: string };

/** Only alerts wait, and each has its number in the log of events. */
type Waiting = Outgoing & { readonly number: number };
type LoggedAlert = AedesPublishPacket & { readonly number: number };

interface Session {
  readonly subscriptions: Map<string, Subscription>;
  waiting: Waiting[];
  /** The number of the newest alert that need not be sent any more; undefined while it listens to none. */
  cursor: number | undefined;
  /** The greatest number that its client has acknowledged. */
  acknowledged: number;
  /** From this number on alerts may be in the log alone, because there was no room for them; Infinity while none are. */
  overflowFrom: number;
  /** The log is being read from this number on: what it holds there is not known yet. */
  reading: { readonly from: number } | undefined;
  /** When its client was last seen to come. */
  seenAt: number;
}

/** A session as other instances find it; what waits in it they know from the log. */
interface StoredSession {
  readonly subscriptions: readonly Pick<Subscription, 'topic' | 'qos'>[];
  readonly cursor?: number | undefined;
}

export interface PersistentSessionParts {
  readonly coordination: Pick<Coordination, 'sessionStore' | 'subscribe'>;
  readonly events: Pick<EventLog, 'after' | 'lastId'>;
  readonly isConnected: (clientId: string) => boolean;
  /** See AlertFeed. */
  readonly receivedUpTo: (caregiverId: string) => number;
  /** Sends a waiting alert to its client, if that is here. */
  readonly send: (clientId: string, alert: AedesPublishPacket) => void;
  /** An alert found no room in a session; it is still in the log. */
  readonly onOverflow: () => void;
  readonly now: () => number;
}

const BOUNDS = { maxPerAccount: SESSIONS_PER_ACCOUNT, ttlMs: SESSION_KEPT_MS };

/**
 * Sessions that outlive their connections, bounded in number, size and time. Subscriptions, and how far the client has
 * read, are kept where every instance finds them; the alerts that wait lie in the log of events.
 */
export function createPersistentSessions(
  parts: PersistentSessionParts,
  onForgotten: (clientId: string) => void,
) {
  const { events, isConnected, receivedUpTo, send, onOverflow, now } = parts;
  const { sessionStore } = parts.coordination;
  const sessions = new Map<string, Session>();
  /** By exact topic: only alerts are sent with QoS 1, and their filter has no wildcard. */
  const subscribers = new Map<string, Map<string, Subscription>>();

  // What was kept may be lost, or older than what is known here.
  parts.coordination.subscribe((event) => {
    if (event.type !== 'resync') return;
    for (const [clientId, session] of sessions) if (isConnected(clientId)) save(clientId, session);
  });

  function open(clientId: string): Session {
    const known = sessions.get(clientId);
    if (known !== undefined) return known;
    makeRoom(accountOf(clientId));
    const session: Session = {
      subscriptions: new Map(),
      waiting: [],
      cursor: undefined,
      acknowledged: 0,
      overflowFrom: Number.POSITIVE_INFINITY,
      reading: undefined,
      seenAt: now(),
    };
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
    for (const topic of sessions.get(clientId)?.subscriptions.keys() ?? [])
      removeSubscription(clientId, topic);
    sessions.delete(clientId);
    onForgotten(clientId);
  }

  function addSubscription(
    clientId: string,
    session: Session,
    topic: string,
    qos: Subscription['qos'],
  ): void {
    removeSubscription(clientId, topic);
    session.subscriptions.set(topic, { topic, qos });
    if (qos === 0) return;
    const listening = subscribers.get(topic) ?? new Map<string, Subscription>();
    subscribers.set(topic, listening.set(clientId, { topic, qos, clientId }));
  }

  function removeSubscription(clientId: string, topic: string): void {
    sessions.get(clientId)?.subscriptions.delete(topic);
    const listening = subscribers.get(topic);
    listening?.delete(clientId);
    if (listening?.size === 0) subscribers.delete(topic);
  }

  function save(clientId: string, { subscriptions, cursor }: Session): void {
    const stored: StoredSession = { subscriptions: [...subscriptions.values()], cursor };
    sessionStore.write(accountOf(clientId), nameOf(clientId), JSON.stringify(stored), BOUNDS);
  }

  /** Its client was at another instance before, or this one has been started anew. */
  async function restore(clientId: string): Promise<Session | undefined> {
    const text = await sessionStore.read(accountOf(clientId), nameOf(clientId));
    if (text === undefined) return undefined;
    const { subscriptions, cursor } = JSON.parse(text) as StoredSession;
    const session = open(clientId);
    session.cursor = cursor;
    for (const { topic, qos } of subscriptions) addSubscription(clientId, session, topic, qos);
    return session;
  }

  const receivesAlerts = (clientId: string, { subscriptions }: Session): boolean =>
    (subscriptions.get(alertsTopic(accountOf(clientId)))?.qos ?? 0) > 0;

  /** Lets the log's alerts from a number on wait, as far as there is room; answers those that did not before. */
  async function read(clientId: string, session: Session, from: number): Promise<readonly LoggedAlert[]> {
    const account = accountOf(clientId);
    const reading = { from };
    session.reading = reading;
    session.overflowFrom = Number.POSITIVE_INFINITY;
    let unread = from;
    try {
      const found = await alertsAfter(events, account, from - 1, WAITING_PER_SESSION);
      // Those that are on their way already have been given an identifier that their acknowledgement will name.
      const known = new Set(session.waiting.map(({ number }) => number));
      const added = found
        .filter(({ id }) => !known.has(id))
        .map((event) => packetOf(event, alertsTopic(account)));
      const all = [...session.waiting, ...added].sort((a, b) => a.number - b.number);
      const [cut] = all.splice(WAITING_PER_SESSION);
      session.waiting = all;
      const last = found[WAITING_PER_SESSION - 1]?.id ?? Number.POSITIVE_INFINITY;
      unread = Math.min(cut?.number ?? Number.POSITIVE_INFINITY, last + 1);
      return added.filter(({ number }) => number < unread);
    } finally {
      session.overflowFrom = Math.min(session.overflowFrom, unread);
      if (session.reading === reading) session.reading = undefined;
    }
  }

  /** The client has taken all that there was room for: what was left in the log comes next. */
  async function sendOverflow(clientId: string, session: Session): Promise<void> {
    const { overflowFrom, reading } = session;
    if (
      overflowFrom === Number.POSITIVE_INFINITY ||
      reading !== undefined ||
      !receivesAlerts(clientId, session)
    )
      return;
    const added = await read(clientId, session, overflowFrom);
    if (sessions.get(clientId) !== session) return;
    for (const alert of added) send(clientId, alert);
  }

  return {
    open,
    /** Here only: its client has gone to another instance, and what is known here is out of date from now on. */
    forget,
    /** Everywhere: its client wants none. */
    end(clientId: string): void {
      forget(clientId);
      sessionStore.delete(accountOf(clientId), nameOf(clientId));
    },

    /** The client is back. */
    async subscriptionsOf(clientId: string): Promise<Subscription[]> {
      const session = sessions.get(clientId) ?? (await restore(clientId));
      if (session === undefined) return [];
      session.seenAt = now();
      save(clientId, session);
      return [...session.subscriptions.values()].map((subscription) => ({ ...subscription }));
    },
    async subscribe(clientId: string, asked: readonly Subscription[]): Promise<void> {
      const session = open(clientId);
      const account = accountOf(clientId);
      for (const { topic, qos } of asked) {
        addSubscription(clientId, session, topic, qos);
        if (topic === alertsTopic(account)) session.cursor ??= await events.lastId(account);
      }
      save(clientId, session);
    },
    unsubscribe(clientId: string, topics: readonly string[]): void {
      for (const topic of topics) removeSubscription(clientId, topic);
      const session = sessions.get(clientId);
      if (session !== undefined) save(clientId, session);
    },
    subscribersOf: (topic: string): Subscription[] => [...(subscribers.get(topic)?.values() ?? [])],

    enqueue(clientId: string, packet: Outgoing): void {
      const session = sessions.get(clientId);
      if (session === undefined) return;
      const number = alertNumber(packet.payload);
      // What was read from the log waits already.
      if (session.waiting.some((one) => one.number === number)) return;
      if (session.waiting.length < WAITING_PER_SESSION) {
        session.waiting.push({ ...packet, number });
      } else {
        session.overflowFrom = Math.min(session.overflowFrom, number);
        onOverflow();
      }
    },
    async *waitingFor(clientId: string) {
      const session = sessions.get(clientId);
      if (session === undefined) return;
      // Not all was heard here: what came before the client did, or while instances could not hear each other.
      if (session.cursor !== undefined && receivesAlerts(clientId, session)) {
        await read(clientId, session, session.cursor + 1);
      }
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
    acknowledge(clientId: string, messageId: number): Outgoing | undefined {
      const session = sessions.get(clientId);
      const found = session?.waiting.find((one) => one.messageId === messageId);
      if (session === undefined || found === undefined) return undefined;
      session.waiting = session.waiting.filter((one) => one !== found);
      session.acknowledged = Math.max(session.acknowledged, found.number);
      const settled = settledUpTo(session, receivedUpTo(accountOf(clientId)));
      session.cursor = Math.max(session.cursor ?? 0, settled);
      save(clientId, session);
      // While the log cannot be read, what is left there waits for the next visit.
      if (session.waiting.length === 0) sendOverflow(clientId, session).catch(() => {});
      return found;
    },
  };
}

/** No alert up to there will have to be sent again: none waits, none is left in the log, none is still to be heard. */
function settledUpTo({ acknowledged, waiting, overflowFrom, reading }: Session, heard: number): number {
  const pending = [overflowFrom, reading?.from ?? overflowFrom, ...waiting.map(({ number }) => number)];
  return Math.min(acknowledged, heard, ...pending.map((number) => number - 1));
}

const packetOf = (event: LiveEvent, topic: string): LoggedAlert => ({
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
