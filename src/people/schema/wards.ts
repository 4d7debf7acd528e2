import Type from 'typebox';
import { shownName } from '../../accounts/schema.ts';
import {
  boolean,
  clearable,
  count,
  id,
  line,
  nullable,
  optional,
  record,
  string,
  time,
  timestamp,
} from '../../platform/schema/primitives.ts';

const MAX_NAME_LENGTH = 80;

const wardName = () => line(MAX_NAME_LENGTH, 'Name of the ward, unique', 'Ground floor');

export const NewWard = record('NewWard', 'New ward', { name: wardName() });

export const WardChange = record('WardChange', 'New name of a ward', { name: wardName() });

const WardLead = record('WardLead', 'Lead of a ward', {
  id: id('ID of the caregiver'),
  name: shownName('the caregiver'),
});

const OnDutyInWard = record('OnDutyInWard', 'Member of a ward who is on duty', {
  id: id('ID of the caregiver'),
  name: shownName('the caregiver'),
  until: timestamp('End of the shift'),
});

/** docs/home.md, "Wards". */
export const Ward = record('Ward', 'Ward of the home', {
  id: id('ID of the ward'),
  name: string('Name', 'Ground floor'),
  patients: count('Number of patients in the ward', 31),
  caregivers: count('Number of members', 12),
  leads: Type.Array(WardLead, { description: 'Leads of the ward' }),
  onDuty: Type.Array(OnDutyInWard, { description: 'Members who are on duty now' }),
});

export const Candidate = record('WardCandidate', 'Caregiver who can be added to a ward', {
  id: id('ID of the caregiver'),
  name: shownName('the caregiver'),
});

const MAX_SEARCH_LENGTH = 200;

export const candidateFilter = {
  search: optional(line(MAX_SEARCH_LENGTH, 'Only caregivers whose name contains this', 'klein')),
};

const memberLead = () => boolean('Whether the caregiver leads the ward', false);
const memberUntil = (description: string) => time(description, '2026-12-31T18:00:00Z');

/** Without fields, a caregiver becomes a member, or stays one. */
export const MemberChange = record('MemberChange', 'Membership of a caregiver in a ward', {
  lead: Type.Optional(memberLead()),
  until: clearable(memberUntil('When the membership ends by itself; null: never')),
});

const membership = {
  lead: memberLead(),
  until: nullable(timestamp('When the membership ends by itself; null if never')),
};

export const Membership = record('Membership', 'Membership of a caregiver in a ward', {
  wardId: id('ID of the ward'),
  caregiverId: id('ID of the caregiver'),
  ...membership,
  createdAt: timestamp('Time the caregiver joined the ward'),
});

export const Member = record('Member', 'Member of a ward', {
  id: id('ID of the caregiver'),
  name: shownName('the caregiver'),
  ...membership,
  createdAt: timestamp('Time the caregiver joined the ward'),
});
