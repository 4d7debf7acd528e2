import { commandLine } from '../command-line.ts';
import type { Config } from './settings.ts';

/** Settings that are allowed in production but are probably a mistake; one line each, for the log at start. */
export function configWarnings(config: Config, { hasAdmin }: { readonly hasAdmin: boolean }): string[] {
  if (config.environment !== 'production') return [];
  const warnings: string[] = [];
  const tls = config.tlsCertFile !== undefined;
  if (!tls && config.trustProxy.length === 0) {
    warnings.push(
      'Neither TLS_ACME, nor TLS_CERT_FILE and TLS_KEY_FILE, nor TRUST_PROXY is set: every request but /health is refused, because production demands HTTPS',
    );
  }
  if (tls && config.mqttPort !== 'off') {
    warnings.push(
      'MQTT_PORT is open without TLS: passwords, tokens and health data cross the network readable by anyone; set MQTT_PORT=off and use MQTTS_PORT',
    );
  }
  if (config.secretsKey === undefined) {
    warnings.push(
      `SECRETS_KEY is not set: secrets in the database are encrypted with a key derived from JWT_SECRET, so a new JWT_SECRET needs OLD_JWT_SECRET and ${commandLine('rotate-secrets')}`,
    );
  }
  if (config.signupRoles.includes('CAREGIVER')) {
    warnings.push(
      config.caregiversSee === 'all'
        ? 'SIGNUP_ROLES lets anybody sign up as a CAREGIVER, and CAREGIVERS_SEE=all shows caregivers the names and falls of all patients: set SIGNUP_ROLES=none, or CAREGIVERS_SEE=team'
        : 'SIGNUP_ROLES lets anybody sign up as a CAREGIVER: they see no patient before an admin assigns one to them, but colleagues by name; set SIGNUP_ROLES=none unless you mean it',
    );
  }
  if (!hasAdmin) {
    warnings.push(
      `There is no admin: create one with ${commandLine('create-admin', 'name@example.org')}, or set ADMIN_EMAIL and ADMIN_PASSWORD`,
    );
  }
  return warnings;
}
