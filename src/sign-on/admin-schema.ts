import Type from 'typebox';
import * as t from '../platform/schema/primitives.ts';
import { ATTEMPT_OUTCOMES } from './attempts.ts';
import { FAULTS } from './faults.ts';
import { TRIAL_OUTCOMES } from './trial-store.ts';

const nullableText = (description: string, example: string) => t.nullable(t.string(description, example));
const names = (description: string, example: string) =>
  Type.Array(t.string('Name', example), { description });
const role = (description: string) => t.nullable(t.oneOf(['ADMIN', 'CAREGIVER'] as const, description));
const fault = t.nullable(
  t.vocabulary('SignOnFault', 'What is wrong with the provider or the settings; null if nothing is', FAULTS),
);
const detail = nullableText('The fault in the words of the provider or the network', 'ECONNREFUSED');
const unsaid = (description: string) =>
  t.nullable(t.boolean(`${description}; null if the provider does not say`));

const person = {
  subject: nullableText('ID of the person at the provider; null if nobody was named', '7b6c2f0e'),
  email: nullableText('E-mail address at the provider', 'rosa.klein@example.org'),
  amr: names('Methods of the login (`amr`)', 'pwd'),
  acr: nullableText('Class of the login (`acr`)', 'phr'),
};

const SignOnSettings = t.record('SignOnSettings', 'The settings of single sign-on, without secrets', {
  issuer: nullableText('OIDC_ISSUER', 'https://login.example.org/realms/care'),
  clientId: nullableText('OIDC_CLIENT_ID', 'vigil'),
  hasSecret: t.boolean('Whether OIDC_CLIENT_SECRET is set'),
  scopes: t.string('OIDC_SCOPES', 'openid profile email offline_access'),
  prompt: nullableText('OIDC_PROMPT', 'consent'),
  name: t.string('OIDC_NAME', 'Single sign-on'),
  groupsClaim: t.string('OIDC_GROUPS_CLAIM', 'groups'),
  adminGroups: names('OIDC_ADMIN_GROUPS', 'vigil-admins'),
  caregiverGroups: names('OIDC_CAREGIVER_GROUPS', 'nurses'),
  wardGroups: Type.Array(
    Type.Object({
      group: t.string('Name of the group', 'station-1'),
      ward: t.string('Name of the ward', 'Ward 1'),
      exists: t.boolean('Whether there is a ward with this name'),
    }),
    { description: 'OIDC_WARD_GROUPS' },
  ),
  roles: t.oneOf(['follow', 'additive'] as const, 'OIDC_ROLES'),
  secondFactor: t.boolean('OIDC_SECOND_FACTOR', false),
  refreshSeconds: t.integer(1, 86_400, 's', 'OIDC_REFRESH_SECONDS', 900),
  offlineHours: t.integer(0, 8_760, 'hours', 'OIDC_OFFLINE_HOURS', 24),
  passwordLogin: t.boolean('PASSWORD_LOGIN'),
  breakGlassAdmins: Type.Array(
    Type.Object({
      email: t.string('E-mail address', 'admin@example.org'),
      isAdmin: t.boolean('Whether an active admin has this address'),
      canLogIn: t.boolean('Whether this admin has a password or a passkey'),
    }),
    { description: 'BREAK_GLASS_ADMINS' },
  ),
});

const SignOnProvider = t.record('SignOnProvider', 'The provider, as this instance sees it now', {
  fault,
  detail,
  awaySince: t.nullable(t.timestamp('Since when it does not answer; null while it does')),
  abilities: t.nullable(
    Type.Object(
      {
        pkce: unsaid('PKCE with S256'),
        backChannelLogout: t.boolean('Back-channel logout'),
        endSession: t.boolean('Logout of the person (RP-initiated)'),
        offlineAccess: unsaid('Scope `offline_access`: refresh tokens'),
        groupsClaim: unsaid('The claim with the groups'),
      },
      { description: 'What it says that it supports' },
    ),
    'What it says that it supports; null while it is not known',
  ),
});

const SignOnAttempt = t.record('SignOnAttempt', 'A login at the provider', {
  at: t.timestamp('Time'),
  outcome: t.vocabulary('SignOnOutcome', 'What the login brought', ATTEMPT_OUTCOMES),
  ...person,
  userId: t.nullable(t.id('ID of the account'), 'ID of the account; null without one'),
  userName: nullableText('Name of the account', 'Rosa Klein'),
  groups: names('Groups that the provider gave', 'nurses'),
  role: role('Role that the groups give'),
  wards: names('Wards that the groups give', 'Ward 1'),
});

const TrialResult = t.record('SignOnTrialResult', 'What a login would have brought', {
  outcome: t.vocabulary('SignOnTrialOutcome', 'What the login would have brought', TRIAL_OUTCOMES),
  ...person,
  subject: t.string('ID of the person at the provider', '7b6c2f0e'),
  isEmailVerified: t.boolean('Whether the provider says that the address is verified'),
  accountId: t.nullable(t.id('ID of the account'), 'ID of the account; null for a new one'),
  isManagedByDirectory: t.boolean('The directory (SCIM) gives role and wards, not these groups', false),
  hasGroupsClaim: t.boolean('Whether the claim with the groups came'),
  groups: Type.Array(
    Type.Object({
      name: t.string('Name of the group', 'nurses'),
      role: role('Role that the group gives'),
      wards: names('Wards that the group gives', 'Ward 1'),
    }),
    { description: 'Groups of the person' },
  ),
  role: role('Role of the account after such a login'),
  wards: names('Wards that the groups give', 'Ward 1'),
  hasSecondFactor: t.boolean('Whether the provider says that a second factor was used'),
  hasRefreshToken: t.boolean('Whether a refresh token came'),
  claims: Type.Array(
    Type.Object({
      name: t.string('Name', 'given_name'),
      value: t.string('Value; as JSON unless it is a text', 'Rosa'),
    }),
    { description: 'Claims, without those of the protocol' },
  ),
});

const SignOnTrial = t.record(
  'SignOnTrial',
  'A login as a test; without result and fault while the admin is at the provider',
  { at: t.timestamp('Time'), result: t.nullable(TrialResult), fault, detail },
);

export const SignOnStatus = t.record('SignOnStatus', 'Single sign-on, for admins', {
  isConfigured: t.boolean('Whether OIDC_ISSUER is set'),
  settings: SignOnSettings,
  addresses: Type.Object(
    {
      redirect: t.string('Redirect URI', 'https://vigil.example.org/api/auth/oidc/callback'),
      logoutRedirect: t.string('Redirect URI after logout', 'https://vigil.example.org/login'),
      backChannelLogout: t.string(
        'Back-channel logout URI',
        'https://vigil.example.org/api/auth/oidc/backchannel-logout',
      ),
    },
    { description: 'Addresses to register at the provider' },
  ),
  provider: t.nullable(SignOnProvider, 'The provider; null without OIDC_ISSUER'),
  attempts: Type.Array(SignOnAttempt, {
    description: 'The last login of each person with each outcome, newest first',
  }),
  trial: t.nullable(SignOnTrial, 'Your last test, for ten minutes; null without one'),
});

export const TrialChoice = t.record('SignOnTrialChoice', 'A login as a test', {
  again: t.optional(t.boolean('The provider asks for the login although it knows the browser', false)),
});

export const TrialStart = t.record('SignOnTrialStart', 'Where the test goes on', {
  location: nullableText(
    'Address at the provider, which the browser opens as a page; null if the provider has a fault',
    'https://login.example.org/authorize?client_id=vigil',
  ),
});
