import Type from 'typebox';
import { CAREGIVER_FIELDS } from '../../accounts/role-fields.ts';
import {
  accountStatus,
  changedFields,
  createdAt,
  firstName,
  invite,
  lastName,
  newFields,
  person,
  phone,
  shownFields,
  shownPhone,
  temporaryPassword,
} from '../../accounts/schema.ts';
import {
  change,
  clearable,
  count,
  email,
  id,
  line,
  nullable,
  optional,
  record,
  string,
  timestamp,
} from '../../platform/schema/primitives.ts';

const MAX_RELATIONSHIP_LENGTH = 100;

export const NewCaregiver = record('NewCaregiver', 'New caregiver', {
  email: email(),
  firstName: firstName(),
  lastName: lastName(),
  phone: optional(phone()),
  ...newFields(CAREGIVER_FIELDS),
  invite: optional(invite()),
});

export const CaregiverChange = change('CaregiverChange', 'Changed fields of a caregiver', {
  email: Type.Optional(email()),
  firstName: Type.Optional(firstName()),
  lastName: Type.Optional(lastName()),
  phone: clearable(phone()),
  ...changedFields(CAREGIVER_FIELDS),
});

/** docs/contract.md, "People". */
export const Caregiver = record('Caregiver', 'A caregiver', {
  ...person,
  status: accountStatus(),
  phone: shownPhone(),
  ...shownFields(CAREGIVER_FIELDS),
  patients: count('Number of patients in care, by assignment or ward', 12),
  activeAlerts: count('Number of unacknowledged alerts', 0),
  createdAt: createdAt(),
});

export const CreatedCaregiver = record('CreatedCaregiver', 'Created caregiver', {
  ...Caregiver.properties,
  temporaryPassword: Type.Optional(temporaryPassword()),
});

export const NewAssignment = record('NewAssignment', 'New assignment of a patient to a caregiver', {
  patientId: id('ID of the patient'),
  relationship: optional(
    line(MAX_RELATIONSHIP_LENGTH, 'Relationship of the caregiver to the patient', 'daughter'),
  ),
});

export const Assignment = record('Assignment', 'Assignment of a patient to a caregiver', {
  caregiverId: id('ID of the caregiver'),
  patientId: id('ID of the patient'),
  relationship: nullable(
    string('Relationship of the caregiver to the patient; null if not given', 'daughter'),
  ),
  createdAt: timestamp('Time of the assignment'),
});
