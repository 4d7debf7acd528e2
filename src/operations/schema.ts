import Type from 'typebox';
import { shownName } from '../accounts/schema.ts';
import { deviceName } from '../people/device-summary-schema.ts';
import * as t from '../platform/schema/primitives.ts';

const falseAlarms = () => t.count('Falls that a caregiver closed as FALSE_ALARM', 1);

const confirmedFalls = () => t.count('Falls that a caregiver closed as CONFIRMED', 3);

const DeviceOutcomes = t.record('DeviceOutcomes', "Outcomes of a wearable's falls", {
  deviceId: t.id('ID of the device'),
  deviceName: deviceName(),
  userId: t.id('ID of the current wearer'),
  wearer: shownName('the current wearer'),
  falseAlarms: falseAlarms(),
  confirmedFalls: confirmedFalls(),
});

const DayOfFalls = t.record('DayOfFalls', 'Falls of a day', {
  day: t.shownDate('Day, in the time zone of the organisation'),
  falls: t.count('Number of falls, POTENTIAL and above', 4),
  falseAlarms: falseAlarms(),
  confirmedFalls: confirmedFalls(),
});

/** The reply of `GET /admin/stats`. */
export const Statistics = t.record('Statistics', 'System statistics', {
  totalUsers: t.count('Number of accounts, all roles', 120),
  activeDevices: t.count('Number of active wearables', 95),
  fallsToday: t.count('Number of falls today, in the time zone of the organisation; POTENTIAL and above', 4),
  highRiskPatients: t.count('Number of patients with a risk score of 75 or more', 2),
  caregiverAssignments: t.count('Number of assignments of patients to caregivers', 180),
  systemHealth: t.oneOf(['HEALTHY', 'DEGRADED', 'UNHEALTHY'], 'Status of the health report'),
  falseAlarms: falseAlarms(),
  confirmedFalls: confirmedFalls(),
  outcomesByDevice: Type.Array(DeviceOutcomes, { description: 'The wearables with the most false alarms' }),
  fallsByDay: Type.Array(DayOfFalls, { description: 'Counts for the last 30 days, today last' }),
});

const TASKS = ['apply_retention', 'cleanup_logs', 'purge_sessions', 'analyze'] as const;

export type MaintenanceTask = (typeof TASKS)[number];

const task = () =>
  t.vocabulary(
    'MaintenanceTask',
    'Task: apply_retention deletes expired readings, cleanup_logs deletes log entries of a device beyond 1000, purge_sessions deletes ended sessions, analyze updates the statistics of the database',
    TASKS,
  );

const MaintenanceOptions = t.record(
  'MaintenanceOptions',
  'Options of a task',
  {
    dryRun: t.optional(t.boolean('True reports what the task would do, without doing it')),
    clockIsRight: t.optional(
      t.boolean(
        'True confirms that the clock of the service is right, although it is in doubt (CLOCK_IN_DOUBT)',
      ),
    ),
  },
  { 'x-message': 'must be an object; dryRun and clockIsRight, if given, must be true or false' },
);

export const MaintenanceRequest = t.record('MaintenanceRequest', 'Task to run now', {
  task: task(),
  options: t.optional(MaintenanceOptions),
});

export const MaintenanceReport = t.record('MaintenanceReport', 'Result of a task', {
  task: task(),
  status: t.oneOf(['COMPLETED', 'DRY_RUN'], 'COMPLETED, or DRY_RUN for a task that changed nothing'),
  startedAt: t.timestamp('Start time'),
  finishedAt: t.timestamp('End time'),
  result: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Result of the task; differs per task',
    examples: [{ partitions: 0 }],
  }),
});
