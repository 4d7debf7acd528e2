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
  record,
  text,
  timestamp,
} from './primitives.ts';

export const ROLES = ['PATIENT', 'CAREGIVER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];
/** Of an account: an inactive one cannot be used. */
export const STATUSES = ['active', 'inactive'] as const;

const MAX_NAME_LENGTH = 100;
const MAX_PHONE_LENGTH = 32;
const MAX_ROOM_LENGTH = 80;
const MAX_REASON_LENGTH = 1000;
/** Only its type and a generous bound: the rules of section 5 are in domain/password.ts, which names the broken ones. */
const password = () => text(1024, 1);

export const temporaryPassword = () =>
  Type.String({ description: 'to be told to the person; shown this once' });

export const name = () => line(MAX_NAME_LENGTH);
export const phone = () => line(MAX_PHONE_LENGTH);
export const room = () => line(MAX_ROOM_LENGTH);
export const shownRoom = () =>
  nullable(Type.String({ description: 'where the patient is found', examples: ['12 B'] }));

export const Signup = record('Signup', {
  email: email(),
  password: password(),
  firstName: name(),
  lastName: name(),
  role: optional(oneOf(['PATIENT', 'CAREGIVER'])),
});

const MAX_CODE_LENGTH = 32;
const code = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_CODE_LENGTH,
    description,
    examples: ['123456'],
    'x-says': 'must be the code that the app shows',
  });

export const Login = record('Login', {
  email: emailToFind(),
  password: password(),
  totp: optional(
    code(
      'of accounts with a second factor: the code that the app shows, or a recovery code; each works once',
    ),
  ),
});

export const SecondFactorState = record('SecondFactorState', {
  active: Type.Boolean(),
  confirmedAt: nullable(timestamp()),
  recoveryCodesLeft: Type.Integer(),
  required: Type.Boolean({ description: 'nothing else works until it is set up (REQUIRE_TOTP)' }),
});

export const SecondFactorOffer = record('SecondFactorOffer', {
  secret: Type.String({
    description: 'in base 32, to be typed into an authenticator app',
    pattern: '^[A-Z2-7]+$',
  }),
  otpauthUrl: Type.String({ description: 'the same as a QR code shows it', pattern: '^otpauth://totp/' }),
});

export const SecondFactorConfirmation = record('SecondFactorConfirmation', {
  code: code('that the app shows now'),
});

export const RecoveryCodes = record('RecoveryCodes', {
  recoveryCodes: Type.Array(Type.String(), {
    description: 'each opens the account once instead of a code; shown this once',
  }),
});

export const SecondFactorRemoval = record('SecondFactorRemoval', { password: password() });

export const ProfileChange = record('ProfileChange', {
  firstName: Type.Optional(name()),
  lastName: Type.Optional(name()),
  phone: clearable(phone()),
  dateOfBirth: clearable(date()),
});

export const PasswordChange = record('PasswordChange', {
  currentPassword: password(),
  newPassword: password(),
  confirmPassword: password(),
});

export const Session = record('Session', {
  id: id(),
  createdAt: timestamp(),
  lastUsedAt: Type.Union([timestamp(), Type.Null()], { description: 'known to some minutes' }),
  expiresAt: timestamp(),
  current: Type.Boolean({ description: 'the one that asks' }),
  ip: Type.Union([Type.String(), Type.Null()], { description: 'of whoever opened it' }),
  userAgent: Type.Union([Type.String(), Type.Null()], { description: 'of whoever opened it' }),
});

export const AccessLine = record('AccessLine', {
  id: Type.String(),
  actorId: nullable(id()),
  actorName: Type.Union([Type.String(), Type.Null()], { description: 'null when the account is gone' }),
  role: nullable(oneOf(ROLES)),
  what: Type.String({ examples: ['the falls of a patient'] }),
  timestamp: timestamp(),
});

export const ForgottenPassword = record('ForgottenPassword', { email: emailToFind() });

const MAX_TOKEN_LENGTH = 200;
export const PasswordReset = record('PasswordReset', {
  token: Type.String({
    minLength: 1,
    maxLength: MAX_TOKEN_LENGTH,
    description: 'of the link in the mail: what stands behind `token=`',
    'x-says': 'must be the token of the link in the mail',
  }),
  newPassword: password(),
});

export const TemporaryPassword = record('TemporaryPassword', { temporaryPassword: temporaryPassword() });

export const AccountDeletion = record('AccountDeletion', {
  confirmation: Type.Literal(true, { 'x-says': 'must be true' }),
  reason: optional(text(MAX_REASON_LENGTH)),
});

export const Identity = record('Identity', {
  id: id(),
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  role: oneOf(ROLES),
});

export const NewAccount = record('NewAccount', { ...Identity.properties, createdAt: timestamp() });

export const CurrentUser = record('CurrentUser', {
  ...Identity.properties,
  createdAt: timestamp(),
  lastLogin: nullable(timestamp()),
  lacksSecondFactor: Type.Optional(
    Type.Literal(true, { description: 'nothing else is answered before there is one (REQUIRE_TOTP)' }),
  ),
});

export const Profile = record('Profile', {
  ...Identity.properties,
  dateOfBirth: nullable(Type.String({ format: 'date' })),
  phone: nullable(Type.String()),
  avatar: nullable(Type.String()),
  createdAt: timestamp(),
  lastLogin: nullable(timestamp()),
});
