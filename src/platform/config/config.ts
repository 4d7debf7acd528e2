import { OFF } from './addresses.ts';
import { contradictions } from './contradictions.ts';
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

/** An empty variable counts as unset, which is the usual meaning of `NAME=` in an env file. */
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
  const config = Object.freeze({
    ...values,
    mqttPort: values.mqttPort ?? defaultMqttPort(values),
    caregiversSee: values.caregiversSee ?? (values.environment === 'production' ? 'team' : 'all'),
    requirePasswordChange: values.requirePasswordChange ?? values.environment === 'production',
  });
  mistakes.push(...contradictions(config, mistakes));
  if (mistakes.length > 0) throw new ConfigMistakes(mistakes);
  return config;
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
