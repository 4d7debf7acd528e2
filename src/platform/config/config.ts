import { fileVariableOf, readSecretFile } from './secret-files.ts';
import type { ModuleSettings, Setting } from './setting.ts';
import { InvalidValue } from './values.ts';

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

/** Reads the settings of the modules into one record; a module's values may follow from those of modules before it. */
export function readSettings<Config>(modules: readonly ModuleSettings<Config>[], env: Environment): Config {
  const mistakes: string[] = [];
  const entries = modules.flatMap(({ rows }) =>
    Object.entries(rows).map(([key, row]) => {
      const { variable, value } = source(row, env);
      if (value === undefined) return [key, row.fallback];
      try {
        return [key, row.parse(value())];
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error;
        mistakes.push(`${variable} ${error.message}`);
        return [key, row.fallback];
      }
    }),
  );
  let config: Config = Object.fromEntries(entries);
  for (const { resolve } of modules) config = { ...config, ...resolve?.(config) };
  const isRefused = (name: string) => mistakes.some((mistake) => mistake.startsWith(name));
  const together = modules.flatMap(({ contradictions }) => contradictions?.(config, isRefused) ?? []);
  if (mistakes.length + together.length > 0) throw new ConfigMistakes([...mistakes, ...together]);
  return Object.freeze(config);
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

/** A word of the settings themselves, such as `production`: no name, no address, no path. */
const WORD = /^[a-z_-]{1,12}$/;

/** For support: of values that an operator wrote, only numbers and words; the rest may name people. */
export function outlineSettings<Config extends object>(
  modules: readonly ModuleSettings<Config>[],
  config: Config,
): string {
  const values = new Map<string, unknown>(Object.entries(config));
  return modules
    .flatMap(({ rows }) => Object.entries(rows))
    .map(([key, { env, secret, fallback }]) => {
      const value = values.get(key);
      const isShown =
        secret !== true && (typeof value !== 'string' ? typeof value !== 'object' : WORD.test(value));
      const isDefault = JSON.stringify(value) === JSON.stringify(fallback);
      return `${env.padEnd(24)} ${isDefault ? '(default)' : isShown ? String(value) : '(set)'}`;
    })
    .join('\n');
}

/** The effective configuration, one line per setting, secrets masked. */
export function describeSettings<Config extends object>(
  modules: readonly ModuleSettings<Config>[],
  config: Config,
): string {
  const values = new Map<string, unknown>(Object.entries(config));
  const shown = (value: unknown, row: Setting<unknown>): string => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return `(${row.shown})`;
    return row.secret === true ? '********' : String(value);
  };
  return modules
    .flatMap(({ rows }) => Object.entries(rows))
    .map(([key, row]) => `${row.env.padEnd(24)} ${shown(values.get(key), row)}`)
    .join('\n');
}
