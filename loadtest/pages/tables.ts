import { formatFigure, type Table } from '../report.ts';
import type { Named } from './page.ts';

export type Row = Table['rows'][number];

const SMALLEST_SHOWN = 0.01;

export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

export const few = (value: number): string =>
  value < SMALLEST_SHOWN
    ? `< ${SMALLEST_SHOWN}`
    : value < 1000
      ? formatFigure(value)
      : grouped(Math.round(value));

const SECONDS_PER_DAY = 86_400;
export const gigabytes = (bytesPerSecond: number, days: number): string =>
  grouped(Math.round((bytesPerSecond * SECONDS_PER_DAY * days) / 1e9));

/** Numbers are on the right; a column without a title, and the first of two, are words. */
export const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${titles.join(' | ')} |`,
  `|${titles.map((title, i) => (title === '' || (i === 0 && titles.length === 2) ? '---|' : '---:|')).join('')}`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
];

export function figure(row: Row | undefined, column: string): number {
  const value = row?.figures[column];
  if (value === undefined) throw new Error(`${row?.name ?? 'a result'} has no ${column}`);
  return value;
}

/** The first row of this name in the first table of this title. */
export const rowOf = (
  results: readonly Named[],
  result: string,
  title: RegExp,
  name: RegExp,
): Row | undefined =>
  results
    .find((one) => one.name === result)
    ?.result.tables.find((each) => title.test(each.title))
    ?.rows.find((row) => name.test(row.name));
