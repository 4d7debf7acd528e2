import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Unavailable } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';

/** Whether the database accepts writes: it may reply to every query and still be read-only, or its disk full. */
export interface WriteMonitor {
  /** False until a write has succeeded since the start. */
  isProven(): boolean;
  /** Tries a small write now; `isProven` and `failingForMs` show the result. */
  prove(): Promise<void>;
  /** For how long no write has succeeded although one was wanted; 0 if the last one did. */
  failingForMs(): number;
  close(): Promise<void>;
}

interface Commits {
  /** Number of groups of readings committed and failed so far. */
  readonly groups: number;
  readonly failures: number;
  /** How long the oldest reading has been waiting for its commit; 0 without one. */
  readonly oldestMs: number;
}

interface WriteMonitorDeps {
  readonly db: Queryable;
  readonly commits: () => Commits;
  readonly log: Log;
  /** Milliseconds, monotonic. */
  readonly clock?: () => number;
}

const CHECK_MS = 500;
/** Without readings, a real write is tried this often: only a write detects a full disk. */
const IDLE_PROBE_MS = MINUTE_MS;
/** Only a write detects that a standby is away for which commits wait. */
const SYNCHRONOUS_PROBE_MS = 5 * SECOND_MS;
const REPORT_AFTER_MS = 10_000;

const WRITES = `SELECT current_setting('transaction_read_only')::boolean AS "readOnly",
  current_setting('synchronous_standby_names') <> '' AS "isSynchronous"`;
/** Extends a file and commits, and leaves nothing behind. */
const WRITE_PROBE = `CREATE TEMP TABLE vigil_write_probe ON COMMIT DROP AS SELECT repeat('x', 1000) AS filler`;

interface Settings {
  readonly readOnly: boolean;
  readonly isSynchronous: boolean;
}

const UNKNOWN: Settings = { readOnly: false, isSynchronous: false };

/**
 * Commits of readings show whether writes succeed. Without readings, the monitor checks whether the database is
 * read-only, and whether its standby confirms; after a failure, it tries a small write until one succeeds.
 */
export function createWriteMonitor({
  db,
  commits,
  log,
  clock = () => performance.now(),
}: WriteMonitorDeps): WriteMonitor {
  let seen = commits();
  let failingSince: number | undefined;
  let provenAt = Number.NEGATIVE_INFINITY;
  let isReported = false;

  function succeeded(): void {
    provenAt = clock();
    failingSince = undefined;
    if (isReported) log.info({}, 'readings: writes work again');
    isReported = false;
  }

  function failed(): void {
    failingSince ??= clock();
  }

  /** False if there was no commit since the last check. */
  function learnFromCommits(): boolean {
    const before = seen;
    seen = commits();
    if (seen.groups > before.groups) succeeded();
    else if (seen.failures > before.failures) failed();
    else return false;
    return true;
  }

  async function prove(): Promise<void> {
    if (await canWrite()) succeeded();
    else failed();
  }

  async function probe(): Promise<void> {
    if (failingSince !== undefined) return prove();
    const { readOnly, isSynchronous } = await settings();
    if (readOnly) failed();
    else if (clock() - provenAt >= (isSynchronous ? SYNCHRONOUS_PROBE_MS : IDLE_PROBE_MS)) await prove();
  }

  /** A role without permission to create temporary tables says nothing about the disk. */
  const canWrite = (): Promise<boolean> =>
    db.run(WRITE_PROBE).then(
      () => true,
      (error: unknown) => !(error instanceof Unavailable),
    );

  /** An unavailable database is reported by the health check itself. */
  const settings = (): Promise<Settings> =>
    db.row<Settings>(WRITES).then(
      (row = UNKNOWN) => row,
      () => UNKNOWN,
    );

  /** A reading that nothing commits has no failure, either. */
  const failingForMs = () =>
    Math.max(failingSince === undefined ? 0 : clock() - failingSince, commits().oldestMs);

  const periodic = startPeriodic({
    everyMs: CHECK_MS,
    now: clock,
    async work() {
      if (!learnFromCommits()) await probe();
      if (isReported || failingForMs() < REPORT_AFTER_MS) return;
      isReported = true;
      log.error(
        {
          err: new Unavailable('The database accepts no writes'),
          seconds: Math.round(failingForMs() / 1000),
        },
        'readings: no write succeeds',
      );
    },
    failed: (error) => log.error({ err: error }, 'readings: write check failed'),
  });

  return {
    isProven: () => provenAt !== Number.NEGATIVE_INFINITY,
    prove,
    failingForMs() {
      learnFromCommits();
      return failingForMs();
    },
    close: () => periodic.close(),
  };
}
