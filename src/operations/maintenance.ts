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

export type Maintenance = (task: MaintenanceTask, dryRun: boolean) => Promise<MaintenanceReport>;

interface MaintenanceDeps {
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
  const tasks: Readonly<Record<MaintenanceTask, (dryRun: boolean) => Promise<Record<string, unknown>>>> = {
    async apply_retention(dryRun) {
      const { droppedDays, deleted, isComplete } = await housekeeping.applyRetention(dryRun);
      return { droppedDays, ...deleted, isComplete };
    },
    cleanup_logs: async (dryRun) => ({
      deletedLogEntries: await (dryRun ? deviceLogs.countSurplus(db) : deviceLogs.trim(db)),
    }),
    async purge_sessions(dryRun) {
      const count = () => deps.countEndedSessions(db, new Date(now()));
      return { deletedSessions: await (dryRun ? count() : housekeeping.run('purge_sessions')) };
    },
    async analyze(dryRun) {
      // ANALYZE samples each table, so the default statement timeout is enough.
      if (!dryRun) for (const table of TABLES) await db.run(`ANALYZE ${table}`);
      return { analyzedTables: TABLES };
    },
  };

  return async (task, dryRun) => {
    const startedAt = new Date(now());
    const result = await tasks[task](dryRun);
    return {
      task,
      status: dryRun ? 'DRY_RUN' : 'COMPLETED',
      startedAt,
      finishedAt: new Date(now()),
      result,
    };
  };
}
