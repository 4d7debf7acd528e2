import Type from 'typebox';
import { name, Profile, phone, ROLES, STATUSES, shownRoom } from './accounts.ts';
import { dateRangeFilter } from './date-range.ts';
import { FallDetail, level, RecentFall } from './falls.ts';
import {
  boolean,
  clearable,
  date,
  email,
  id,
  line,
  nullable,
  oneOf,
  optional,
  text,
  timestamp,
} from './primitives.ts';

/** Everything that is kept of an account, but for its password. */
export const User = Type.Object({
  ...Profile.properties,
  status: oneOf(STATUSES),
  emergencyContact: nullable(Type.String()),
  room: shownRoom(),
  specialization: nullable(Type.String()),
  organization: nullable(Type.String()),
  updatedAt: timestamp(),
});

const MAX_SEARCH_LENGTH = 200;
const MAX_ACTION_LENGTH = 100;

export const userFilter = {
  role: optional(oneOf(ROLES)),
  status: optional(oneOf(STATUSES)),
  search: optional(line(MAX_SEARCH_LENGTH)),
};

export const UserChange = Type.Object({
  email: Type.Optional(email()),
  firstName: Type.Optional(name()),
  lastName: Type.Optional(name()),
  phone: clearable(phone()),
  dateOfBirth: clearable(date()),
  status: Type.Optional(oneOf(STATUSES)),
});

export const RoleChange = Type.Object({ role: oneOf(ROLES) });

/** What `GET /admin/stats` counts. */
export const Statistics = Type.Object({
  totalUsers: Type.Integer(),
  activeDevices: Type.Integer(),
  fallsToday: Type.Integer({ description: 'of the UTC day, POTENTIAL and above' }),
  highRiskPatients: Type.Integer(),
  caregiverAssignments: Type.Integer(),
  systemHealth: oneOf(['HEALTHY', 'DEGRADED', 'UNHEALTHY']),
  falseAlarms: Type.Integer({ description: 'falls that a caregiver closed as FALSE_ALARM' }),
  confirmedFalls: Type.Integer({ description: 'falls that a caregiver closed as CONFIRMED' }),
  outcomesByDevice: Type.Array(
    Type.Object({
      deviceId: id(),
      deviceName: Type.String(),
      userId: id(),
      wearer: Type.String({ description: 'the name of the present one' }),
      falseAlarms: Type.Integer(),
      confirmedFalls: Type.Integer(),
    }),
    { description: 'of the devices with most false alarms' },
  ),
  fallsByDay: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      falls: Type.Integer({ description: 'POTENTIAL and above' }),
      falseAlarms: Type.Integer(),
      confirmedFalls: Type.Integer(),
    }),
    { description: 'of the last 30 UTC days, today last' },
  ),
});

export const LOG_LEVELS = ['error', 'warning', 'info'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const AuditLine = Type.Object({
  id: Type.String(),
  level: oneOf(LOG_LEVELS),
  action: Type.String(),
  outcome: oneOf(['done', 'refused', 'failed']),
  message: Type.String(),
  actorId: nullable(id()),
  actorName: nullable(Type.String({ description: 'null when the account is gone' })),
  subjectId: nullable(id()),
  subjectName: nullable(Type.String({ description: 'null when the account is gone' })),
  ip: nullable(Type.String()),
  timestamp: timestamp(),
});

export const auditFilter = {
  level: optional(oneOf(LOG_LEVELS)),
  action: optional(line(MAX_ACTION_LENGTH)),
  actorId: optional(id()),
  ...dateRangeFilter,
};

const Investigation = Type.Object({
  flagged: Type.Literal(true),
  flaggedBy: id(),
  flaggedAt: timestamp(),
  note: nullable(Type.String()),
});

export const AdminFall = Type.Object({
  ...RecentFall.properties,
  deviceId: nullable(id()),
  witnessed: nullable(Type.Boolean()),
  injuries: nullable(Type.String()),
  investigation: nullable(Investigation),
});

/** `severity` is the level by another name, as alerts have it; both together must both hold. */
export const adminFallFilter = {
  status: optional(level()),
  severity: optional(level()),
  patientId: optional(id()),
  ...dateRangeFilter,
};

const MAX_NOTE_LENGTH = 2000;
export const InvestigationRequest = Type.Object({ note: optional(text(MAX_NOTE_LENGTH)) });

export const InvestigatedFall = Type.Object({ ...FallDetail.properties, investigation: Investigation });

export const TASKS = ['apply_retention', 'cleanup_logs', 'purge_sessions', 'analyze'] as const;
export type Task = (typeof TASKS)[number];

export const MaintenanceRequest = Type.Object({
  task: oneOf(TASKS),
  options: optional(
    Type.Object(
      { dryRun: optional(boolean()) },
      { 'x-says': 'must be an object; dryRun, if given, must be true or false' },
    ),
  ),
});

export const MaintenanceReport = Type.Object({
  task: oneOf(TASKS),
  status: oneOf(['COMPLETED', 'DRY_RUN']),
  startedAt: timestamp(),
  finishedAt: timestamp(),
  result: Type.Record(Type.String(), Type.Unknown()),
});
