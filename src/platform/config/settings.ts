import { withPassword } from '../database/database-url.ts';
import { messageOf } from '../errors.ts';
import {
  acmeDirectory,
  databaseUrl,
  email,
  hosts,
  networks,
  OFF,
  origins,
  port,
  portOrOff,
  publicUrl,
  readable,
} from './addresses.ts';
import { acmeFile, readCertificateFiles, requirePair } from './certificate.ts';
import { readRedisUrl } from './redis-url.ts';
import { type IsRefused, pairMistake, setting, type ValuesOf } from './setting.ts';
import { oneOf, RATE_LIMIT_BY, type RateLimitBy, text, wholeNumber } from './values.ts';

const rows = {
  environment: setting({
    env: 'NODE_ENV',
    meaning: '`production` requires a `JWT_SECRET` and HTTPS, and marks cookies Secure',
    fallback: 'development',
    parse: oneOf(['development', 'production', 'test']),
  }),
  host: setting({
    env: 'HOST',
    meaning: 'listen address; `::` is every interface, IPv4 and IPv6',
    fallback: '::',
    parse: text,
  }),
  port: setting({
    env: 'PORT',
    meaning: 'port of HTTP and WebSocket; 0 selects a free port',
    fallback: 3000,
    parse: port,
  }),
  mqttPort: setting({
    env: 'MQTT_PORT',
    meaning: 'port of MQTT without TLS; 0 selects a free port, `off` closes it',
    shown: '1883; `off` in production with a certificate',
    parse: portOrOff,
  }),
  mqttsPort: setting({
    env: 'MQTTS_PORT',
    meaning: 'port of MQTT over TLS, if there is a certificate; 0 selects a free port',
    fallback: 8883,
    parse: port,
  }),
  dataDir: setting({
    env: 'DATA_DIR',
    meaning: 'folder of the embedded database and of generated secrets',
    fallback: '.data',
    parse: text,
  }),
  databaseUrl: setting({
    env: 'DATABASE_URL',
    meaning:
      'URL of PostgreSQL, with or without TimescaleDB; with several hosts (`host1:5432,host2:5432`) the service uses the one that accepts writes; unset starts an embedded server under `DATA_DIR`',
    shown: 'embedded',
    secret: true,
    parse: databaseUrl,
  }),
  databasePassword: setting({
    env: 'DATABASE_PASSWORD',
    meaning: 'password for `DATABASE_URL`, if the URL has a user and no password',
    secret: true,
    parse: text,
  }),
  redisUrl: setting({
    env: 'REDIS_URL',
    meaning:
      'URL of Redis, which several instances share: limits, sessions, live events, MQTT. A server, [Sentinel or a Cluster](deploy.md#redis-with-sentinel-or-as-a-cluster): `redis://`, `redis+sentinel://`, `redis+cluster://`, with TLS `rediss…`',
    shown: 'none: one instance',
    secret: true,
    parse(value) {
      readRedisUrl(value);
      return value;
    },
  }),
  metricsPort: setting({
    env: 'METRICS_PORT',
    meaning:
      'port of `/metrics` (Prometheus), `/livez` and `/readyz`; keep it private; each instance adds its number',
    shown: 'none: off',
    parse: port,
  }),
  instances: setting({
    env: 'INSTANCES',
    meaning: 'processes that share the ports of this machine; more than one needs `REDIS_URL`',
    fallback: 1,
    parse: wholeNumber(1, 256),
  }),
  logLevel: setting({
    env: 'LOG_LEVEL',
    meaning: 'log level',
    fallback: 'info',
    parse: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  }),
  publicUrl: setting({
    env: 'PUBLIC_URL',
    meaning:
      'public URL of this service, for links in messages and for passkeys, which belong to its host name; required in production with `SMTP_URL`, `VAPID_*`, `SMS_GATEWAY_URL` or `VOICE_GATEWAY_URL`',
    shown: '`http://localhost:<PORT>`',
    parse: publicUrl,
  }),
  corsOrigins: setting<readonly string[]>({
    env: 'CORS_ORIGINS',
    meaning: 'origins whose pages may call the API, comma-separated',
    fallback: [],
    parse: origins,
  }),
  trustProxy: setting<readonly string[]>({
    env: 'TRUST_PROXY',
    meaning: 'addresses or networks of trusted proxies (`X-Forwarded-*` headers)',
    fallback: [],
    parse: networks,
  }),
  tlsCertFile: setting({
    env: 'TLS_CERT_FILE',
    meaning: 'certificate chain (PEM); with `TLS_KEY_FILE` the service provides HTTPS and MQTTS itself',
    parse: readable,
  }),
  tlsKeyFile: setting({
    env: 'TLS_KEY_FILE',
    meaning: 'private key (PEM)',
    parse: readable,
  }),
  tlsAcme: setting<readonly string[]>({
    env: 'TLS_ACME',
    meaning:
      "public host names (comma-separated); the service gets a certificate for them from Let's Encrypt and renews it, and provides HTTPS and MQTTS itself. Setting it accepts the terms of the CA. See [HTTPS](deploy.md#https-with-a-certificate-of-its-own)",
    fallback: [],
    parse: hosts,
  }),
  tlsAcmeEmail: setting({
    env: 'TLS_ACME_EMAIL',
    meaning: 'address that the CA may write to',
    parse: email,
  }),
  tlsAcmePort: setting({
    env: 'TLS_ACME_PORT',
    meaning:
      'port of plain HTTP on which the CA verifies the host names, with `TLS_ACME`; the CA asks on port 80. Other requests are redirected to HTTPS',
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
  tlsAcmeCaFile: setting({
    env: 'TLS_ACME_CA_FILE',
    meaning: 'root certificate (PEM) of the server of `TLS_ACME_DIRECTORY`, if it is not a public one',
    parse: readable,
  }),
  tlsOwn: setting({
    env: 'TLS_OWN',
    meaning:
      '`on`: HTTPS with a [self-signed certificate](deploy.md#https-for-a-phone-that-tries-it) on a second port, for phones in the same network; `PORT` stays as it is',
    fallback: OFF,
    parse: oneOf(['on', OFF]),
  }),
  tlsOwnPort: setting({
    env: 'TLS_OWN_PORT',
    meaning: 'port of HTTPS with `TLS_OWN`; 0 selects a free port',
    fallback: 3443,
    parse: port,
  }),
  rateLimitGlobal: setting({
    env: 'RATE_LIMIT_GLOBAL',
    meaning: 'requests per minute and address; 0 is no limit',
    fallback: 100,
    parse: wholeNumber(0, 1e9),
  }),
  rateLimitBy: setting<RateLimitBy>({
    env: 'RATE_LIMIT_BY',
    meaning:
      'what `RATE_LIMIT_GLOBAL` counts: `address`, or `session`: each session of a person for itself, ten times as much per address in all; for homes, where many share one address',
    fallback: 'address',
    parse: oneOf(RATE_LIMIT_BY),
  }),
  rateLimitSignup: setting({
    env: 'RATE_LIMIT_SIGNUP',
    meaning: 'signups per 15 minutes and address; 0 is no limit',
    fallback: 5,
    parse: wholeNumber(0, 1e9),
  }),
  rateLimitLogin: setting({
    env: 'RATE_LIMIT_LOGIN',
    meaning:
      'logins per 5 minutes, address and account; 0 is no limit, and also disables the limits on failed logins',
    fallback: 10,
    parse: wholeNumber(0, 1e9),
  }),
};

type Values = ValuesOf<typeof rows>;
export type PlatformConfig = Values & { readonly mqttPort: number | typeof OFF };

export const settings = {
  rows,
  resolve(values: Values) {
    const resolved = withCertificate(values);
    return {
      ...resolved,
      databaseUrl: databaseUrlOf(values),
      mqttPort: values.mqttPort ?? defaultMqttPort(resolved),
    };
  },
  contradictions: (config: PlatformConfig, isRefused: IsRefused): string[] => [
    ...databaseContradictions(config, isRefused),
    ...certificateContradictions(config, isRefused),
    ...samePorts(config),
    ...(config.instances > 1 && config.redisUrl === undefined && !isRefused('REDIS_URL')
      ? ['INSTANCES of more than 1 needs REDIS_URL: without it they would not know of each other']
      : []),
  ],
  warnings({ environment, tlsCertFile, tlsOwn, tlsOwnPort, trustProxy, mqttPort }: PlatformConfig): string[] {
    if (environment !== 'production') return [];
    const tls = tlsCertFile !== undefined;
    if (!tls && tlsOwn === 'on')
      return [
        `TLS_OWN: browsers warn of the certificate of port ${tlsOwnPort}, and apps and wearables refuse it: it is for trials; use TLS_ACME`,
      ];
    return [
      ...(!tls && trustProxy.length === 0
        ? [
            'Neither TLS_ACME, nor TLS_CERT_FILE and TLS_KEY_FILE, nor TRUST_PROXY is set: every request but /health is refused, because production demands HTTPS',
          ]
        : []),
      ...(tls && mqttPort !== OFF
        ? [
            'MQTT_PORT is open without TLS: passwords, tokens and health data cross the network readable by anyone; set MQTT_PORT=off and use MQTTS_PORT',
          ]
        : []),
    ];
  },
};

/** With TLS_ACME the service writes the files itself, and knows its address. */
function withCertificate(values: Values): Values {
  const { tlsAcme, tlsCertFile, tlsKeyFile, dataDir, publicUrl, port } = values;
  const [host] = tlsAcme;
  if (host === undefined) return values;
  const file = acmeFile(dataDir);
  return {
    ...values,
    tlsCertFile: tlsCertFile ?? file,
    tlsKeyFile: tlsKeyFile ?? file,
    publicUrl: publicUrl ?? (port === 0 ? undefined : `https://${host}${port === 443 ? '' : `:${port}`}`),
  };
}

/** docs/deploy.md, "TLS and reverse proxies": with certificates, production needs no listener without TLS. */
const defaultMqttPort = ({ environment, tlsCertFile }: Values): number | typeof OFF =>
  environment === 'production' && tlsCertFile !== undefined ? OFF : 1883;

/** Undefined as well if there is a password and no URL that takes it. */
const databaseUrlOf = ({ databaseUrl, databasePassword }: Values): string | undefined =>
  databasePassword === undefined ? databaseUrl : databaseUrl && withPassword(databaseUrl, databasePassword);

const databaseContradictions = (
  { databaseUrl, databasePassword }: PlatformConfig,
  isRefused: IsRefused,
): string[] =>
  databasePassword !== undefined && databaseUrl === undefined && !isRefused('DATABASE_')
    ? ['DATABASE_PASSWORD needs a DATABASE_URL with a user and without a password']
    : [];

function certificateContradictions(config: PlatformConfig, isRefused: IsRefused): string[] {
  const { tlsAcme, tlsCertFile, tlsKeyFile, tlsOwn, dataDir } = config;
  const found = pairMistake(['TLS_CERT_FILE', tlsCertFile], ['TLS_KEY_FILE', tlsKeyFile], isRefused);
  if (tlsAcme.length > 0) {
    if (tlsCertFile !== acmeFile(dataDir) && !isRefused('TLS_'))
      found.push('TLS_ACME and TLS_CERT_FILE exclude each other: unset one of them');
  } else if (tlsCertFile !== undefined && tlsKeyFile !== undefined) {
    const broken = certificateProblem(tlsCertFile, tlsKeyFile);
    if (broken !== undefined)
      found.push(`TLS_CERT_FILE and TLS_KEY_FILE are not a certificate and its key: ${broken}`);
  }
  if (tlsOwn === 'on' && tlsCertFile !== undefined && !isRefused('TLS_'))
    found.push(
      `TLS_OWN and ${tlsAcme.length > 0 ? 'TLS_ACME' : 'TLS_CERT_FILE'} exclude each other: unset one of them`,
    );
  return found;
}

/** The ports that this machine opens, by setting. */
export const portsOf = (config: PlatformConfig): readonly (readonly [string, number | undefined])[] => [
  ['PORT', config.port],
  ['MQTT_PORT', config.mqttPort === OFF ? undefined : config.mqttPort],
  ['MQTTS_PORT', config.tlsCertFile === undefined ? undefined : config.mqttsPort],
  ['TLS_OWN_PORT', config.tlsOwn === OFF ? undefined : config.tlsOwnPort],
  ['TLS_ACME_PORT', config.tlsAcme.length === 0 ? undefined : config.tlsAcmePort],
  ['METRICS_PORT', config.metricsPort],
];

/** Without this check the second listener would blame another program. */
function samePorts(config: PlatformConfig): string[] {
  const { metricsPort, instances } = config;
  const wanted = [
    ...portsOf(config),
    // Each instance adds its number to the port.
    ...Array.from(
      { length: metricsPort ? instances - 1 : 0 },
      (_, index) => [`METRICS_PORT of instance ${index + 2}`, (metricsPort ?? 0) + index + 1] as const,
    ),
  ];
  const settings = new Map<number, string[]>();
  for (const [name, number] of wanted)
    if (number) settings.set(number, [...(settings.get(number) ?? []), name]);
  return [...settings]
    .filter(([, names]) => names.length > 1)
    .map(
      ([number, names]) =>
        `${names.join(' and ')} are ${names.length === 2 ? 'both' : 'all'} ${number}: each needs a port of its own`,
    );
}

function certificateProblem(certFile: string, keyFile: string): string | undefined {
  try {
    requirePair(readCertificateFiles({ certFile, keyFile }));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
