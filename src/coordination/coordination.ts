import type { FallLevel } from '../domain/fall-level.ts';

/**
 * What several instances of the service must agree on. `memory.ts` serves one instance alone;
 * another implementation behind this interface lets many act as one.
 */
export interface Coordination {
  /** The devices' send schedules, where several instances keep them together; undefined where each keeps its own. */
  readonly schedule: SharedSchedule | undefined;
  /** False while instances cannot hear each other. What is remembered of the database may then be out of date. */
  isWell(): boolean;
  /** Counts one use of `key` in a window that begins with its first use. */
  hit(key: string, limit: number, windowMs: number): Verdict | Promise<Verdict>;
  /** How often `key` was used in its window, without using it. */
  used(key: string): number | Promise<number>;
  /** Tells every instance, this one included. */
  announce(news: News): void;
  subscribe(listener: (news: News) => void): void;
  close(): Promise<void>;
}

export interface SharedSchedule {
  /** As domain/send-schedule.ts, decided for all instances at once; undefined when it cannot be decided together. */
  take(deviceKey: number, now: number, intervalMs: number): Promise<Turn | undefined>;
  /** A reading that was let through could not be stored: its device may send it again at once. */
  giveBack(deviceKey: number, intervalMs: number): void;
}

export interface Turn {
  readonly accepted: boolean;
  /** When the next reading is due. */
  readonly due: number;
}

export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds since 1970. */
  readonly resetAt: number;
}

export type News =
  /** News may have been missed: whatever was learnt from the database should be asked again. */
  | { readonly type: 'resync' }
  | { readonly type: 'session.revoked'; readonly userId: string; readonly sessionId: string }
  | { readonly type: 'user.revoked'; readonly userId: string; readonly keptSession?: string | undefined }
  | { readonly type: 'care.ended'; readonly caregiverId: string; readonly patientId: string }
  | { readonly type: 'device.disabled'; readonly macAddress: string; readonly disabled: boolean }
  | { readonly type: 'device.deleted'; readonly macAddress: string }
  | { readonly type: 'device.token.replaced'; readonly macAddress: string }
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
