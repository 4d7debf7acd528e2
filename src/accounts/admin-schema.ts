import Type from 'typebox';
import {
  accountStatus,
  dateOfBirth,
  firstName,
  lastName,
  Profile,
  phone,
  role,
  shownEmergencyContact,
  shownName,
  shownRoom,
} from './schema.ts';
import { shownOrganization, shownSpecialization } from '../people/schema/caregivers.ts';
import { dateRangeFilter } from '../platform/schema/date-range.ts';
import { deviceName } from '../devices/schema.ts';
import { FallDetail, injuries, level, RecentFall, witnessed } from '../falls/schema.ts';
import {
  boolean,
  change,
  clearable,
  count,
  email,
  id,
  line,
  nullable,
  oneOf,
  optional,
  record,
  shownDate,
  string,
  text,
  timestamp,
  vocabulary,
} from '../platform/schema/primitives.ts';

/** Everything that is kept of an account, but for its password. */
export const User = record('User', 'All that is kept of an account, but for its password', {
  ...Profile.properties,
  status: accountStatus(),
  emergencyContact: shownEmergencyContact(),
  room: shownRoom(),
  specialization: shownSpecialization(),
  organization: shownOrganization(),
  updatedAt: timestamp('When the account last changed'),
});

const MAX_SEARCH_LENGTH = 200;
const MAX_ACTION_LENGTH = 100;

export const userFilter = {
  role: optional(role(), 'Only users of this role'),
  status: optional(accountStatus(), 'Only users whose account is so'),
  search: optional(line(MAX_SEARCH_LENGTH, 'Only users whose name or e-mail address contains this', 'klein')),
};

export const UserChange = change('UserChange', 'What is to change of a user', {
  email: Type.Optional(email()),
  firstName: Type.Optional(firstName()),
  lastName: Type.Optional(lastName()),
  phone: clearable(phone()),
  dateOfBirth: clearable(dateOfBirth()),
  status: Type.Optional(accountStatus()),
});

export const RoleChange = record('RoleChange', 'What somebody may do from now on', { role: role() });

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

/** What `GET /admin/stats` counts. */
export const Statistics = record('Statistics', 'Figures of the whole system', {
  totalUsers: count('Accounts of every role', 120),
  activeDevices: count('Wearables that send', 95),
  fallsToday: count('Falls of the UTC day, POTENTIAL and above', 4),
  highRiskPatients: count('Patients whose risk score is 75 or more', 2),
  caregiverAssignments: count('Assignments of a patient to a caregiver', 180),
  systemHealth: oneOf(['HEALTHY', 'DEGRADED', 'UNHEALTHY'], 'As the health report says'),
  falseAlarms: falseAlarms(),
  confirmedFalls: confirmedFalls(),
  outcomesByDevice: Type.Array(DeviceOutcomes, { description: 'Of the wearables with most false alarms' }),
  fallsByDay: Type.Array(DayOfFalls, { description: 'Of the last 30 UTC days, today last' }),
});

export const LOG_LEVELS = ['error', 'warning', 'info'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
const logLevel = () => vocabulary('LogLevel', 'How bad it is', LOG_LEVELS);

export const AuditLine = record('AuditLine', 'Something that somebody did', {
  id: string('Of the line', '4711'),
  level: logLevel(),
  action: string('What was done, in a word', 'account.changed'),
  outcome: oneOf(['done', 'refused', 'failed'], 'Whether it was'),
  message: string('What was done, in a sentence for people', 'Changed a patient: phone'),
  actorId: nullable(id('Of whoever did it; null for the service itself, and when nobody was logged in')),
  actorName: nullable(shownName('whoever did it; null without, and when the account is gone')),
  subjectId: nullable(id('Of whom it concerns; null without')),
  subjectName: nullable(shownName('whom it concerns; null without, and when the account is gone')),
  ip: nullable(string('Address that it came from; null if not known', '203.0.113.7')),
  timestamp: timestamp('When'),
});

export const auditFilter = {
  level: optional(logLevel(), 'Only lines of this level'),
  action: optional(line(MAX_ACTION_LENGTH, 'Only lines of this action', 'account.changed')),
  actorId: optional(id('Only what this account did')),
  ...dateRangeFilter,
};

const Investigation = record('Investigation', 'That a fall is to be looked into', {
  flagged: Type.Literal(true, { description: 'It is' }),
  flaggedBy: id('Of the admin who wants it'),
  flaggedAt: timestamp('Since when'),
  note: nullable(string('Why; null if not said', 'Third fall in the same room')),
});

export const AdminFall = record('AdminFall', 'A fall, as admins see it', {
  ...RecentFall.properties,
  deviceId: nullable(id('Of the wearable; null where none was involved, or it is deleted')),
  witnessed: witnessed(),
  injuries: injuries(),
  investigation: nullable(Investigation, 'That it is to be looked into; null if not'),
});

/** `severity` is the level by another name, as alerts have it; both together must both hold. */
export const adminFallFilter = {
  status: optional(level(), 'Only falls of this level'),
  severity: optional(level(), 'The same by the name that alerts have for it'),
  patientId: optional(id('Only falls of this patient')),
  ...dateRangeFilter,
};

const MAX_NOTE_LENGTH = 2000;
export const InvestigationRequest = record('InvestigationRequest', 'Why a fall is to be looked into', {
  note: optional(text(MAX_NOTE_LENGTH, 'Why', 'Third fall in the same room')),
});

export const InvestigatedFall = record('InvestigatedFall', 'A fall that is to be looked into', {
  ...FallDetail.properties,
  investigation: Investigation,
});

export const TASKS = ['apply_retention', 'cleanup_logs', 'purge_sessions', 'analyze'] as const;
export type Task = (typeof TASKS)[number];
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
    description: 'What came of it; different for each task',
    examples: [{ partitions: 0 }],
  }),
});
