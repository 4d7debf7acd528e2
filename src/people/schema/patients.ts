import Type from 'typebox';
import { PATIENT_FIELDS } from '../../accounts/role-fields.ts';
import {
  accountStatus,
  changedFields,
  createdAt,
  dateOfBirth,
  firstName,
  invite,
  lastName,
  newFields,
  pendingEmail,
  person,
  phone,
  shownDateOfBirth,
  shownEmail,
  shownFields,
  shownName,
  shownPhone,
  shownRoom,
  temporaryPassword,
} from '../../accounts/schema.ts';
import {
  boolean,
  change,
  clearable,
  count,
  email,
  id,
  nullable,
  oneOf,
  optional,
  record,
  shownDate,
  string,
  timestamp,
} from '../../platform/schema/primitives.ts';
import { CheckIn } from '../check-in/schema.ts';
import { deviceName, deviceStatus } from '../device-summary-schema.ts';
import { healthScore } from '../health-score-schema.ts';

const shareWithHome = () =>
  boolean("True if the smart home may show the patient's falls and wearable; needs HOME_BROKER_URL");

export const NewPatient = record('NewPatient', 'New patient', {
  email: email(),
  firstName: firstName(),
  lastName: lastName(),
  phone: optional(phone()),
  dateOfBirth: optional(dateOfBirth()),
  ...newFields(PATIENT_FIELDS),
  wardId: optional(id('ID of the ward, one that the caller is a member of')),
  invite: optional(invite()),
});

/** docs/contract.md, "Accounts without an e-mail address". */
export const NewResident = record('NewResident', 'New patient, created by an admin', {
  ...NewPatient.properties,
  email: optional(email('E-mail address; stored in lower case. Without one the patient cannot log in.')),
  wardId: optional(id('ID of the ward')),
});

export const PatientChange = change('PatientChange', 'Changed fields of a patient', {
  email: Type.Optional(email()),
  firstName: Type.Optional(firstName()),
  lastName: Type.Optional(lastName()),
  phone: clearable(phone()),
  dateOfBirth: clearable(dateOfBirth()),
  ...changedFields(PATIENT_FIELDS),
  wardId: clearable(id('ID of the ward; for admins and leads of both wards. Null: for admins.')),
  shareWithHome: Type.Optional(shareWithHome()),
});

export const ListedPatient = record('ListedPatient', 'Patient in a list', {
  id: id('ID of the patient'),
  email: shownEmail(),
  pendingEmail: pendingEmail(),
  firstName: string('Given name', 'Rosa'),
  lastName: string('Family name', 'Klein'),
  status: accountStatus(),
  dateOfBirth: nullable(shownDate('Date of birth; null if not given or not permitted')),
  ...shownFields(PATIENT_FIELDS, 'not given or not permitted'),
  wardId: nullable(id('ID of the ward; null without one or if not permitted')),
  healthScore: nullable(healthScore()),
  createdAt: createdAt(),
});

const CaregiverOfPatient = record('CaregiverOfPatient', 'Caregiver of a patient', {
  id: id('ID of the caregiver'),
  name: shownName('the caregiver'),
  relationship: nullable(
    string('Relationship of the caregiver to the patient; null if not given', 'daughter'),
  ),
  phone: shownPhone(),
  via: oneOf(['assignment', 'ward'], 'Why the caregiver is in the care team; `assignment` if both apply'),
});

const DeviceOfPatient = record('DeviceOfPatient', 'Wearable of a patient', {
  id: id('ID of the device'),
  name: deviceName(),
  status: deviceStatus(),
});

/** docs/contract.md, "People". */
export const Patient = record('Patient', 'Patient, for the patient and the care team', {
  ...person,
  status: accountStatus(),
  phone: shownPhone(),
  dateOfBirth: shownDateOfBirth(),
  ...shownFields(PATIENT_FIELDS),
  wardId: nullable(id('ID of the ward; null without one')),
  shareWithHome: shareWithHome(),
  createdAt: createdAt(),
  caregivers: Type.Array(CaregiverOfPatient, { description: "The patient's care team" }),
  devices: Type.Array(DeviceOfPatient, { description: "The patient's devices" }),
  checkIn: nullable(CheckIn, "The patient's check-in; null without one"),
});

export const CreatedPatient = record('CreatedPatient', 'Created patient', {
  ...Patient.properties,
  temporaryPassword: Type.Optional(temporaryPassword()),
});

export const recentFalls = () => count('Number of falls in the last seven days, POTENTIAL and above', 1);

/** docs/contract.md, "People". */
export const AssignedPatient = record('AssignedPatient', 'Patient of a caregiver', {
  id: id('ID of the patient'),
  name: shownName('the patient'),
  email: shownEmail(),
  pendingEmail: pendingEmail(),
  room: shownRoom(),
  healthScore: healthScore(),
  lastActive: nullable(timestamp('Time of the last reading; null before the first')),
  devices: count('Number of wearables', 1),
  recentFalls: recentFalls(),
});

export const patientFilter = {
  status: optional(accountStatus(), 'Only patients with this account status'),
  wardId: optional(id("Only patients of this ward, for caregivers those in the caller's care")),
};
