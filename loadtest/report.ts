// Report of a scenario, for the terminal, the result file and the benchmarks page.

import { table, wrapped } from './rules/layout.ts';

export type Figures = Readonly<Record<string, number>>;

export interface Table {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly figures: Figures }[];
}

export interface Ratio {
  readonly name: string;
  readonly value: number;
  /** Minimum value. */
  readonly goal?: number;
}

/** A condition of the run. A failed check makes the load test exit with 1. */
export interface Check {
  readonly name: string;
  readonly found: string;
  readonly holds: boolean;
}

export interface Report {
  readonly tables: readonly Table[];
  readonly ratios: readonly Ratio[];
  readonly checks: readonly Check[];
  readonly notes: readonly string[];
}

/** What a scenario returns: many have neither ratios nor notes. */
export type Findings = Pick<Report, 'tables' | 'checks'> & Partial<Report>;

export const holds = ({ checks }: Report): boolean => checks.every((check) => check.holds);

export function formatFigure(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

export const goalOf = ({ value, goal }: Ratio): string =>
  goal === undefined ? '' : `goal ≥ ${goal}: ${value >= goal ? 'reached' : 'missed'}`;

/** The report as text for a terminal of this width. */
export function reportText({ tables, ratios, checks, notes }: Report, width: number): string {
  const conclusions = [
    ...ratios.map((ratio) => `${ratio.name}: ${ratio.value.toFixed(2)} ${goalOf(ratio)}`.trim()),
    ...checks.map(({ name, found, holds }) => `${holds ? 'holds' : 'FAILS'}: ${name} (${found})`),
    ...notes,
  ];
  return [
    ...tables.flatMap((one) => ['', ...wrapped(one.title, width), ...figureLines(one, width)]),
    '',
    ...conclusions.flatMap((line) => wrapped(line, width, INDENT)),
  ].join('\n');
}

const INDENT = '  ';

function figureLines({ rows }: Table, width: number): string[] {
  const titles = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const columns = titles.map((title) => ({
    title,
    cells: rows.map(({ figures: { [title]: value } }) => (value === undefined ? '' : formatFigure(value))),
  }));
  const names = rows.map(({ name }) => name);
  return table(names, columns, width - INDENT.length).map((line) => `${INDENT}${line}`.trimEnd());
}
