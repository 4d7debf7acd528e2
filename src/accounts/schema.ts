import Type from 'typebox';
import { ROLES } from '../platform/http/principal.ts';
import { LANGUAGES } from '../platform/languages.ts';
import {
  anyText,
  boolean,
  change,
  clearable,
  count,
  date,
  email,
  emailToFind,
  id,
  integer,
  line,
  nullable,
  optional,
  record,
  shownDate,
  string,
  text,
  timestamp,
  vocabulary,
} from '../platform/schema/primitives.ts';
import { timeZone } from '../platform/schema/time-zone.ts';
import {
  MAX_PHONE_LENGTH,
  mapFields,
  PATIENT_FIELDS,
  type RoleField,
  type RoleFields,
} from './role-fields.ts';
import { MAX_ORGANISATION_NAME, MAX_RESPONSE_GOAL_MINUTES } from './vocabulary.ts';

export const role = () => vocabulary('Role', 'Role of an account: its permissions', ROLES);

/** Also of a program. */
const callerRole = () =>
  vocabulary('CallerRole', 'Role of an account; SERVICE for a service account', [...ROLES, 'SERVICE']);

/** Account status: an inactive account cannot be used. */
const STATUSES = ['active', 'inactive'] as const;

export const accountStatus = () =>
  vocabulary('AccountStatus', 'Account status; an inactive account cannot log in', STATUSES);

const language = () => vocabulary('Language', 'Language of texts and dates', LANGUAGES);

const MAX_NAME_LENGTH = 100;

const MAX_REASON_LENGTH = 1000;

const MAX_PASSWORD_LENGTH = 1024;

/** Checks only the type and a generous maximum length; the login checks the password itself. */
const password = (description = 'Password of the account') =>
  anyText(MAX_PASSWORD_LENGTH, description, 'Sunny*Day42', 1);

/** password-rule.ts checks the rules of the contract's section 5 and names the broken ones. */
function newPassword() {
  const given = password(
    'New password: 8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*',
  );
  return Type.String({
    ...given,
    'x-shown': Type.String({
      ...given,
      minLength: 8,
      maxLength: 128,
      pattern: '^(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=[^0-9]*[0-9])(?=[^!@#$%^&*]*[!@#$%^&*])[^\\u0000]*$',
    }),
  });
}

export const temporaryPassword = () =>
  string('Temporary password for the first login, shown only once; expires after 7 days', 'kT7*mwq2Rz!p');

export const invite = () =>
  boolean(
    'True sends a link by e-mail instead of returning a temporary password; 409 without SMTP_URL',
    false,
  );

export const firstName = () => line(MAX_NAME_LENGTH, 'Given name', 'Rosa');

export const lastName = () => line(MAX_NAME_LENGTH, 'Family name', 'Klein');

export const phone = () => line(MAX_PHONE_LENGTH, 'Phone number, in any notation', '+49 30 1234567');

export const dateOfBirth = () => date('Date of birth, YYYY-MM-DD');

export const shownName = (whose: string) => string(`Given and family name of ${whose}`, 'Rosa Klein');

export const shownEmail = () => string('E-mail address, in lower case', 'rosa.klein@example.org');

export const pendingEmail = () =>
  Type.Optional(
    string('New e-mail address until it is confirmed; absent if there is none', 'rosa@example.net'),
  );

export const shownPhone = () => nullable(string('Phone number; null if not given', '+49 30 1234567'));

export const shownRoom = () => shownField(PATIENT_FIELDS.room, 'not given');

export const shownDateOfBirth = () => nullable(shownDate('Date of birth; null if not given'));

const givenField = ({ maxLength, description, example }: RoleField) => line(maxLength, description, example);

const shownField = ({ description, example }: RoleField, nullIf: string) =>
  nullable(string(`${description}; null if ${nullIf}`, example));

/** The fields of a role in the body that creates an account. */
export const newFields = <Name extends string>(fields: RoleFields<Name>) =>
  mapFields(fields, (_, field) => optional(givenField(field)));

/** The fields of a role in the body that changes an account. */
export const changedFields = <Name extends string>(fields: RoleFields<Name>) =>
  mapFields(fields, (_, field) => clearable(givenField(field)));

/** The fields of a role in a response. */
export const shownFields = <Name extends string>(fields: RoleFields<Name>, nullIf = 'not given') =>
  mapFields(fields, (_, field) => shownField(field, nullIf));

export const createdAt = () => timestamp('Time the account was created');

const lastLogin = () => nullable(timestamp('Time of the last login; null if never'));

export const Signup = record('Signup', 'New account', {
  email: email(),
  password: newPassword(),
  firstName: firstName(),
  lastName: lastName(),
  role: optional(
    vocabulary('SignupRole', 'Roles that are open for sign-up', ['PATIENT', 'CAREGIVER']),
    'Role of the account; default PATIENT. The operator sets the permitted roles (SIGNUP_ROLES).',
  ),
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

export const Login = record(
  'Login',
  'Login credentials',
  {
    email: emailToFind(),
    password: password(),
    totp: optional(
      code(
        'Code from the authenticator app, or a recovery code, for accounts with a second factor; each works once',
      ),
    ),
  },
  { examples: [{ email: 'rosa.klein@example.org', password: 'Sunny*Day42' }] },
);

export const Reauthentication = record(
  'Reauthentication',
  'Credentials that confirm the identity of the logged-in user',
  {
    password: password(),
    totp: optional(
      code(
        'Code from the authenticator app, or a recovery code, for accounts with a second factor; each works once',
      ),
    ),
  },
  { examples: [{ password: 'Sunny*Day42' }] },
);

export const Reauthenticated = record('Reauthenticated', 'Confirmed identity', {
  until: timestamp('Time after which the password is required again'),
});

export const SecondFactorState = record('SecondFactorState', 'State of the second factor', {
  active: boolean('True if a second factor is active'),
  confirmedAt: nullable(timestamp('Time the second factor was confirmed; null without one')),
  recoveryCodesLeft: count('Number of unused recovery codes', 10),
  required: boolean('True if the user must set up a second factor first (REQUIRE_TOTP)', false),
});

export const SecondFactorOffer = record('SecondFactorOffer', 'A secret for an authenticator app', {
  secret: Type.String({
    description: 'The secret in base 32, to type into an authenticator app',
    pattern: '^[A-Z2-7]+$',
    examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  }),
  otpauthUrl: Type.String({
    description: 'The secret as an otpauth URL, for a QR code',
    pattern: '^otpauth://totp/',
    examples: ['otpauth://totp/Vigil:rosa.klein%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  }),
});

export const SecondFactorConfirmation = record(
  'SecondFactorConfirmation',
  'Confirmation of a new second factor',
  {
    code: code('Current code from the authenticator app'),
  },
);

export const RecoveryCodes = record(
  'RecoveryCodes',
  'Recovery codes, for use without the authenticator app',
  {
    recoveryCodes: Type.Array(string('A recovery code', 'k3vd-7xqm'), {
      description: 'Recovery codes. Each replaces a code once; shown only in this response.',
    }),
  },
);

export const SecondFactorRemoval = record('SecondFactorRemoval', 'Removal of the second factor', {
  password: password(),
});

export const ProfileChange = change('ProfileChange', 'Changed fields of your profile', {
  firstName: Type.Optional(firstName()),
  lastName: Type.Optional(lastName()),
  phone: clearable(phone()),
  dateOfBirth: clearable(dateOfBirth()),
  language: clearable(language()),
});

export const EmailChange = record('EmailChange', 'The new e-mail address of the account', {
  email: email(),
});

export const PasswordChange = record(
  'PasswordChange',
  'Password change',
  {
    currentPassword: password('Current password'),
    newPassword: newPassword(),
    confirmPassword: password('New password, repeated'),
  },
  {
    examples: [
      { currentPassword: 'Sunny*Day42', newPassword: 'Rainy*Day43', confirmPassword: 'Rainy*Day43' },
    ],
  },
);

export const Session = record('Session', 'Session of a user', {
  id: id('ID of the session'),
  createdAt: timestamp('Time the session was created'),
  lastUsedAt: nullable(timestamp('Time of the last use, accurate to a few minutes; null if never')),
  expiresAt: timestamp('Time the session expires'),
  current: boolean('True for the session of this request'),
  ip: nullable(string('IP address of the login; null if unknown', '203.0.113.7')),
  userAgent: nullable(string('User agent of the login; null if unknown', 'Mozilla/5.0 (X11; Linux)')),
});

export const RenewedSession = record('RenewedSession', 'Renewed session', {
  expiresAt: timestamp('Time the new token expires and the session ends'),
  renewableUntil: timestamp('Latest possible end of the session (`SESSION_MAX_DAYS` after login)'),
});

export const AccessLine = record('AccessLine', "Access to a user's health data", {
  id: string('ID of the entry', '4711'),
  actorId: nullable(id('ID of the user who accessed the data; null if the account is deleted')),
  actorName: nullable(shownName('the user who accessed the data; null if the account is deleted')),
  role: nullable(
    role(),
    'Role of the user who accessed the data; null for a service account, or if the account is deleted',
  ),
  what: string('Accessed data', 'the falls of a patient'),
  timestamp: timestamp('Time'),
});

export const ForgottenPassword = record('ForgottenPassword', 'Request for a password reset link', {
  email: emailToFind(),
});

const MAX_TOKEN_LENGTH = 200;

export const PasswordReset = record('PasswordReset', 'New password with a token from an e-mail', {
  token: Type.String({
    minLength: 1,
    maxLength: MAX_TOKEN_LENGTH,
    description: 'The token from the link in the mail, after `token=`',
    examples: ['q1WmB0y8rS3nC5vK2xT7hJ4pL9dF6gZa'],
    'x-says': 'must be the token of the link in the mail',
  }),
  newPassword: newPassword(),
});

export const TemporaryPassword = record('TemporaryPassword', 'Temporary password', {
  temporaryPassword: temporaryPassword(),
});

export const PinChange = record('PinChange', 'New PIN', {
  pin: Type.String({
    minLength: 4,
    maxLength: 8,
    pattern: '^[0-9]*$',
    description:
      'PIN for stations: 4 to 8 digits, neither one digit repeated nor a rising or falling sequence',
    examples: ['4711'],
    'x-says': 'must be 4 to 8 digits',
  }),
});

export const AccountDeletion = record('AccountDeletion', 'Confirmation of an account deletion', {
  confirmation: Type.Literal(true, {
    description: 'Confirmation of the deletion, which cannot be undone',
    'x-says': 'must be true',
  }),
  reason: optional(text(MAX_REASON_LENGTH, 'Reason; not stored', 'Moved away')),
});

export const Identity = record('Identity', 'Identity of a user', {
  id: id('ID of the account'),
  email: shownEmail(),
  firstName: string('Given name', 'Rosa'),
  lastName: string('Family name', 'Klein'),
  role: role(),
});

/** The user or the service account of a token. */
export const CallerIdentity = record('CallerIdentity', 'Identity of a user or a service account', {
  ...Identity.properties,
  role: callerRole(),
});

/** Common fields of every record of a person. */
export const person = { ...Identity.properties, pendingEmail: pendingEmail() };

export const NewAccount = record('NewAccount', 'Created account', {
  ...Identity.properties,
  createdAt: createdAt(),
});

const ownLanguage = () => nullable(language(), 'Chosen language; null for that of the organisation');

const organisationFields = {
  name: line(MAX_ORGANISATION_NAME, 'Name of the home', 'St. Anna'),
  timeZone: timeZone('IANA time zone of days, quiet hours, rosters, reports and times in messages'),
  language: language(),
  responseGoalMinutes: integer(
    1,
    MAX_RESPONSE_GOAL_MINUTES,
    'minutes',
    'Time within which a caregiver should claim a fall',
    5,
  ),
};

export const Organisation = record('Organisation', 'Settings of the organisation', organisationFields);

export const OrganisationChange = change('OrganisationChange', 'Changed settings of the organisation', {
  name: Type.Optional(organisationFields.name),
  timeZone: Type.Optional(organisationFields.timeZone),
  language: Type.Optional(organisationFields.language),
  responseGoalMinutes: Type.Optional(organisationFields.responseGoalMinutes),
});

const OwnWard = record('OwnWard', 'Ward of the logged-in caregiver', {
  id: id('ID of the ward'),
  name: string('Name of the ward', 'Ground floor'),
  lead: boolean('Whether the user leads the ward'),
});

export const CurrentUser = record('CurrentUser', 'The logged-in user, or the service account', {
  ...person,
  role: callerRole(),
  createdAt: createdAt(),
  lastLogin: lastLogin(),
  language: ownLanguage(),
  organisation: Organisation,
  wards: Type.Array(OwnWard, { description: 'Wards of which the user is a member, by name' }),
  lacksSecondFactor: Type.Optional(
    Type.Literal(true, { description: 'True if the user must set up a second factor first (REQUIRE_TOTP)' }),
  ),
  mustChangePassword: Type.Optional(
    Type.Literal(true, {
      description: 'True if the user must change a temporary password first (REQUIRE_PASSWORD_CHANGE)',
    }),
  ),
});

export const Profile = record('Profile', "The user's profile.", {
  ...person,
  dateOfBirth: shownDateOfBirth(),
  phone: shownPhone(),
  avatar: nullable(string('URL of the profile picture; null if not given', 'https://example.org/rosa.png')),
  language: ownLanguage(),
  createdAt: createdAt(),
  lastLogin: lastLogin(),
});
