import Type from 'typebox';
import { Identity, name, phone, room, STATUSES, shownRoom, temporaryPassword } from './accounts.ts';
import { deviceStatus } from './devices.ts';
import { clearable, date, email, id, nullable, oneOf, optional, timestamp } from './primitives.ts';

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

/** Contract, section 2, Patient profile. */
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

/** Contract, section 2, Patient health summary. */
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

/** Contract, section 2, Assigned-patient summary. */
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

export const patientFilter = { status: optional(oneOf(STATUSES)) };
