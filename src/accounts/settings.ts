import { commandLine } from '../platform/command-line.ts';
import { email } from '../platform/config/addresses.ts';
import { type IsRefused, pairMistake, setting, type ValuesOf } from '../platform/config/setting.ts';
import type { PlatformConfig } from '../platform/config/settings.ts';
import { boolean, list, oneOf, wholeNumber } from '../platform/config/values.ts';
import { LANGUAGES, type Language } from '../platform/languages.ts';
import { machineZone } from '../platform/zone.ts';
import {
  durationSeconds,
  JWT_SECRET_MIN_LENGTH,
  jwtSecret,
  organisationName,
  password,
  SIGNUP_ROLES,
  type SignupRole,
  secretsKey,
  signupRoles,
  timeZone,
} from './setting-values.ts';
import { MAX_RESPONSE_GOAL_MINUTES } from './vocabulary.ts';

const rows = {
  jwtSecret: setting({
    env: 'JWT_SECRET',
    meaning: `signs tokens; at least ${JWT_SECRET_MIN_LENGTH} characters; required in production`,
    shown: 'generated once and stored in `DATA_DIR`',
    secret: true,
    parse: jwtSecret,
  }),
  secretsKey: setting({
    env: 'SECRETS_KEY',
    meaning:
      'encrypts secrets in the database (second factors, tokens and keys of channels and webhooks): 32 bytes as base64 (`openssl rand -base64 32`)',
    shown: 'derived from `JWT_SECRET`',
    secret: true,
    parse: secretsKey,
  }),
  oldSecretsKey: setting({
    env: 'OLD_SECRETS_KEY',
    meaning: 'the previous `SECRETS_KEY`, until `npm run rotate-secrets` has run',
    secret: true,
    parse: secretsKey,
  }),
  oldJwtSecret: setting({
    env: 'OLD_JWT_SECRET',
    meaning:
      'the previous `JWT_SECRET` if there was no `SECRETS_KEY`, until `npm run rotate-secrets` has run; it signs nothing',
    secret: true,
    parse: jwtSecret,
  }),
  sessionSeconds: setting({
    env: 'SESSION_DURATION',
    meaning:
      'lifetime of a token, and of a session without renewal: `24h`, `30m`, `900s`, or a number of hours',
    shown: '24h',
    fallback: 86_400,
    parse: durationSeconds,
  }),
  sessionMaxDays: setting({
    env: 'SESSION_MAX_DAYS',
    meaning: 'days after the login until which a session can be renewed',
    fallback: 30,
    parse: wholeNumber(1, 3650),
  }),
  organisationName: setting({
    env: 'ORGANISATION_NAME',
    meaning:
      'name of the home, 1 to 80 characters. This and the next three are the first values of the organisation: they apply on an empty database, and admins change them later (`PUT /admin/organisation`)',
    fallback: 'Vigil',
    parse: organisationName,
  }),
  timeZone: setting({
    env: 'TIME_ZONE',
    meaning:
      'IANA time zone of the home, such as `Europe/Berlin`: days, quiet hours, rosters, reports and times in messages follow it',
    shown: 'that of the server',
    fallback: machineZone(),
    parse: timeZone,
  }),
  defaultLanguage: setting<Language>({
    env: 'DEFAULT_LANGUAGE',
    meaning: 'language of people who have not chosen one: `en` or `de`',
    fallback: 'en',
    parse: oneOf(LANGUAGES),
  }),
  responseGoalMinutes: setting({
    env: 'RESPONSE_GOAL_MINUTES',
    meaning: 'minutes within which a caregiver should claim a fall; reports compare with it',
    fallback: 5,
    parse: wholeNumber(1, MAX_RESPONSE_GOAL_MINUTES),
  }),
  signupRoles: setting<readonly SignupRole[]>({
    env: 'SIGNUP_ROLES',
    meaning:
      'roles that can sign up without an invitation: `PATIENT,CAREGIVER`, `PATIENT`, or `none`; see `CAREGIVERS_SEE`',
    shown: 'PATIENT,CAREGIVER',
    fallback: SIGNUP_ROLES,
    parse: signupRoles,
  }),
  caregiversSee: setting<'all' | 'team'>({
    env: 'CAREGIVERS_SEE',
    meaning:
      '`all`: caregivers see the names and falls of all patients; `team`: they see and write to the patients of their own care teams only',
    shown: '`all`; `team` in production',
    parse: oneOf(['all', 'team']),
  }),
  passwordLogin: setting<'on' | 'off'>({
    env: 'PASSWORD_LOGIN',
    meaning:
      '`off`: caregivers and admins log in with single sign-on only, apart from `BREAK_GLASS_ADMINS`, and sign-up is closed (docs/single-sign-on.md)',
    fallback: 'on',
    parse: oneOf(['on', 'off']),
  }),
  breakGlassAdmins: setting<readonly string[]>({
    env: 'BREAK_GLASS_ADMINS',
    meaning:
      'e-mail addresses of the admins who keep their password with `PASSWORD_LOGIN=off`, comma-separated; each such login alerts all admins',
    fallback: [],
    parse: (value) => list(value).map(email),
  }),
  requireTotp: setting<'ADMIN'>({
    env: 'REQUIRE_TOTP',
    meaning: '`ADMIN`: admins must set up a second factor before they can do anything else',
    parse: oneOf(['ADMIN']),
  }),
  reauthenticateMinutes: setting({
    env: 'REAUTHENTICATE_MINUTES',
    meaning:
      'minutes after a login in which users can change the e-mail address and the second factor, and delete the account, without entering the password again; 0: always ask, and accept the password for 60 seconds',
    fallback: 10,
    parse: wholeNumber(0, 1440),
  }),
  requirePasswordChange: setting({
    env: 'REQUIRE_PASSWORD_CHANGE',
    meaning: '`true`: users must change a temporary password before they can do anything else',
    shown: '`true` in production, `false` otherwise',
    parse: boolean,
  }),
  adminEmail: setting({
    env: 'ADMIN_EMAIL',
    meaning:
      'e-mail address of the first admin; the service creates the account at start if it does not exist',
    shown: 'generated on an empty development database',
    parse: email,
  }),
  adminPassword: setting({
    env: 'ADMIN_PASSWORD',
    meaning: 'password of the first admin',
    shown: 'random, printed once',
    secret: true,
    parse: password,
  }),
  auditRetentionDays: setting({
    env: 'AUDIT_RETENTION_DAYS',
    meaning: 'retention of the audit log in days',
    fallback: 365,
    parse: wholeNumber(1, 36_500),
  }),
};

type Values = ValuesOf<typeof rows> & Pick<PlatformConfig, 'environment'>;
export type AccountsConfig = ValuesOf<typeof rows> & {
  readonly caregiversSee: 'all' | 'team';
  readonly requirePasswordChange: boolean;
};
type Config = AccountsConfig & Values;

export const settings = {
  rows,
  resolve: ({ environment, caregiversSee, requirePasswordChange, passwordLogin, signupRoles }: Values) => ({
    signupRoles: passwordLogin === 'off' ? [] : signupRoles,
    caregiversSee: caregiversSee ?? (environment === 'production' ? 'team' : 'all'),
    requirePasswordChange: requirePasswordChange ?? environment === 'production',
  }),
  contradictions: (
    { environment, jwtSecret, adminEmail, adminPassword, passwordLogin, breakGlassAdmins }: Config,
    isRefused: IsRefused,
  ): string[] => [
    ...pairMistake(['ADMIN_EMAIL', adminEmail], ['ADMIN_PASSWORD', adminPassword], isRefused),
    ...(passwordLogin === 'off' && breakGlassAdmins.length === 0 && !isRefused('BREAK_GLASS_ADMINS')
      ? [
          'BREAK_GLASS_ADMINS is required with PASSWORD_LOGIN=off: nobody could log in while the provider is away',
        ]
      : []),
    ...(environment === 'production' && jwtSecret === undefined && !isRefused('JWT_SECRET')
      ? [`JWT_SECRET is required in production: at least ${JWT_SECRET_MIN_LENGTH} random characters`]
      : []),
  ],
  warnings({ environment, secretsKey, signupRoles, caregiversSee }: Config): string[] {
    if (environment !== 'production') return [];
    return [
      ...(secretsKey === undefined
        ? [
            `SECRETS_KEY is not set: secrets in the database are encrypted with a key derived from JWT_SECRET, so a new JWT_SECRET needs OLD_JWT_SECRET and ${commandLine('rotate-secrets')}`,
          ]
        : []),
      ...(signupRoles.includes('CAREGIVER')
        ? [
            caregiversSee === 'all'
              ? 'SIGNUP_ROLES lets anybody sign up as a CAREGIVER, and CAREGIVERS_SEE=all shows caregivers the names and falls of all patients: set SIGNUP_ROLES=none, or CAREGIVERS_SEE=team'
              : 'SIGNUP_ROLES lets anybody sign up as a CAREGIVER: they see no patient before an admin assigns one to them, but colleagues by name; set SIGNUP_ROLES=none unless you mean it',
          ]
        : []),
    ];
  },
};
