import Type from 'typebox';
import { LOG_LEVELS } from '../platform/http/audit.ts';
import { dateRangeFilter } from '../platform/schema/date-range.ts';
import {
  change,
  clearable,
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
  shownOrganization,
  shownRoom,
  shownSpecialization,
} from './schema.ts';

/** The full account record, without the password. */
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
