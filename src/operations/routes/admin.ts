import { type RecordAuditLine, type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { createMaintenance, type MaintenanceDeps } from '../maintenance.ts';
import { MaintenanceReport, MaintenanceRequest, Statistics } from '../schema.ts';
import { createStatistics, type StatisticsDeps } from '../statistics.ts';

export function statisticsRoute(deps: StatisticsDeps): Route {
  const statistics = createStatistics(deps);
  return route({
    operation: 'getStatistics',
    at: 'GET /admin/stats',
    access: ['ADMIN'],
    summary: 'Get system statistics',
    reply: success(Statistics),
    handle: async () => ({ data: await statistics() }),
  });
}

export function maintenanceRoute(deps: MaintenanceDeps): Route {
  const maintenance = createMaintenance(deps);
  return route({
    operation: 'runMaintenance',
    at: 'POST /admin/maintenance',
    access: ['ADMIN'],
    summary:
      'Run a maintenance task. `options.dryRun` only reports the effect. 409 CLOCK_IN_DOUBT while the clock may be wrong.',
    body: MaintenanceRequest,
    reply: success(MaintenanceReport),
    async handle({ body: { task, options }, record }) {
      const [dryRun, clockIsRight] = [options?.dryRun ?? false, options?.clockIsRight ?? false];
      if (clockIsRight && !dryRun)
        record({
          level: 'warning',
          action: 'maintenance.run',
          message: 'Confirmed the clock of the service',
        });
      return { data: await auditedRun(record, task, () => maintenance(task, { dryRun, clockIsRight })) };
    },
  });
}

/** Writes failed runs to the audit log too. */
async function auditedRun<T>(record: RecordAuditLine, task: string, work: () => Promise<T>): Promise<T> {
  try {
    const report = await work();
    record({ action: 'maintenance.run', message: `Ran ${task}` });
    return report;
  } catch (error) {
    record({ level: 'error', action: 'maintenance.run', outcome: 'failed', message: `${task} failed` });
    throw error;
  }
}
