import { wrapped } from './layout.ts';

/** A mistake on the command line. Its message is shown without a stack. */
export class Mistake extends Error {}

export interface Option<T> {
  /** Placeholder of the value in the help; empty for a flag. */
  readonly shape: string;
  readonly meaning: string;
  readonly shown: string;
  readonly fallback: T;
  readonly parse: (text: string) => T;
}

export type OptionTable = Readonly<Record<string, Option<unknown>>>;

export type ValuesOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Option<infer T> ? T : never;
};

function wholeNumber(text: string): number {
  const number = Number(text.replaceAll('_', ''));
  if (!Number.isSafeInteger(number) || number < 0) throw new Mistake('must be a whole number');
  return number;
}

function aboveZero(text: string): number {
  const number = wholeNumber(text);
  if (number === 0) throw new Mistake('must be above 0');
  return number;
}

const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 };

function seconds(text: string): number {
  const [, digits, unit = ''] = /^(\d+)([smh]?)$/.exec(text) ?? [];
  const value = Number(digits ?? 0) * (SECONDS[unit] ?? 0);
  if (value === 0) throw new Mistake('must be a duration such as 30s, 10m, or a number of seconds');
  return value;
}

export const count = (fallback: number, meaning: string): Option<number> => ({
  shape: 'N',
  meaning,
  shown: String(fallback),
  fallback,
  parse: fallback === 0 ? wholeNumber : aboveZero,
});

export const optionalCount = (meaning: string, shown = 'none'): Option<number | undefined> => ({
  shape: 'N',
  meaning,
  shown,
  fallback: undefined,
  parse: aboveZero,
});

export const duration = (fallback: string, meaning: string): Option<number> => ({
  shape: 'TIME',
  meaning,
  shown: fallback,
  fallback: seconds(fallback),
  parse: seconds,
});

export const sizes = (fallback: readonly number[], meaning: string): Option<readonly number[]> => ({
  shape: 'N,N,…',
  meaning,
  shown: fallback.join(','),
  fallback,
  parse: (text) => text.split(',').map(aboveZero),
});

export const words = <Word extends string>(
  known: readonly Word[],
  meaning: string,
): Option<readonly Word[]> => ({
  shape: 'NAME,…',
  meaning: `${meaning}: ${known.join(', ')}`,
  shown: 'all',
  fallback: known,
  parse: (text) =>
    text.split(',').map((name) => {
      const word = known.find((one) => one === name);
      if (word === undefined) throw new Mistake(`unknown name ${name}; known: ${known.join(', ')}`);
      return word;
    }),
});

export const path = (meaning: string): Option<string | undefined> => ({
  shape: 'PATH',
  meaning,
  shown: 'none',
  fallback: undefined,
  parse: (text) => text,
});

export const flag = (meaning: string): Option<boolean> => ({
  shape: '',
  meaning,
  shown: 'off',
  fallback: false,
  parse: () => true,
});

/** `--name value`, `--name=value` and `--flag`; an option that is not in the table is a mistake. */
export function parseOptions<Table extends OptionTable>(
  table: Table,
  args: readonly string[],
): ValuesOf<Table> {
  const given = new Map<string, unknown>();
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    const [, name = '', , inline] = /^--([a-z][a-z0-9-]*)(=(.*))?$/s.exec(word) ?? [];
    const option = Object.hasOwn(table, name) ? table[name] : undefined;
    if (option === undefined) throw new Mistake(`unknown option ${word}`);
    if (option.shape === '' && inline !== undefined) throw new Mistake(`--${name} takes no value`);
    const text = option.shape === '' ? '' : (inline ?? args[++at]);
    if (text === undefined) throw new Mistake(`--${name} needs a value: --${name} ${option.shape}`);
    given.set(name, parsed(name, option, text));
  }
  const values = Object.entries(table).map(([name, { fallback }]) => [
    name,
    given.has(name) ? given.get(name) : fallback,
  ]);
  return Object.fromEntries(values) as ValuesOf<Table>;
}

function parsed(name: string, option: Option<unknown>, text: string): unknown {
  try {
    return option.parse(text);
  } catch (error) {
    if (error instanceof Mistake) throw new Mistake(`--${name} ${text}: ${error.message}`);
    throw error;
  }
}

/** One option per line, wrapped at `lineWidth`. */
export function describe(table: OptionTable, lineWidth: number): string {
  const rows = Object.entries(table).map(([name, { shape, meaning, shown }]) => ({
    usage: `--${name} ${shape}`.trim(),
    text: shape === '' ? meaning : `${meaning} (${shown})`,
  }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  const margin = ' '.repeat(width + 4);
  return rows
    .flatMap(({ usage, text }) => {
      const [first, ...others] = wrapped(text, lineWidth - margin.length);
      return [`  ${usage.padEnd(width)}  ${first}`, ...others.map((line) => margin + line)];
    })
    .join('\n');
}
