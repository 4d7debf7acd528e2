import { Unavailable } from '../errors.ts';
import { NoPrimary } from './host-choice.ts';
import type { Outage } from './outage.ts';

/**
 * Detects an unresponsive database. A stopped process or a network that drops packets neither refuses nor closes
 * connections. So when work waits too long, a probe runs over a new connection. If the probe gets no reply either,
 * or no host accepts writes, the database is unavailable: all waiting and new work fails at once, until the database
 * replies again.
 *
 *   work ──2 s──► suspicion ──no probe succeeds for 2 s──► away ──a probe every 250 ms replies──► available
 *
 * A database whose synchronous standby is away replies, but completes no commit. Each commit that waits for the standby
 * is invisible, and keeps its locks and its connection until the standby is back, even if the client has gone. So once
 * the probe finds such commits, no further ones are begun.
 *
 *   suspicion ──the probe finds commits that wait for a standby──► unconfirmed ──none waits any more──► available
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
  /**
   * Resolves when the database has replied, with the processes of the server whose commits wait for a standby; rejects
   * when it has not within this time.
   */
  readonly probe: (timeoutMs: number) => Promise<readonly number[]>;
  /** Called when the running work has been abandoned: its resources can be released. */
  readonly onAway: () => void;
  /** Called when commits wait for a standby: these processes must be given up, and nothing further be written. */
  readonly onUnconfirmed: (pids: readonly number[]) => void;
  /** Called when no commit waits for a standby any more. */
  readonly onConfirmed: () => void;
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

export function createAvailability({
  probe,
  onAway,
  onUnconfirmed,
  onConfirmed,
  outage,
}: AvailabilityDeps): Availability {
  /** In order of their start. */
  const running = new Set<Running>();
  let tick = 0;
  let away = false;
  let isUnconfirmed = false;
  let suspectedAt: number | undefined;
  let isProbing = false;
  let respondedAt = Number.NEGATIVE_INFINITY;

  const timer = setInterval(() => {
    tick += 1;
    if (away) return lookForReturn();
    if (suspectedAt === undefined && (isUnconfirmed || isSuspicious())) suspectedAt = tick;
    if (suspectedAt === undefined) return;
    if (tick - suspectedAt >= SILENT_TICKS) goAway();
    else if (!isProbing) ask(suspectedAt);
  }, TICK_MS).unref();

  function isSuspicious(): boolean {
    const [oldest] = running;
    if (oldest === undefined || tick - oldest.since < SUSPICIOUS_TICKS) return false;
    return tick - respondedAt >= REPEAT_SUSPICION_TICKS;
  }

  function ask(at: number): void {
    isProbing = true;
    const over = (unconfirmed?: readonly number[]) => {
      isProbing = false;
      if (suspectedAt !== at) return;
      suspectedAt = undefined;
      respondedAt = tick;
      if (unconfirmed !== undefined) setUnconfirmed(unconfirmed);
    };
    probe(SUSPICION_PROBE_MS).then(over, (error: unknown) => {
      // Any reply, a refusal included, shows that the database responds; but standbys cannot answer for a lost primary.
      if (error instanceof NoPrimary && !error.isBusy) isProbing = false;
      else over();
    });
  }

  function setUnconfirmed(pids: readonly number[]): void {
    if (pids.length > 0) {
      isUnconfirmed = true;
      outage.began(new Unavailable('Commits wait for a synchronous standby that does not reply'));
      onUnconfirmed(pids);
    } else if (isUnconfirmed) {
      isUnconfirmed = false;
      onConfirmed();
    }
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
      (unconfirmed) => {
        if (!away) return;
        away = false;
        respondedAt = tick;
        setUnconfirmed(unconfirmed);
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
