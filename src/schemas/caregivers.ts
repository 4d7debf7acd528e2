import Type from 'typebox';
import { Identity, name, phone, STATUSES, temporaryPassword } from './accounts.ts';
import { clearable, email, id, line, nullable, oneOf, optional, timestamp } from './primitives.ts';

const MAX_SPECIALIZATION_LENGTH = 100;
const MAX_ORGANIZATION_LENGTH = 200;
const MAX_RELATIONSHIP_LENGTH = 100;
const specialization = () => line(MAX_SPECIALIZATION_LENGTH);
const organization = () => line(MAX_ORGANIZATION_LENGTH);

export const NewCaregiver = Type.Object({
  email: email(),
  firstName: name(),
  lastName: name(),
  phone: optional(phone()),
  specialization: optional(specialization()),
  organization: optional(organization()),
});

export const CaregiverChange = Type.Object({
  email: Type.Optional(email()),
  firstName: Type.Optional(name()),
  lastName: Type.Optional(name()),
  phone: clearable(phone()),
  specialization: clearable(specialization()),
  organization: clearable(organization()),
});

/** docs/contract.md, "People". */
export const Caregiver = Type.Object({
  ...Identity.properties,
  status: oneOf(STATUSES),
  phone: nullable(Type.String()),
  specialization: nullable(Type.String()),
  organization: nullable(Type.String()),
  patients: Type.Integer({ description: 'how many are assigned' }),
  activeAlerts: Type.Integer({ description: 'about assigned patients, not acknowledged yet' }),
  createdAt: timestamp(),
});

export const CreatedCaregiver = Type.Object({
  ...Caregiver.properties,
  temporaryPassword: temporaryPassword(),
});

export const NewAssignment = Type.Object({
  patientId: id(),
  relationship: optional(line(MAX_RELATIONSHIP_LENGTH)),
});

export const Assignment = Type.Object({
  caregiverId: id(),
  patientId: id(),
  relationship: nullable(Type.String()),
  createdAt: timestamp(),
});
