import Type from 'typebox';
import { shownName } from '../accounts/schema.ts';
import { deviceName } from '../people/index.ts';
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

const DeviceOutcomes = record('DeviceOutcomes', 'How often a wearable was right', {
  deviceId: id('Of the device'),
  deviceName: deviceName(),
  userId: id('Of whoever wears it now'),
  wearer: shownName('whoever wears it now'),
  falseAlarms: falseAlarms(),
  confirmedFalls: confirmedFalls(),
});

const DayOfFalls = record('DayOfFalls', 'The falls of a day', {
  day: shownDate('The day, in UTC'),
  falls: count('Falls, POTENTIAL and above', 4),
  falseAlarms: falseAlarms(),
  confirmedFalls: confirmedFalls(),
});

/** The answer of `GET /admin/stats`. */
export const Statistics = record('Statistics', 'Get system statistics', {
  totalUsers: count('Accounts of every role', 120),
  activeDevices: count('Wearables that send', 95),
  fallsToday: count('Falls of the UTC day, POTENTIAL and above', 4),
  highRiskPatients: count('Patients whose risk score is 75 or more', 2),
  caregiverAssignments: count('Assignments of a patient to a caregiver', 180),
  systemHealth: oneOf(['HEALTHY', 'DEGRADED', 'UNHEALTHY'], 'As the health report says'),
  falseAlarms: falseAlarms(),
  confirmedFalls: confirmedFalls(),
  outcomesByDevice: Type.Array(DeviceOutcomes, { description: 'The wearables with the most false alarms' }),
  fallsByDay: Type.Array(DayOfFalls, { description: 'Counts for the last 30 UTC days, today last' }),
});

const TASKS = ['apply_retention', 'cleanup_logs', 'purge_sessions', 'analyze'] as const;

export type MaintenanceTask = (typeof TASKS)[number];

const task = () =>
  vocabulary(
    'MaintenanceTask',
    "apply_retention deletes readings that are past their time, cleanup_logs a device's entries beyond 1000, purge_sessions those that are over; analyze renews the database's statistics",
    TASKS,
  );

const MaintenanceOptions = record(
  'MaintenanceOptions',
  'How a task is run',
  { dryRun: optional(boolean('Only tell what it would do')) },
  { 'x-says': 'must be an object; dryRun, if given, must be true or false' },
);

export const MaintenanceRequest = record('MaintenanceRequest', 'A task that is to be run now', {
  task: task(),
  options: optional(MaintenanceOptions),
});

export const MaintenanceReport = record('MaintenanceReport', 'What a task has done', {
  task: task(),
  status: oneOf(['COMPLETED', 'DRY_RUN'], 'Whether it was done, or only told'),
  startedAt: timestamp('When it began'),
  finishedAt: timestamp('When it was done'),
  result: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Result of the task; differs per task',
    examples: [{ partitions: 0 }],
  }),
});
