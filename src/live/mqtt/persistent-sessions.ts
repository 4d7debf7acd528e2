import { setImmediate as nextTick } from 'node:timers/promises';
import { chunksOf } from '../../platform/batching/chunks.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { RESYNC } from '../../platform/cluster/events.ts';
import type { Outgoing, Subscription } from '../../platform/mqtt/broker.ts';
import { accountOf, parseClientId } from '../../platform/mqtt/connections/client-ids.ts';
import { SESSION_KEPT_MS, SESSIONS_PER_PRINCIPAL } from '../../platform/mqtt/limits.ts';
import type { Sessions } from '../../platform/mqtt/sessions.ts';
import { SmallSet } from '../../platform/small-set.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { EventCursor } from '../event-cursor.ts';
import type { EventLog, LiveEvent } from '../events.ts';
import { ALERT_EVENTS, alertNumber } from './alert-messages.ts';
import { alertsTopic, caregiverOf } from './alerts-topic.ts';
import { StoredSessions } from './stored-sessions.ts';
import {
  addTo,
  byNumber,
  isUnsent,
  markDuplicate,
  packetOf,
  settledUpTo,
  type Waiting,
} from './waiting-alerts.ts';

interface Session {
  readonly subscriptions: Map<string, Subscription>;
  /** Queued or sent, and not acknowledged. */
  waiting: Waiting[];
  /**
   * Tracks which alerts were added to `waiting`; it stops at the first alert that does not fit. Sessions of wearables
   * have none.
   */
  cursor: EventCursor | undefined;
  /** Alerts up to this number need not be sent again; undefined while the session has no alert subscription. */
  settled: number | undefined;
  /** The highest number that this or another instance has sent. */
  sent: number;
  /** When the client last connected. */
  seenAt: number;
  /** Of MQTT 5, while the client is away. */
  endsAt: number | undefined;
  /** Of MQTT 5: it ends with its connection, so no other instance may find it. */
  endsWithConnection: boolean;
  /** When it was last saved; undefined while it was not. */
  savedAt: number | undefined;
}

interface PersistentSessionDeps {
  readonly cluster: Pick<Cluster, 'sessionStore' | 'subscribe'>;
  readonly events: Pick<EventLog, 'after' | 'lastId'>;
  readonly isConnected: (clientId: string) => boolean;
  /** See AlertFeed. */
  readonly receivedUpTo: (caregiverId: string) => number;
  /** Sends a queued alert to its client, if the client is connected to this instance. */
  readonly send: (clientId: string, alert: Outgoing) => void;
  /** The session was removed from this instance. */
  readonly onForgotten: (clientId: string) => void;
  /** A session's queue is full; the alert stays in the log. */
  readonly onOverflow: () => void;
  readonly now: () => number;
}

const EXPIRY_EVERY_MS = SECOND_MS;
/** Occupies the main thread for a few milliseconds. */
const MAX_EXPIRED_AT_ONCE = 1_000;
const SAVE_BATCH = 200;
/** From the return of a client to its SUBSCRIBE. */
const RETURN_MS = 60 * SECOND_MS;

/**
 * Sessions that outlive their connections, bounded in number, size and time. Subscriptions and the client's
 * acknowledged position are stored where every instance finds them; queued alerts are in the event log.
 */
export class PersistentSessions implements Sessions {
  readonly #deps: PersistentSessionDeps;
  readonly #stored: StoredSessions;
  /** Least recently used first. */
  readonly #sessions = new Map<string, Session>();
  readonly #clientsOf = new Map<string, SmallSet<string>>();
  /** By exact topic: only alerts are sent with QoS 1, and their topic filter has no wildcard. */
  readonly #subscribers = new Map<string, Map<string, Subscription>>();
  #expiredAt = 0;
  /** Clients that are away, with a session of MQTT 5. */
  readonly #ending = new Set<string>();

  constructor(deps: PersistentSessionDeps) {
    this.#deps = deps;
    this.#stored = new StoredSessions(deps.cluster.sessionStore);
    // The store may have lost writes or hold an older state.
    deps.cluster.subscribe(RESYNC, () => void this.#saveAll().catch(() => {}));
  }

  open(clientId: string): Session {
    const existing = this.#sessions.get(clientId);
    if (existing !== undefined) return existing;
    const { principal } = parseClientId(clientId);
    this.#forgetExpired();
    this.#makeRoom(principal);
    const session: Session = {
      subscriptions: new Map(),
      waiting: [],
      cursor: undefined,
      settled: undefined,
      sent: 0,
      seenAt: this.#deps.now(),
      endsAt: undefined,
      endsWithConnection: false,
      savedAt: undefined,
    };
    this.#sessions.set(clientId, session);
    const others = this.#clientsOf.get(principal);
    if (others === undefined) this.#clientsOf.set(principal, new SmallSet<string>().add(clientId));
    else others.add(clientId);
    return session;
  }

  /** Removes the session here only: the client has connected to another instance, and this copy is now stale. */
  forget(clientId: string): void {
    for (const topic of this.#sessions.get(clientId)?.subscriptions.keys() ?? [])
      this.#removeSubscription(clientId, topic);
    this.#ending.delete(clientId);
    if (this.#sessions.delete(clientId)) {
      const { principal } = parseClientId(clientId);
      const others = this.#clientsOf.get(principal);
      others?.delete(clientId);
      if (others?.size === 0) this.#clientsOf.delete(principal);
    }
    this.#deps.onForgotten(clientId);
  }

  /** Removes the session from every instance: the client has asked for a clean session. */
  end(clientId: string): void {
    this.forget(clientId);
    this.#stored.delete(clientId);
  }

  /** Called when a client of MQTT 5 connects, before `subscriptionsOf`. */
  async begin(
    clientId: string,
    { isNew, expiry }: { readonly isNew: boolean; readonly expiry: number },
  ): Promise<boolean> {
    if (isNew) this.end(clientId);
    const session = isNew ? undefined : await this.#resume(clientId);
    // Even without subscriptions: the client keeps its own messages only if it finds its session again.
    if (expiry > 0) this.#save(clientId, Object.assign(this.open(clientId), { endsWithConnection: false }));
    else if (!isNew) {
      this.open(clientId).endsWithConnection = true;
      if (session !== undefined) this.#stored.delete(clientId);
    }
    return session !== undefined;
  }

  /** A client of MQTT 5 has disconnected. */
  leave(clientId: string, expiry: number): void {
    const session = this.#sessions.get(clientId);
    if (expiry === 0 || session === undefined) return this.end(clientId);
    this.#touch(clientId, session);
    session.endsAt = this.#deps.now() + expiry * SECOND_MS;
    this.#ending.add(clientId);
    this.#save(clientId, session);
  }

  /** Ends the sessions of MQTT 5 whose time is over. */
  endExpired(): void {
    for (const clientId of this.#ending) if (this.#hasExpired(clientId)) this.end(clientId);
  }

  #hasExpired(clientId: string): boolean {
    const endsAt = this.#sessions.get(clientId)?.endsAt;
    return endsAt !== undefined && endsAt <= this.#deps.now();
  }

  async #resume(clientId: string): Promise<Session | undefined> {
    const session = this.#sessions.get(clientId) ?? (await this.#restore(clientId));
    if (session === undefined) return undefined;
    if (this.#hasExpired(clientId)) return void this.end(clientId);
    session.endsAt = undefined;
    this.#ending.delete(clientId);
    this.#touch(clientId, session);
    return session;
  }

  /** Called when the client reconnects. */
  async subscriptionsOf(clientId: string): Promise<Subscription[]> {
    const session = await this.#resume(clientId);
    if (session === undefined) return [];
    this.#save(clientId, session);
    return [...session.subscriptions.values()].map((subscription) => ({ ...subscription }));
  }

  async subscribe(clientId: string, requested: readonly Subscription[]): Promise<void> {
    const session = this.open(clientId);
    const account = accountOf(clientId);
    // A client that returns subscribes again, and its session has just been saved.
    if (this.#hasJustReturned(session) && requested.every((one) => isKept(session, one))) return;
    for (const { topic, qos, v5 } of requested) {
      this.#addSubscription(clientId, session, { topic, qos, v5 });
      if (topic !== alertsTopic(account) || session.settled !== undefined) continue;
      session.settled = await this.#deps.events.lastId(account);
      this.#cursorOf(clientId, session).start(session.settled);
    }
    this.#save(clientId, session);
  }

  unsubscribe(clientId: string, topics: readonly string[]): void {
    for (const topic of topics) this.#removeSubscription(clientId, topic);
    const session = this.#sessions.get(clientId);
    if (session !== undefined) this.#save(clientId, session);
  }

  subscribersOf(topic: string): Subscription[] {
    return [...(this.#subscribers.get(topic)?.values() ?? [])];
  }

  enqueue(clientId: string, packet: Outgoing): void {
    const session = this.#sessions.get(clientId);
    if (session === undefined) return;
    const number = alertNumber(packet.payload);
    this.#cursorOf(clientId, session).offer(number, () => {
      const hasRoom = addTo(session.waiting, { ...packet, number });
      if (!hasRoom) this.#deps.onOverflow();
      return hasRoom;
    });
  }

  mayHaveWaiting(clientId: string): boolean {
    const session = this.#sessions.get(clientId);
    return session !== undefined && (session.waiting.length > 0 || session.settled !== undefined);
  }

  async *waitingFor(clientId: string) {
    const session = this.#sessions.get(clientId);
    if (session === undefined) return;
    if (session.settled !== undefined && receivesAlerts(clientId, session)) {
      await this.#refill(clientId, session, session.settled);
    }
    yield* [...session.waiting];
  }

  /** The alert is being sent with this message identifier. */
  sending(clientId: string, packet: Outgoing): void {
    const session = this.#sessions.get(clientId);
    if (session === undefined) return;
    if (packet.cmd === 'publish') this.#recordSent(clientId, session, alertNumber(packet.payload));
    const { waiting } = session;
    const place = waiting.findIndex((one) =>
      one.brokerId === packet.brokerId && one.brokerCounter === packet.brokerCounter
        ? true
        : packet.cmd === 'pubrel' && one.messageId === packet.messageId,
    );
    const found = waiting[place];
    // A message that did not fit is still sent to a connected client, but not kept.
    if (found === undefined) return;
    if (packet.cmd === 'pubrel') waiting[place] = { ...packet, number: found.number };
    else Object.assign(found, { messageId: packet.messageId });
  }

  acknowledge(clientId: string, messageId: number): Outgoing | undefined {
    const session = this.#sessions.get(clientId);
    const found = session?.waiting.find((one) => one.messageId === messageId);
    if (session === undefined || found === undefined) return undefined;
    session.waiting.splice(session.waiting.indexOf(found), 1);
    // Only alerts are offered here; the feed knows that the numbers between them belong to other events.
    const cursor = this.#cursorOf(clientId, session);
    cursor.skipTo(Math.min(this.#deps.receivedUpTo(accountOf(clientId)), found.number));
    session.settled = Math.max(session.settled ?? 0, settledUpTo(cursor, session.waiting));
    this.#save(clientId, session);
    // While the log cannot be read, alerts that are left in it wait for the next connection.
    if (session.waiting.length === 0) this.#sendOverflow(clientId, session).catch(() => {});
    return found;
  }

  #hasJustReturned({ seenAt, savedAt }: Session): boolean {
    return savedAt !== undefined && savedAt >= seenAt && this.#deps.now() - seenAt < RETURN_MS;
  }

  /** Marks the session as the most recently used, so that it is removed last. */
  #touch(clientId: string, session: Session): void {
    session.seenAt = this.#deps.now();
    this.#sessions.delete(clientId);
    this.#sessions.set(clientId, session);
  }

  /** Removes sessions of absent clients. Checks only the oldest, and not at every new session: there may be many. */
  #forgetExpired(): void {
    const { isConnected, now } = this.#deps;
    const sinceLast = now() - this.#expiredAt;
    if (sinceLast >= 0 && sinceLast < EXPIRY_EVERY_MS) return;
    this.#expiredAt = now();
    let looked = 0;
    for (const [clientId, session] of this.#sessions) {
      if (session.seenAt >= now() - SESSION_KEPT_MS || looked === MAX_EXPIRED_AT_ONCE) return;
      looked += 1;
      if (isConnected(clientId)) this.#touch(clientId, session);
      else this.forget(clientId);
    }
  }

  /** Removes sessions of a principal that has too many, starting with the client that has been away longest. */
  #makeRoom(principal: string): void {
    const clients = this.#clientsOf.get(principal);
    if (clients === undefined || clients.size < SESSIONS_PER_PRINCIPAL) return;
    const seenAt = (clientId: string): number => this.#sessions.get(clientId)?.seenAt ?? 0;
    const away = [...clients]
      .filter((clientId) => !this.#deps.isConnected(clientId))
      .sort((a, b) => seenAt(a) - seenAt(b));
    const tooMany = Math.max(0, away.length - SESSIONS_PER_PRINCIPAL + 1);
    for (const clientId of away.slice(0, tooMany)) this.forget(clientId);
  }

  #addSubscription(clientId: string, session: Session, { topic, qos, v5 }: Subscription): void {
    this.#removeSubscription(clientId, topic);
    session.subscriptions.set(topic, v5 === undefined ? { topic, qos } : { topic, qos, v5 });
    if (qos === 0) return;
    const ofTopic = this.#subscribers.get(topic) ?? new Map<string, Subscription>();
    this.#subscribers.set(topic, ofTopic.set(clientId, { topic, qos, clientId }));
  }

  #removeSubscription(clientId: string, topic: string): void {
    this.#sessions.get(clientId)?.subscriptions.delete(topic);
    const ofTopic = this.#subscribers.get(topic);
    ofTopic?.delete(clientId);
    if (ofTopic?.size === 0) this.#subscribers.delete(topic);
  }

  #save(clientId: string, session: Session): void {
    const { subscriptions, settled, sent, endsAt, endsWithConnection } = session;
    if (endsWithConnection) return;
    session.savedAt = this.#deps.now();
    this.#stored.write(clientId, {
      subscriptions: [...subscriptions.values()],
      cursor: settled,
      sent,
      endsAt,
    });
  }

  async #saveAll(): Promise<void> {
    const connected = [...this.#sessions.keys()].filter(this.#deps.isConnected);
    for (const some of chunksOf(connected, SAVE_BATCH)) {
      for (const clientId of some) {
        const session = this.#sessions.get(clientId);
        if (session !== undefined) this.#save(clientId, session);
      }
      await nextTick();
    }
  }

  /** The client was connected to another instance before, or this one was restarted. */
  async #restore(clientId: string): Promise<Session | undefined> {
    const stored = await this.#stored.read(clientId);
    if (stored === undefined) return undefined;
    const { subscriptions, cursor, sent = 0, endsAt } = stored;
    const session = this.open(clientId);
    session.settled = cursor;
    session.sent = sent;
    session.endsAt = endsAt;
    for (const subscription of subscriptions) this.#addSubscription(clientId, session, subscription);
    return session;
  }

  #recordSent(clientId: string, session: Session, number: number): void {
    if (number <= session.sent) return;
    session.sent = number;
    this.#save(clientId, session);
  }

  #cursorOf(clientId: string, session: Session): EventCursor {
    const { waiting } = session;
    session.cursor ??= this.#createCursor(clientId, (alert) =>
      addTo(waiting, markDuplicate(session.sent, alert)),
    );
    return session.cursor;
  }

  #createCursor(clientId: string, add: (alert: Waiting) => boolean): EventCursor {
    const recipientId = accountOf(clientId);
    const deliver = (event: LiveEvent): boolean =>
      !ALERT_EVENTS.has(event.type) || add(packetOf(event, alertsTopic(recipientId)));
    return new EventCursor({
      events: this.#deps.events,
      recipientId,
      reader: { deliver },
      order: 'as announced',
    });
  }

  /**
   * The client is back: reads every unsettled alert from the log. Some alerts were not announced here, and a queued
   * one may have been deleted with its patient, or because care ended.
   */
  async #refill(clientId: string, session: Session, settled: number): Promise<void> {
    const queued = new Map(session.waiting.map((alert) => [alert.number, alert]));
    const waiting: Waiting[] = [];
    const cursor = this.#createCursor(clientId, (alert) => {
      if (alert.number <= settled && !queued.has(alert.number)) return true;
      // An alert that was sent before keeps the message identifier that its acknowledgement will carry.
      const hasRoom = addTo(waiting, markDuplicate(session.sent, queued.get(alert.number) ?? alert));
      if (hasRoom) queued.delete(alert.number);
      return hasRoom;
    });
    // An alert from just before the subscription is queued too, if it was announced after the subscription.
    cursor.start(Math.min(settled, ...[...queued.keys()].map((number) => number - 1)));
    Object.assign(session, { waiting, cursor });
    try {
      await cursor.catchUp();
    } catch (error) {
      waiting.push(...queued.values());
      throw error;
    } finally {
      waiting.sort(byNumber);
    }
  }

  /** The client has acknowledged the whole queue: sends the alerts that were left in the log. */
  async #sendOverflow(clientId: string, session: Session): Promise<void> {
    const { cursor, waiting } = session;
    if (cursor?.hasRefused !== true || !receivesAlerts(clientId, session)) return;
    await cursor.catchUp();
    waiting.sort(byNumber);
    // In the meantime the client may have connected to another instance, or reconnected and received the whole queue.
    if (this.#sessions.get(clientId) !== session || session.cursor !== cursor) return;
    for (const alert of waiting.filter(isUnsent)) this.#deps.send(clientId, alert);
  }
}

const receivesAlerts = (clientId: string, { subscriptions }: Session): boolean =>
  (subscriptions.get(alertsTopic(accountOf(clientId)))?.qos ?? 0) > 0;

/** Whether the session has the subscription, and saving it again changes nothing. */
function isKept({ subscriptions, settled }: Session, { topic, qos, v5 }: Subscription): boolean {
  if (settled === undefined && caregiverOf(topic) !== undefined) return false;
  const kept = subscriptions.get(topic);
  return kept !== undefined && kept.qos === qos && kept.v5 === undefined && v5 === undefined;
}
