import { withPassword } from '../database/database-url.ts';
import { OFF } from './addresses.ts';
import { acmeFile } from './certificate.ts';
import { contradictions } from './contradictions.ts';
import { fileVariableOf, readSecretFile } from './secret-files.ts';
import { type Config, SETTINGS, type Setting, type SettingName, type Values } from './settings.ts';
import { InvalidValue } from './values.ts';

export { type Config, SETTINGS } from './settings.ts';

/** Collects all mistakes, so that the operator can correct them in one go. */
export class ConfigMistakes extends Error {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length} mistake(s):\n${mistakes.map((m) => `  - ${m}`).join('\n')}`,
    );
    this.mistakes = mistakes;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Environment): Config {
  const mistakes: string[] = [];
  const entries = Object.entries(SETTINGS).map(([key, row]: [string, Setting<unknown>]) => {
    const { variable, value } = source(row, env);
    if (value === undefined) return [key, row.fallback];
    try {
      return [key, row.parse(value())];
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      mistakes.push(`${variable} ${error.message}`);
      return [key, row.fallback];
    }
  });
  const values = withCertificate(Object.fromEntries(entries) as Values);
  const config = Object.freeze({
    ...values,
    databaseUrl: databaseUrlOf(values, mistakes),
    mqttPort: values.mqttPort ?? defaultMqttPort(values),
    caregiversSee: values.caregiversSee ?? (values.environment === 'production' ? 'team' : 'all'),
    requirePasswordChange: values.requirePasswordChange ?? values.environment === 'production',
  });
  mistakes.push(...contradictions(config, mistakes));
  if (mistakes.length > 0) throw new ConfigMistakes(mistakes);
  return config;
}

/** The variable that has the value: the setting's own, or that of a file with it. */
function source(row: Setting<unknown>, env: Environment): { variable: string; value?: () => string } {
  const fileVariable = fileVariableOf(row.env);
  const given = filled(env[row.env]);
  const file = row.secret === true ? filled(env[fileVariable]) : undefined;
  if (file === undefined)
    return given === undefined ? { variable: row.env } : { variable: row.env, value: () => given };
  if (given === undefined) return { variable: fileVariable, value: () => readSecretFile(file) };
  return {
    variable: row.env,
    value: () => {
      throw new InvalidValue(`and ${fileVariable} are both set: set one of them`);
    },
  };
}

/** An empty variable counts as unset, which is the usual meaning of `NAME=` in an env file. */
function filled(variable: string | undefined): string | undefined {
  const trimmed = variable?.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** Adds a mistake if there is a password and no URL that takes it. */
function databaseUrlOf({ databaseUrl, databasePassword }: Values, mistakes: string[]): string | undefined {
  if (databasePassword === undefined) return databaseUrl;
  const url = databaseUrl && withPassword(databaseUrl, databasePassword);
  if (url === undefined && !mistakes.some((mistake) => mistake.startsWith('DATABASE_')))
    mistakes.push('DATABASE_PASSWORD needs a DATABASE_URL with a user and without a password');
  return url;
}

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

/** The effective configuration, one line per setting, secrets masked. */
export function describeConfig(config: Config): string {
  const shown = (key: SettingName): string => {
    const value: unknown = config[key];
    const row: Setting<unknown> = SETTINGS[key];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return `(${row.shown})`;
    return row.secret === true ? '********' : String(value);
  };
  return (Object.keys(SETTINGS) as SettingName[])
    .map((key) => `${SETTINGS[key].env.padEnd(24)} ${shown(key)}`)
    .join('\n');
}
