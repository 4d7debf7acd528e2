import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { RetentionBatch, RetentionTask } from '../platform/database/retention.ts';
import { type ReadingDays, SIGNALS } from '../platform/database/schema/partitions.ts';
import { DAY_MS } from '../platform/time.ts';
import { createErasure } from '../readings/index.ts';

export interface HousekeepingTask {
  readonly name: string;
  /** Starts a run; undefined if the rows are kept forever. */
  readonly start: (() => RetentionBatch) | undefined;
  /** The figure that `apply_retention` reports: its name, and the number of rows the task would delete now. */
  readonly report?: { readonly name: string; readonly count: () => Promise<number> };
}

interface TaskDeps {
  readonly db: Database;
  readonly days: ReadingDays;
  readonly config: Config;
  /** The tasks of the modules, in the order they run. */
  readonly retention: readonly RetentionTask[];
  readonly onErasureFailed: (deviceKey: number, error: unknown) => void;
  readonly now: () => number;
}

const BATCH_SIZE = 5_000;

/** Drops the expired days of readings and of their signals; returns the names of the days. */
export async function dropDays(
  days: ReadingDays,
  config: Config,
  now: number,
  dryRun = false,
): Promise<string[]> {
  const before = (kept: number): Date => new Date(now - kept * DAY_MS);
  const signals = await days.drop(before(signalDays(config)), { table: SIGNALS, dryRun });
  return [...(await days.drop(before(config.retentionDays), { dryRun })), ...signals];
}

/** A signal without its reading could not be read. */
const signalDays = ({ retentionDays, samplesRetentionDays }: Config): number =>
  samplesRetentionDays === 0 ? retentionDays : Math.min(samplesRetentionDays, retentionDays);

/** All housekeeping tasks, in the order they run: docs/operations.md, "Housekeeping". */
export function createTasks({
  db,
  days,
  config,
  retention,
  onErasureFailed,
  now,
}: TaskDeps): readonly HousekeepingTask[] {
  const daysAgo = (kept: number): Date => new Date(now() - kept * DAY_MS);

  function retaining({
    name,
    keptDays,
    purge,
    batchSize = BATCH_SIZE,
    report,
  }: RetentionTask): HousekeepingTask {
    const kept = keptDays(config);
    const purging = (keptDays: number) => (): RetentionBatch => async () => {
      const rows = await purge(db, daysAgo(keptDays), batchSize);
      return { rows, isDone: rows < batchSize };
    };
    return {
      name,
      start: kept === undefined ? undefined : purging(kept),
      ...(report && {
        report: {
          name: report.name,
          count: async () => (kept === undefined ? 0 : report.count(db, daysAgo(kept))),
        },
      }),
    };
  }

  return [
    {
      name: 'prepare_days',
      start: () => async () => {
        await days.prepare(new Date(now()));
        return { rows: 0, isDone: true };
      },
    },
    {
      name: 'drop_days',
      start: () => async () => {
        const droppedDays = await dropDays(days, config, now());
        return { rows: droppedDays.length, isDone: true, droppedDays };
      },
    },
    { name: 'erase_readings', start: () => createErasure({ db, onFailed: onErasureFailed }) },
    ...retention.map(retaining),
  ];
}
