import Type from 'typebox';
import {
  clearable,
  date,
  email,
  emailToFind,
  id,
  line,
  nullable,
  oneOf,
  optional,
  text,
  timestamp,
} from './primitives.ts';

export const ROLES = ['PATIENT', 'CAREGIVER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];
/** Of an account: an inactive one cannot be used. */
export const STATUSES = ['active', 'inactive'] as const;

const MAX_NAME_LENGTH = 100;
const MAX_PHONE_LENGTH = 32;
const MAX_REASON_LENGTH = 1000;
/** Only its type and a generous bound: the rules of section 5 are in domain/password.ts, which names the broken ones. */
const password = () => text(1024, 1);

export const name = () => line(MAX_NAME_LENGTH);
export const phone = () => line(MAX_PHONE_LENGTH);

export const Signup = Type.Object({
  email: email(),
  password: password(),
  firstName: name(),
  lastName: name(),
  role: optional(oneOf(['PATIENT', 'CAREGIVER'])),
});

export const Login = Type.Object({
  email: emailToFind(),
  password: password(),
});

export const ProfileChange = Type.Object({
  firstName: Type.Optional(name()),
  lastName: Type.Optional(name()),
  phone: clearable(phone()),
  dateOfBirth: clearable(date()),
});

export const PasswordChange = Type.Object({
  currentPassword: password(),
  newPassword: password(),
  confirmPassword: password(),
});

export const AccountDeletion = Type.Object({
  confirmation: Type.Literal(true, { 'x-says': 'must be true' }),
  reason: optional(text(MAX_REASON_LENGTH)),
});

export const Identity = Type.Object({
  id: id(),
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  role: oneOf(ROLES),
});

export const NewAccount = Type.Object({ ...Identity.properties, createdAt: timestamp() });

export const CurrentUser = Type.Object({
  ...Identity.properties,
  createdAt: timestamp(),
  lastLogin: nullable(timestamp()),
});

export const Profile = Type.Object({
  ...Identity.properties,
  dateOfBirth: nullable(Type.String({ format: 'date' })),
  phone: nullable(Type.String()),
  avatar: nullable(Type.String()),
  createdAt: timestamp(),
  lastLogin: nullable(timestamp()),
});
