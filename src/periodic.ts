export interface Rounds {
  /** Resolves when the round under way, if any, is over; there will be no other. */
  close(): Promise<void>;
}

export interface RoundsParts {
  readonly everyMs: number;
  /** The service's own clock: tests move it, and rounds follow. */
  readonly now: () => number;
  readonly work: () => Promise<void> | void;
  readonly failed: (error: unknown) => void;
}

const LOOK_MS = 250;

/** Does `work` whenever so much time has passed by the clock, never twice at once, for as long as it runs. */
export function startRounds({ everyMs, now, work, failed }: RoundsParts): Rounds {
  let last = now();
  let underWay: Promise<void> | undefined;

  const timer = setInterval(
    () => {
      if (underWay !== undefined || now() - last < everyMs) return;
      last = now();
      underWay = Promise.resolve()
        .then(work)
        .catch(failed)
        .finally(() => {
          underWay = undefined;
        });
    },
    Math.min(LOOK_MS, everyMs),
  ).unref();

  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
