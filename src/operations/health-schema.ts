import Type from 'typebox';
import { PathFailure } from '../path/schema.ts';
import * as t from '../platform/schema/primitives.ts';
import { REACHABILITY_WARNINGS, type ReachabilityWarning } from '../response/reach/reachability.ts';
import { GATEWAY_STATES } from './gateway-states.ts';

const bytes = (description: string, example: number) =>
  t.integer(0, Number.MAX_SAFE_INTEGER, 'bytes', description, example);

const Memory = t.record('Memory', 'Memory of the process', {
  used: bytes('Memory used by the process', 180_000_000),
  available: bytes('Memory available to the process', 4_000_000_000),
});

const Detector = t.record('Detector', 'Detector', {
  version: t.string('Version of the weights in use', '2026-11-08'),
  shadow: t.nullable(t.string('Version of the weights in shadow mode; null without any', '2026-11-15')),
});

export const CLOCK_WARNING = 'CLOCK_IN_DOUBT';
export const ADAPTER_WARNING = 'ADAPTER_FAILED';
export const DISK_WARNING = 'DISK_FULL_SOON';
export const STANDBY_WARNING = 'NO_STANDBY';
export const BACKUP_WARNINGS = {
  BACKUP_OLD: 'The last complete backup is older than a day and a half.',
  BACKUP_FAILED: 'The last backup failed; its command or journalctl -u vigil-backup has the reason.',
  RESTORE_INCOMPLETE:
    'Readings of some days could not be restored; the log has the reason. They are tried again.',
} as const;
export type BackupWarning = keyof typeof BACKUP_WARNINGS;

const HealthWarning = t.record('HealthWarning', 'Warning for the operator', {
  code: t.vocabulary(
    'HealthWarningCode',
    'What needs an operator: alerts that cannot reach a caregiver outside the console, a clock that may be wrong, an adapter that has failed, a disk that will be full, a database without its synchronous standby, or a backup that is old, has failed or is not restored completely',
    [
      ...(Object.keys(REACHABILITY_WARNINGS) as ReachabilityWarning[]),
      CLOCK_WARNING,
      ADAPTER_WARNING,
      DISK_WARNING,
      STANDBY_WARNING,
      ...(Object.keys(BACKUP_WARNINGS) as BackupWarning[]),
    ],
    'ON_DUTY_UNREACHABLE',
  ),
  message: t.string('Warning text for people', REACHABILITY_WARNINGS.ON_DUTY_UNREACHABLE),
});

const gatewayState = (description: string) => t.oneOf(GATEWAY_STATES, description);

const HealthChannels = t.record(
  'HealthChannels',
  'Connections for notifications: OK, DEGRADED (fails now) or OFF (not configured); they do not affect the status',
  {
    sms: gatewayState('SMS gateway'),
    voice: gatewayState('Voice gateway'),
    pager: gatewayState('Paging system'),
    homeBroker: gatewayState("MQTT broker of the home's automation"),
  },
);

const age = (description: string) => t.integer(0, Number.MAX_SAFE_INTEGER, 's', description, 0);

const HealthQueues = t.record(
  'HealthQueues',
  'How long the oldest item of each queue has been waiting; 0 without one. A queue that does not move makes the status DEGRADED',
  {
    readings: age('Readings that are accepted and not answered yet'),
    outbox: age('Messages that are due and not sent'),
    responses: age('Responses that are due and not advanced'),
    events: age('Live events that are not sent to a connected client'),
  },
);

const BackupHealth = t.record('BackupHealth', 'The last complete backup', {
  at: t.timestamp('When it ended'),
  seconds: t.integer(0, Number.MAX_SAFE_INTEGER, 's', 'How long it took', 24),
  bytes: bytes('What it wrote', 272_000_000),
});

const RestoreHealth = t.record('RestoreHealth', 'Days of readings of a restored backup', {
  done: t.integer(0, Number.MAX_SAFE_INTEGER, 'days', 'Days that are loaded', 3),
  of: t.integer(1, Number.MAX_SAFE_INTEGER, 'days', 'Days of the backup', 90),
  failed: Type.Array(t.shownDate('A day'), {
    description: 'Days that could not be loaded yet; the log has the reason',
  }),
});

export const HealthReport = t.record('HealthReport', 'Health of the service', {
  status: t.oneOf(
    ['HEALTHY', 'DEGRADED'],
    'Status; DEGRADED: the service accepts readings, but a component fails',
  ),
  timestamp: t.timestamp('Time of the report'),
  uptime: t.integer(0, Number.MAX_SAFE_INTEGER, 's', 'Uptime of the process', 86_400),
  database: t.string('Always CONNECTED; without the database the response is 503', 'CONNECTED'),
  memory: Memory,
  version: t.string('Version of the service', '0.2.0'),
  detector: Detector,
  channels: HealthChannels,
  queues: HealthQueues,
  details: t.record('HealthDetails', 'Details for the operator; they do not affect the status', {
    caregiversReachable: t.nullable(
      t.boolean(
        'True if a caregiver on duty has a working notification channel; without a caregiver on duty, any caregiver',
      ),
      'True if an alert can reach a caregiver outside the console; null until checked',
    ),
    path: t.nullable(
      t.record('PathHealth', 'The last path test', {
        ok: t.nullable(t.boolean('True if the last path test passed; null before the first one')),
        lastOkAt: t.nullable(t.timestamp('Start of the last path test that passed')),
        failing: t.nullable(PathFailure),
      }),
      'The last path test; null where path tests are off',
    ),
    update: t.nullable(
      t.record('AvailableUpdate', 'A newer version of the service', {
        version: t.string('The newest version', '0.2.1'),
      }),
      'A newer version in the package repository; null without one, and where UPDATE_URL is not set',
    ),
    disk: t.nullable(
      t.record('DiskHealth', 'The disk of the embedded database', {
        free: bytes('Free space', 120_000_000_000),
        size: bytes('Size of the disk', 500_000_000_000),
        fullInDays: t.nullable(
          t.integer(
            0,
            Number.MAX_SAFE_INTEGER,
            'days',
            'Time until the disk is full, at its growth of the last days',
            23,
          ),
          'Time until the disk is full, in days; null if it will not be, or if less than a day of growth is known',
        ),
      }),
      'The disk of the embedded database; null for an external database, and until checked',
    ),
    backup: t.nullable(BackupHealth, 'The last complete backup; null if there was none'),
    restoring: t.nullable(
      RestoreHealth,
      'Readings of a restored backup that are still being loaded; null if all are',
    ),
    warnings: Type.Array(HealthWarning, {
      description: 'Warnings that need an operator, although the service accepts readings',
    }),
  }),
});

export const Unhealthy = t.record('Unhealthy', 'Failure of the service', {
  success: Type.Literal(false, { description: 'The service failed' }),
  status: Type.Literal('UNHEALTHY', { description: 'Critical failure' }),
  error: t.string('Error message for people', 'The database is not available'),
  code: Type.Literal('UNAVAILABLE', { description: 'Stable error code' }),
});
