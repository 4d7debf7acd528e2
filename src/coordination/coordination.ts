import type { FallLevel } from '../domain/fall-level.ts';
import type { Acceptance, ScheduledReading } from '../domain/send-schedule.ts';

/**
 * What several instances of the service must agree on. `memory.ts` serves one instance alone;
 * another implementation behind this interface lets many act as one.
 */
export interface Coordination {
  /** The devices' send schedules, where several instances keep them together; undefined where each keeps its own. */
  readonly schedule: SharedSchedule | undefined;
  readonly relay: Relay;
  readonly presence: PresenceSet;
  readonly sessionStore: SessionStore;
  /** False while instances cannot hear each other. What is remembered of the database may then be out of date. */
  isHealthy(): boolean;
  /** Counts one use of `key` in a window that begins with its first use. */
  hit(key: string, limit: number, windowMs: number): Verdict | Promise<Verdict>;
  /** How often `key` was used in its window, without using it. */
  used(key: string): number | Promise<number>;
  /** A number greater than any that an instance was given before; undefined when none can be had. */
  nextConnectionSequence(): Promise<number | undefined>;
  /**
   * Tells every instance, this one included and at once. Resolves when the event is on its way to the others, or
   * cannot be: whoever answers before that may be overtaken by the next request at another instance.
   */
  broadcast(event: ClusterEvent): Promise<void>;
  subscribe(listener: (event: ClusterEvent) => void): void;
  close(): Promise<void>;
}

export interface SharedSchedule {
  /**
   * As domain/send-schedule.ts, decided for all instances at once, by a clock that they share; undefined when it cannot
   * be decided together. `waitedMs`: how long ago the reading arrived.
   */
  take(
    deviceKey: number,
    reading: ScheduledReading,
    waitedMs: number,
    intervalMs: number,
  ): Promise<ScheduleDecision | undefined>;
  /** An accepted reading could not be stored; the device's last stored one is `storedAgoMs` old. */
  giveBack(deviceKey: number, acceptance: Acceptance, storedAgoMs: number, intervalMs: number): void;
}

/**
 * Carries what is said of a subject (a device, a patient) to the instances where somebody listens. Mostly that is
 * none, and then nothing is sent.
 */
export interface Relay {
  /**
   * What other instances say of the subject is wanted here; to be told once, however many listen. Resolves when the
   * others know, or cannot be told now.
   */
  subscribe(subject: string): Promise<void>;
  unsubscribe(subject: string): void;
  /** Answered from memory, because it is asked for every reading. */
  hasRemoteSubscribers(subject: string): boolean;
  publish(subject: string, words: string): void;
  /** How often something was said to other instances so far. */
  publishedCount(): number;
  /** Called with what other instances say of subjects that are listened to here. */
  onMessage(listener: (subject: string, words: string) => void): void;
}

/** The names of those who are connected, kept by each instance for itself and read by all; it dies with its instance. */
export interface PresenceSet {
  add(name: string): void;
  remove(names: readonly string[]): void;
  /** Those of the names that are connected to another instance, after what was entered and left here so far. */
  onOtherInstances(names: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Small texts that an account finds again at any instance: so many of them, and for so long. */
export interface SessionStore {
  /** Undefined also when it cannot be read now. */
  read(account: string, name: string): Promise<string | undefined>;
  /** The oldest of an account go when there are more than `most`; all go when none is written for `keptMs`. */
  write(account: string, name: string, text: string, bounds: SessionBounds): void;
  delete(account: string, name: string): void;
}

export interface SessionBounds {
  readonly maxPerAccount: number;
  readonly ttlMs: number;
}

export interface ScheduleDecision {
  /** Undefined when the reading is too early. */
  readonly acceptance: Acceptance | undefined;
  /** In how many milliseconds the next reading is due. */
  readonly dueInMs: number;
}

export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds since 1970. */
  readonly resetAt: number;
}

export type ClusterEvent =
  /** News may have been missed: whatever was learnt from the database should be asked again. */
  | { readonly type: 'resync' }
  | { readonly type: 'session.revoked'; readonly userId: string; readonly sessionId: string }
  | { readonly type: 'user.revoked'; readonly userId: string; readonly keptSession?: string | undefined }
  | { readonly type: 'care.ended'; readonly caregiverId: string; readonly patientId: string }
  | { readonly type: 'device.disabled'; readonly macAddress: string; readonly disabled: boolean }
  | { readonly type: 'device.deleted'; readonly macAddress: string }
  | { readonly type: 'device.token.replaced'; readonly macAddress: string }
  /** Of two connections with one client id the one with the greater ticket stays. */
  | { readonly type: 'mqtt.connected'; readonly clientId: string; readonly connectionSequence: number }
  | {
      readonly type: 'live.event';
      readonly recipientId: string;
      readonly id: number;
      readonly event: string;
      readonly data: object;
    }
  | {
      readonly type: 'fall.recorded';
      readonly fallId: string;
      readonly userId: string;
      readonly level: FallLevel;
      readonly at: number;
    };
