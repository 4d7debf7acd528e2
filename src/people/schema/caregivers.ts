import Type from 'typebox';
import { CAREGIVER_FIELDS } from '../../accounts/role-fields.ts';
import * as account from '../../accounts/schema.ts';
import * as t from '../../platform/schema/primitives.ts';

const MAX_RELATIONSHIP_LENGTH = 100;

export const NewCaregiver = t.record('NewCaregiver', 'New caregiver', {
  email: t.email(),
  firstName: account.firstName(),
  lastName: account.lastName(),
  phone: t.optional(account.phone()),
  ...account.newFields(CAREGIVER_FIELDS),
  invite: t.optional(account.invite()),
});

export const CaregiverChange = t.change('CaregiverChange', 'Changed fields of a caregiver', {
  email: Type.Optional(t.email()),
  firstName: Type.Optional(account.firstName()),
  lastName: Type.Optional(account.lastName()),
  phone: t.clearable(account.phone()),
  ...account.changedFields(CAREGIVER_FIELDS),
});

/** docs/contract.md, "People". */
export const Caregiver = t.record('Caregiver', 'A caregiver', {
  ...account.person,
  status: account.accountStatus(),
  phone: account.shownPhone(),
  ...account.shownFields(CAREGIVER_FIELDS),
  patients: t.count('Number of patients in care, by assignment or ward', 12),
  activeAlerts: t.count('Number of unacknowledged alerts', 0),
  createdAt: account.createdAt(),
});

export const CreatedCaregiver = t.record('CreatedCaregiver', 'Created caregiver', {
  ...Caregiver.properties,
  temporaryPassword: Type.Optional(account.temporaryPassword()),
});

export const NewAssignment = t.record('NewAssignment', 'New assignment of a patient to a caregiver', {
  patientId: t.id('ID of the patient'),
  relationship: t.optional(
    t.line(MAX_RELATIONSHIP_LENGTH, 'Relationship of the caregiver to the patient', 'daughter'),
  ),
});

export const Assignment = t.record('Assignment', 'Assignment of a patient to a caregiver', {
  caregiverId: t.id('ID of the caregiver'),
  patientId: t.id('ID of the patient'),
  relationship: t.nullable(
    t.string('Relationship of the caregiver to the patient; null if not given', 'daughter'),
  ),
  createdAt: t.timestamp('Time of the assignment'),
});
