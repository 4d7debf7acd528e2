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
import { Device, DeviceStatusView, deviceName, deviceStatus, heartRate, spo2 } from '../../devices/schema.ts';
import { ListedFall } from '../../falls/schema.ts';
import {
  boolean,
  change,
  clearable,
  count,
  email,
  id,
  integer,
  nullable,
  optional,
  record,
  shownDate,
  string,
  timestamp,
} from '../../platform/schema/primitives.ts';
import { healthScore } from '../../readings/schema.ts';

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
  caregivers: Type.Array(CaregiverOfPatient, { description: 'Who looks after them' }),
  devices: Type.Array(DeviceOfPatient, { description: 'What they wear' }),
});

export const CreatedPatient = record('CreatedPatient', 'A patient who has just got an account', {
  ...Patient.properties,
  temporaryPassword: Type.Optional(temporaryPassword()),
});

const Vitals = record('Vitals', 'What was last measured', {
  heartRate: nullable(heartRate()),
  bloodPressure: nullable(string('Blood pressure; always null, because nothing measures it', '120/80')),
  oxygenSaturation: nullable(spo2()),
});

/** docs/contract.md, "Health score". */
export const HealthSummary = record('HealthSummary', 'How well a patient is', {
  patientId: id('Of the patient'),
  healthScore: healthScore(),
  riskScore: integer(0, 100, 'points', '100 less the health score', 4),
  isHighRisk: boolean('The risk score is 75 or more', false),
  vitals: Vitals,
  lastUpdate: nullable(timestamp('When the last reading came; null before the first')),
});

const { signalStrength, wifiConnected, sensorsInitialized } = DeviceStatusView.properties;

const DeviceOverview = record('DeviceOverview', 'A wearable, with what it last said of itself', {
  ...Device.properties,
  signalStrength,
  wifiConnected,
  sensorsInitialized,
});

/** All that the page of one patient shows, in one answer. */
export const PatientOverview = record('PatientOverview', 'All that the page of one patient shows', {
  patient: Patient,
  health: HealthSummary,
  devices: Type.Array(DeviceOverview, { description: 'What they wear' }),
  falls: Type.Array(ListedFall, { description: 'The newest 50 falls' }),
  totalFalls: count('How many falls there are in all', 1),
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

const deviceSilentMinutes = () =>
  integer(1, 24 * 60, 'minutes', 'Silence of a wearable after which caregivers are alerted', 30);
const batteryLowPercent = () =>
  integer(0, 100, '%', 'Charge of the battery below which caregivers are alerted (0: never)', 10);

export const LimitsChange = change(
  'LimitsChange',
  'What is to change of when caregivers are alerted; null takes the setting again',
  {
    deviceSilentMinutes: clearable(deviceSilentMinutes()),
    batteryLowPercent: clearable(batteryLowPercent()),
  },
);

export const PatientLimits = record('PatientLimits', "When caregivers are alerted to a patient's wearable", {
  deviceSilentMinutes: deviceSilentMinutes(),
  batteryLowPercent: batteryLowPercent(),
  inherited: boolean('As the settings say, because the patient has none of their own'),
});

export const patientFilter = { status: optional(accountStatus(), 'Only patients whose account is so') };
