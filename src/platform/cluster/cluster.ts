import type { EventKind } from './events.ts';

/**
 * State and events that several instances of the service share. `memory.ts` serves a single instance; another
 * implementation behind this interface lets many instances act as one. No call here rejects: while the other instances
 * cannot be reached, the instance decides locally, or catches up later.
 */
export interface Cluster {
  /** False for a single instance: its memory holds the complete state. */
  readonly isShared: boolean;
  /** Undefined for an instance without Redis. */
  readonly scripts: RedisScripts | undefined;
  readonly relay: Relay;
  readonly presence: PresenceSet;
  readonly sessionStore: SessionStore;
  /** False while the instances cannot reach each other: caches of the database may then be stale. */
  isHealthy(): boolean;
  /** Counts one use of `key` in a window that starts with the first use. */
  hit(key: string, limit: number, windowMs: number): LimitVerdict | Promise<LimitVerdict>;
  /** Whether one more use would be allowed; does not count it. */
  peek(key: string, limit: number): LimitVerdict | Promise<LimitVerdict>;
  /** Returns one use of `key`. */
  giveBack(key: string): void | Promise<void>;
  /** Greater than any number that any instance got before; undefined while Redis is unavailable. */
  nextConnectionSequence(): Promise<number | undefined>;
  /**
   * Sends the event to every instance; this one gets it before the call returns. Unless its kind is `viaRedisOnly`,
   * the event also goes over the side channel, even while Redis is reachable: another instance may have lost it.
   * Resolves when the event is sent, or cannot be sent. Reply to the client only then, or its next request at another
   * instance may overtake the event.
   */
  broadcast<Data extends object>(kind: EventKind<Data>, data: NoInfer<Data>): Promise<void>;
  /** Calls the listeners of RESYNC at this instance. */
  resync(): void;
  subscribe<Data extends object>(kind: EventKind<Data>, listener: (data: NoInfer<Data>) => void): void;
  close(): Promise<void>;
}

/** Lua scripts of the modules; Redis runs each atomically for all instances. */
export interface RedisScripts {
  /** The function rejects at once while Redis is unavailable, and after `timeoutMs` without a reply. */
  define<Reply>(script: RedisScript): RunScript<Reply>;
  readonly timeoutMs: number;
}

export type RunScript<Reply> = (...keysAndArgs: readonly (string | number)[]) => Promise<Reply>;

export interface RedisScript {
  /** Unique among all scripts. */
  readonly name: string;
  /** A Redis Cluster places the script by its keys, so all keys share the same hash tag in braces. */
  readonly numberOfKeys: number;
  readonly lua: string;
}

/** The side channel between instances, beside Redis: PostgreSQL's NOTIFY. For few and short messages only. */
export interface PgBus {
  /** Rejects when the message cannot be sent. */
  send(text: string): Promise<void>;
  /**
   * Called with the messages of every instance, this one included; without a text when messages may have been missed.
   */
  onMessage(listener: (text?: string) => void): void;
}

/**
 * Publish/subscribe between instances, by subject (a device or a patient). Most subjects have no subscriber at another
 * instance, and then nothing is sent.
 */
export interface Relay {
  /**
   * Call once per subject, regardless of the number of local clients. Resolves when the other instances know, or
   * cannot be reached now.
   */
  subscribe(subject: string): Promise<void>;
  unsubscribe(subject: string): void;
  /** Replies from memory, because it is called for every reading. */
  hasRemoteSubscribers(subject: string): boolean;
  /**
   * Resolves with the number of instances that are subscribed to the subject in Redis, this one included; undefined if
   * Redis is unavailable.
   */
  publish(subject: string, message: string): Promise<number | undefined>;
  /** Messages published so far. */
  publishedCount(): number;
  /** Messages of other instances about subjects with a local subscription. */
  onMessage(listener: (subject: string, message: string) => void): void;
}

/**
 * Names of connected clients. Each instance keeps its own set, all instances can read it, and it expires with its
 * instance.
 */
export interface PresenceSet {
  add(name: string): void;
  remove(names: readonly string[]): void;
  /** The names that are connected to another instance, after every add and remove so far. */
  onOtherInstances(names: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Short texts by owner and name, readable from any instance; bounded in number and age. */
export interface SessionStore {
  /** Undefined also while Redis is unavailable. */
  read(owner: string, name: string): Promise<string | undefined>;
  /** Deletes the oldest beyond `maxPerOwner`; deletes all of the owner's after `ttlMs` without a write. */
  write(owner: string, name: string, text: string, bounds: SessionBounds): void;
  delete(owner: string, name: string): void;
}

interface SessionBounds {
  readonly maxPerOwner: number;
  readonly ttlMs: number;
}

export interface LimitVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** The end of the window, in milliseconds since 1970. */
  readonly resetAt: number;
}
