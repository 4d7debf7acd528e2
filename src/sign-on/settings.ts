import type { AccountsConfig } from '../accounts/settings.ts';
import { url } from '../platform/config/addresses.ts';
import {
  type IsRefused,
  pairMistake,
  publicUrlMistake,
  setting,
  type ValuesOf,
} from '../platform/config/setting.ts';
import type { PlatformConfig } from '../platform/config/settings.ts';
import { boolean, InvalidValue, list, oneOf, text, wholeNumber } from '../platform/config/values.ts';
import { wardGroupOf } from './groups.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Entra ID for all organisations: whoever runs one of them could name its groups as ours. */
const ANY_TENANT = /^login\.microsoftonline\.com\/+(common|organizations|consumers)(\/|$)/i;

/** Whoever answers in the provider's place decides who logs in. */
const issuer = (value: string): string => {
  const { protocol, hostname, pathname, search, hash, username } = new URL(url('https:', 'http:')(value));
  if (protocol === 'http:' && !LOOPBACK.includes(hostname))
    throw new InvalidValue('must be a URL that starts with https://');
  if (search + hash + username !== '') throw new InvalidValue('must be a URL without user, query or #');
  if (ANY_TENANT.test(hostname + pathname)) throw new InvalidValue('must name one tenant of Entra ID');
  return value;
};

const scopes = (value: string): string => {
  const words = value.split(/[\s,]+/).filter((word) => word !== '');
  if (!words.includes('openid')) throw new InvalidValue('must contain openid');
  return words.join(' ');
};

const wardGroups = (value: string): readonly string[] => {
  const entries = list(value);
  for (const entry of entries)
    if (wardGroupOf(entry) === undefined)
      throw new InvalidValue(`must be group=ward name,…; "${entry}" is not`);
  return entries;
};

const NOBODY: readonly string[] = [];

const rows = {
  oidcIssuer: setting({
    env: 'OIDC_ISSUER',
    meaning:
      'issuer of the OpenID Connect provider for single sign-on, such as `https://login.example.org/realms/care` (docs/single-sign-on.md)',
    shown: 'none: no single sign-on',
    parse: issuer,
  }),
  oidcClientId: setting({
    env: 'OIDC_CLIENT_ID',
    meaning: 'ID of this service at the provider',
    parse: text,
  }),
  oidcClientSecret: setting({
    env: 'OIDC_CLIENT_SECRET',
    meaning: 'secret of this service at the provider; without it, the service is a public client',
    secret: true,
    parse: text,
  }),
  oidcScopes: setting({
    env: 'OIDC_SCOPES',
    meaning:
      'scopes of a login; without `offline_access`, sessions end with `SESSION_DURATION` and people log in again',
    fallback: 'openid profile email offline_access',
    parse: scopes,
  }),
  oidcPrompt: setting<'consent' | 'login' | 'select_account'>({
    env: 'OIDC_PROMPT',
    meaning:
      'what the provider asks at each login: `consent` (some give `offline_access` only then), `login` or `select_account`',
    shown: 'what the provider finds necessary',
    parse: oneOf(['consent', 'login', 'select_account']),
  }),
  oidcName: setting({
    env: 'OIDC_NAME',
    meaning: 'name of the provider on the button of the login page',
    fallback: 'Single sign-on',
    parse: text,
  }),
  oidcGroupsClaim: setting({
    env: 'OIDC_GROUPS_CLAIM',
    meaning: 'claim with the groups of a person',
    fallback: 'groups',
    parse: text,
  }),
  oidcAdminGroups: setting({
    env: 'OIDC_ADMIN_GROUPS',
    meaning: 'groups whose members are admins, comma-separated',
    fallback: NOBODY,
    parse: list,
  }),
  oidcCaregiverGroups: setting({
    env: 'OIDC_CAREGIVER_GROUPS',
    meaning: 'groups whose members are caregivers, comma-separated',
    fallback: NOBODY,
    parse: list,
  }),
  oidcWardGroups: setting({
    env: 'OIDC_WARD_GROUPS',
    meaning: 'groups whose caregivers are members of a ward: `group=ward name`, comma-separated',
    fallback: NOBODY,
    parse: wardGroups,
  }),
  oidcRoles: setting<'follow' | 'additive'>({
    env: 'OIDC_ROLES',
    meaning:
      '`follow`: roles are those of the groups; `additive`: an account that an admin has made an admin stays one',
    fallback: 'follow',
    parse: oneOf(['follow', 'additive']),
  }),
  oidcSecondFactor: setting({
    env: 'OIDC_SECOND_FACTOR',
    meaning: '`true`: a second factor at the provider (`acr`, `amr`) counts for `REQUIRE_TOTP`',
    fallback: false,
    parse: boolean,
  }),
  oidcRefreshSeconds: setting({
    env: 'OIDC_REFRESH_SECONDS',
    meaning: 'seconds after which the service asks the provider again whether a session may go on',
    fallback: 900,
    parse: wholeNumber(1, 86_400),
  }),
  oidcOfflineHours: setting({
    env: 'OIDC_OFFLINE_HOURS',
    meaning: 'hours for which sessions go on while the provider cannot be reached',
    fallback: 24,
    parse: wholeNumber(0, 8_760),
  }),
};

export type SignOnConfig = ValuesOf<typeof rows>;

type Config = SignOnConfig &
  Pick<AccountsConfig, 'passwordLogin'> &
  Pick<PlatformConfig, 'environment' | 'publicUrl'>;

export const settings = {
  rows,
  contradictions(config: Config, isRefused: IsRefused): string[] {
    const { oidcIssuer, oidcClientId, oidcAdminGroups, oidcCaregiverGroups, passwordLogin } = config;
    const isOn = oidcIssuer !== undefined;
    return [
      ...pairMistake(['OIDC_ISSUER', oidcIssuer], ['OIDC_CLIENT_ID', oidcClientId], isRefused),
      ...(isOn ? publicUrlMistake('OIDC_ISSUER', config, isRefused) : []),
      ...(isOn && oidcAdminGroups.length + oidcCaregiverGroups.length === 0
        ? ['OIDC_ADMIN_GROUPS or OIDC_CAREGIVER_GROUPS is required with OIDC_ISSUER: nobody could log in']
        : []),
      ...(passwordLogin === 'off' && !isOn && !isRefused('OIDC_ISSUER')
        ? ['PASSWORD_LOGIN=off needs OIDC_ISSUER: nobody could log in']
        : []),
    ];
  },
};
