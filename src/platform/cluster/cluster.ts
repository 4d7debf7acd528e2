import type { EventKind } from './events.ts';

/**
 * What several instances of the service must agree on. `memory.ts` serves one instance alone;
 * another implementation behind this interface lets many act as one. No call here rejects: what the others cannot be
 * asked or told now is decided locally, or made up for later.
 */
export interface Coordination {
  /** False for an instance that is alone: what it knows in memory is all there is to know. */
  readonly isShared: boolean;
  /** Undefined for an instance without Redis. */
  readonly scripts: RedisScripts | undefined;
  readonly relay: Relay;
  readonly presence: PresenceSet;
  readonly sessionStore: SessionStore;
  /** False while instances cannot reach each other: what is cached of the database may then be out of date. */
  isHealthy(): boolean;
  /** Counts one use of `key` in a window that begins with its first use. */
  hit(key: string, limit: number, windowMs: number): Verdict | Promise<Verdict>;
  /** Whether one more use would be allowed; counts nothing. */
  peek(key: string, limit: number): Verdict | Promise<Verdict>;
  /** Takes one use of `key` back. */
  giveBack(key: string): void | Promise<void>;
  /** Greater than any number that any instance got before; undefined while Redis is away. */
  nextConnectionSequence(): Promise<number | undefined>;
  /**
   * To every instance; this one gets it before the call returns. Unless its kind is `viaRedisOnly`, it goes by the side channel, too,
   * whether Redis can be reached or not: another instance may have lost it. Resolves when the event is sent, or cannot be sent:
   * answer the client only then, or its next request at another instance may overtake the event.
   */
  broadcast<Data extends object>(kind: EventKind<Data>, data: NoInfer<Data>): Promise<void>;
  subscribe<Data extends object>(kind: EventKind<Data>, listener: (data: NoInfer<Data>) => void): void;
  close(): Promise<void>;
}

/** Lua scripts of the modules, which Redis runs in one step for all instances. */
export interface RedisScripts {
  /** The function rejects at once while Redis is away, and after `timeoutMs` without an answer. */
  define<Answer>(script: RedisScript): RunScript<Answer>;
  readonly timeoutMs: number;
}

export type RunScript<Answer> = (...keysAndArgs: readonly (string | number)[]) => Promise<Answer>;

export interface RedisScript {
  /** Unique among all scripts. */
  readonly name: string;
  /** A Redis Cluster places the script by its keys: all of them have the same part in braces. */
  readonly numberOfKeys: number;
  readonly lua: string;
}

/** Another way between instances, beside Redis: PostgreSQL's notices. Short texts only, and few. */
export interface PgBus {
  /** Rejects when it cannot be sent. */
  send(text: string): Promise<void>;
  /** Called with what every instance sends, this one included; without a text where something may have been missed. */
  onMessage(listener: (text?: string) => void): void;
}

/**
 * Publish/subscribe between instances, by subject (a device or a patient). Mostly a subject has no subscriber at
 * another instance, and then nothing is sent.
 */
export interface Relay {
  /** Call once per subject, however many clients here want it. Resolves when the others know, or cannot know now. */
  subscribe(subject: string): Promise<void>;
  unsubscribe(subject: string): void;
  /** From memory, because it is asked for every reading. */
  hasRemoteSubscribers(subject: string): boolean;
  publish(subject: string, message: string): void;
  /** Messages published so far. */
  publishedCount(): number;
  /** Messages of other instances about subjects that are subscribed to here. */
  onMessage(listener: (subject: string, message: string) => void): void;
}

/** Names of connected clients: each instance keeps its own set, all may read it, and it expires with its instance. */
export interface PresenceSet {
  add(name: string): void;
  remove(names: readonly string[]): void;
  /** Those of the names that are connected to another instance, after every add and remove so far. */
  onOtherInstances(names: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Small texts by account and name, readable at any instance; bounded in number and age. */
export interface SessionStore {
  /** Undefined also while Redis is away. */
  read(account: string, name: string): Promise<string | undefined>;
  /** Beyond `maxPerAccount` the oldest are deleted; after `ttlMs` without a write all of the account's are. */
  write(account: string, name: string, text: string, bounds: SessionBounds): void;
  delete(account: string, name: string): void;
}

export interface SessionBounds {
  readonly maxPerAccount: number;
  readonly ttlMs: number;
}

export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds since 1970. */
  readonly resetAt: number;
}
