import Type from 'typebox';
import { shownName } from '../../accounts/schema.ts';
import * as t from '../../platform/schema/primitives.ts';

const MAX_NAME_LENGTH = 80;

const wardName = () => t.line(MAX_NAME_LENGTH, 'Name of the ward, unique', 'Ground floor');

export const NewWard = t.record('NewWard', 'New ward', { name: wardName() });

export const WardChange = t.record('WardChange', 'New name of a ward', { name: wardName() });

const WardLead = t.record('WardLead', 'Lead of a ward', {
  id: t.id('ID of the caregiver'),
  name: shownName('the caregiver'),
});

const OnDutyInWard = t.record('OnDutyInWard', 'Member of a ward who is on duty', {
  id: t.id('ID of the caregiver'),
  name: shownName('the caregiver'),
  until: t.timestamp('End of the shift'),
});

/** docs/home.md, "Wards". */
export const Ward = t.record('Ward', 'Ward of the home', {
  id: t.id('ID of the ward'),
  name: t.string('Name', 'Ground floor'),
  patients: t.count('Number of patients in the ward', 31),
  caregivers: t.count('Number of members', 12),
  leads: Type.Array(WardLead, { description: 'Leads of the ward' }),
  onDuty: Type.Array(OnDutyInWard, { description: 'Members who are on duty now' }),
});

export const Candidate = t.record('WardCandidate', 'Caregiver who can be added to a ward', {
  id: t.id('ID of the caregiver'),
  name: shownName('the caregiver'),
});

const MAX_SEARCH_LENGTH = 200;

export const candidateFilter = {
  search: t.optional(t.line(MAX_SEARCH_LENGTH, 'Only caregivers whose name contains this', 'klein')),
};

const memberLead = () => t.boolean('Whether the caregiver leads the ward', false);
const memberUntil = (description: string) => t.time(description, '2026-12-31T18:00:00Z');

/** Without fields, a caregiver becomes a member, or stays one. */
export const MemberChange = t.record('MemberChange', 'Membership of a caregiver in a ward', {
  lead: Type.Optional(memberLead()),
  until: t.clearable(memberUntil('When the membership ends by itself; null: never')),
});

const membership = {
  lead: memberLead(),
  until: t.nullable(t.timestamp('When the membership ends by itself; null if never')),
};

export const Membership = t.record('Membership', 'Membership of a caregiver in a ward', {
  wardId: t.id('ID of the ward'),
  caregiverId: t.id('ID of the caregiver'),
  ...membership,
  createdAt: t.timestamp('Time the caregiver joined the ward'),
});

export const Member = t.record('Member', 'Member of a ward', {
  id: t.id('ID of the caregiver'),
  name: shownName('the caregiver'),
  ...membership,
  createdAt: t.timestamp('Time the caregiver joined the ward'),
});
