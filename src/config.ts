import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createSecureContext } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { hostUrls } from './database-url.ts';
import { brokenPasswordRule } from './domain/password.ts';
import {
  base64urlBytes,
  isVapidKeyPair,
  P256_PRIVATE_BYTES,
  P256_PUBLIC_BYTES,
} from './domain/vapid-key-pair.ts';
import { messageOf } from './errors.ts';

/** Why a setting's value is refused, worded for the operator. */
class InvalidValue extends Error {}

interface Setting<T> {
  readonly env: string;
  readonly meaning: string;
  /** The default, as the documentation shows it. */
  readonly shown: string;
  readonly secret?: boolean;
  readonly fallback: T;
  readonly parse: (text: string) => T;
}

const setting = <T>(row: Setting<T>): Setting<T> => row;

const text = (value: string): string => value;

const wholeNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new InvalidValue(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  };

const port = wholeNumber(0, 65_535);

const OFF = 'off';
const portOrOff = (value: string): number | typeof OFF => (value.toLowerCase() === OFF ? OFF : port(value));

const SIGNUP_ROLES = ['PATIENT', 'CAREGIVER'] as const;
export type SignupRole = (typeof SIGNUP_ROLES)[number];

const signupRoles = (value: string): readonly SignupRole[] => {
  if (value.toLowerCase() === 'none') return [];
  const roles = list(value).map((role) => SIGNUP_ROLES.find((open) => open === role.toUpperCase()));
  const open = SIGNUP_ROLES.filter((role) => roles.includes(role));
  if (open.length === 0 || roles.includes(undefined))
    throw new InvalidValue(`must be ${SIGNUP_ROLES.join(',')}, one of the two, or none`);
  return open;
};

const oneOf =
  <const Words extends readonly string[]>(words: Words) =>
  (value: string): Words[number] => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw new InvalidValue(`must be one of ${words.join(', ')}`);
    return word;
  };

const url =
  (...protocols: string[]) =>
  (value: string): string => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (parsed === undefined || !protocols.includes(parsed.protocol)) {
      throw new InvalidValue(`must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return value;
  };

const databaseUrl = (value: string): string => {
  if (hostUrls(value).length === 0)
    throw new InvalidValue('must be a URL that starts with postgres:// or postgresql://');
  return value;
};

const list = (value: string): readonly string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const DURATION_UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const TEN_YEARS_S = 10 * 365 * 86_400;

/** `24h`, `30m`, `900s`, or a bare number of hours (decisions, Authentication). */
const durationSeconds = (value: string): number => {
  const match = /^(\d+)([smhd]?)$/.exec(value);
  const seconds = match ? Number(match[1]) * (DURATION_UNITS[match[2] || 'h'] ?? 0) : 0;
  if (seconds < 1 || seconds > TEN_YEARS_S) {
    throw new InvalidValue('must be a duration such as 24h, 30m, 900s, or a number of hours');
  }
  return seconds;
};

const origins = (value: string): readonly string[] =>
  list(value).map((entry) => {
    const origin = URL.canParse(entry) ? new URL(entry).origin : 'null';
    if (origin === 'null' || origin !== entry.replace(/\/$/, '').toLowerCase()) {
      throw new InvalidValue(`"${entry}" is not an origin such as https://app.example.org`);
    }
    return origin;
  });

const networks = (value: string): readonly string[] =>
  list(value).map((entry) => {
    if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry)) {
      throw new InvalidValue(`"${entry}" is neither an address nor a network such as 10.0.0.0/8`);
    }
    return entry;
  });

const readable = (value: string): string => {
  try {
    readFileSync(value);
    return value;
  } catch {
    throw new InvalidValue(`cannot read ${value}`);
  }
};

const JWT_SECRET_MIN_LENGTH = 32;

const jwtSecret = (value: string): string => {
  if (value.length < JWT_SECRET_MIN_LENGTH)
    throw new InvalidValue(`must have at least ${JWT_SECRET_MIN_LENGTH} characters`);
  return value;
};

const email = (value: string): string => {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) throw new InvalidValue('must be an e-mail address');
  return value.toLowerCase();
};

const password = (value: string): string => {
  const broken = brokenPasswordRule(value);
  if (broken !== undefined) throw new InvalidValue(broken);
  return value;
};

const boolean = (value: string): boolean => oneOf(['true', 'false'])(value) === 'true';

/** Without a slash at its end, because paths are put behind it. */
const publicUrl = (value: string): string => {
  const { username, password: secret, search, hash } = new URL(url('https:', 'http:')(value));
  if (username + secret + search + hash !== '')
    throw new InvalidValue('must be a URL without user, query or #');
  return value.replace(/\/+$/, '');
};

const mailFrom = (value: string): string => {
  if (!/^(?:[^<>@,;\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(value)) {
    throw new InvalidValue('must be one e-mail address, such as Vigil <vigil@example.org>');
  }
  return value;
};

const base64url =
  (bytes: number) =>
  (value: string): string => {
    if (base64urlBytes(value, bytes) === undefined)
      throw new InvalidValue(`must be ${bytes} bytes as base64url`);
    return value;
  };

const vapidSubject = (value: string): string => {
  if (!/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value)) {
    throw new InvalidValue('must be mailto: with an address, or a URL that starts with https://');
  }
  return value;
};

const none = undefined;

/** Every setting, once: parsing, defaults, `.env.example` and `docs/configuration.md` are made from this table. */
export const SETTINGS = {
  environment: setting({
    env: 'NODE_ENV',
    meaning: '`production` demands a `JWT_SECRET` and HTTPS, and marks cookies Secure',
    shown: 'development',
    fallback: 'development',
    parse: oneOf(['development', 'production', 'test']),
  }),
  host: setting({
    env: 'HOST',
    meaning: 'address to listen on; `::` is every interface, IPv4 and IPv6',
    shown: '::',
    fallback: '::',
    parse: text,
  }),
  port: setting({
    env: 'PORT',
    meaning: 'HTTP and WebSocket; 0 picks a free one',
    shown: '3000',
    fallback: 3000,
    parse: port,
  }),
  mqttPort: setting<number | typeof OFF | undefined>({
    env: 'MQTT_PORT',
    meaning: 'MQTT without TLS; 0 picks a free one, `off` closes it',
    shown: '1883; `off` in production with a certificate',
    fallback: none,
    parse: portOrOff,
  }),
  mqttsPort: setting({
    env: 'MQTTS_PORT',
    meaning: 'MQTT over TLS, when there is a certificate; 0 picks a free one',
    shown: '8883',
    fallback: 8883,
    parse: port,
  }),
  dataDir: setting({
    env: 'DATA_DIR',
    meaning: 'embedded database and development secrets',
    shown: '.data',
    fallback: '.data',
    parse: text,
  }),
  databaseUrl: setting<string | undefined>({
    env: 'DATABASE_URL',
    meaning:
      'PostgreSQL, with TimescaleDB or without; of several hosts (`host1:5432,host2:5432`) the one that accepts writes; none starts an embedded one under `DATA_DIR`',
    shown: 'embedded',
    secret: true,
    fallback: none,
    parse: databaseUrl,
  }),
  redisUrl: setting<string | undefined>({
    env: 'REDIS_URL',
    meaning: 'Redis, through which several instances act as one: limits, sessions, live events, MQTT',
    shown: 'none: one instance',
    secret: true,
    fallback: none,
    parse: url('redis:', 'rediss:'),
  }),
  metricsPort: setting<number | undefined>({
    env: 'METRICS_PORT',
    meaning:
      'port of `/metrics` (Prometheus), `/livez` and `/readyz`; not for the world; each instance adds its number',
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
    meaning: 'how much is logged',
    shown: 'info',
    fallback: 'info',
    parse: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  }),
  jwtSecret: setting<string | undefined>({
    env: 'JWT_SECRET',
    meaning: `signs tokens; at least ${JWT_SECRET_MIN_LENGTH} characters; required in production`,
    shown: 'made once and kept in `DATA_DIR`',
    secret: true,
    fallback: none,
    parse: jwtSecret,
  }),
  sessionSeconds: setting({
    env: 'SESSION_DURATION',
    meaning: 'life of a token: `24h`, `30m`, `900s`, or a number of hours',
    shown: '24h',
    fallback: 86_400,
    parse: durationSeconds,
  }),
  corsOrigins: setting<readonly string[]>({
    env: 'CORS_ORIGINS',
    meaning: 'origins whose pages may call the API, separated by commas',
    shown: 'none',
    fallback: [],
    parse: origins,
  }),
  trustProxy: setting<readonly string[]>({
    env: 'TRUST_PROXY',
    meaning: 'addresses or networks of proxies whose `X-Forwarded-*` headers are believed',
    shown: 'none',
    fallback: [],
    parse: networks,
  }),
  tlsCertFile: setting<string | undefined>({
    env: 'TLS_CERT_FILE',
    meaning: 'certificate chain (PEM); with `TLS_KEY_FILE` the server speaks HTTPS and MQTTS itself',
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
  signupRoles: setting<readonly SignupRole[]>({
    env: 'SIGNUP_ROLES',
    meaning:
      'who may sign up without being invited: `PATIENT,CAREGIVER`, `PATIENT`, or `none`; a caregiver can list every patient',
    shown: 'PATIENT,CAREGIVER',
    fallback: SIGNUP_ROLES,
    parse: signupRoles,
  }),
  adminEmail: setting<string | undefined>({
    env: 'ADMIN_EMAIL',
    meaning: 'first admin, made at start if there is none with this e-mail',
    shown: 'one is made on an empty development database',
    fallback: none,
    parse: email,
  }),
  adminPassword: setting<string | undefined>({
    env: 'ADMIN_PASSWORD',
    meaning: "the first admin's password",
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
  rateLimitSignup: setting({
    env: 'RATE_LIMIT_SIGNUP',
    meaning: 'signups per 15 minutes and address; 0 is no limit',
    shown: '5',
    fallback: 5,
    parse: wholeNumber(0, 1e9),
  }),
  rateLimitLogin: setting({
    env: 'RATE_LIMIT_LOGIN',
    meaning: 'logins per 5 minutes and address; 0 is no limit',
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
    meaning: 'days that readings are kept',
    shown: '90',
    fallback: 90,
    parse: wholeNumber(1, 36_500),
  }),
  auditRetentionDays: setting({
    env: 'AUDIT_RETENTION_DAYS',
    meaning: 'days that lines of the audit trail are kept',
    shown: '365',
    fallback: 365,
    parse: wholeNumber(1, 36_500),
  }),
  scoringThreads: setting({
    env: 'SCORING_THREADS',
    meaning: 'worker threads that score readings',
    shown: 'one less than the cores, at most 4',
    fallback: Math.min(4, Math.max(1, availableParallelism() - 1)),
    parse: wholeNumber(1, 64),
  }),
  detectorShadow: setting<string | undefined>({
    env: 'DETECTOR_SHADOW',
    meaning:
      'file of detector weights that score beside the ones in use without alerting; disagreements are counted',
    shown: 'none',
    fallback: none,
    parse: text,
  }),
  latestFirmware: setting<string | undefined>({
    env: 'LATEST_FIRMWARE',
    meaning: 'devices that report an older version show `updateAvailable`',
    shown: 'none',
    fallback: none,
    parse: text,
  }),
  okWindowSeconds: setting({
    env: 'OK_WINDOW_SECONDS',
    meaning: 'how long a wearer may say "I\'m OK" before others are called; 0 is not at all',
    shown: '30',
    fallback: 30,
    parse: wholeNumber(0, 300),
  }),
  publicUrl: setting<string | undefined>({
    env: 'PUBLIC_URL',
    meaning:
      'where people reach this service, for links in messages; required in production with `SMTP_URL` or `VAPID_*`',
    shown: '`http://localhost:<PORT>`',
    fallback: none,
    parse: publicUrl,
  }),
  smtpUrl: setting<string | undefined>({
    env: 'SMTP_URL',
    meaning: 'mail server, such as `smtps://user:password@mail.example.org`; with `MAIL_FROM`',
    shown: 'none: no e-mail',
    secret: true,
    fallback: none,
    parse: url('smtp:', 'smtps:'),
  }),
  mailFrom: setting<string | undefined>({
    env: 'MAIL_FROM',
    meaning: 'sender of e-mail, such as `Vigil <vigil@example.org>`',
    shown: 'none',
    fallback: none,
    parse: mailFrom,
  }),
  vapidPrivateKey: setting<string | undefined>({
    env: 'VAPID_PRIVATE_KEY',
    meaning: 'signs Web Push: 32 bytes as base64url (`npx web-push generate-vapid-keys`)',
    shown: 'made once and kept in `DATA_DIR`; in production none: no Web Push',
    secret: true,
    fallback: none,
    parse: base64url(P256_PRIVATE_BYTES),
  }),
  vapidPublicKey: setting<string | undefined>({
    env: 'VAPID_PUBLIC_KEY',
    meaning: 'belongs to it: 65 bytes as base64url; browsers subscribe with it, so it must stay the same',
    shown: 'as above',
    fallback: none,
    parse: base64url(P256_PUBLIC_BYTES),
  }),
  vapidSubject: setting<string | undefined>({
    env: 'VAPID_SUBJECT',
    meaning: 'how push services reach you: `mailto:` or `https:`',
    shown: 'none',
    fallback: none,
    parse: vapidSubject,
  }),
  allowPrivateTargets: setting({
    env: 'ALLOW_PRIVATE_TARGETS',
    meaning:
      '`true` lets webhooks, ntfy and push use http and private addresses: only where all users are trusted',
    shown: 'false',
    fallback: false,
    parse: boolean,
  }),
} as const;

type Settings = typeof SETTINGS;
type Value<Row> = Row extends { readonly parse: (text: string) => infer T; readonly fallback: infer F }
  ? T | F
  : never;
type Values = { readonly [Key in keyof Settings]: Value<Settings[Key]> };
export type Config = Values & { readonly mqttPort: number | typeof OFF };

/** All mistakes together, so that they can be corrected in one go. */
export class ConfigMistakes extends Error {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length} mistake(s):\n${mistakes.map((m) => `  - ${m}`).join('\n')}`,
    );
    this.mistakes = mistakes;
  }
}

/** An empty variable counts as unset, as `NAME=` in an env file is usually meant. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const mistakes: string[] = [];
  const entries = Object.entries(SETTINGS).map(([key, row]: [string, Setting<unknown>]) => {
    const given = env[row.env]?.trim();
    if (given === undefined || given === '') return [key, row.fallback];
    try {
      return [key, row.parse(given)];
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      mistakes.push(`${row.env} ${error.message}`);
      return [key, row.fallback];
    }
  });
  const values = Object.fromEntries(entries) as Values;
  const config = Object.freeze({ ...values, mqttPort: values.mqttPort ?? defaultMqttPort(values) });
  mistakes.push(...contradictions(config, mistakes));
  if (mistakes.length > 0) throw new ConfigMistakes(mistakes);
  return config;
}

/** Decisions, MQTT: with certificates, production needs no listener without TLS. */
const defaultMqttPort = ({ environment, tlsCertFile }: Values): number | typeof OFF =>
  environment === 'production' && tlsCertFile !== undefined ? OFF : 1883;

function contradictions(config: Config, earlier: readonly string[]): string[] {
  const found: string[] = [];
  const already = (name: string) => earlier.some((mistake) => mistake.startsWith(name));
  const pair = (a: unknown, nameA: string, b: unknown, nameB: string) => {
    if ((a === undefined) !== (b === undefined) && !already(nameA) && !already(nameB)) {
      found.push(`${nameA} and ${nameB} go together: set both or neither`);
    }
  };
  pair(config.tlsCertFile, 'TLS_CERT_FILE', config.tlsKeyFile, 'TLS_KEY_FILE');
  if (config.tlsCertFile !== undefined && config.tlsKeyFile !== undefined) {
    const broken = certificateProblem(config.tlsCertFile, config.tlsKeyFile);
    if (broken !== undefined)
      found.push(`TLS_CERT_FILE and TLS_KEY_FILE are not a certificate and its key: ${broken}`);
  }
  pair(config.smtpUrl, 'SMTP_URL', config.mailFrom, 'MAIL_FROM');
  pair(config.adminEmail, 'ADMIN_EMAIL', config.adminPassword, 'ADMIN_PASSWORD');
  found.push(...channelContradictions(config, already));
  if (config.instances > 1 && config.redisUrl === undefined && !already('REDIS_URL')) {
    found.push('INSTANCES of more than 1 needs REDIS_URL: without it they would not know of each other');
  }
  if (config.environment === 'production' && config.jwtSecret === undefined && !already('JWT_SECRET')) {
    found.push(`JWT_SECRET is required in production: at least ${JWT_SECRET_MIN_LENGTH} random characters`);
  }
  return found;
}

function channelContradictions(config: Config, already: (name: string) => boolean): string[] {
  const found: string[] = [];
  const { vapidPrivateKey: privateKey, vapidPublicKey: publicKey, vapidSubject: subject } = config;
  const given = [privateKey, publicKey, subject].filter((value) => value !== undefined).length;
  if (given > 0 && given < 3 && !already('VAPID_')) {
    found.push('VAPID_PRIVATE_KEY, VAPID_PUBLIC_KEY and VAPID_SUBJECT go together: set all three or none');
  }
  if (privateKey !== undefined && publicKey !== undefined && !isVapidKeyPair({ privateKey, publicKey })) {
    found.push('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY');
  }
  const sends = config.smtpUrl !== undefined || given > 0;
  if (
    config.environment === 'production' &&
    sends &&
    config.publicUrl === undefined &&
    !already('PUBLIC_URL')
  ) {
    found.push('PUBLIC_URL is required in production with SMTP_URL or VAPID_*: messages carry links to it');
  }
  return found;
}

/** Checked with Node's TLS, because uWebSockets.js gives no reason when it refuses a certificate. */
function certificateProblem(certFile: string, keyFile: string): string | undefined {
  try {
    createSecureContext({ cert: readFileSync(certFile), key: readFileSync(keyFile) });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The effective configuration, one line per setting, secrets masked. */
export function describeConfig(config: Config): string {
  const shown = (key: keyof Settings): string => {
    const value: unknown = config[key];
    const row: Setting<unknown> = SETTINGS[key];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return `(${row.shown})`;
    return row.secret === true ? '********' : String(value);
  };
  return (Object.keys(SETTINGS) as (keyof Settings)[])
    .map((key) => `${SETTINGS[key].env.padEnd(24)} ${shown(key)}`)
    .join('\n');
}
