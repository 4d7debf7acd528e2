import type { Config } from '../platform/config/config.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

/** What every step of the start is given. */
export interface Context {
  readonly config: Config;
  readonly log: Log;
  readonly now: () => number;
  readonly metrics: Metrics;
  readonly closeLater: CloseLater;
  /** Where people reach the service: in links of messages. Known once the ports are open. */
  readonly publicUrl: () => string;
  /** The service cannot go on, and whoever supervises it should start it again. */
  readonly onFatal: ((error: Error) => void) | undefined;
  /** Nobody wants the start to be completed any more. */
  readonly signal: AbortSignal | undefined;
}

/** Registers how a part is closed. Parts close in reverse order: whoever was opened last uses those before. */
export type CloseLater = (name: string, close: () => Promise<void>) => void;

export interface Closers {
  readonly closeLater: CloseLater;
  /** Goes on when one part fails to close. */
  closeAll(): Promise<void>;
}

/** Whoever waits for the end is told for what. */
const SLOW_CLOSE_MS = 3_000;

export function createClosers(log: Log): Closers {
  const deps: { readonly name: string; readonly close: () => Promise<void> }[] = [];
  return {
    closeLater: (name, close) => void deps.unshift({ name, close }),
    async closeAll() {
      for (const { name, close } of deps) {
        const slow = setTimeout(
          () => log.warn({ part: name }, 'shutdown: still closing'),
          SLOW_CLOSE_MS,
        ).unref();
        await close().catch((error: unknown) =>
          log.error({ err: error, part: name }, 'shutdown: close failed'),
        );
        clearTimeout(slow);
      }
    },
  };
}
