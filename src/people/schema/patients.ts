import Type from 'typebox';
import { PATIENT_FIELDS } from '../../accounts/role-fields.ts';
import * as account from '../../accounts/schema.ts';
import * as t from '../../platform/schema/primitives.ts';
import { Absence } from '../absence/schema.ts';
import { CheckIn } from '../check-in/schema.ts';
import { deviceName, deviceStatus } from '../device-summary-schema.ts';
import { healthScore } from '../health-score-schema.ts';

const shareWithHome = () =>
  t.boolean("True if the smart home may show the patient's falls and wearable; needs HOME_BROKER_URL");

export const NewPatient = t.record('NewPatient', 'New patient', {
  email: t.email(),
  firstName: account.firstName(),
  lastName: account.lastName(),
  phone: t.optional(account.phone()),
  dateOfBirth: t.optional(account.dateOfBirth()),
  ...account.newFields(PATIENT_FIELDS),
  wardId: t.optional(t.id('ID of the ward, one that the caller is a member of')),
  invite: t.optional(account.invite()),
});

/** docs/contract.md, "Accounts without an e-mail address". */
export const NewResident = t.record('NewResident', 'New patient, created by an admin', {
  ...NewPatient.properties,
  email: t.optional(t.email('E-mail address; stored in lower case. Without one the patient cannot log in.')),
  wardId: t.optional(t.id('ID of the ward')),
});

export const PatientChange = t.change('PatientChange', 'Changed fields of a patient', {
  email: Type.Optional(t.email()),
  firstName: Type.Optional(account.firstName()),
  lastName: Type.Optional(account.lastName()),
  phone: t.clearable(account.phone()),
  dateOfBirth: t.clearable(account.dateOfBirth()),
  ...account.changedFields(PATIENT_FIELDS),
  wardId: t.clearable(t.id('ID of the ward; for admins and leads of both wards. Null: for admins.')),
  shareWithHome: Type.Optional(shareWithHome()),
});

export const ListedPatient = t.record('ListedPatient', 'Patient in a list', {
  id: t.id('ID of the patient'),
  email: account.shownEmail(),
  pendingEmail: account.pendingEmail(),
  firstName: t.string('Given name', 'Rosa'),
  lastName: t.string('Family name', 'Klein'),
  status: account.accountStatus(),
  dateOfBirth: t.nullable(t.shownDate('Date of birth; null if not given or not permitted')),
  ...account.shownFields(PATIENT_FIELDS, 'not given or not permitted'),
  wardId: t.nullable(t.id('ID of the ward; null without one or if not permitted')),
  healthScore: t.nullable(healthScore()),
  createdAt: account.createdAt(),
});

const CaregiverOfPatient = t.record('CaregiverOfPatient', 'Caregiver of a patient', {
  id: t.id('ID of the caregiver'),
  name: account.shownName('the caregiver'),
  relationship: t.nullable(
    t.string('Relationship of the caregiver to the patient; null if not given', 'daughter'),
  ),
  phone: account.shownPhone(),
  via: t.oneOf(
    ['assignment', 'ward', 'assist'],
    'Why the caregiver is in the care team: the first that applies',
  ),
});

const DeviceOfPatient = t.record('DeviceOfPatient', 'Wearable of a patient', {
  id: t.id('ID of the device'),
  name: deviceName(),
  status: deviceStatus(),
});

/** docs/contract.md, "People". */
export const Patient = t.record('Patient', 'Patient, for the patient and the care team', {
  ...account.person,
  status: account.accountStatus(),
  phone: account.shownPhone(),
  dateOfBirth: account.shownDateOfBirth(),
  ...account.shownFields(PATIENT_FIELDS),
  wardId: t.nullable(t.id('ID of the ward; null without one')),
  shareWithHome: shareWithHome(),
  createdAt: account.createdAt(),
  caregivers: Type.Array(CaregiverOfPatient, { description: "The patient's care team" }),
  devices: Type.Array(DeviceOfPatient, { description: "The patient's devices" }),
  checkIn: t.nullable(CheckIn, "The patient's check-in; null without one"),
  absence: t.nullable(Absence, "The patient's absence; null while the patient is here"),
});

export const CreatedPatient = t.record('CreatedPatient', 'Created patient', {
  ...Patient.properties,
  temporaryPassword: Type.Optional(account.temporaryPassword()),
});

export const recentFalls = () => t.count('Number of falls in the last seven days, POTENTIAL and above', 1);

/** docs/contract.md, "People". */
export const AssignedPatient = t.record('AssignedPatient', 'Patient of a caregiver', {
  id: t.id('ID of the patient'),
  name: account.shownName('the patient'),
  email: account.shownEmail(),
  pendingEmail: account.pendingEmail(),
  room: account.shownRoom(),
  healthScore: healthScore(),
  lastActive: t.nullable(t.timestamp('Time of the last reading; null before the first')),
  devices: t.count('Number of wearables', 1),
  recentFalls: recentFalls(),
});

export const patientFilter = {
  status: t.optional(account.accountStatus(), 'Only patients with this account status'),
  wardId: t.optional(t.id("Only patients of this ward, for caregivers those in the caller's care")),
};
