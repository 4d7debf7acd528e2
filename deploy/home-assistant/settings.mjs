// Prints the settings of Vigil from the add-on's options, and puts the password of the first admin into a file of its own, because
// an env file would change some of its characters: `node settings.mjs OPTIONS.json DATA-FOLDER > vigil.env`
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SUPERVISOR = 'http://supervisor/services/mqtt';
const PATIENCE_MS = 5_000;

const [, , optionsFile, folder] = process.argv;
const options = JSON.parse(readFileSync(optionsFile, 'utf8'));
const passwordFile = join(folder, 'admin_password');
writeFileSync(passwordFile, options.admin_password, { mode: 0o600 });
const settings = {
  // Production requires HTTPS. Without it, only the rest of production applies.
  NODE_ENV: options.ssl ? 'production' : 'development',
  SIGNUP_ROLES: 'none',
  CAREGIVERS_SEE: 'team',
  RATE_LIMIT_BY: 'session',
  DATA_DIR: folder,
  PORT: '3000',
  JWT_SECRET_FILE: join(folder, 'jwt_secret'),
  SECRETS_KEY_FILE: join(folder, 'secrets_key'),
  ADMIN_EMAIL: options.admin_email,
  ADMIN_PASSWORD_FILE: passwordFile,
  LOG_LEVEL: options.log_level,
  TIME_ZONE: process.env.TZ,
  ...(options.ssl && { TLS_CERT_FILE: `/ssl/${options.certfile}`, TLS_KEY_FILE: `/ssl/${options.keyfile}` }),
  ...(options.show_in_home_assistant && { HOME_BROKER_URL: await homeBroker() }),
};
for (const [name, value] of Object.entries(settings)) {
  if (/[\r\n]/.test(value ?? '')) throw new Error(`${name} has a line break`);
  if (value) process.stdout.write(`${name}=${value}\n`);
}

/** Undefined without a broker: Vigil then starts without the smart home. */
async function homeBroker() {
  const answer = await fetch(process.env.SUPERVISOR_MQTT_URL ?? SUPERVISOR, {
    headers: { Authorization: `Bearer ${process.env.SUPERVISOR_TOKEN}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const { host, port, ssl, username, password } = (await answer.json()).data;
  const login = username ? `${encodeURIComponent(username)}:${encodeURIComponent(password ?? '')}@` : '';
  return `${ssl ? 'mqtts' : 'mqtt'}://${login}${host}:${port}`;
}
