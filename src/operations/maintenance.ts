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

/** ANALYZE may take longer than the pool's statement timeout allows. */
const ANALYZE_TIMEOUT_MS = 5 * MINUTE_MS;
const TABLES = ['users', 'sessions', 'devices', 'assignments', 'fall_events', 'alerts', 'messages'];

/** Decisions, /admin/maintenance: tasks that an admin may run now instead of waiting for housekeeping. */
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
      return { analyzedTables: TABLES };
    },
  };

  async function analyze(): Promise<void> {
    const client = await db.connect({ statementTimeoutMs: ANALYZE_TIMEOUT_MS });
    try {
      for (const table of TABLES) await client.query(`ANALYZE ${table}`);
    } finally {
      await client.end();
    }
  }

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
