import type { MachineClocks } from '../operations/clock/machine-clocks.ts';
import type { ClockSteps } from '../platform/clock-steps.ts';
import type { Outage } from '../platform/database/outage.ts';
import type { Log } from '../platform/log.ts';
import type { Config } from './config.ts';
import type { AppMetrics } from './metrics.ts';

/** Dependencies of every start step. */
export interface Context {
  readonly config: Config;
  readonly log: Log;
  /** Of the database. */
  readonly outage: Outage;
  readonly now: () => number;
  readonly clocks: MachineClocks;
  readonly steps: ClockSteps;
  readonly metrics: AppMetrics;
  readonly closeLater: CloseLater;
  /** The service's public URL, used for links in messages. Known once the ports are open. */
  readonly publicUrl: () => string;
  /** The MQTT address for wearables; null while both ports are closed. Known once the ports are open. */
  readonly brokerUrl: () => string | null;
  /** Where a phone reaches the service over HTTPS, the most likely address first. */
  readonly phoneUrls: () => Promise<readonly string[]>;
  /** FIRMWARE_PUBLIC_KEY as wearables take it: 32 bytes in base64. */
  readonly updateKey: string | null;
  /** Called when the service cannot continue and the supervisor should restart it. */
  readonly onFatal: ((error: Error) => void) | undefined;
  /** Aborted when the start is no longer wanted. */
  readonly signal: AbortSignal | undefined;
}

/** Registers how a part is closed. Parts close in reverse order, because later parts use earlier ones. */
type CloseLater = (name: string, close: () => Promise<void>) => void;

interface Closers {
  readonly closeLater: CloseLater;
  /** Closes the remaining parts even if one fails to close. */
  closeAll(): Promise<void>;
}

/** After this time the log names the part that is still closing. */
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
        try {
          await close();
        } catch (error) {
          log.error({ err: error, part: name }, 'shutdown: close failed');
        }
        clearTimeout(slow);
      }
    },
  };
}
