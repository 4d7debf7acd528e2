import type { NotifyConfig } from '../notify/settings.ts';
import { email, url } from '../platform/config/addresses.ts';
import { type IsRefused, setting, type ValuesOf } from '../platform/config/setting.ts';
import { InvalidValue } from '../platform/config/values.ts';

const rows = {
  updateUrl: setting({
    env: 'UPDATE_URL',
    meaning:
      'URL of the `vigil.json` of a package repository: admins see when there is a newer version. Without it Vigil asks nobody',
    shown: 'none',
    parse: url('https:', 'http:'),
  }),
  securityContact: setting({
    env: 'SECURITY_CONTACT',
    meaning:
      'where to report a vulnerability, an e-mail address or an https URL; served as `/.well-known/security.txt`',
    shown: 'none: no such file',
    parse(value) {
      if (URL.canParse(value) && value.startsWith('https:')) return new URL(value).href;
      try {
        return `mailto:${email(value)}`;
      } catch {
        throw new InvalidValue('must be an e-mail address or a URL that starts with https://');
      }
    },
  }),
};

export type OperationsConfig = ValuesOf<typeof rows>;

export const settings = {
  rows,
  contradictions: (
    { updateUrl, allowPrivateTargets }: OperationsConfig & Pick<NotifyConfig, 'allowPrivateTargets'>,
    isRefused: IsRefused,
  ): string[] =>
    allowPrivateTargets || isRefused('ALLOW_PRIVATE_TARGETS') || !updateUrl?.startsWith('http:')
      ? []
      : ['UPDATE_URL must start with https://, unless ALLOW_PRIVATE_TARGETS is true'],
};
