import Type from 'typebox';
import {
  accountStatus,
  createdAt,
  dateOfBirth,
  emergencyContact,
  firstName,
  invite,
  lastName,
  pendingEmail,
  person,
  phone,
  room,
  shownDateOfBirth,
  shownEmail,
  shownEmergencyContact,
  shownName,
  shownPhone,
  shownRoom,
  temporaryPassword,
} from '../../accounts/schema.ts';
import {
  change,
  clearable,
  count,
  email,
  id,
  nullable,
  optional,
  record,
  shownDate,
  string,
  timestamp,
} from '../../platform/schema/primitives.ts';
import { deviceName, deviceStatus } from '../device-summary.ts';
import { healthScore } from '../health-score-schema.ts';

export const NewPatient = record('NewPatient', 'A patient who gets an account', {
  email: email(),
  firstName: firstName(),
  lastName: lastName(),
  phone: optional(phone()),
  dateOfBirth: optional(dateOfBirth()),
  emergencyContact: optional(emergencyContact()),
  room: optional(room()),
  invite: optional(invite()),
});

export const PatientChange = change('PatientChange', 'What is to change of a patient', {
  email: Type.Optional(email()),
  firstName: Type.Optional(firstName()),
  lastName: Type.Optional(lastName()),
  phone: clearable(phone()),
  dateOfBirth: clearable(dateOfBirth()),
  emergencyContact: clearable(emergencyContact()),
  room: clearable(room()),
});

export const ListedPatient = record('ListedPatient', 'A patient, as lists show them', {
  id: id('Of the patient'),
  email: shownEmail(),
  pendingEmail: pendingEmail(),
  firstName: string('Given name', 'Rosa'),
  lastName: string('Family name', 'Klein'),
  status: accountStatus(),
  dateOfBirth: nullable(shownDate('Date of birth; null if not given, and for whom it does not concern')),
  emergencyContact: nullable(
    string(
      'Phone number to call in an emergency; null if not given, and for whom it does not concern',
      '+49 171 7654321',
    ),
  ),
  room: nullable(
    string('Where the patient is found; null if not given, and for whom it does not concern', '12 B'),
  ),
  healthScore: nullable(healthScore()),
  createdAt: createdAt(),
});

const CaregiverOfPatient = record('CaregiverOfPatient', 'Who looks after a patient', {
  id: id('Of the caregiver'),
  name: shownName('the caregiver'),
  relationship: nullable(string('What they are to the patient; null if not said', 'daughter')),
  phone: shownPhone(),
});

const DeviceOfPatient = record('DeviceOfPatient', 'What a patient wears', {
  id: id('Of the device'),
  name: deviceName(),
  status: deviceStatus(),
});

/** docs/contract.md, "People". */
export const Patient = record('Patient', 'A patient, for themself and whoever looks after them', {
  ...person,
  status: accountStatus(),
  phone: shownPhone(),
  dateOfBirth: shownDateOfBirth(),
  emergencyContact: shownEmergencyContact(),
  room: shownRoom(),
  createdAt: createdAt(),
  caregivers: Type.Array(CaregiverOfPatient, { description: "The patient's caregivers" }),
  devices: Type.Array(DeviceOfPatient, { description: "The patient's devices" }),
});

export const CreatedPatient = record('CreatedPatient', 'A patient who has just got an account', {
  ...Patient.properties,
  temporaryPassword: Type.Optional(temporaryPassword()),
});

export const recentFalls = () => count('Falls of the last seven days, POTENTIAL and above', 1);

/** docs/contract.md, "People". */
export const AssignedPatient = record('AssignedPatient', 'Whom a caregiver looks after', {
  id: id('Of the patient'),
  name: shownName('the patient'),
  email: shownEmail(),
  pendingEmail: pendingEmail(),
  room: shownRoom(),
  healthScore: healthScore(),
  lastActive: nullable(timestamp('When their last reading came; null before the first')),
  devices: count('How many wearables they have', 1),
  recentFalls: recentFalls(),
});

export const patientFilter = { status: optional(accountStatus(), 'Only patients whose account is so') };
