import Type from 'typebox';
import { ROLES } from '../platform/http/principal.ts';
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

export const role = () => vocabulary('Role', 'What an account may do', ROLES);

/** Account status: an inactive account cannot be used. */
const STATUSES = ['active', 'inactive'] as const;

export const accountStatus = () =>
  vocabulary('AccountStatus', 'Whether an account can be used: an inactive one cannot log in', STATUSES);

const MAX_NAME_LENGTH = 100;

const MAX_PHONE_LENGTH = 32;

const MAX_ROOM_LENGTH = 80;

const MAX_REASON_LENGTH = 1000;

const MAX_PASSWORD_LENGTH = 1024;

/** Checks only the type and a generous maximum length; the login checks the password itself. */
const password = (description = 'The password of the account') =>
  anyText(MAX_PASSWORD_LENGTH, description, 'Sunny*Day42', 1);

/** platform/config/password-rule.ts checks the rules of the contract's section 5 and names the broken ones. */
function newPassword() {
  const given = password(
    'The password to log in with from now on: 8 to 128 characters, among them an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*',
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
  string('Password for the first login, shown this once; it expires after 7 days', 'kT7*mwq2Rz!p');

export const invite = () =>
  boolean('Mail a link to the first password instead of answering one; 409 without SMTP_URL', false);

export const firstName = () => line(MAX_NAME_LENGTH, 'Given name', 'Rosa');

export const lastName = () => line(MAX_NAME_LENGTH, 'Family name', 'Klein');

export const phone = () => line(MAX_PHONE_LENGTH, 'Phone number, as people write it', '+49 30 1234567');

export const emergencyContact = () =>
  line(MAX_PHONE_LENGTH, 'Phone number to call in an emergency', '+49 171 7654321');

export const dateOfBirth = () => date('Date of birth, YYYY-MM-DD');

export const room = () => line(MAX_ROOM_LENGTH, 'Where the patient is found', '12 B');

export const shownName = (whose: string) => string(`Given and family name of ${whose}`, 'Rosa Klein');

export const shownEmail = () => string('E-mail address, in lower case', 'rosa.klein@example.org');

export const pendingEmail = () =>
  Type.Optional(
    string('New address that waits for its owner to confirm it; absent if there is none', 'rosa@example.net'),
  );

export const shownPhone = () => nullable(string('Phone number; null if not given', '+49 30 1234567'));

export const shownRoom = () => nullable(string('Where the patient is found; null if not given', '12 B'));

export const shownDateOfBirth = () => nullable(shownDate('Date of birth; null if not given'));

export const shownEmergencyContact = () =>
  nullable(string('Phone number to call in an emergency; null if not given', '+49 171 7654321'));

export const createdAt = () => timestamp('When the account was opened');

const lastLogin = () => nullable(timestamp('When the account was last logged in to; null if never'));

export const Signup = record('Signup', 'Who opens an account', {
  email: email(),
  password: newPassword(),
  firstName: firstName(),
  lastName: lastName(),
  role: optional(
    vocabulary('SignupRole', 'Roles that are open for sign-up', ['PATIENT', 'CAREGIVER']),
    'PATIENT if not given; which ones are open is for the operator to say (SIGNUP_ROLES)',
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
  'Who logs in',
  {
    email: emailToFind(),
    password: password(),
    totp: optional(
      code(
        'Of accounts with a second factor: the code that the app shows, or a recovery code; each works once',
      ),
    ),
  },
  { examples: [{ email: 'rosa.klein@example.org', password: 'Sunny*Day42' }] },
);

export const Reauthentication = record(
  'Reauthentication',
  'Proof that whoever is logged in is still the owner of the account',
  {
    password: password(),
    totp: optional(
      code(
        'For accounts with a second factor: the code that the app shows, or a recovery code; each works once',
      ),
    ),
  },
  { examples: [{ password: 'Sunny*Day42' }] },
);

export const Reauthenticated = record('Reauthenticated', 'How long the proof counts', {
  until: timestamp('When the password must be given again'),
});

export const SecondFactorState = record('SecondFactorState', 'Whether logging in takes a code besides', {
  active: boolean('There is one'),
  confirmedAt: nullable(timestamp('Since when there is one; null without')),
  recoveryCodesLeft: count('How many recovery codes were not used yet', 10),
  required: boolean('Nothing else works until it is set up (REQUIRE_TOTP)', false),
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

export const SecondFactorConfirmation = record('SecondFactorConfirmation', 'That the app is set up', {
  code: code('That the app shows now'),
});

export const RecoveryCodes = record('RecoveryCodes', 'For the day on which the app is lost', {
  recoveryCodes: Type.Array(string('A recovery code', 'k3vd-7xqm'), {
    description: 'Recovery codes. Each replaces a code once; shown only in this response.',
  }),
});

export const SecondFactorRemoval = record('SecondFactorRemoval', 'Who removes their second factor', {
  password: password(),
});

export const ProfileChange = change('ProfileChange', 'What is to change in the own profile', {
  firstName: Type.Optional(firstName()),
  lastName: Type.Optional(lastName()),
  phone: clearable(phone()),
  dateOfBirth: clearable(dateOfBirth()),
});

export const EmailChange = record('EmailChange', 'The new e-mail address of the account', {
  email: email(),
});

export const PasswordChange = record(
  'PasswordChange',
  'A new password, by whoever knows the old one',
  {
    currentPassword: password('The password until now'),
    newPassword: newPassword(),
    confirmPassword: password('The new password once more'),
  },
  {
    examples: [
      { currentPassword: 'Sunny*Day42', newPassword: 'Rainy*Day43', confirmPassword: 'Rainy*Day43' },
    ],
  },
);

export const Session = record('Session', 'Where somebody is logged in', {
  id: id('Of the session'),
  createdAt: timestamp('When it was opened'),
  lastUsedAt: nullable(timestamp('When it was last used, known to some minutes; null if never')),
  expiresAt: timestamp('When it ends by itself'),
  current: boolean('It is the one that asks'),
  ip: nullable(string('Address of whoever opened it; null if not known', '203.0.113.7')),
  userAgent: nullable(
    string('Browser or program of whoever opened it; null if not known', 'Mozilla/5.0 (X11; Linux)'),
  ),
});

export const RenewedSession = record('RenewedSession', 'A session that ends later than before', {
  expiresAt: timestamp('When the new token expires and the session ends'),
  renewableUntil: timestamp('Time beyond which no renewal moves the end (`SESSION_MAX_DAYS` after login)'),
});

export const AccessLine = record('AccessLine', "A look at somebody's health data", {
  id: string('Of the line', '4711'),
  actorId: nullable(id('Of whoever looked; null when the account is gone')),
  actorName: nullable(shownName('whoever looked; null when the account is gone')),
  role: nullable(role(), 'Role of whoever looked; null when the account is gone'),
  what: string('What was looked at', 'the falls of a patient'),
  timestamp: timestamp('When'),
});

export const ForgottenPassword = record('ForgottenPassword', 'Who has forgotten their password', {
  email: emailToFind(),
});

const MAX_TOKEN_LENGTH = 200;

export const PasswordReset = record('PasswordReset', 'A new password, by whoever got the mail', {
  token: Type.String({
    minLength: 1,
    maxLength: MAX_TOKEN_LENGTH,
    description: 'The token from the link in the mail, after `token=`',
    examples: ['q1WmB0y8rS3nC5vK2xT7hJ4pL9dF6gZa'],
    'x-says': 'must be the token of the link in the mail',
  }),
  newPassword: newPassword(),
});

export const TemporaryPassword = record('TemporaryPassword', 'A password to begin with', {
  temporaryPassword: temporaryPassword(),
});

export const AccountDeletion = record('AccountDeletion', 'That somebody really wants it', {
  confirmation: Type.Literal(true, {
    description: 'Confirms the deletion, which cannot be undone',
    'x-says': 'must be true',
  }),
  reason: optional(text(MAX_REASON_LENGTH, 'Why they leave; not kept', 'Moved away')),
});

export const Identity = record('Identity', 'Who somebody is', {
  id: id('Of the account'),
  email: shownEmail(),
  firstName: string('Given name', 'Rosa'),
  lastName: string('Family name', 'Klein'),
  role: role(),
});

/** Common fields of every record of a person. */
export const person = { ...Identity.properties, pendingEmail: pendingEmail() };

export const NewAccount = record('NewAccount', 'An account that was just opened', {
  ...Identity.properties,
  createdAt: createdAt(),
});

export const CurrentUser = record('CurrentUser', 'Who is logged in', {
  ...person,
  createdAt: createdAt(),
  lastLogin: lastLogin(),
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
  avatar: nullable(string('URL of a picture; null if not given', 'https://example.org/rosa.png')),
  createdAt: createdAt(),
  lastLogin: lastLogin(),
});

export const shownSpecialization = () =>
  nullable(string('What they are trained in; null if not given', 'Geriatric care'));

export const shownOrganization = () =>
  nullable(string('Whom they work for; null if not given', 'House at the Park'));
