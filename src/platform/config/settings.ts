import { availableParallelism } from 'node:os';
import { LANGUAGES, type Language } from '../languages.ts';
import { P256_PRIVATE_BYTES, P256_PUBLIC_BYTES } from '../vapid-key-pair.ts';
import { machineZone } from '../zone.ts';
import {
  acmeDirectory,
  databaseUrl,
  email,
  espaUrl,
  hosts,
  mailFrom,
  networks,
  type OFF,
  origins,
  port,
  portOrOff,
  publicUrl,
  url,
} from './addresses.ts';
import { type SmsGateway, smsGateway, type TwilioGateway, voiceGateway } from './gateways.ts';
import {
  base64url,
  JWT_SECRET_MIN_LENGTH,
  jwtSecret,
  password,
  readable,
  secretsKey,
  vapidSubject,
} from './keys.ts';
import {
  boolean,
  durationSeconds,
  MAX_RESPONSE_GOAL_MINUTES,
  oneOf,
  organisationName,
  RATE_LIMIT_BY,
  type RateLimitBy,
  SIGNUP_ROLES,
  type SignupRole,
  signupRoles,
  text,
  timeZone,
  wholeNumber,
} from './values.ts';

export interface Setting<T> {
  readonly env: string;
  readonly meaning: string;
  /** The default as shown in the documentation. */
  readonly shown: string;
  readonly secret?: boolean;
  readonly fallback: T;
  readonly parse: (text: string) => T;
}

const setting = <T>(row: Setting<T>): Setting<T> => row;
const none = undefined;

/** The table of all settings: parsing, defaults, `.env.example` and `docs/configuration.md` are generated from it. */
export const SETTINGS = {
  environment: setting({
    env: 'NODE_ENV',
    meaning: '`production` requires a `JWT_SECRET` and HTTPS, and marks cookies Secure',
    shown: 'development',
    fallback: 'development',
    parse: oneOf(['development', 'production', 'test']),
  }),
  host: setting({
    env: 'HOST',
    meaning: 'listen address; `::` is every interface, IPv4 and IPv6',
    shown: '::',
    fallback: '::',
    parse: text,
  }),
  port: setting({
    env: 'PORT',
    meaning: 'port of HTTP and WebSocket; 0 selects a free port',
    shown: '3000',
    fallback: 3000,
    parse: port,
  }),
  mqttPort: setting<number | typeof OFF | undefined>({
    env: 'MQTT_PORT',
    meaning: 'port of MQTT without TLS; 0 selects a free port, `off` closes it',
    shown: '1883; `off` in production with a certificate',
    fallback: none,
    parse: portOrOff,
  }),
  mqttsPort: setting({
    env: 'MQTTS_PORT',
    meaning: 'port of MQTT over TLS, if there is a certificate; 0 selects a free port',
    shown: '8883',
    fallback: 8883,
    parse: port,
  }),
  dataDir: setting({
    env: 'DATA_DIR',
    meaning: 'folder of the embedded database and of generated secrets',
    shown: '.data',
    fallback: '.data',
    parse: text,
  }),
  databaseUrl: setting<string | undefined>({
    env: 'DATABASE_URL',
    meaning:
      'URL of PostgreSQL, with or without TimescaleDB; with several hosts (`host1:5432,host2:5432`) the service uses the one that accepts writes; unset starts an embedded server under `DATA_DIR`',
    shown: 'embedded',
    secret: true,
    fallback: none,
    parse: databaseUrl,
  }),
  databasePassword: setting<string | undefined>({
    env: 'DATABASE_PASSWORD',
    meaning: 'password for `DATABASE_URL`, if the URL has a user and no password',
    shown: 'none',
    secret: true,
    fallback: none,
    parse: text,
  }),
  redisUrl: setting<string | undefined>({
    env: 'REDIS_URL',
    meaning: 'URL of Redis, which several instances share: limits, sessions, live events, MQTT',
    shown: 'none: one instance',
    secret: true,
    fallback: none,
    parse: url('redis:', 'rediss:'),
  }),
  metricsPort: setting<number | undefined>({
    env: 'METRICS_PORT',
    meaning:
      'port of `/metrics` (Prometheus), `/livez` and `/readyz`; keep it private; each instance adds its number',
    shown: 'none: off',
    fallback: none,
    parse: port,
  }),
  instances: setting({
    env: 'INSTANCES',
    meaning: 'processes that share the ports of this machine; more than one needs `REDIS_URL`',
    shown: '1',
    fallback: 1,
    parse: wholeNumber(1, 256),
  }),
  logLevel: setting({
    env: 'LOG_LEVEL',
    meaning: 'log level',
    shown: 'info',
    fallback: 'info',
    parse: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  }),
  jwtSecret: setting<string | undefined>({
    env: 'JWT_SECRET',
    meaning: `signs tokens; at least ${JWT_SECRET_MIN_LENGTH} characters; required in production`,
    shown: 'generated once and stored in `DATA_DIR`',
    secret: true,
    fallback: none,
    parse: jwtSecret,
  }),
  secretsKey: setting<Buffer | undefined>({
    env: 'SECRETS_KEY',
    meaning:
      'encrypts secrets in the database (second factors, tokens and keys of channels and webhooks): 32 bytes as base64 (`openssl rand -base64 32`)',
    shown: 'derived from `JWT_SECRET`',
    secret: true,
    fallback: none,
    parse: secretsKey,
  }),
  oldSecretsKey: setting<Buffer | undefined>({
    env: 'OLD_SECRETS_KEY',
    meaning: 'the previous `SECRETS_KEY`, until `npm run rotate-secrets` has run',
    shown: 'none',
    secret: true,
    fallback: none,
    parse: secretsKey,
  }),
  oldJwtSecret: setting<string | undefined>({
    env: 'OLD_JWT_SECRET',
    meaning:
      'the previous `JWT_SECRET` if there was no `SECRETS_KEY`, until `npm run rotate-secrets` has run; it signs nothing',
    shown: 'none',
    secret: true,
    fallback: none,
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
    shown: '30',
    fallback: 30,
    parse: wholeNumber(1, 3650),
  }),
  corsOrigins: setting<readonly string[]>({
    env: 'CORS_ORIGINS',
    meaning: 'origins whose pages may call the API, comma-separated',
    shown: 'none',
    fallback: [],
    parse: origins,
  }),
  trustProxy: setting<readonly string[]>({
    env: 'TRUST_PROXY',
    meaning: 'addresses or networks of trusted proxies (`X-Forwarded-*` headers)',
    shown: 'none',
    fallback: [],
    parse: networks,
  }),
  tlsCertFile: setting<string | undefined>({
    env: 'TLS_CERT_FILE',
    meaning: 'certificate chain (PEM); with `TLS_KEY_FILE` the service provides HTTPS and MQTTS itself',
    shown: 'none',
    fallback: none,
    parse: readable,
  }),
  tlsKeyFile: setting<string | undefined>({
    env: 'TLS_KEY_FILE',
    meaning: 'private key (PEM)',
    shown: 'none',
    fallback: none,
    parse: readable,
  }),
  tlsAcme: setting<readonly string[]>({
    env: 'TLS_ACME',
    meaning:
      "public host names (comma-separated); the service gets a certificate for them from Let's Encrypt and renews it, and provides HTTPS and MQTTS itself. Setting it accepts the terms of the CA. See [HTTPS](deploy.md#https-with-a-certificate-of-its-own)",
    shown: 'none',
    fallback: [],
    parse: hosts,
  }),
  tlsAcmeEmail: setting<string | undefined>({
    env: 'TLS_ACME_EMAIL',
    meaning: 'address that the CA may write to',
    shown: 'none',
    fallback: none,
    parse: email,
  }),
  tlsAcmePort: setting({
    env: 'TLS_ACME_PORT',
    meaning:
      'port of plain HTTP on which the CA verifies the host names, with `TLS_ACME`; the CA asks on port 80. Other requests are redirected to HTTPS',
    shown: '80',
    fallback: 80,
    parse: port,
  }),
  tlsAcmeDirectory: setting({
    env: 'TLS_ACME_DIRECTORY',
    meaning: 'directory URL of another CA that speaks ACME, such as a step-ca in the house',
    shown: "Let's Encrypt",
    fallback: 'https://acme-v02.api.letsencrypt.org/directory',
    parse: acmeDirectory,
  }),
  tlsAcmeCaFile: setting<string | undefined>({
    env: 'TLS_ACME_CA_FILE',
    meaning: 'root certificate (PEM) of the server of `TLS_ACME_DIRECTORY`, if it is not a public one',
    shown: 'none',
    fallback: none,
    parse: readable,
  }),
  organisationName: setting({
    env: 'ORGANISATION_NAME',
    meaning:
      'name of the home, 1 to 80 characters. This and the next three are the first values of the organisation: they apply on an empty database, and admins change them later (`PUT /admin/organisation`)',
    shown: 'Vigil',
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
    shown: 'en',
    fallback: 'en',
    parse: oneOf(LANGUAGES),
  }),
  responseGoalMinutes: setting({
    env: 'RESPONSE_GOAL_MINUTES',
    meaning: 'minutes within which a caregiver should claim a fall; reports compare with it',
    shown: '5',
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
  caregiversSee: setting<'all' | 'team' | undefined>({
    env: 'CAREGIVERS_SEE',
    meaning:
      '`all`: caregivers see the names and falls of all patients; `team`: they see and write to the patients of their own care teams only',
    shown: '`all`; `team` in production',
    fallback: none,
    parse: oneOf(['all', 'team']),
  }),
  requireTotp: setting<'ADMIN' | undefined>({
    env: 'REQUIRE_TOTP',
    meaning: '`ADMIN`: admins must set up a second factor before they can do anything else',
    shown: 'none',
    fallback: none,
    parse: oneOf(['ADMIN']),
  }),
  reauthenticateMinutes: setting({
    env: 'REAUTHENTICATE_MINUTES',
    meaning:
      'minutes after a login in which users can change the e-mail address and the second factor, and delete the account, without entering the password again; 0: always ask, and accept the password for 60 seconds',
    shown: '10',
    fallback: 10,
    parse: wholeNumber(0, 1440),
  }),
  requirePasswordChange: setting<boolean | undefined>({
    env: 'REQUIRE_PASSWORD_CHANGE',
    meaning: '`true`: users must change a temporary password before they can do anything else',
    shown: '`true` in production, `false` otherwise',
    fallback: none,
    parse: boolean,
  }),
  adminEmail: setting<string | undefined>({
    env: 'ADMIN_EMAIL',
    meaning:
      'e-mail address of the first admin; the service creates the account at start if it does not exist',
    shown: 'generated on an empty development database',
    fallback: none,
    parse: email,
  }),
  adminPassword: setting<string | undefined>({
    env: 'ADMIN_PASSWORD',
    meaning: 'password of the first admin',
    shown: 'random, printed once',
    secret: true,
    fallback: none,
    parse: password,
  }),
  rateLimitGlobal: setting({
    env: 'RATE_LIMIT_GLOBAL',
    meaning: 'requests per minute and address; 0 is no limit',
    shown: '100',
    fallback: 100,
    parse: wholeNumber(0, 1e9),
  }),
  rateLimitBy: setting<RateLimitBy>({
    env: 'RATE_LIMIT_BY',
    meaning:
      'what `RATE_LIMIT_GLOBAL` counts: `address`, or `session`: each session of a person for itself, ten times as much per address in all; for homes, where many share one address',
    shown: 'address',
    fallback: 'address',
    parse: oneOf(RATE_LIMIT_BY),
  }),
  rateLimitSignup: setting({
    env: 'RATE_LIMIT_SIGNUP',
    meaning: 'signups per 15 minutes and address; 0 is no limit',
    shown: '5',
    fallback: 5,
    parse: wholeNumber(0, 1e9),
  }),
  rateLimitLogin: setting({
    env: 'RATE_LIMIT_LOGIN',
    meaning:
      'logins per 5 minutes, address and account; 0 is no limit, and also disables the limits on failed logins',
    shown: '10',
    fallback: 10,
    parse: wholeNumber(0, 1e9),
  }),
  streamIntervalMs: setting({
    env: 'STREAM_INTERVAL_MS',
    meaning: 'one reading per this many milliseconds and device; 0 is no limit',
    shown: '1000',
    fallback: 1000,
    parse: wholeNumber(0, 3_600_000),
  }),
  retentionDays: setting({
    env: 'READINGS_RETENTION_DAYS',
    meaning: 'retention of readings in days',
    shown: '90',
    fallback: 90,
    parse: wholeNumber(1, 36_500),
  }),
  samplesRetentionDays: setting({
    env: 'SAMPLES_RETENTION_DAYS',
    meaning:
      'retention of `samples` and `parts` in days, at most that of their readings; 0 keeps them as long as the readings',
    shown: '14',
    fallback: 14,
    parse: wholeNumber(0, 36_500),
  }),
  auditRetentionDays: setting({
    env: 'AUDIT_RETENTION_DAYS',
    meaning: 'retention of the audit log in days',
    shown: '365',
    fallback: 365,
    parse: wholeNumber(1, 36_500),
  }),
  fallsRetentionDays: setting<number | undefined>({
    env: 'FALLS_RETENTION_DAYS',
    meaning:
      'retention of falls with their alerts, responses and timelines in days; at least 8, because a backlog can contain falls of the last 7 days; unresolved falls are never deleted',
    shown: 'none: unlimited',
    fallback: none,
    parse: wholeNumber(8, 36_500),
  }),
  alertsRetentionDays: setting<number | undefined>({
    env: 'ALERTS_RETENTION_DAYS',
    meaning:
      'retention of alerts in days; alerts of unresolved falls and of lasting conditions are never deleted',
    shown: 'none: unlimited',
    fallback: none,
    parse: wholeNumber(1, 36_500),
  }),
  messagesRetentionDays: setting<number | undefined>({
    env: 'MESSAGES_RETENTION_DAYS',
    meaning: 'retention of messages between people in days, read or not',
    shown: 'none: unlimited',
    fallback: none,
    parse: wholeNumber(1, 36_500),
  }),
  responseLogRetentionDays: setting<number | undefined>({
    env: 'RESPONSE_LOG_RETENTION_DAYS',
    meaning: 'retention of the timelines of resolved falls in days',
    shown: 'none: unlimited',
    fallback: none,
    parse: wholeNumber(1, 36_500),
  }),
  detectorShadow: setting<string | undefined>({
    env: 'DETECTOR_SHADOW',
    meaning:
      'file of detector weights that score in parallel without alerting; `vigil_detector_disagreements_total` counts the differences',
    shown: 'none',
    fallback: none,
    parse: text,
  }),
  scoringThreads: setting({
    env: 'SCORING_THREADS',
    meaning: 'worker threads that score readings',
    shown: 'one less than the cores, at most 4',
    fallback: Math.min(4, Math.max(1, availableParallelism() - 1)),
    parse: wholeNumber(1, 64),
  }),
  latestFirmware: setting<string | undefined>({
    env: 'LATEST_FIRMWARE',
    meaning: 'devices that report an older version show `updateAvailable`',
    shown: 'none',
    fallback: none,
    parse: text,
  }),
  deviceSilentMinutes: setting({
    env: 'DEVICE_SILENT_MINUTES',
    meaning:
      'minutes of silence of a wearable after which caregivers are alerted; an admin can set it per patient',
    shown: '30',
    fallback: 30,
    parse: wholeNumber(1, 1440),
  }),
  batteryLowPercent: setting({
    env: 'BATTERY_LOW_PERCENT',
    meaning:
      'battery level in % below which caregivers are alerted; 0 disables it; an admin can set it per patient',
    shown: '10',
    fallback: 10,
    parse: wholeNumber(0, 100),
  }),
  notWornMinutes: setting({
    env: 'NOT_WORN_MINUTES',
    meaning:
      'minutes without a movement, between 07:00 and 22:00, after which caregivers are alerted that a wearable is not worn; 0 disables it',
    shown: '120',
    fallback: 120,
    parse: wholeNumber(0, 1440),
  }),
  okWindowSeconds: setting({
    env: 'OK_WINDOW_SECONDS',
    meaning:
      'seconds in which a wearer can say "I\'m OK" before caregivers are notified; 0 disables the window',
    shown: '30',
    fallback: 30,
    parse: wholeNumber(0, 300),
  }),
  publicUrl: setting<string | undefined>({
    env: 'PUBLIC_URL',
    meaning:
      'public URL of this service, for links in messages and for passkeys, which belong to its host name; required in production with `SMTP_URL`, `VAPID_*`, `SMS_GATEWAY_URL` or `VOICE_GATEWAY_URL`',
    shown: '`http://localhost:<PORT>`',
    fallback: none,
    parse: publicUrl,
  }),
  smtpUrl: setting<string | undefined>({
    env: 'SMTP_URL',
    meaning: 'URL of the mail server, such as `smtps://user:password@mail.example.org`; requires `MAIL_FROM`',
    shown: 'none: no e-mail',
    secret: true,
    fallback: none,
    parse: url('smtp:', 'smtps:'),
  }),
  homeBrokerUrl: setting<string | undefined>({
    env: 'HOME_BROKER_URL',
    meaning:
      "URL of the home's own MQTT broker, for Home Assistant and openHAB, such as `mqtt://user:password@192.168.1.10`",
    shown: 'none: no smart home',
    secret: true,
    fallback: none,
    parse: url('mqtt:', 'mqtts:'),
  }),
  mailFrom: setting<string | undefined>({
    env: 'MAIL_FROM',
    meaning: 'sender of e-mails, such as `Vigil <vigil@example.org>`',
    shown: 'none',
    fallback: none,
    parse: mailFrom,
  }),
  espaUrl: setting<string | undefined>({
    env: 'ESPA_URL',
    meaning:
      'paging system for pagers and DECT phones: `espa444+tcp://host:port` (ESPA 4.4.4) or `espax://user:password@host:port` (ESPA-X)',
    shown: 'none: no pagers',
    secret: true,
    fallback: none,
    parse: espaUrl,
  }),
  vapidPrivateKey: setting<string | undefined>({
    env: 'VAPID_PRIVATE_KEY',
    meaning: 'signs Web Push: 32 bytes as base64url (`npx web-push generate-vapid-keys`)',
    shown: 'generated once and stored in `DATA_DIR`; in production none: no Web Push',
    secret: true,
    fallback: none,
    parse: base64url(P256_PRIVATE_BYTES),
  }),
  vapidPublicKey: setting<string | undefined>({
    env: 'VAPID_PUBLIC_KEY',
    meaning:
      'public key of `VAPID_PRIVATE_KEY`: 65 bytes as base64url; browsers subscribe with it, so do not change it',
    shown: 'as above',
    fallback: none,
    parse: base64url(P256_PUBLIC_BYTES),
  }),
  vapidSubject: setting<string | undefined>({
    env: 'VAPID_SUBJECT',
    meaning: 'contact for push services: a `mailto:` or `https:` URL',
    shown: 'none',
    fallback: none,
    parse: vapidSubject,
  }),
  smsGateway: setting<SmsGateway | undefined>({
    env: 'SMS_GATEWAY_URL',
    meaning:
      'gateway for SMS: `twilio://SID:TOKEN@host?from=+49…`, or `http+template:<file>` with the request as JSON (docs/phones.md)',
    shown: 'none: no SMS',
    secret: true,
    fallback: none,
    parse: smsGateway,
  }),
  voiceGateway: setting<TwilioGateway | undefined>({
    env: 'VOICE_GATEWAY_URL',
    meaning: 'gateway for calls: `twilio://SID:TOKEN@host?from=+49…`',
    shown: 'none: no calls',
    secret: true,
    fallback: none,
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
} as const;

type Settings = typeof SETTINGS;
export type SettingName = keyof Settings;

type Value<Row> = Row extends { readonly parse: (text: string) => infer T; readonly fallback: infer F }
  ? T | F
  : never;
/** The given value, or the default. */
export type Values = { readonly [Key in SettingName]: Value<Settings[Key]> };
export type Config = Values & {
  readonly mqttPort: number | typeof OFF;
  readonly caregiversSee: 'all' | 'team';
  readonly requirePasswordChange: boolean;
};
