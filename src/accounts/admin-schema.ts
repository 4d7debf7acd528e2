import Type from 'typebox';
import { RATE_LIMIT_BY } from '../platform/config/values.ts';
import { LOG_LEVELS } from '../platform/http/audit.ts';
import { dateRangeFilter } from '../platform/schema/date-range.ts';
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
  string,
  timestamp,
  vocabulary,
} from '../platform/schema/primitives.ts';
import { ROLE_FIELDS } from './role-fields.ts';
import {
  accountStatus,
  dateOfBirth,
  firstName,
  lastName,
  Profile,
  phone,
  role,
  shownFields,
  shownName,
} from './schema.ts';

/** The full account record, without the password. */
export const User = record('User', 'Account with all fields except its password', {
  ...Profile.properties,
  status: accountStatus(),
  ...shownFields(ROLE_FIELDS),
  updatedAt: timestamp('Time of the last change'),
});

export const SetupFacts = record('SetupFacts', 'What an admin should know about the installation', {
  rateLimitBy: oneOf(RATE_LIMIT_BY, 'What the limit of requests per minute counts (RATE_LIMIT_BY)'),
  sharesAddress: boolean('Whether the limit has refused two people of one IP address'),
  caregivers: count('Number of active caregivers', 12),
});

const MAX_SEARCH_LENGTH = 200;

const MAX_ACTION_LENGTH = 100;

export const userFilter = {
  role: optional(role(), 'Only users of this role'),
  status: optional(accountStatus(), 'Only users with this account status'),
  search: optional(line(MAX_SEARCH_LENGTH, 'Only users whose name or e-mail address contains this', 'klein')),
};

export const UserChange = change('UserChange', 'Changed fields of a user', {
  email: Type.Optional(email()),
  firstName: Type.Optional(firstName()),
  lastName: Type.Optional(lastName()),
  phone: clearable(phone()),
  dateOfBirth: clearable(dateOfBirth()),
  status: Type.Optional(accountStatus()),
});

export const RoleChange = record('RoleChange', 'New role of a user', { role: role() });

/** Also in timelines of falls. */
export const StationName = record('StationName', 'Station with name', {
  id: id('ID of the station'),
  name: string('Name of the station at that time', 'Ward 2, office'),
});

const TokenName = record('TokenName', 'Access token with name', {
  id: id('ID of the access token'),
  name: string('Name of the token at that time; of a service account, its name', 'Dashboard'),
});

const logLevel = () => vocabulary('LogLevel', 'Severity', LOG_LEVELS);

export const AuditLine = record('AuditLine', 'Entry of the audit log', {
  id: string('ID of the entry', '4711'),
  level: logLevel(),
  action: string('Action code', 'account.changed'),
  outcome: oneOf(['done', 'refused', 'failed'], 'Outcome of the action'),
  message: string('Message text for people', 'Changed a patient: phone'),
  actorId: nullable(id('ID of the user who did it; null for the service itself and without a login')),
  actorName: nullable(shownName('the user who did it; null without one, or if the account is deleted')),
  subjectId: nullable(id('ID of the user concerned; null without one')),
  subjectName: nullable(shownName('the user concerned; null without one, or if the account is deleted')),
  ip: nullable(string('IP address of the request; null if unknown', '203.0.113.7')),
  station: nullable(StationName, 'Station at which it was done; else null'),
  token: nullable(TokenName, 'Access token with which it was done; else null'),
  timestamp: timestamp('Time'),
});

export const auditFilter = {
  level: optional(logLevel(), 'Only entries of this level'),
  action: optional(line(MAX_ACTION_LENGTH, 'Only entries with this action', 'account.changed')),
  actorId: optional(id('Only actions of this user')),
  subjectId: optional(id('Only entries about this user')),
  wardId: optional(id('Only entries about patients and members of this ward')),
  ...dateRangeFilter,
};
