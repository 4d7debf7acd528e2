import type { Report, Table } from '../report.ts';
import { between } from './marks.ts';
import type { Named } from './page.ts';

/** Updates README's line about Mosquitto, if there is a result. */
export function withMosquitto(readme: string, results: readonly Named[]): string {
  const found = results.find(({ name }) => name === 'mosquitto');
  return found === undefined ? readme : between(readme, 'mosquitto', mosquittoLine(found.result));
}

function mosquittoLine({ tables: [rates, kills] }: Report): string {
  const acknowledged = others(rates).map(({ figures }) => figures['acknowledged/s'] ?? 0);
  const lost = others(kills).map(({ figures }) => Math.floor(figures['lost %'] ?? 0));
  const ours = rates?.rows[0]?.figures['stored/s'] ?? 0;
  const oursLost = kills?.rows[0]?.figures.lost ?? Number.NaN;
  return `${[
    `- **Compared with Mosquitto** and a subscriber that inserts into the same PostgreSQL: Vigil stores and scores ${thousands(ours)}`,
    `  readings per second, Mosquitto acknowledges ${thousands(Math.max(...acknowledged))}. \`kill -9\` loses ${Math.min(...lost)} to ${Math.max(...lost)} % of Mosquitto's acknowledged readings and`,
    `  ${oursLost === 0 ? 'none' : oursLost} of Vigil's ([measured](docs/benchmarks.md#compared-with-what-else-you-could-use)).`,
  ].join('\n')}\n`;
}

const others = (table: Table | undefined): Table['rows'] => table?.rows.slice(1) ?? [];

const thousands = (perSecond: number): string => `${Math.round(perSecond / 1000)} 000`;
