import { formatFigure, type Table } from '../report.ts';
import { between } from './marks.ts';
import type { Named } from './page.ts';
import { wearablesTables } from './wearables.ts';

/** Results and columns of the sizing table. */
const FIGURES: readonly {
  readonly result: string;
  readonly what: string;
  readonly title: RegExp;
  readonly columns: readonly string[];
}[] = [
  {
    result: 'http',
    what: 'readings over HTTP, maximum rate',
    title: /./,
    columns: ['readings/s', 'p99 ms', 'CPU server', 'CPU database'],
  },
  {
    result: 'mqtt',
    what: 'readings over MQTT, maximum rate',
    title: /./,
    columns: ['readings/s', 'p99 ms', 'CPU server', 'CPU database'],
  },
  {
    result: 'ws',
    what: 'readings over the live socket, maximum rate',
    title: /./,
    columns: ['readings/s', 'p99 ms', 'CPU server', 'CPU database'],
  },
  {
    result: 'mixed',
    what: '5 000 wearables at 1 Hz (`mixed`)',
    title: /^Costs/,
    columns: ['cores', 'MB at the end'],
  },
  { result: 'connections', what: 'an idle MQTT connection', title: /^Idle/, columns: ['KB each'] },
  { result: 'live', what: 'an idle live socket', title: /^Idle/, columns: ['KB each'] },
];

export const withSizing = (text: string, results: readonly Named[]): string =>
  between(between(text, 'measured', sizing(results)), 'wearables', wearablesTables(results));

function sizing(results: readonly Named[]): string {
  const columns = [...new Set(FIGURES.flatMap((figure) => figure.columns))];
  const rows = FIGURES.flatMap(({ result, what, title, columns: wanted }) => {
    const found = results.find(({ name }) => name === result);
    const row = found?.result.tables.find((table: Table) => title.test(table.title))?.rows[0];
    if (row === undefined) return [];
    const cells = columns.map((column) => (wanted.includes(column) ? cell(row.figures[column]) : ''));
    return [`| ${what} | ${cells.join(' | ')} |`];
  });
  return [
    'One instance, its database and the load generator share one machine with two cores. [Benchmarks](benchmarks.md) describes the',
    'machine and has all results.',
    '',
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---:|').join('')}`,
    ...rows,
    '',
  ].join('\n');
}

const cell = (value: number | undefined): string => (value === undefined ? '' : formatFigure(value));
