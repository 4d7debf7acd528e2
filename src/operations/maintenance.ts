import type { Database, Queryable } from '../platform/database/database.ts';
import type { Housekeeping } from './housekeeping.ts';
import type { MaintenanceTask } from './schema.ts';

interface MaintenanceReport {
  readonly task: MaintenanceTask;
  readonly status: 'COMPLETED' | 'DRY_RUN';
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly result: Readonly<Record<string, unknown>>;
}

interface MaintenanceOptions {
  readonly dryRun: boolean;
  /** The admin confirms the clock, which may be in doubt. */
  readonly clockIsRight: boolean;
}

type Maintenance = (task: MaintenanceTask, options: MaintenanceOptions) => Promise<MaintenanceReport>;

export interface MaintenanceDeps {
  readonly db: Database;
  readonly housekeeping: Housekeeping;
  readonly countEndedSessions: (q: Queryable, now: Date) => Promise<number>;
  readonly deviceLogs: {
    /** Counts the entries that `trim` would delete. */
    readonly countSurplus: (q: Queryable) => Promise<number>;
    readonly trim: (q: Queryable) => Promise<number>;
  };
  readonly now: () => number;
}

const TABLES = ['users', 'sessions', 'devices', 'assignments', 'fall_events', 'alerts', 'messages'];

/** docs/contract.md, "Retention and maintenance": tasks that an admin can run without waiting for housekeeping. */
export function createMaintenance(deps: MaintenanceDeps): Maintenance {
  const { db, housekeeping, deviceLogs, now } = deps;
  const tasks: Readonly<
    Record<MaintenanceTask, (dryRun: boolean, isClockRight: boolean) => Promise<Record<string, unknown>>>
  > = {
    async apply_retention(dryRun, isClockRight) {
      const { droppedDays, deleted, isComplete } = await housekeeping.applyRetention(dryRun, isClockRight);
      return { droppedDays, ...deleted, isComplete };
    },
    cleanup_logs: async (dryRun) => ({
      deletedLogEntries: await (dryRun ? deviceLogs.countSurplus(db) : deviceLogs.trim(db)),
    }),
    async purge_sessions(dryRun, isClockRight) {
      const count = () => deps.countEndedSessions(db, new Date(now()));
      const purge = () => housekeeping.run('purge_sessions', isClockRight);
      return { deletedSessions: await (dryRun ? count() : purge()) };
    },
    async analyze(dryRun) {
      // ANALYZE samples each table, so the default statement timeout is enough.
      if (!dryRun) for (const table of TABLES) await db.run(`ANALYZE ${table}`);
      return { analyzedTables: TABLES };
    },
  };

  return async (task, { dryRun, clockIsRight }) => {
    const startedAt = new Date(now());
    const result = await tasks[task](dryRun, clockIsRight);
    return {
      task,
      status: dryRun ? 'DRY_RUN' : 'COMPLETED',
      startedAt,
      finishedAt: new Date(now()),
      result,
    };
  };
}
