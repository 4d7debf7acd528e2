import type { Database } from '../platform/database/database.ts';
import type { RetentionBatch, RetentionTask } from '../platform/database/retention.ts';
import type { DailyTable, ReadingDays } from '../platform/database/schema/partitions.ts';
import { DAY_MS } from '../platform/time.ts';
import { createErasure } from '../readings/index.ts';
import type { ReadingsConfig } from '../readings/settings.ts';

/** The time by which rows are old; undefined while the clock is in doubt, and nothing may be deleted. */
export type DeletionTime = () => Promise<number | undefined>;

export interface HousekeepingTask {
  readonly name: string;
  /** Starts a run; undefined if the rows are kept forever. What it deletes by age goes by the given time. */
  readonly start: ((time: DeletionTime) => RetentionBatch) | undefined;
  /** The figure that `apply_retention` reports: its name, and the number of rows the task would delete now. */
  readonly report?: { readonly name: string; readonly count: () => Promise<number> };
}

interface TaskDeps {
  readonly db: Database;
  readonly days: ReadingDays;
  readonly config: ReadingsConfig;
  /** The tasks of the modules, in the order they run. */
  readonly retention: readonly RetentionTask[];
  readonly onErasureFailed: (deviceKey: number, error: unknown) => void;
  readonly now: () => number;
}

const BATCH_SIZE = 5_000;
const HELD_BACK = { rows: 0, isDone: true, isHeldBack: true } as const;

/** Drops the expired days of readings and of their signals; returns the names of the days. */
export async function dropDays(
  days: ReadingDays,
  config: ReadingsConfig,
  now: number,
  dryRun = false,
): Promise<string[]> {
  const limitOf = (table: DailyTable) => retentionLimit(table, config, now);
  const signals = await days.drop(limitOf('reading_signals'), { table: 'reading_signals', dryRun });
  return [...(await days.drop(limitOf('sensor_readings'), { dryRun })), ...signals];
}

/** Days of a table before it are past their retention. */
export const retentionLimit = (table: DailyTable, config: ReadingsConfig, now: number): Date =>
  daysBefore(now, keptDaysOf(table, config));

export const keptDaysOf = (table: DailyTable, config: ReadingsConfig): number =>
  table === 'reading_signals' ? signalDays(config) : config.retentionDays;

const daysBefore = (time: number, days: number): Date => new Date(time - days * DAY_MS);

/** A signal without its reading could not be read. */
const signalDays = ({ retentionDays, samplesRetentionDays }: ReadingsConfig): number =>
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
  function retaining({
    name,
    keptDays: kept,
    purge,
    batchSize = BATCH_SIZE,
    report,
  }: RetentionTask): HousekeepingTask {
    const purging =
      (keptDays: number) =>
      (time: DeletionTime): RetentionBatch =>
      async () => {
        const at = await time();
        if (at === undefined) return HELD_BACK;
        const rows = await purge(db, daysBefore(at, keptDays), batchSize);
        return { rows, isDone: rows < batchSize };
      };
    return {
      name,
      start: kept === undefined ? undefined : purging(kept),
      ...(report && {
        report: {
          name: report.name,
          count: async () => (kept === undefined ? 0 : report.count(db, daysBefore(now(), kept))),
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
      start: (time) => async () => {
        const at = await time();
        if (at === undefined) return HELD_BACK;
        const droppedDays = await dropDays(days, config, at);
        return { rows: droppedDays.length, isDone: true, droppedDays };
      },
    },
    { name: 'erase_readings', start: () => createErasure({ db, onFailed: onErasureFailed }) },
    ...retention.map(retaining),
  ];
}
