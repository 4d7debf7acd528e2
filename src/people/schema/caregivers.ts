import Type from 'typebox';
import {
  accountStatus,
  createdAt,
  firstName,
  invite,
  lastName,
  person,
  phone,
  shownOrganization,
  shownPhone,
  shownSpecialization,
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

const MAX_SPECIALIZATION_LENGTH = 100;

const MAX_ORGANIZATION_LENGTH = 200;

const MAX_RELATIONSHIP_LENGTH = 100;

const specialization = () => line(MAX_SPECIALIZATION_LENGTH, 'Specialization', 'Geriatric care');

const organization = () => line(MAX_ORGANIZATION_LENGTH, 'Employer', 'House at the Park');

export const NewCaregiver = record('NewCaregiver', 'New caregiver', {
  email: email(),
  firstName: firstName(),
  lastName: lastName(),
  phone: optional(phone()),
  specialization: optional(specialization()),
  organization: optional(organization()),
  invite: optional(invite()),
});

export const CaregiverChange = change('CaregiverChange', 'Changed fields of a caregiver', {
  email: Type.Optional(email()),
  firstName: Type.Optional(firstName()),
  lastName: Type.Optional(lastName()),
  phone: clearable(phone()),
  specialization: clearable(specialization()),
  organization: clearable(organization()),
});

/** docs/contract.md, "People". */
export const Caregiver = record('Caregiver', 'A caregiver', {
  ...person,
  status: accountStatus(),
  phone: shownPhone(),
  specialization: shownSpecialization(),
  organization: shownOrganization(),
  patients: count('Number of assigned patients', 12),
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
