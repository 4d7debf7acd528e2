export interface Periodic {
  /** Does the work now, or once more when a round is under way: something has come that will not wait. */
  wake(): void;
  /** Resolves when the round under way, if any, is over; there will be no other. */
  close(): Promise<void>;
}

export interface PeriodicParts {
  readonly everyMs: number;
  /** The service's own clock: tests move it, and rounds follow. */
  readonly now: () => number;
  readonly work: () => Promise<void> | void;
  readonly failed: (error: unknown) => void;
}

const POLL_MS = 250;

/** Does `work` whenever so much time has passed by the clock, never twice at once, for as long as it runs. */
export function startPeriodic({ everyMs, now, work, failed }: PeriodicParts): Periodic {
  let last = now();
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;

  function round(): void {
    last = now();
    again = false;
    running = Promise.resolve()
      .then(work)
      .catch(failed)
      .finally(() => {
        running = undefined;
        if (again && !closed) round();
      });
  }

  const timer = setInterval(
    () => {
      if (running === undefined && now() - last >= everyMs) round();
    },
    Math.min(POLL_MS, everyMs),
  ).unref();

  return {
    wake() {
      if (closed) return;
      if (running === undefined) round();
      else again = true;
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
