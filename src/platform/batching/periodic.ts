import { createSteadyClock, MINUTE_MS } from '../time.ts';

export interface Periodic {
  /** Runs the work now; if it is running or pausing, runs it once more afterwards. */
  wake(): void;
  /** Resolves when the current run, if any, has ended; no other run starts. */
  close(): Promise<void>;
}

interface PeriodicDeps {
  readonly everyMs: number;
  /** The service's clock; tests move it, and the schedule follows. */
  readonly now: () => number;
  readonly work: () => Promise<void> | void;
  readonly failed: (error: unknown) => void;
  /** Returns how long to pause after a run. Wake-ups during the pause share one run. */
  readonly restMs?: () => number;
  /** A run that takes longer counts as failed, and no longer delays the next one. */
  readonly maxRunMs?: number;
}

const POLL_MS = 250;
/** Longer than any work takes: every query and every request has a time limit. */
const MAX_RUN_MS = 5 * MINUTE_MS;
/** One timer polls all schedules: a dozen separate timers would keep the process from ever idling. */
const polls = new Set<() => boolean>();
let ticking: NodeJS.Timeout | undefined;

/**
 * Starts the work that is due and returns whether any work is running or pausing. A test that has moved the clock
 * calls this until it returns false; then all due work is done.
 */
export function startDueWork(): boolean {
  let isBusy = false;
  for (const poll of polls) isBusy = poll() || isBusy;
  return isBusy;
}

function startPolling(poll: () => boolean): () => void {
  polls.add(poll);
  ticking ??= setInterval(startDueWork, POLL_MS).unref();
  return () => {
    polls.delete(poll);
    if (polls.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/**
 * Runs `work` every `everyMs` by the clock, never twice at once unless a run hangs. Setting the clock back delays
 * nothing.
 */
export function startPeriodic({
  everyMs,
  now,
  work,
  failed,
  restMs,
  maxRunMs = MAX_RUN_MS,
}: PeriodicDeps): Periodic {
  const steadyNow = createSteadyClock(now);
  let last = steadyNow();
  let running: Promise<void> | undefined;
  let resting: NodeJS.Timeout | undefined;
  let again = false;
  let closed = false;

  function run(): void {
    last = steadyNow();
    again = false;
    let timer: NodeJS.Timeout | undefined;
    const hung = new Promise<never>((_resolve, reject) => {
      const error = () => new Error(`a run has not ended after ${maxRunMs} ms, the next one starts`);
      timer = setTimeout(() => reject(error()), maxRunMs).unref();
    });
    running = Promise.race([Promise.resolve().then(work), hung])
      .catch(failed)
      .finally(() => {
        clearTimeout(timer);
        running = undefined;
        const rest = restMs?.() ?? 0;
        if (rest === 0) rested();
        else resting = setTimeout(rested, rest).unref();
      });
  }

  function rested(): void {
    resting = undefined;
    if (again && !closed) run();
  }

  const stopPolling = startPolling(() => {
    if (running === undefined && resting === undefined && steadyNow() - last >= everyMs) run();
    return running !== undefined || resting !== undefined;
  });

  return {
    wake() {
      if (closed) return;
      if (running === undefined && resting === undefined) run();
      else again = true;
    },
    async close() {
      closed = true;
      stopPolling();
      await running;
      clearTimeout(resting);
    },
  };
}
