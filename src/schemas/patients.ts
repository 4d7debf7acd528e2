import Type from 'typebox';
import { Identity, name, phone, room, STATUSES, shownRoom, temporaryPassword } from './accounts.ts';
import { Device, DeviceStatusView, deviceStatus } from './devices.ts';
import { ListedFall } from './falls.ts';
import { clearable, date, email, id, integer, nullable, oneOf, optional, timestamp } from './primitives.ts';

export const NewPatient = Type.Object({
  email: email(),
  firstName: name(),
  lastName: name(),
  phone: optional(phone()),
  dateOfBirth: optional(date()),
  emergencyContact: optional(phone()),
  room: optional(room()),
});

export const PatientChange = Type.Object({
  email: Type.Optional(email()),
  firstName: Type.Optional(name()),
  lastName: Type.Optional(name()),
  phone: clearable(phone()),
  dateOfBirth: clearable(date()),
  emergencyContact: clearable(phone()),
  room: clearable(room()),
});

const healthScore = () => Type.Integer({ minimum: 0, maximum: 100 });

export const ListedPatient = Type.Object({
  id: id(),
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  status: oneOf(STATUSES),
  dateOfBirth: nullable(Type.String({ format: 'date', description: 'null for whom it does not concern' })),
  emergencyContact: nullable(Type.String({ description: 'null for whom it does not concern' })),
  room: nullable(Type.String({ description: 'null for whom it does not concern' })),
  healthScore: nullable(healthScore()),
  createdAt: timestamp(),
});

/** docs/contract.md, "People". */
export const Patient = Type.Object({
  ...Identity.properties,
  status: oneOf(STATUSES),
  phone: nullable(Type.String()),
  dateOfBirth: nullable(Type.String({ format: 'date' })),
  emergencyContact: nullable(Type.String()),
  room: shownRoom(),
  createdAt: timestamp(),
  caregivers: Type.Array(
    Type.Object({
      id: id(),
      name: Type.String(),
      relationship: nullable(Type.String()),
      phone: nullable(Type.String()),
    }),
  ),
  devices: Type.Array(Type.Object({ id: id(), name: Type.String(), status: deviceStatus() })),
});

export const CreatedPatient = Type.Object({
  ...Patient.properties,
  temporaryPassword: temporaryPassword(),
});

/** docs/contract.md, "Health score". */
export const HealthSummary = Type.Object({
  patientId: id(),
  healthScore: healthScore(),
  riskScore: Type.Integer({ minimum: 0, maximum: 100 }),
  isHighRisk: Type.Boolean(),
  vitals: Type.Object({
    heartRate: nullable(Type.Integer()),
    bloodPressure: nullable(Type.String()),
    oxygenSaturation: nullable(Type.Integer()),
  }),
  lastUpdate: nullable(timestamp()),
});

const { signalStrength, wifiConnected, sensorsInitialized } = DeviceStatusView.properties;

/** All that the page of one patient shows, in one answer. */
export const PatientOverview = Type.Object({
  patient: Patient,
  health: HealthSummary,
  devices: Type.Array(
    Type.Object({ ...Device.properties, signalStrength, wifiConnected, sensorsInitialized }),
  ),
  falls: Type.Array(ListedFall, { description: 'the newest 50' }),
  totalFalls: Type.Integer(),
});

/** docs/contract.md, "People". */
export const AssignedPatient = Type.Object({
  id: id(),
  name: Type.String(),
  email: Type.String(),
  room: shownRoom(),
  healthScore: healthScore(),
  lastActive: nullable(timestamp()),
  devices: Type.Integer(),
  recentFalls: Type.Integer(),
});

const deviceSilentMinutes = () => integer(1, 24 * 60);
const batteryLowPercent = () => integer(0, 100);

export const LimitsChange = Type.Object({
  deviceSilentMinutes: clearable(deviceSilentMinutes()),
  batteryLowPercent: clearable(batteryLowPercent()),
});

export const PatientLimits = Type.Object({
  deviceSilentMinutes: Type.Integer({
    minimum: 1,
    maximum: 24 * 60,
    description: 'minutes of silence of a wearable after which caregivers are alerted',
  }),
  batteryLowPercent: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'caregivers are alerted when the battery is below it; 0 is never',
  }),
  inherited: Type.Boolean({ description: 'as the settings say, because the patient has none of their own' }),
});

export const patientFilter = { status: optional(oneOf(STATUSES)) };
