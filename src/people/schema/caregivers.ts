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

const specialization = () => line(MAX_SPECIALIZATION_LENGTH, 'What they are trained in', 'Geriatric care');

const organization = () => line(MAX_ORGANIZATION_LENGTH, 'Whom they work for', 'House at the Park');

export const NewCaregiver = record('NewCaregiver', 'A caregiver who gets an account', {
  email: email(),
  firstName: firstName(),
  lastName: lastName(),
  phone: optional(phone()),
  specialization: optional(specialization()),
  organization: optional(organization()),
  invite: optional(invite()),
});

export const CaregiverChange = change('CaregiverChange', 'What is to change of a caregiver', {
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
  patients: count('How many patients are assigned to them', 12),
  activeAlerts: count('How many alerts about assigned patients are not acknowledged yet', 0),
  createdAt: createdAt(),
});

export const CreatedCaregiver = record('CreatedCaregiver', 'A caregiver who has just got an account', {
  ...Caregiver.properties,
  temporaryPassword: Type.Optional(temporaryPassword()),
});

export const NewAssignment = record('NewAssignment', 'Whom a caregiver looks after from now on', {
  patientId: id('Of the patient'),
  relationship: optional(line(MAX_RELATIONSHIP_LENGTH, 'What the caregiver is to the patient', 'daughter')),
});

export const Assignment = record('Assignment', 'Who looks after whom', {
  caregiverId: id('Of the caregiver'),
  patientId: id('Of the patient'),
  relationship: nullable(string('What the caregiver is to the patient; null if not said', 'daughter')),
  createdAt: timestamp('Since when'),
});
