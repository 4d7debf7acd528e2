import type { Report, Table } from '../../loadtest/report.ts';
import { between } from './marks.ts';
import type { Named } from './page.ts';

/** README with its line about Mosquitto, where it was measured. */
export function withMosquitto(readme: string, results: readonly Named[]): string {
  const found = results.find(({ name }) => name === 'mosquitto');
  return found === undefined ? readme : between(readme, 'mosquitto', mosquittoLine(found.result));
}

export function mosquittoLine({ tables: [rates, kills] }: Report): string {
  const acknowledged = others(rates).map(({ figures }) => figures['acknowledged/s'] ?? 0);
  const lost = others(kills).map(({ figures }) => Math.floor(figures['lost %'] ?? 0));
  const ours = rates?.rows[0]?.figures['stored/s'] ?? 0;
  const oursLost = kills?.rows[0]?.figures.lost ?? Number.NaN;
  return `${[
    `- **Beside Mosquitto** with a subscriber that inserts into the same PostgreSQL, in one run: Vigil stores and scores ${thousands(ours)}`,
    `  readings a second, Mosquitto acknowledges ${thousands(Math.max(...acknowledged))}; of what it had acknowledged, \`kill -9\` loses`,
    `  ${Math.min(...lost)} to ${Math.max(...lost)} %, of Vigil's ${oursLost === 0 ? 'nothing' : oursLost} ([measured](docs/benchmarks.md#beside-mosquitto-and-a-subscriber-that-stores)).`,
  ].join('\n')}\n`;
}

const others = (table: Table | undefined): Table['rows'] => table?.rows.slice(1) ?? [];

const thousands = (perSecond: number): string => `${Math.round(perSecond / 1000)} 000`;
