import { settings } from '../../src/readings/settings.ts';
import { gainsTable, growthTables, homesTable, secondTable } from './cells.ts';
import { bytesPerReading } from './costs.ts';
import { diskTable } from './disk.ts';
import { between } from './marks.ts';
import type { Named } from './page.ts';
import { few, figure, gigabytes, grouped, type Row, rowOf, table } from './tables.ts';

/** Figures of a result; CPU times `factor` are cores. */
interface Measured {
  readonly how: string;
  readonly row: Row | undefined;
  readonly perSecond: (row: Row) => number;
  readonly columns: readonly [service: string, database: string];
  readonly factor: (perSecond: number) => number;
  readonly p99?: number;
}

const retentionDays = settings.rows.retentionDays.fallback;

/** Fills the marked places of docs/operations.md, "Sizing". */
export const withSizing = (text: string, results: readonly Named[], detection: string): string =>
  Object.entries({
    measured: measuredTable(results),
    growth: growthTables(results, detection),
    gains: gainsTable(results),
    second: secondTable(results),
    disk: diskTable(results),
  }).reduce((page, [name, lines]) => between(page, name, lines), text);

/** Fills the marked place of docs/many-homes.md. */
export const withHomes = (text: string, results: readonly Named[], detection: string): string =>
  between(text, 'homes', homesTable(results, detection));

function measuredTable(results: readonly Named[]): string {
  const bytes = bytesPerReading(results);
  const rows = measured(results).flatMap(({ how, row, perSecond, columns, factor, p99 }) => {
    if (row === undefined) return [];
    const rate = perSecond(row);
    const cores = columns.map((column) => few(figure(row, column) * factor(rate)));
    const disk = bytes === undefined ? '' : gigabytes(rate * bytes, retentionDays);
    return [[grouped(Math.round(rate)), ...cores, few(p99 ?? figure(row, 'p99 ms')), disk, how]];
  });
  const titles = ['service cores', 'database cores', 'p99 ms', `GB in ${retentionDays} days (computed)`];
  return `${table(['readings/s', ...titles, ''], rows).join('\n')}\n`;
}

function measured(results: readonly Named[]): readonly Measured[] {
  const fleet = results.find(({ name }) => name === 'mixed')?.result.tables[0]?.rows ?? [];
  return [
    ...[10, 100, 1_000].map((rate) => ({
      how: 'MQTT, 100 connections',
      row: rowOf(results, 'small', /^Single/, new RegExp(`^Vigil, MQTT, ${rate}/s`)),
      perSecond: () => rate,
      columns: ['server ms each', 'database ms each'] as const,
      factor: (perSecond: number) => perSecond / 1e3,
    })),
    {
      how: '5 000 connections, half MQTT, half HTTP',
      row: rowOf(results, 'mixed', /^Costs/, /./),
      perSecond: () => fleet.reduce((sum, row) => sum + figure(row, 'readings/s'), 0),
      columns: ['CPU µs/reading', 'database CPU µs/reading'],
      factor: (perSecond) => perSecond / 1e6,
      p99: Math.max(...fleet.map((row) => figure(row, 'p99 ms'))),
    },
    ...Object.entries({ http: 'HTTP', ws: 'the live socket', mqtt: 'MQTT' }).map(([name, how]) => ({
      how: `the maximum over ${how}`,
      row: rowOf(results, name, /./, /./),
      perSecond: (row: Row) => figure(row, 'readings/s'),
      columns: ['CPU server', 'CPU database'] as const,
      factor: () => 1,
    })),
  ];
}
