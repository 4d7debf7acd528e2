import Type from 'typebox';
import { shownName } from '../accounts/schema.ts';
import { deviceName } from '../people/device-summary-schema.ts';
import {
  boolean,
  count,
  id,
  oneOf,
  optional,
  record,
  shownDate,
  timestamp,
  vocabulary,
} from '../platform/schema/primitives.ts';

const falseAlarms = () => count('Falls that a caregiver closed as FALSE_ALARM', 1);

const confirmedFalls = () => count('Falls that a caregiver closed as CONFIRMED', 3);

const DeviceOutcomes = record('DeviceOutcomes', "Outcomes of a wearable's falls", {
  deviceId: id('ID of the device'),
  deviceName: deviceName(),
  userId: id('ID of the current wearer'),
  wearer: shownName('the current wearer'),
  falseAlarms: falseAlarms(),
  confirmedFalls: confirmedFalls(),
});

const DayOfFalls = record('DayOfFalls', 'Falls of a day', {
  day: shownDate('Day, in the time zone of the organisation'),
  falls: count('Number of falls, POTENTIAL and above', 4),
  falseAlarms: falseAlarms(),
  confirmedFalls: confirmedFalls(),
});

/** The answer of `GET /admin/stats`. */
export const Statistics = record('Statistics', 'System statistics', {
  totalUsers: count('Number of accounts, all roles', 120),
  activeDevices: count('Number of active wearables', 95),
  fallsToday: count('Number of falls today, in the time zone of the organisation; POTENTIAL and above', 4),
  highRiskPatients: count('Number of patients with a risk score of 75 or more', 2),
  caregiverAssignments: count('Number of assignments of patients to caregivers', 180),
  systemHealth: oneOf(['HEALTHY', 'DEGRADED', 'UNHEALTHY'], 'Status of the health report'),
  falseAlarms: falseAlarms(),
  confirmedFalls: confirmedFalls(),
  outcomesByDevice: Type.Array(DeviceOutcomes, { description: 'The wearables with the most false alarms' }),
  fallsByDay: Type.Array(DayOfFalls, { description: 'Counts for the last 30 days, today last' }),
});

const TASKS = ['apply_retention', 'cleanup_logs', 'purge_sessions', 'analyze'] as const;

export type MaintenanceTask = (typeof TASKS)[number];

const task = () =>
  vocabulary(
    'MaintenanceTask',
    'Task: apply_retention deletes expired readings, cleanup_logs deletes log entries of a device beyond 1000, purge_sessions deletes ended sessions, analyze updates the statistics of the database',
    TASKS,
  );

const MaintenanceOptions = record(
  'MaintenanceOptions',
  'Options of a task',
  {
    dryRun: optional(boolean('True reports what the task would do, without doing it')),
    clockIsRight: optional(
      boolean(
        'True confirms that the clock of the service is right, although it is in doubt (CLOCK_IN_DOUBT)',
      ),
    ),
  },
  { 'x-says': 'must be an object; dryRun and clockIsRight, if given, must be true or false' },
);

export const MaintenanceRequest = record('MaintenanceRequest', 'Task to run now', {
  task: task(),
  options: optional(MaintenanceOptions),
});

export const MaintenanceReport = record('MaintenanceReport', 'Result of a task', {
  task: task(),
  status: oneOf(['COMPLETED', 'DRY_RUN'], 'COMPLETED, or DRY_RUN for a task that changed nothing'),
  startedAt: timestamp('Start time'),
  finishedAt: timestamp('End time'),
  result: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Result of the task; differs per task',
    examples: [{ partitions: 0 }],
  }),
});
