import type { Task } from '../schemas/admin.ts';
import type { Database } from '../storage/database.ts';
import { countSurplusDeviceLogs, trimDeviceLogs } from '../storage/device-logs.ts';
import { countEndedSessions, purgeSessions } from '../storage/sessions.ts';
import { MINUTE_MS } from '../time.ts';
import type { Housekeeping } from './housekeeping.ts';

export interface MaintenanceReport {
  readonly task: Task;
  readonly status: 'COMPLETED' | 'DRY_RUN';
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly result: Readonly<Record<string, unknown>>;
}

export type Maintenance = (task: Task, dryRun: boolean) => Promise<MaintenanceReport>;

export interface MaintenanceParts {
  readonly db: Database;
  readonly housekeeping: Housekeeping;
  readonly now: () => number;
}

/** A task may take longer than any request should, but not for ever. */
const PATIENCE_MS = 5 * MINUTE_MS;
const LISTED_TABLES = ['users', 'sessions', 'devices', 'assignments', 'fall_events', 'alerts', 'messages'];

/** Decisions, /admin/maintenance: what an admin may have done at once that is otherwise done in time. */
export function createMaintenance({ db, housekeeping, now }: MaintenanceParts): Maintenance {
  const tasks: Readonly<Record<Task, (dryRun: boolean) => Promise<Record<string, unknown>>>> = {
    apply_retention: async (dryRun) => ({ droppedDays: await housekeeping.applyRetention(dryRun) }),
    cleanup_logs: async (dryRun) => ({
      deletedLogEntries: await (dryRun ? countSurplusDeviceLogs(db) : trimDeviceLogs(db)),
    }),
    async purge_sessions(dryRun) {
      const at = new Date(now());
      return { deletedSessions: await (dryRun ? countEndedSessions(db, at) : purgeSessions(db, at)) };
    },
    async analyze(dryRun) {
      if (!dryRun) await analyze();
      return { analyzedTables: LISTED_TABLES };
    },
  };

  const analyze = (): Promise<void> =>
    db.session({ statementTimeoutMs: PATIENCE_MS }, async (q) => {
      for (const table of LISTED_TABLES) await q.run(`ANALYZE ${table}`);
    });

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
