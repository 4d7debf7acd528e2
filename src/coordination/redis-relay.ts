import type { Redis } from 'ioredis';
import type { Relay } from './coordination.ts';
import type { Connection } from './redis-connection.ts';

const PREFIX = 'vigil:about:';
const REFRESH_MS = 30_000;
/** Subjects per command or message: a wearable that listens to its own answers is one. */
const AT_ONCE = 1_000;

export interface RelayParts {
  readonly me: string;
  readonly commands: Connection;
  readonly ears: Redis;
  /** Tells the other instances which subjects are listened to here. */
  readonly tellHeard: (subjects: readonly string[]) => Promise<unknown>;
}

/**
 * Whoever listens subscribes to the subject's channel and then says so; whoever speaks remembers the subjects that
 * others listen to, and forgets one when it turns out that nobody does any more. What was said while we could not hear
 * is asked of Redis itself.
 */
export function createRedisRelay({ me, commands, ears, tellHeard }: RelayParts) {
  const mine = new Set<string>();
  /** Those of mine that Redis counts among a channel's subscribers. */
  const subscribed = new Set<string>();
  const elsewhere = new Set<string>();
  const listeners: ((subject: string, words: string) => void)[] = [];
  /** Grows with everything that an answer of Redis may be too old for. */
  let changes = 0;
  let said = 0;

  /** Fails while Redis is away, and is made up for when it is back. */
  async function subscribe(subjects: readonly string[]): Promise<void> {
    await ears.subscribe(...subjects.map(channelOf));
    for (const subject of subjects) if (mine.has(subject)) subscribed.add(subject);
    changes += 1;
    await tellHeard(subjects);
  }

  async function refresh(): Promise<void> {
    const before = changes;
    const channels = (await commands.pubsub('CHANNELS', `${PREFIX}*`)) as string[];
    const found = channels.map(subjectOf);
    const shared = await sharedAmong(found.filter((subject) => mine.has(subject)));
    if (before === changes) elsewhere.clear();
    for (const subject of found) if (!mine.has(subject) || shared.has(subject)) elsewhere.add(subject);
  }

  /** A channel that we subscribe to as well is of interest when we are not alone there. */
  async function sharedAmong(subjects: readonly string[]): Promise<ReadonlySet<string>> {
    const shared = new Set<string>();
    for (const some of chunksOf(subjects)) {
      const counts = (await commands.pubsub('NUMSUB', ...some.map(channelOf))) as (string | number)[];
      for (const [i, subject] of some.entries()) if (Number(counts[2 * i + 1]) > 1) shared.add(subject);
    }
    return shared;
  }

  const timer = setInterval(() => void refresh().catch(() => {}), REFRESH_MS).unref();

  const relay: Relay = {
    async listen(subject) {
      mine.add(subject);
      changes += 1;
      await subscribe([subject]).catch(() => {});
    },
    stop(subject) {
      mine.delete(subject);
      subscribed.delete(subject);
      changes += 1;
      ears.unsubscribe(channelOf(subject)).catch(() => {});
    },
    isHeardElsewhere: (subject) => elsewhere.has(subject),
    say(subject, words) {
      said += 1;
      const before = changes;
      const own = subscribed.has(subject) ? 1 : 0;
      commands.publish(channelOf(subject), `${me}${words}`).then(
        (receivers) => {
          if (receivers <= own && before === changes) elsewhere.delete(subject);
        },
        () => {},
      );
    },
    said: () => said,
    hear(listener) {
      listeners.push(listener);
    },
  };

  return {
    relay,
    /** Another instance listens. */
    heardElsewhere(subjects: readonly string[]): void {
      changes += 1;
      for (const subject of subjects) elsewhere.add(subject);
    },
    isOurs: (channel: string): boolean => channel.startsWith(PREFIX),
    receive(channel: string, text: string): void {
      if (text.startsWith(me)) return;
      const subject = subjectOf(channel);
      // Names of instances are all of one length.
      const words = text.slice(me.length);
      for (const listener of listeners) listener(subject, words);
    },
    /** The connections are new: nothing is subscribed to, and much may have been missed. */
    async resume(): Promise<void> {
      subscribed.clear();
      for (const some of chunksOf([...mine])) await subscribe(some);
      await refresh();
    },
    close(): void {
      clearInterval(timer);
      listeners.length = 0;
    },
  };
}

const channelOf = (subject: string): string => PREFIX + subject;
const subjectOf = (channel: string): string => channel.slice(PREFIX.length);

function* chunksOf(all: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}
