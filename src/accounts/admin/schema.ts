import Type from 'typebox';
import { LOG_LEVELS } from '../../platform/http/audit.ts';
import { dateRangeFilter } from '../../platform/schema/date-range.ts';
import * as t from '../../platform/schema/primitives.ts';
import { ROLE_FIELDS } from '../role-fields.ts';
import * as account from '../schema.ts';

/** The full account record, without the password. */
export const User = t.record('User', 'Account with all fields except its password', {
  ...account.Profile.properties,
  status: account.accountStatus(),
  ...account.shownFields(ROLE_FIELDS),
  updatedAt: t.timestamp('Time of the last change'),
});

const MAX_SEARCH_LENGTH = 200;

const MAX_ACTION_LENGTH = 100;

export const userFilter = {
  role: t.optional(account.role(), 'Only users of this role'),
  status: t.optional(account.accountStatus(), 'Only users with this account status'),
  search: t.optional(
    t.line(MAX_SEARCH_LENGTH, 'Only users whose name or e-mail address contains this', 'klein'),
  ),
};

export const UserChange = t.change('UserChange', 'Changed fields of a user', {
  email: Type.Optional(t.email()),
  firstName: Type.Optional(account.firstName()),
  lastName: Type.Optional(account.lastName()),
  phone: t.clearable(account.phone()),
  dateOfBirth: t.clearable(account.dateOfBirth()),
  status: Type.Optional(account.accountStatus()),
});

export const RoleChange = t.record('RoleChange', 'New role of a user', { role: account.role() });

/** Also in timelines of falls. */
export const StationName = t.record('StationName', 'Station with name', {
  id: t.id('ID of the station'),
  name: t.string('Name of the station at that time', 'Ward 2, office'),
});

const TokenName = t.record('TokenName', 'Access token with name', {
  id: t.id('ID of the access token'),
  name: t.string('Name of the token at that time; of a service account, its name', 'Dashboard'),
});

const logLevel = () => t.vocabulary('LogLevel', 'Severity', LOG_LEVELS);

export const AuditLine = t.record('AuditLine', 'Entry of the audit log', {
  id: t.string('ID of the entry', '4711'),
  level: logLevel(),
  action: t.string('Action code', 'account.changed'),
  outcome: t.oneOf(['done', 'refused', 'failed'], 'Outcome of the action'),
  message: t.string('Message text for people', 'Changed a patient: phone'),
  actorId: t.nullable(t.id('ID of the user who did it; null for the service itself and without a login')),
  actorName: t.nullable(
    account.shownName('the user who did it; null without one, or if the account is deleted'),
  ),
  subjectId: t.nullable(t.id('ID of the user concerned; null without one')),
  subjectName: t.nullable(
    account.shownName('the user concerned; null without one, or if the account is deleted'),
  ),
  ip: t.nullable(t.string('IP address of the request; null if unknown', '203.0.113.7')),
  station: t.nullable(StationName, 'Station at which it was done; else null'),
  token: t.nullable(TokenName, 'Access token with which it was done; else null'),
  timestamp: t.timestamp('Time'),
  hash: t.nullable(
    t.string(
      'SHA-256 over the hash of the entry before it and its own content, in hexadecimal; null until an entry of an earlier version is chained',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ),
  ),
});

export const auditFilter = {
  level: t.optional(logLevel(), 'Only entries of this level'),
  action: t.optional(t.line(MAX_ACTION_LENGTH, 'Only entries with this action', 'account.changed')),
  actorId: t.optional(t.id('Only actions of this user')),
  subjectId: t.optional(t.id('Only entries about this user')),
  wardId: t.optional(t.id('Only entries about patients and members of this ward')),
  ...dateRangeFilter,
};
