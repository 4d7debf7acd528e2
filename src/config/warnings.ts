import type { Config } from './settings.ts';

/** What is allowed in production but is probably a mistake; one line each, for the log at start. */
export function configWarnings(config: Config, { hasAdmin }: { readonly hasAdmin: boolean }): string[] {
  if (config.environment !== 'production') return [];
  const warnings: string[] = [];
  const tls = config.tlsCertFile !== undefined;
  if (!tls && config.trustProxy.length === 0) {
    warnings.push(
      'Neither TLS_CERT_FILE and TLS_KEY_FILE nor TRUST_PROXY is set: every request but /health is refused, because production demands HTTPS',
    );
  }
  if (tls && config.mqttPort !== 'off') {
    warnings.push(
      'MQTT_PORT is open without TLS: passwords, tokens and health data cross the network readable by anyone; set MQTT_PORT=off and use MQTTS_PORT',
    );
  }
  if (!hasAdmin) {
    warnings.push('There is no admin: set ADMIN_EMAIL and ADMIN_PASSWORD to make the first one');
  }
  return warnings;
}
