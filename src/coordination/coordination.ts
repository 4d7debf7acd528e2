import type { FallLevel } from '../domain/fall-level.ts';

/**
 * What several instances of the service must agree on. `memory.ts` serves one instance alone;
 * another implementation behind this interface lets many act as one.
 */
export interface Coordination {
  /** Counts one use of `key` in a window that begins with its first use. */
  hit(key: string, limit: number, windowMs: number): Verdict | Promise<Verdict>;
  /** Tells every instance, this one included. */
  announce(news: News): void;
  subscribe(listener: (news: News) => void): void;
  close(): Promise<void>;
}

export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds since 1970. */
  readonly resetAt: number;
}

export type News =
  | { readonly type: 'session.revoked'; readonly userId: string; readonly sessionId: string }
  | { readonly type: 'user.revoked'; readonly userId: string; readonly keptSession?: string | undefined }
  | { readonly type: 'device.disabled'; readonly macAddress: string; readonly disabled: boolean }
  | { readonly type: 'device.deleted'; readonly macAddress: string }
  | {
      readonly type: 'fall.recorded';
      readonly fallId: string;
      readonly userId: string;
      readonly level: FallLevel;
      readonly at: number;
    };
