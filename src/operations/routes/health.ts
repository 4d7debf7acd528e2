import { AppError } from '../../platform/errors.ts';
import { openRoute, type Route } from '../../platform/http/route.ts';
import type { Gateways, HealthDetails } from '../../platform/module.ts';
import { success } from '../../platform/schema/envelope.ts';
import type { ReachabilityWatch } from '../../response/index.ts';
import { REACHABILITY_WARNINGS } from '../../response/reach/reachability.ts';
import type { BackupWatch } from '../backup/watch.ts';
import type { ClockWatch } from '../clock/clock-watch.ts';
import { type DiskWatch, fieldsOf } from '../disk/watch.ts';
import { readGatewayStates } from '../gateway-states.ts';
import type { Health } from '../health.ts';
import {
  ADAPTER_WARNING,
  BACKUP_WARNINGS,
  CLOCK_WARNING,
  DISK_WARNING,
  HealthReport,
  STANDBY_WARNING,
  Unhealthy,
} from '../health-schema.ts';
import { type QueueAges, readQueueAges } from '../queue-ages.ts';
import type { ReplicationWatch } from '../replication.ts';

interface HealthRouteDeps {
  readonly health: Health;
  readonly version: string;
  readonly detector: { readonly version: string; readonly shadow: string | null };
  readonly reachability: Pick<ReachabilityWatch, 'last' | 'warning'>;
  readonly clock: Pick<ClockWatch, 'doubt'>;
  readonly disk: Pick<DiskWatch, 'last' | 'isScarce'>;
  readonly replication: Pick<ReplicationWatch, 'isAlone'>;
  readonly backups: Pick<BackupWatch, 'last' | 'restoring' | 'warnings'>;
  readonly gateways: Gateways;
  readonly healthDetails: HealthDetails;
  readonly failedAdapters: () => readonly string[];
  readonly queues: QueueAges;
  readonly now: () => number;
}

const CLOCK_MESSAGE = 'The clock may be wrong: nothing is deleted by age until it is plausible or confirmed.';

const DISK_MESSAGE =
  "The database's disk is nearly full, or will be within two weeks: make room, or keep readings for fewer days.";

const STANDBY_MESSAGE =
  'The database has no synchronous standby: if it fails now, readings and falls that were acknowledged can be lost. Bring the standby back.';

const adapterMessage = (names: readonly string[]): string =>
  `Adapters have failed since the start: ${names.join(', ')}. The rest of the service works; the log has the reason.`;

/** The reason for UNHEALTHY, by the part that the health report names first. */
const REASONS: Readonly<Record<string, string>> = {
  starting: 'The service is starting',
  database: 'The database is not available',
  storage: 'Nothing can be stored',
};

/** docs/contract.md, "Health report". */
export function healthRoutes({
  health,
  version,
  detector,
  reachability,
  clock,
  disk,
  replication,
  backups,
  gateways,
  healthDetails,
  failedAdapters,
  queues,
  now,
}: HealthRouteDeps): readonly Route[] {
  return [
    openRoute({
      operation: 'getHealth',
      at: 'GET /health',
      limit: 'none',
      summary: 'Get the health of the service',
      reply: success(HealthReport),
      unavailable: Unhealthy,
      async handle() {
        const { status, degraded } = await health.check();
        if (status === 'UNHEALTHY') {
          const error = REASONS[degraded[0] ?? ''] ?? 'The service cannot work';
          throw new AppError('UNAVAILABLE', error, { retryAfter: 1, fields: { status } });
        }
        const warning = reachability.warning();
        const failed = failedAdapters();
        const { rss } = process.memoryUsage();
        const diskState = disk.last();
        const data = {
          status,
          timestamp: new Date(now()),
          uptime: Math.floor(process.uptime()),
          database: 'CONNECTED',
          memory: { used: rss, available: process.availableMemory() },
          version,
          detector,
          channels: readGatewayStates(gateways),
          queues: readQueueAges(queues),
          details: {
            path: healthDetails.path?.() ?? null,
            update: healthDetails.update?.() ?? null,
            caregiversReachable: reachability.last() === undefined ? null : warning === undefined,
            disk: diskState === undefined ? null : fieldsOf(diskState),
            backup: backups.last ?? null,
            restoring: backups.restoring ?? null,
            warnings: [
              ...(warning === undefined ? [] : [{ code: warning, message: REACHABILITY_WARNINGS[warning] }]),
              ...(clock.doubt === undefined ? [] : [{ code: CLOCK_WARNING, message: CLOCK_MESSAGE }]),
              ...(disk.isScarce() ? [{ code: DISK_WARNING, message: DISK_MESSAGE }] : []),
              ...(replication.isAlone() ? [{ code: STANDBY_WARNING, message: STANDBY_MESSAGE }] : []),
              ...(failed.length === 0 ? [] : [{ code: ADAPTER_WARNING, message: adapterMessage(failed) }]),
              ...backups.warnings().map((code) => ({ code, message: BACKUP_WARNINGS[code] })),
            ],
          },
        };
        return { data };
      },
    }),
  ];
}
