import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunksOf } from '../batching/chunks.ts';
import { createEventLoopLimiter } from '../batching/event-loop-limiter.ts';
import type { Log } from '../log.ts';
import type { Relay } from './cluster.ts';
import { MAX_SUBJECTS } from './envelope.ts';
import { createListeners } from './listeners.ts';
import type { RedisChannels } from './redis-channels.ts';

const PREFIX = 'vigil:about:';
const REFRESH_MS = 30_000;
/** Each continues with SUBACK, which takes a fraction of a millisecond. */
const CONTINUE_PER_TURN = 20;

interface RelayDeps {
  readonly instanceId: string;
  readonly channels: RedisChannels;
  /** Tells the other instances which subjects have a local subscription. */
  readonly announceSubscriptions: (subjects: readonly string[]) => Promise<unknown>;
  readonly log: Log;
}

/**
 * A subscribing instance subscribes to the subject's channel and announces it. Every other instance remembers the
 * announced subjects, and removes one when Redis reports that a published message had no receiver. Announcements may
 * be missed while Redis is unavailable, so the remembered subjects are refreshed from Redis' own list of channels.
 */
export function createRedisRelay(deps: RelayDeps) {
  const { instanceId, channels, announceSubscriptions, log } = deps;
  const local = new Set<string>();
  /** Local subjects for which Redis counts this instance among the channel's subscribers. */
  const subscribed = new Set<string>();
  /** Subjects of other instances, with the number of the last change to each. */
  const remote = new Map<string, number>();
  const listeners = createListeners<[subject: string, message: string]>(log);
  /**
   * Numbers the changes, to detect a reply of Redis that is older than a change of its subject. Changes of other
   * subjects do not count: on a busy service there is always one.
   */
  let changes = 0;
  let published = 0;
  const myTurn = createEventLoopLimiter(CONTINUE_PER_TURN);

  /** This instance has joined or left the subject, so the receivers that Redis counts are others than before. */
  function changed(subject: string): void {
    changes += 1;
    if (remote.has(subject)) remote.set(subject, changes);
  }

  /** Fails while Redis is unavailable; `resume` catches up. */
  async function subscribe(subjects: readonly string[]): Promise<void> {
    await channels.subscribe(subjects.map(channelOf));
    for (const subject of subjects) {
      if (local.has(subject)) subscribed.add(subject);
      changed(subject);
    }
    await announceSubscriptions(subjects);
  }

  /**
   * The subjects of one turn of the event loop form one batch, so that thousands of reconnecting clients cost a few
   * commands.
   */
  let batch: { readonly subjects: Set<string>; readonly done: Promise<void> } | undefined;

  function subscribeInBatch(subject: string): Promise<void> {
    if (batch === undefined || batch.subjects.size === MAX_SUBJECTS) {
      const subjects = new Set<string>();
      batch = { subjects, done: nextTurn().then(() => subscribeAll(subjects)) };
    }
    batch.subjects.add(subject);
    return batch.done;
  }

  async function subscribeAll(subjects: ReadonlySet<string>): Promise<void> {
    if (batch?.subjects === subjects) batch = undefined;
    // A client that has left in the meantime has already unsubscribed.
    const wanted = [...subjects].filter((subject) => local.has(subject));
    if (wanted.length > 0) await subscribe(wanted);
  }

  /** Without a local subscription since this turn of the event loop. */
  const left = new Set<string>();

  function unsubscribeLeft(): void {
    const unwanted = [...left].filter((subject) => !local.has(subject));
    left.clear();
    for (const some of chunksOf(unwanted, MAX_SUBJECTS))
      channels.unsubscribe(some.map(channelOf)).catch(() => {});
  }

  async function refresh(): Promise<void> {
    const before = changes;
    const found = (await channels.withSubscribers(PREFIX)).map(subjectOf);
    const shared = await sharedAmong(found.filter((subject) => local.has(subject)));
    const others = new Set(found.filter((subject) => !local.has(subject) || shared.has(subject)));
    for (const [subject, change] of remote)
      if (change <= before && !others.has(subject)) remote.delete(subject);
    for (const subject of others) if (!remote.has(subject)) remote.set(subject, before);
  }

  /** The local subjects that another instance subscribes to as well. */
  async function sharedAmong(subjects: readonly string[]): Promise<ReadonlySet<string>> {
    const shared = new Set<string>();
    for (const some of chunksOf(subjects, MAX_SUBJECTS)) {
      const counts = await channels.countSubscribers(some.map(channelOf));
      for (const [i, subject] of some.entries()) if ((counts[i] ?? 0) > 1) shared.add(subject);
    }
    return shared;
  }

  const timer = setInterval(() => void refresh().catch(() => {}), REFRESH_MS).unref();

  const relay: Relay = {
    async subscribe(subject) {
      local.add(subject);
      changed(subject);
      await subscribeInBatch(subject).catch(() => {});
      await myTurn();
    },
    unsubscribe(subject) {
      local.delete(subject);
      subscribed.delete(subject);
      changed(subject);
      if (left.size === 0) setImmediate(unsubscribeLeft);
      left.add(subject);
    },
    hasRemoteSubscribers: (subject) => remote.has(subject),
    publish(subject, message) {
      published += 1;
      const before = remote.get(subject);
      const own = subscribed.has(subject) ? 1 : 0;
      return channels.publish(channelOf(subject), `${instanceId}${message}`).then(
        (receivers) => {
          if (receivers <= own && remote.get(subject) === before) remote.delete(subject);
          return receivers;
        },
        () => undefined,
      );
    },
    publishedCount: () => published,
    onMessage: listeners.add,
  };

  return {
    relay,
    /** Called when another instance has announced its subscriptions. */
    addRemoteSubscriptions(subjects: readonly string[]): void {
      changes += 1;
      for (const subject of subjects) remote.set(subject, changes);
    },
    isOurs: (channel: string): boolean => channel.startsWith(PREFIX),
    receive(channel: string, text: string): void {
      if (text.startsWith(instanceId)) return;
      const subject = subjectOf(channel);
      // All instance ids have the same length.
      const message = text.slice(instanceId.length);
      listeners.call(subject, message);
    },
    /** Called after a reconnect: there are no subscriptions yet, and announcements may have been missed. */
    async resume(): Promise<void> {
      subscribed.clear();
      for (const some of chunksOf([...local], MAX_SUBJECTS)) await subscribe(some);
      await refresh();
    },
    close(): void {
      clearInterval(timer);
      listeners.clear();
    },
  };
}

const channelOf = (subject: string): string => PREFIX + subject;
const subjectOf = (channel: string): string => channel.slice(PREFIX.length);
