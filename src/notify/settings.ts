import { url } from '../platform/config/addresses.ts';
import { type IsRefused, pairMistake, setting, type ValuesOf } from '../platform/config/setting.ts';
import type { PlatformConfig } from '../platform/config/settings.ts';
import { boolean, wholeNumber } from '../platform/config/values.ts';
import { isVapidKeyPair, P256_PRIVATE_BYTES, P256_PUBLIC_BYTES } from './channels/vapid-key-pair.ts';
import { espaUrl } from './espa/espa-url.ts';
import {
  gatewayComplaint,
  type SmsGateway,
  smsGateway,
  type TwilioGateway,
  voiceGateway,
} from './phones/gateways.ts';
import { base64url, mailFrom, vapidSubject } from './setting-values.ts';

const rows = {
  smtpUrl: setting<string | undefined>({
    env: 'SMTP_URL',
    meaning: 'URL of the mail server, such as `smtps://user:password@mail.example.org`; requires `MAIL_FROM`',
    shown: 'none: no e-mail',
    secret: true,
    fallback: undefined,
    parse: url('smtp:', 'smtps:'),
  }),
  mailFrom: setting<string | undefined>({
    env: 'MAIL_FROM',
    meaning: 'sender of e-mails, such as `Vigil <vigil@example.org>`',
    shown: 'none',
    fallback: undefined,
    parse: mailFrom,
  }),
  vapidPrivateKey: setting<string | undefined>({
    env: 'VAPID_PRIVATE_KEY',
    meaning: 'signs Web Push: 32 bytes as base64url (`npx web-push generate-vapid-keys`)',
    shown: 'generated once and stored in `DATA_DIR`; in production none: no Web Push',
    secret: true,
    fallback: undefined,
    parse: base64url(P256_PRIVATE_BYTES),
  }),
  vapidPublicKey: setting<string | undefined>({
    env: 'VAPID_PUBLIC_KEY',
    meaning:
      'public key of `VAPID_PRIVATE_KEY`: 65 bytes as base64url; browsers subscribe with it, so do not change it',
    shown: 'as above',
    fallback: undefined,
    parse: base64url(P256_PUBLIC_BYTES),
  }),
  vapidSubject: setting<string | undefined>({
    env: 'VAPID_SUBJECT',
    meaning: 'contact for push services: a `mailto:` or `https:` URL',
    shown: 'none',
    fallback: undefined,
    parse: vapidSubject,
  }),
  espaUrl: setting<string | undefined>({
    env: 'ESPA_URL',
    meaning:
      'paging system for pagers and DECT phones: `espa444+tcp://host:port` (ESPA 4.4.4) or `espax://user:password@host:port` (ESPA-X)',
    shown: 'none: no pagers',
    secret: true,
    fallback: undefined,
    parse: espaUrl,
  }),
  smsGateway: setting<SmsGateway | undefined>({
    env: 'SMS_GATEWAY_URL',
    meaning:
      'gateway for SMS: `twilio://SID:TOKEN@host?from=+49…`, or `http+template:<file>` with the request as JSON (docs/phones.md)',
    shown: 'none: no SMS',
    secret: true,
    fallback: undefined,
    parse: smsGateway,
  }),
  voiceGateway: setting<TwilioGateway | undefined>({
    env: 'VOICE_GATEWAY_URL',
    meaning: 'gateway for calls: `twilio://SID:TOKEN@host?from=+49…`',
    shown: 'none: no calls',
    secret: true,
    fallback: undefined,
    parse: voiceGateway,
  }),
  smsPerPersonHour: setting({
    env: 'SMS_PER_PERSON_HOUR',
    meaning: 'most SMS to a person within an hour, codes and tests included',
    shown: '10',
    fallback: 10,
    parse: wholeNumber(1, 1_000),
  }),
  callsPerPersonHour: setting({
    env: 'CALLS_PER_PERSON_HOUR',
    meaning: 'most calls to a person within an hour, codes and tests included',
    shown: '10',
    fallback: 10,
    parse: wholeNumber(1, 1_000),
  }),
  smsPerHour: setting({
    env: 'SMS_PER_HOUR',
    meaning: 'most SMS to all people within an hour',
    shown: '200',
    fallback: 200,
    parse: wholeNumber(1, 100_000),
  }),
  callsPerHour: setting({
    env: 'CALLS_PER_HOUR',
    meaning: 'most calls to all people within an hour',
    shown: '200',
    fallback: 200,
    parse: wholeNumber(1, 100_000),
  }),
  allowPrivateTargets: setting({
    env: 'ALLOW_PRIVATE_TARGETS',
    meaning:
      '`true` permits http and private addresses for webhooks, ntfy, push and gateways; use it only if you trust all users',
    shown: 'false',
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
    for (const [name, gateway] of [
      ['SMS_GATEWAY_URL', config.smsGateway],
      ['VOICE_GATEWAY_URL', config.voiceGateway],
    ] as const) {
      const complaint = gateway && gatewayComplaint(gateway, config.allowPrivateTargets);
      if (complaint !== undefined && !isRefused('ALLOW_PRIVATE_TARGETS')) found.push(`${name} ${complaint}`);
    }
    const phones = config.smsGateway !== undefined || config.voiceGateway !== undefined;
    const sends = config.smtpUrl !== undefined || given > 0 || phones;
    if (
      config.environment === 'production' &&
      sends &&
      config.publicUrl === undefined &&
      !isRefused('PUBLIC_URL')
    ) {
      found.push(
        'PUBLIC_URL is required in production with SMTP_URL, VAPID_*, SMS_GATEWAY_URL or VOICE_GATEWAY_URL: messages carry links to it',
      );
    }
    return found;
  },
};
