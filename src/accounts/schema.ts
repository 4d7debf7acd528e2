import Type from 'typebox';
import { ROLES } from '../platform/http/principal.ts';
import { LANGUAGES } from '../platform/languages.ts';
import * as t from '../platform/schema/primitives.ts';
import { timeZone } from '../platform/schema/time-zone.ts';
import {
  MAX_PHONE_LENGTH,
  mapFields,
  PATIENT_FIELDS,
  type RoleField,
  type RoleFields,
} from './role-fields.ts';
import { MAX_NAME_LENGTH, MAX_ORGANISATION_NAME, MAX_RESPONSE_GOAL_MINUTES } from './vocabulary.ts';

export const role = () => t.vocabulary('Role', 'Role of an account: its permissions', ROLES);

/** Also of a program. */
const callerRole = () =>
  t.vocabulary('CallerRole', 'Role of an account; SERVICE for a service account', [...ROLES, 'SERVICE']);

/** Account status: an inactive account cannot be used. */
const STATUSES = ['active', 'inactive'] as const;

export const accountStatus = () =>
  t.vocabulary('AccountStatus', 'Account status; an inactive account cannot log in', STATUSES);

const language = () => t.vocabulary('Language', 'Language of texts and dates', LANGUAGES);

const MAX_REASON_LENGTH = 1000;

const MAX_PASSWORD_LENGTH = 1024;

/** Checks only the type and a generous maximum length; the login checks the password itself. */
const password = (description = 'Password of the account') =>
  t.anyText(MAX_PASSWORD_LENGTH, description, 'Sunny*Day42', 1);

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
  t.string('Temporary password for the first login, shown only once; expires after 7 days', 'kT7*mwq2Rz!p');

export const invite = () =>
  t.boolean(
    'True sends a link by e-mail instead of returning a temporary password; 409 without SMTP_URL',
    false,
  );

export const firstName = () => t.line(MAX_NAME_LENGTH, 'Given name', 'Rosa');

export const lastName = () => t.line(MAX_NAME_LENGTH, 'Family name', 'Klein');

export const phone = () => t.line(MAX_PHONE_LENGTH, 'Phone number, in any notation', '+49 30 1234567');

export const dateOfBirth = () => t.date('Date of birth, YYYY-MM-DD');

export const shownName = (whose: string) => t.string(`Given and family name of ${whose}`, 'Rosa Klein');

export const shownEmail = () => t.string('E-mail address, in lower case', 'rosa.klein@example.org');

export const pendingEmail = () =>
  Type.Optional(
    t.string('New e-mail address until it is confirmed; absent if there is none', 'rosa@example.net'),
  );

export const shownPhone = () => t.nullable(t.string('Phone number; null if not given', '+49 30 1234567'));

export const shownRoom = () => shownField(PATIENT_FIELDS.room, 'not given');

export const shownDateOfBirth = () => t.nullable(t.shownDate('Date of birth; null if not given'));

const givenField = ({ maxLength, description, example }: RoleField) =>
  t.line(maxLength, description, example);

const shownField = ({ description, example }: RoleField, nullIf: string) =>
  t.nullable(t.string(`${description}; null if ${nullIf}`, example));

/** The fields of a role in the body that creates an account. */
export const newFields = <Name extends string>(fields: RoleFields<Name>) =>
  mapFields(fields, (_, field) => t.optional(givenField(field)));

/** The fields of a role in the body that changes an account. */
export const changedFields = <Name extends string>(fields: RoleFields<Name>) =>
  mapFields(fields, (_, field) => t.clearable(givenField(field)));

/** The fields of a role in a response. */
export const shownFields = <Name extends string>(fields: RoleFields<Name>, nullIf = 'not given') =>
  mapFields(fields, (_, field) => shownField(field, nullIf));

export const createdAt = () => t.timestamp('Time the account was created');

const lastLogin = () => t.nullable(t.timestamp('Time of the last login; null if never'));

export const Signup = t.record('Signup', 'New account', {
  email: t.email(),
  password: newPassword(),
  firstName: firstName(),
  lastName: lastName(),
  role: t.optional(
    t.vocabulary('SignupRole', 'Roles that are open for sign-up', ['PATIENT', 'CAREGIVER']),
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
    'x-message': 'must be the code that the app shows',
  });

export const Login = t.record(
  'Login',
  'Login credentials',
  {
    email: t.emailToFind(),
    password: password(),
    totp: t.optional(
      code(
        'Code from the authenticator app, or a recovery code, for accounts with a second factor; each works once',
      ),
    ),
  },
  { examples: [{ email: 'rosa.klein@example.org', password: 'Sunny*Day42' }] },
);

export const Reauthentication = t.record(
  'Reauthentication',
  'Credentials that confirm the identity of the logged-in user',
  {
    password: password(),
    totp: t.optional(
      code(
        'Code from the authenticator app, or a recovery code, for accounts with a second factor; each works once',
      ),
    ),
  },
  { examples: [{ password: 'Sunny*Day42' }] },
);

export const Reauthenticated = t.record('Reauthenticated', 'Confirmed identity', {
  until: t.timestamp('Time after which the password is required again'),
});

export const SecondFactorState = t.record('SecondFactorState', 'State of the second factor', {
  active: t.boolean('True if a second factor is active'),
  confirmedAt: t.nullable(t.timestamp('Time the second factor was confirmed; null without one')),
  recoveryCodesLeft: t.count('Number of unused recovery codes', 10),
  required: t.boolean('True if the user must set up a second factor first (REQUIRE_TOTP)', false),
});

export const SecondFactorOffer = t.record('SecondFactorOffer', 'A secret for an authenticator app', {
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

export const SecondFactorConfirmation = t.record(
  'SecondFactorConfirmation',
  'Confirmation of a new second factor',
  {
    code: code('Current code from the authenticator app'),
  },
);

export const RecoveryCodes = t.record(
  'RecoveryCodes',
  'Recovery codes, for use without the authenticator app',
  {
    recoveryCodes: Type.Array(t.string('A recovery code', 'k3vd-7xqm'), {
      description: 'Recovery codes. Each replaces a code once; shown only in this response.',
    }),
  },
);

export const SecondFactorRemoval = t.record('SecondFactorRemoval', 'Removal of the second factor', {
  password: password(),
});

export const ProfileChange = t.change('ProfileChange', 'Changed fields of your profile', {
  firstName: Type.Optional(firstName()),
  lastName: Type.Optional(lastName()),
  phone: t.clearable(phone()),
  dateOfBirth: t.clearable(dateOfBirth()),
  language: t.clearable(language()),
});

export const EmailChange = t.record('EmailChange', 'The new e-mail address of the account', {
  email: t.email(),
});

export const PasswordChange = t.record(
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

export const Session = t.record('Session', 'Session of a user', {
  id: t.id('ID of the session'),
  createdAt: t.timestamp('Time the session was created'),
  lastUsedAt: t.nullable(t.timestamp('Time of the last use, accurate to a few minutes; null if never')),
  expiresAt: t.timestamp('Time the session expires'),
  current: t.boolean('True for the session of this request'),
  ip: t.nullable(t.string('IP address of the login; null if unknown', '203.0.113.7')),
  userAgent: t.nullable(t.string('User agent of the login; null if unknown', 'Mozilla/5.0 (X11; Linux)')),
});

export const RenewedSession = t.record('RenewedSession', 'Renewed session', {
  expiresAt: t.timestamp('Time the new token expires and the session ends'),
  renewableUntil: t.timestamp('Latest possible end of the session (`SESSION_MAX_DAYS` after login)'),
});

export const LoggedOut = t.record('LoggedOut', 'End of the session', {
  message: t.string('Message text for people', 'Logged out'),
  endSessionUrl: t.optional(
    t.string(
      'Address at the provider of single sign-on that ends the session there too; only for a session that it has opened',
      'https://login.example.org/logout?id_token_hint=…',
    ),
  ),
});

export const AccessLine = t.record('AccessLine', "Access to a user's health data", {
  id: t.string('ID of the entry', '4711'),
  actorId: t.nullable(t.id('ID of the user who accessed the data; null if the account is deleted')),
  actorName: t.nullable(shownName('the user who accessed the data; null if the account is deleted')),
  role: t.nullable(
    role(),
    'Role of the user who accessed the data; null for a service account, or if the account is deleted',
  ),
  what: t.string('Accessed data', 'the falls of a patient'),
  timestamp: t.timestamp('Time'),
});

export const ForgottenPassword = t.record('ForgottenPassword', 'Request for a password reset link', {
  email: t.emailToFind(),
});

const MAX_TOKEN_LENGTH = 200;

export const PasswordReset = t.record('PasswordReset', 'New password with a token from an e-mail', {
  token: Type.String({
    minLength: 1,
    maxLength: MAX_TOKEN_LENGTH,
    description: 'The token from the link in the mail, after `token=`',
    examples: ['q1WmB0y8rS3nC5vK2xT7hJ4pL9dF6gZa'],
    'x-message': 'must be the token of the link in the mail',
  }),
  newPassword: newPassword(),
});

export const TemporaryPassword = t.record('TemporaryPassword', 'Temporary password', {
  temporaryPassword: temporaryPassword(),
});

export const PinChange = t.record('PinChange', 'New PIN', {
  pin: Type.String({
    minLength: 4,
    maxLength: 8,
    pattern: '^[0-9]*$',
    description:
      'PIN for stations: 4 to 8 digits, neither one digit repeated nor a rising or falling sequence',
    examples: ['4711'],
    'x-message': 'must be 4 to 8 digits',
  }),
});

export const AccountDeletion = t.record('AccountDeletion', 'Confirmation of an account deletion', {
  confirmation: Type.Literal(true, {
    description: 'Confirmation of the deletion, which cannot be undone',
    'x-message': 'must be true',
  }),
  reason: t.optional(t.text(MAX_REASON_LENGTH, 'Reason; not stored', 'Moved away')),
});

export const Identity = t.record('Identity', 'Identity of a user', {
  id: t.id('ID of the account'),
  email: shownEmail(),
  firstName: t.string('Given name', 'Rosa'),
  lastName: t.string('Family name', 'Klein'),
  role: role(),
});

/** The user or the service account of a token. */
export const CallerIdentity = t.record('CallerIdentity', 'Identity of a user or a service account', {
  ...Identity.properties,
  role: callerRole(),
});

/** Common fields of every record of a person. */
export const person = { ...Identity.properties, pendingEmail: pendingEmail() };

export const NewAccount = t.record('NewAccount', 'Created account', {
  ...Identity.properties,
  createdAt: createdAt(),
});

const ownLanguage = () => t.nullable(language(), 'Chosen language; null for that of the organisation');

const organisationFields = {
  name: t.line(MAX_ORGANISATION_NAME, 'Name of the home', 'St. Anna'),
  timeZone: timeZone('IANA time zone of days, quiet hours, rosters, reports and times in messages'),
  language: language(),
  responseGoalMinutes: t.integer(
    1,
    MAX_RESPONSE_GOAL_MINUTES,
    'minutes',
    'Time within which a caregiver should claim a fall',
    5,
  ),
};

export const Organisation = t.record('Organisation', 'Settings of the organisation', organisationFields);

export const OrganisationChange = t.change('OrganisationChange', 'Changed settings of the organisation', {
  name: Type.Optional(organisationFields.name),
  timeZone: Type.Optional(organisationFields.timeZone),
  language: Type.Optional(organisationFields.language),
  responseGoalMinutes: Type.Optional(organisationFields.responseGoalMinutes),
});

const OwnWard = t.record('OwnWard', 'Ward of the logged-in caregiver', {
  id: t.id('ID of the ward'),
  name: t.string('Name of the ward', 'Ground floor'),
  lead: t.boolean('Whether the user leads the ward'),
});

export const CurrentUser = t.record('CurrentUser', 'The logged-in user, or the service account', {
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
  signOn: Type.Optional(
    t.record('OwnSignOn', 'Single sign-on; left out where it is not configured', {
      name: t.string('Name of the provider', 'Single sign-on'),
      isLinked: t.boolean('Whether an identity at the provider is linked'),
      hasPassword: t.boolean('Whether the user has a password for recent authentication'),
      mayUsePasskey: t.boolean('Whether the user may log in with a passkey (PASSWORD_LOGIN)'),
    }),
  ),
});

export const Profile = t.record('Profile', "The user's profile.", {
  ...person,
  dateOfBirth: shownDateOfBirth(),
  phone: shownPhone(),
  avatar: t.nullable(
    t.string('URL of the profile picture; null if not given', 'https://example.org/rosa.png'),
  ),
  language: ownLanguage(),
  createdAt: createdAt(),
  lastLogin: lastLogin(),
});
