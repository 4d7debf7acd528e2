// Longest block of the service's event loop, from the service's own metrics.
import type { RunningVigil } from './service.ts';

export interface EventLoopWatch {
  /** Starts a new phase. */
  phase(name: string): void;
  /** The longest block of each phase, in milliseconds. */
  end(): Promise<ReadonlyMap<string, number>>;
}

const EVERY_MS = 250;
/** Sampling interval of Node's event-loop monitor; a measured delay includes one interval. */
const RESOLUTION_MS = 10;
const METRIC = /^nodejs_eventloop_lag_max_seconds (\S+)$/m;

/** A service that has just ended does not respond. */
const ended = () => {};

/** Longest block since the last call. */
async function longestBlock(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const seconds = Number(METRIC.exec(text)?.[1]);
  if (Number.isNaN(seconds)) throw new Error('the service has no metric of its event loop');
  return Math.max(0, seconds * 1000 - RESOLUTION_MS);
}

/** Call it when the service is ready: blocks during the start do not count. */
export async function watchEventLoop({ metricsUrl }: RunningVigil, first: string): Promise<EventLoopWatch> {
  const longest = new Map<string, number>();
  let name = first;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const during = name;
    const block = await longestBlock(metricsUrl);
    longest.set(during, Math.max(longest.get(during) ?? 0, block));
  }

  await longestBlock(metricsUrl);
  const timer = setInterval(() => {
    looking ??= look()
      .catch(ended)
      .finally(() => {
        looking = undefined;
      });
  }, EVERY_MS);

  return {
    phase(next) {
      name = next;
    },
    async end() {
      clearInterval(timer);
      await looking;
      await look().catch(ended);
      return longest;
    },
  };
}
