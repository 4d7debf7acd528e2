import { AuditLine, auditFilter } from '../../accounts/admin-schema.ts';
import { AUDIT_SORTS, listAuditTrail } from '../../accounts/store/audit.ts';
import { DEVICE_DISABLED } from '../../devices/cluster-events.ts';
import type { DeviceLogWriter } from '../../devices/log-writer.ts';
import { deviceOf } from '../../devices/records.ts';
import { deviceAt } from '../../devices/routes/device-path.ts';
import { Device } from '../../devices/schema.ts';
import { switchDevice } from '../../devices/status-changes.ts';
import {
  AdminFall,
  adminFallFilter,
  InvestigatedFall,
  InvestigationRequest,
} from '../../falls/admin-schema.ts';
import { fallPaths } from '../../falls/routes/fall-path.ts';
import { ADMIN_FALL_SORTS, flagForInvestigation, listAllFalls } from '../../falls/store/falls.ts';
import type { EventLog } from '../../live/events.ts';
import { FALL_LEVELS } from '../../notify/levels.ts';
import type { Coordination } from '../../platform/cluster/cluster.ts';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type RecordAuditLine, type Route, route } from '../../platform/http/route.ts';
import { readDateRange } from '../../platform/schema/date-range.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import type { DeviceRegistry } from '../../readings/registry/registry.ts';
import type { Maintenance } from '../maintenance.ts';
import { MaintenanceReport, MaintenanceRequest, Statistics } from '../schema.ts';
import type { Statistics as ReadStatistics } from '../statistics.ts';

export interface AdminRouteDeps {
  readonly db: Database;
  readonly registry: DeviceRegistry;
  readonly coordination: Coordination;
  readonly events: EventLog;
  readonly latestFirmware: string | undefined;
  readonly deviceLog: DeviceLogWriter;
  readonly audit: AuditTrail;
  readonly statistics: ReadStatistics;
  readonly maintenance: Maintenance;
  readonly now: () => number;
}

/** What admins see and do, except the accounts. */
export function adminRoutes(deps: AdminRouteDeps): readonly Route[] {
  const { db, registry, coordination, deviceLog, now } = deps;
  const { fall, detail } = fallPaths(db);

  /** Effective on the very next reading, on every instance. */
  const deviceSwitch = (verb: 'disable' | 'enable'): Route =>
    route({
      operation: `${verb}Device`,
      method: 'POST',
      path: `/admin/devices/:id/${verb}`,
      access: ['ADMIN'],
      limit: 'global',
      summary: verb === 'disable' ? 'Refuse what the device sends' : 'Accept what the device sends again',
      target: ({ params }) => deviceAt(db, params.id),
      status: 200,
      reply: success(Device),
      async handle({ target, record }) {
        const disabled = verb === 'disable';
        const at = new Date(now());
        const switched = await switchDevice(deps, target.id, disabled, at);
        if (switched === undefined) throw new NotFound('Device');
        const { device: row, changed } = switched;
        await coordination.broadcast(DEVICE_DISABLED, { macAddress: row.macAddress, disabled });
        if (changed) {
          const [type, message] = disabled
            ? (['WARNING', 'Disabled'] as const)
            : (['INFO', 'Enabled'] as const);
          deviceLog.record({ deviceId: row.id, type, message: `${message} by an admin`, at });
        }
        record({
          action: `device.${verb}d`,
          message: `Device ${row.macAddress} ${verb}d`,
          subjectId: row.userId,
        });
        const [newest = row] = await registry.newest([row]);
        return { data: deviceOf(newest, now()) };
      },
    });

  return [
    deviceSwitch('disable'),
    deviceSwitch('enable'),

    route({
      operation: 'getStatistics',
      method: 'GET',
      path: '/admin/stats',
      access: ['ADMIN'],
      limit: 'global',
      summary: 'Figures of the whole system',
      status: 200,
      reply: success(Statistics),
      handle: async () => ({ data: await deps.statistics() }),
    }),

    route({
      operation: 'listAuditTrail',
      method: 'GET',
      path: '/admin/logs',
      access: ['ADMIN'],
      limit: 'global',
      summary: 'The audit trail',
      query: pageQuery(auditFilter, AUDIT_SORTS),
      status: 200,
      reply: page(AuditLine),
      async handle({ query }) {
        const { level, action, actorId } = query;
        const filter = { level, action, actorId, ...readDateRange(query) };
        await deps.audit.settled();
        const { rows, pagination } = await listAuditTrail(db, readPage(query), filter);
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'listAllFalls',
      method: 'GET',
      path: '/admin/falls',
      access: ['ADMIN'],
      limit: 'global',
      summary: 'Falls of all patients; each call is audited',
      query: pageQuery(adminFallFilter, ADMIN_FALL_SORTS),
      status: 200,
      reply: page(AdminFall),
      async handle({ query, principal, record }) {
        const { status, severity, patientId } = query;
        const levels = FALL_LEVELS.filter(
          (level) => level === (status ?? level) && level === (severity ?? level),
        );
        const filter = { levels, patientId, ...readDateRange(query) };
        const { rows, pagination } = await listAllFalls(db, readPage(query), filter);
        const subject = patientId ?? rows.map(({ userId }) => userId);
        recordHealthRead({ principal, record }, 'the falls of all patients', subject);
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'investigateFall',
      method: 'POST',
      path: '/admin/falls/:id/investigate',
      access: ['ADMIN'],
      limit: 'global',
      summary: 'Flag a fall for investigation',
      target: fall,
      body: InvestigationRequest,
      status: 200,
      reply: success(InvestigatedFall),
      async handle({ target, principal, body, record }) {
        const flagged = await flagForInvestigation(db, target.id, {
          flagged: true,
          flaggedBy: principal.userId,
          flaggedAt: new Date(now()),
          note: body.note ?? null,
        });
        if (flagged === undefined) throw new NotFound('Fall');
        record({
          action: 'fall.flagged',
          message: `Flagged fall ${target.id} for investigation`,
          subjectId: target.userId,
        });
        return { data: { ...(await detail(target.id)), investigation: flagged.investigation } };
      },
    }),

    route({
      operation: 'runMaintenance',
      method: 'POST',
      path: '/admin/maintenance',
      access: ['ADMIN'],
      limit: 'global',
      summary: 'Run a maintenance task; options.dryRun reports what it would do',
      body: MaintenanceRequest,
      status: 200,
      reply: success(MaintenanceReport),
      handle: async ({ body, record }) => ({
        data: await auditedRun(record, body.task, () =>
          deps.maintenance(body.task, body.options?.dryRun ?? false),
        ),
      }),
    }),
  ];
}

/** Failed runs are audited too. */
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
