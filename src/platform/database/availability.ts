import { Unavailable } from '../errors.ts';
import type { Outage } from './outage.ts';

/**
 * Detects an unresponsive database. A stopped process or a network that drops packets neither refuses nor closes
 * connections. So when work waits too long, a probe runs over a new connection. If the probe gets no reply either,
 * the database is unavailable: all waiting and new work fails at once, until the database replies again.
 *
 *   work ──2 s──► suspicion ──a probe is silent for 2 s──► away ──a probe every 250 ms replies──► available
 */
export interface Availability {
  /**
   * Runs `work`, or rejects without running it while the database is unavailable; rejects when the database becomes
   * unavailable meanwhile.
   */
  whileAvailable<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

interface AvailabilityDeps {
  /** Resolves when the database has replied, rejects when it has not within this time. */
  readonly probe: (timeoutMs: number) => Promise<void>;
  /** Called when the running work has been abandoned: its resources can be released. */
  readonly onAway: () => void;
  readonly outage: Outage;
}

interface Running {
  readonly since: number;
  readonly giveUp: (error: Unavailable) => void;
}

/** Time is counted in ticks: a process that was paused or busy itself must not consider the database unresponsive. */
const TICK_MS = 250;
const SUSPICIOUS_TICKS = 8;
const SILENT_TICKS = 8;
const REPEAT_SUSPICION_TICKS = 8;
/** Long enough that the ticks end a suspicion, and never the probe's own timer. */
const SUSPICION_PROBE_MS = 2 * SILENT_TICKS * TICK_MS;
const RETURN_PROBE_MS = 1_000;

export function createAvailability({ probe, onAway, outage }: AvailabilityDeps): Availability {
  /** In order of their start. */
  const running = new Set<Running>();
  let tick = 0;
  let away = false;
  let suspectedAt: number | undefined;
  let respondedAt = Number.NEGATIVE_INFINITY;

  const timer = setInterval(() => {
    tick += 1;
    if (away) lookForReturn();
    else if (suspectedAt !== undefined) {
      if (tick - suspectedAt >= SILENT_TICKS) goAway();
    } else if (isSuspicious()) suspect(tick);
  }, TICK_MS).unref();

  function isSuspicious(): boolean {
    const [oldest] = running;
    if (oldest === undefined || tick - oldest.since < SUSPICIOUS_TICKS) return false;
    return tick - respondedAt >= REPEAT_SUSPICION_TICKS;
  }

  function suspect(at: number): void {
    suspectedAt = at;
    const over = () => {
      if (suspectedAt !== at) return;
      suspectedAt = undefined;
      respondedAt = tick;
    };
    // Any reply, a refusal included, shows that the database responds.
    probe(SUSPICION_PROBE_MS).then(over, over);
  }

  function goAway(): void {
    away = true;
    suspectedAt = undefined;
    const givenUp = [...running];
    running.clear();
    const error = new Unavailable('The database is not reachable');
    outage.began(error);
    onAway();
    for (const { giveUp } of givenUp) giveUp(error);
  }

  function lookForReturn(): void {
    probe(RETURN_PROBE_MS).then(
      () => {
        if (!away) return;
        away = false;
        respondedAt = tick;
      },
      () => {},
    );
  }

  return {
    whileAvailable(work) {
      if (away) return Promise.reject(new Unavailable('The database is not available'));
      return new Promise((resolve, reject) => {
        const entry: Running = { since: tick, giveUp: reject };
        running.add(entry);
        work()
          .finally(() => running.delete(entry))
          .then(
            (result) => {
              outage.succeeded();
              resolve(result);
            },
            (error: unknown) => {
              outage.failed(error);
              reject(error);
            },
          );
      });
    },
    close: () => clearInterval(timer),
  };
}
