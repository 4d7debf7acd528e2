import { retention as accountRetention } from '../accounts/index.ts';
import { retention as fallRetention } from '../falls/index.ts';
import { retention as liveRetention } from '../live/index.ts';
import { retention as notifyRetention } from '../notify/index.ts';
import { retention as peopleRetention } from '../people/index.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { RetentionBatch, RetentionTask } from '../platform/database/retention.ts';
import type { ReadingDays } from '../platform/database/schema/partitions.ts';
import { DAY_MS } from '../platform/time.ts';
import { createErasure } from '../readings/index.ts';
import { retention as responseRetention } from '../response/index.ts';

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
  readonly onErasureFailed: (deviceKey: number, error: unknown) => void;
  readonly now: () => number;
}

const BATCH_SIZE = 5_000;

const RETENTION: readonly RetentionTask[] = [
  ...accountRetention,
  ...peopleRetention,
  ...liveRetention,
  ...notifyRetention,
  ...responseRetention,
  ...fallRetention,
];

/** The order of the modules' tasks; a task not named here runs last. */
const ORDER = [
  'purge_events',
  'purge_sessions',
  'purge_outbox',
  'purge_claim_links',
  'purge_email_changes',
  'purge_audit',
  'purge_falls',
  'purge_alerts',
  'purge_messages',
  'purge_response_log',
];
const placeOf = ({ name }: RetentionTask): number =>
  ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length;

/** All housekeeping tasks, in the order they run: docs/operations.md, "Housekeeping". */
export function createTasks({
  db,
  days,
  config,
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
        const droppedDays = await days.drop(daysAgo(config.retentionDays));
        return { rows: droppedDays.length, isDone: true, droppedDays };
      },
    },
    { name: 'erase_readings', start: () => createErasure({ db, onFailed: onErasureFailed }) },
    ...RETENTION.toSorted((a, b) => placeOf(a) - placeOf(b)).map(retaining),
  ];
}
