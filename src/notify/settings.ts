import { url } from '../platform/config/addresses.ts';
import {
  type IsRefused,
  pairMistake,
  publicUrlMistake,
  setting,
  type ValuesOf,
} from '../platform/config/setting.ts';
import type { PlatformConfig } from '../platform/config/settings.ts';
import { boolean } from '../platform/config/values.ts';
import { isVapidKeyPair, P256_PRIVATE_BYTES, P256_PUBLIC_BYTES } from './channels/web-push/vapid-key-pair.ts';
import { base64url, mailFrom, vapidSubject } from './setting-values.ts';

const rows = {
  smtpUrl: setting({
    env: 'SMTP_URL',
    meaning: 'URL of the mail server, such as `smtps://user:password@mail.example.org`; requires `MAIL_FROM`',
    shown: 'none: no e-mail',
    secret: true,
    parse: url('smtp:', 'smtps:'),
  }),
  mailFrom: setting({
    env: 'MAIL_FROM',
    meaning: 'sender of e-mails, such as `Vigil <vigil@example.org>`',
    parse: mailFrom,
  }),
  vapidPrivateKey: setting({
    env: 'VAPID_PRIVATE_KEY',
    meaning: 'signs Web Push: 32 bytes as base64url (`npx web-push generate-vapid-keys`)',
    shown: 'generated once and stored in `DATA_DIR`; in production none: no Web Push',
    secret: true,
    parse: base64url(P256_PRIVATE_BYTES),
  }),
  vapidPublicKey: setting({
    env: 'VAPID_PUBLIC_KEY',
    meaning:
      'public key of `VAPID_PRIVATE_KEY`: 65 bytes as base64url; browsers subscribe with it, so do not change it',
    shown: 'as above',
    parse: base64url(P256_PUBLIC_BYTES),
  }),
  vapidSubject: setting({
    env: 'VAPID_SUBJECT',
    meaning: 'contact for push services: a `mailto:` or `https:` URL',
    parse: vapidSubject,
  }),
  allowPrivateTargets: setting({
    env: 'ALLOW_PRIVATE_TARGETS',
    meaning:
      '`true` permits http and private addresses for webhooks, ntfy, push and gateways; use it only if you trust all users',
    fallback: false,
    parse: boolean,
  }),
};

export type NotifyConfig = ValuesOf<typeof rows>;

export const settings = {
  rows,
  contradictions(
    config: NotifyConfig & Pick<PlatformConfig, 'environment' | 'publicUrl'>,
    isRefused: IsRefused,
  ): string[] {
    const found = pairMistake(['SMTP_URL', config.smtpUrl], ['MAIL_FROM', config.mailFrom], isRefused);
    const { vapidPrivateKey: privateKey, vapidPublicKey: publicKey, vapidSubject: subject } = config;
    const given = [privateKey, publicKey, subject].filter((value) => value !== undefined).length;
    if (given > 0 && given < 3 && !isRefused('VAPID_')) {
      found.push('VAPID_PRIVATE_KEY, VAPID_PUBLIC_KEY and VAPID_SUBJECT go together: set all three or none');
    }
    if (privateKey !== undefined && publicKey !== undefined && !isVapidKeyPair({ privateKey, publicKey })) {
      found.push('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY');
    }
    if (config.smtpUrl !== undefined || given > 0)
      found.push(...publicUrlMistake('SMTP_URL or VAPID_*', config, isRefused));
    return found;
  },
};
