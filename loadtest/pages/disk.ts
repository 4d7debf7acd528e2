import { settings } from '../../src/readings/settings.ts';
import { bytesPerReading } from './costs.ts';
import type { Named } from './page.ts';
import { figure, gigabytes, grouped, table } from './tables.ts';

const WEARABLES = 100;
const { retentionDays, samplesRetentionDays } = settings.rows;

/** What each kind of message takes on disk; empty without the result. */
export function diskTable(results: readonly Named[]): string {
  const alone = bytesPerReading(results);
  const rows = results.find(({ name }) => name === 'disk')?.result.tables[0]?.rows;
  if (alone === undefined || rows === undefined) return '';
  return `${[
    ...table(
      [
        'each second',
        'bytes sent',
        'bytes stored',
        'MB a day, one wearable',
        `GB kept by default, ${WEARABLES} wearables (computed)`,
      ],
      rows.map((row) => {
        const stored = figure(row, 'bytes stored');
        const kept = alone * retentionDays.fallback + (stored - alone) * samplesRetentionDays.fallback;
        const rounded = [figure(row, 'bytes sent'), stored, figure(row, 'MB a day, one wearable')];
        return [
          row.name,
          ...rounded.map((value) => grouped(Math.round(value))),
          gigabytes(kept * WEARABLES, 1),
        ];
      }),
    ),
  ].join('\n')}\n`;
}
