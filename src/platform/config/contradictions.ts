import { messageOf } from '../errors.ts';
import { isVapidKeyPair } from '../vapid-key-pair.ts';
import { OFF } from './addresses.ts';
import { acmeFile, readCertificateFiles, requirePair } from './certificate.ts';
import { gatewayComplaint } from './gateways.ts';
import { JWT_SECRET_MIN_LENGTH } from './keys.ts';
import type { Config } from './settings.ts';

/** Settings that are valid on their own but not together; skips settings that `earlier` already names. */
export function contradictions(config: Config, earlier: readonly string[]): string[] {
  const found: string[] = [];
  const already = (name: string) => earlier.some((mistake) => mistake.startsWith(name));
  const pair = (a: unknown, nameA: string, b: unknown, nameB: string) => {
    if ((a === undefined) !== (b === undefined) && !already(nameA) && !already(nameB)) {
      found.push(`${nameA} and ${nameB} go together: set both or neither`);
    }
  };
  pair(config.tlsCertFile, 'TLS_CERT_FILE', config.tlsKeyFile, 'TLS_KEY_FILE');
  if (config.tlsAcme.length > 0) {
    if (config.tlsCertFile !== acmeFile(config.dataDir) && !already('TLS_'))
      found.push('TLS_ACME and TLS_CERT_FILE exclude each other: unset one of them');
  } else if (config.tlsCertFile !== undefined && config.tlsKeyFile !== undefined) {
    const broken = certificateProblem(config.tlsCertFile, config.tlsKeyFile);
    if (broken !== undefined)
      found.push(`TLS_CERT_FILE and TLS_KEY_FILE are not a certificate and its key: ${broken}`);
  }
  found.push(...samePorts(config));
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

/** Without this check the second listener would blame another program. */
function samePorts(config: Config): string[] {
  const { port, mqttPort, mqttsPort, metricsPort, tlsCertFile, tlsAcme, tlsAcmePort, instances } = config;
  const wanted: [string, number | undefined][] = [
    ['PORT', port],
    ['MQTT_PORT', mqttPort === OFF ? undefined : mqttPort],
    ['MQTTS_PORT', tlsCertFile === undefined ? undefined : mqttsPort],
    ['TLS_ACME_PORT', tlsAcme.length === 0 ? undefined : tlsAcmePort],
    // Each instance adds its number to the port.
    ...Array.from({ length: instances }, (_, number): [string, number | undefined] => [
      number === 0 ? 'METRICS_PORT' : `METRICS_PORT of instance ${number + 1}`,
      metricsPort ? metricsPort + number : undefined,
    ]),
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
  for (const [name, gateway] of [
    ['SMS_GATEWAY_URL', config.smsGateway],
    ['VOICE_GATEWAY_URL', config.voiceGateway],
  ] as const) {
    const complaint = gateway && gatewayComplaint(gateway, config.allowPrivateTargets);
    if (complaint !== undefined && !already('ALLOW_PRIVATE_TARGETS')) found.push(`${name} ${complaint}`);
  }
  const phones = config.smsGateway !== undefined || config.voiceGateway !== undefined;
  const sends = config.smtpUrl !== undefined || given > 0 || phones;
  if (
    config.environment === 'production' &&
    sends &&
    config.publicUrl === undefined &&
    !already('PUBLIC_URL')
  ) {
    found.push(
      'PUBLIC_URL is required in production with SMTP_URL, VAPID_*, SMS_GATEWAY_URL or VOICE_GATEWAY_URL: messages carry links to it',
    );
  }
  return found;
}

function certificateProblem(certFile: string, keyFile: string): string | undefined {
  try {
    requirePair(readCertificateFiles({ certFile, keyFile }));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
