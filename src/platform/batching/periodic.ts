import { createSteadyClock } from '../time.ts';

export interface Periodic {
  /** Runs the work now, or once more when it is running or resting: something has come that must not wait. */
  wake(): void;
  /** Resolves when the run in progress, if any, has ended; there will be no other. */
  close(): Promise<void>;
}

export interface PeriodicDeps {
  readonly everyMs: number;
  /** The service's own clock: tests move it, and the runs follow. */
  readonly now: () => number;
  readonly work: () => Promise<void> | void;
  readonly failed: (error: unknown) => void;
  /** Asked after each run: for so long it is not woken again, and what comes meanwhile is done together. */
  readonly restMs?: () => number;
}

const POLL_MS = 250;
/** All look at the clock together: a process that a dozen timers wake in turn is never at rest. */
const polls = new Set<() => boolean>();
let ticking: NodeJS.Timeout | undefined;

/**
 * Starts the work that is due and returns whether any work runs or rests now. A test that has moved the clock calls this
 * until nothing does, and then knows that everything due has been done.
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

/** Runs `work` whenever so much time has passed by the clock, never twice at once. Setting the clock back delays nothing. */
export function startPeriodic({ everyMs, now, work, failed, restMs }: PeriodicDeps): Periodic {
  const steadyNow = createSteadyClock(now);
  let last = steadyNow();
  let running: Promise<void> | undefined;
  let resting: NodeJS.Timeout | undefined;
  let again = false;
  let closed = false;

  function run(): void {
    last = steadyNow();
    again = false;
    running = Promise.resolve()
      .then(work)
      .catch(failed)
      .finally(() => {
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
