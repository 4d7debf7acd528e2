import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminWarnings } from '../../src/accounts/admin/first-admin.ts';
import { type Config, configWarnings, readConfig } from '../../src/app/config.ts';

describe('the configuration warnings', () => {
  const production: Config = {
    ...readConfig({
      NODE_ENV: 'production',
      JWT_SECRET: 'x'.repeat(32),
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
      SIGNUP_ROLES: 'none',
    }),
    trustProxy: ['10.0.0.0/8'],
  };
  const withTls: Config = { ...production, trustProxy: [], tlsCertFile: 'c.pem', tlsKeyFile: 'k.pem' };
  const warningsOf = (config: Config, hasAdmin = true) => [
    ...configWarnings(config),
    ...adminWarnings(config, hasAdmin),
  ];

  it('are empty when HTTPS, MQTT and the admin are in order, and outside production', () => {
    assert.deepEqual(warningsOf(production), []);
    assert.deepEqual(warningsOf({ ...withTls, mqttPort: 'off' }), []);
    assert.deepEqual(warningsOf(readConfig({}), false), []);
  });

  it('name production without TLS and without a trusted proxy', () => {
    const [warning = '', ...others] = warningsOf({ ...production, trustProxy: [] });
    assert.match(warning, /TLS_CERT_FILE.*TRUST_PROXY/);
    assert.deepEqual(others, []);
  });

  it('name plain-text MQTT beside TLS', () => {
    const [warning = '', ...others] = warningsOf({ ...withTls, mqttPort: 1883 });
    assert.match(warning, /MQTT_PORT=off/);
    assert.deepEqual(others, []);
  });

  it('name signup that is open to caregivers, and the data they would see', () => {
    const open = { ...production, signupRoles: ['PATIENT', 'CAREGIVER'] as const };
    const [inTeams = '', ...others] = warningsOf(open);
    assert.match(inTeams, /^SIGNUP_ROLES .*CAREGIVER.*SIGNUP_ROLES=none/);
    assert.deepEqual(others, []);
    const [all = ''] = warningsOf({ ...open, caregiversSee: 'all' });
    assert.match(all, /CAREGIVERS_SEE=all shows .* all patients/);
    assert.deepEqual(warningsOf({ ...production, signupRoles: ['PATIENT'] }), []);
  });

  it('name secrets encrypted with a key derived from JWT_SECRET', () => {
    const [warning = '', ...others] = warningsOf({ ...production, secretsKey: undefined });
    assert.match(warning, /^SECRETS_KEY is not set: .* derived from JWT_SECRET/);
    assert.deepEqual(others, []);
  });

  it('name a service without an admin', () => {
    const [warning = '', ...others] = warningsOf(production, false);
    assert.match(warning, /ADMIN_EMAIL/);
    assert.deepEqual(others, []);
  });
});
