import { settings } from '../../src/readings/settings.ts';
import type { Report, Table } from '../report.ts';
import { type MeasuredCosts, type Point, SHARE_USED, sizeOf } from '../rules/sizing.ts';
import { bytesPerReading } from './disk.ts';
import type { Named } from './page.ts';
import { few, figure, grouped, table } from './tables.ts';

type Row = Table['rows'][number];

/** More than was measured; the measured rates are in their own table. */
const FLEETS = [10_000, 100_000, 1_000_000];
const intervalMs = settings.rows.streamIntervalMs.fallback;
const retentionDays = settings.rows.retentionDays.fallback;

/** Resources by number of wearables; empty if a result is missing. */
export function computedTables(results: readonly Named[]): string {
  const costs = measuredCosts(results);
  return costs === undefined ? '' : `${[...sentences(), ...sizes(costs), '', ...gains(costs)].join('\n')}\n`;
}

const sentences = (): string[] => [
  `Computed from \`npm run loadtest -- instances\` (1 000 connections, send schedule on). Wearables send every ${intervalMs / 1000} s over MQTT`,
  `(\`STREAM_INTERVAL_MS\`), and each instance runs at ${100 * SHARE_USED} % of its measured maximum.`,
  '',
];

function sizes(costs: MeasuredCosts): string[] {
  const titles = [
    ...['wearables', 'instances', 'service cores', 'database cores', 'Redis cores'],
    ...['WAL MB/s', `GB in ${retentionDays} days`, "instances' memory, GB"],
  ];
  return table(
    titles,
    FLEETS.map((wearables) => {
      const size = sizeOf({ wearables, intervalMs, retentionDays }, costs);
      return [
        grouped(wearables),
        grouped(size.instances),
        few(size.serviceCores),
        few(size.databaseCores),
        few(size.redisCores),
        few(size.walBytesPerSecond / 1e6),
        grouped(Math.round(size.diskBytes / 1e9)),
        few(size.memoryBytes / 1e9),
      ];
    }),
  );
}

/** Capacity that one more of each adds, if nothing else is the limit. */
function gains({ alone, together }: MeasuredCosts): string[] {
  const most = (points: readonly Point[]): Point | undefined => points.at(-1);
  const each = (of: (point: Point) => number): string => {
    const point = most(together);
    return point === undefined ? '' : grouped(Math.round(point.perSecond / of(point)));
  };
  return table(
    ['one more', 'readings/s more'],
    [
      ['first instance', grouped(Math.round(SHARE_USED * (most(alone)?.perSecond ?? 0)))],
      ['further instance, with Redis', grouped(Math.round(SHARE_USED * (most(together)?.perSecond ?? 0)))],
      ['core for the service, with Redis', each(({ service }) => service)],
      ['core for the database', each(({ database }) => database)],
      ['core for Redis; one Redis uses one core, so this is its maximum', each(({ redis }) => redis)],
    ],
  );
}

function measuredCosts(results: readonly Named[]): MeasuredCosts | undefined {
  const reportOf = (name: string): Report | undefined => results.find((one) => one.name === name)?.result;
  const instances = reportOf('instances');
  const [devices] = reportOf('growth-devices')?.tables ?? [];
  const [idle] = reportOf('connections')?.tables ?? [];
  const diskBytesPerReading = bytesPerReading(results);
  if (instances === undefined || devices === undefined || idle === undefined) return undefined;
  if (diskBytesPerReading === undefined) return undefined;
  const [flatOut, steady] = instances.tables;
  const known = (row: Row | undefined): number => Number.parseInt(row?.name ?? '', 10);
  const resident = (row: Row | undefined): number => figure(row, 'resident MB') * 1e6;
  const [fewest, most] = [devices.rows[0], devices.rows.at(-1)];
  return {
    alone: [pointOf(steady?.rows[0]), pointOf(flatOut?.rows[0])],
    together: [pointOf(steady?.rows[1]), pointOf(flatOut?.rows[1])],
    walBytesPerReading: Math.max(
      ...instances.tables.slice(0, 2).map(({ rows }) => figure(rows[1], 'WAL bytes each')),
    ),
    diskBytesPerReading,
    memoryBytesPerInstance: resident(fewest),
    memoryBytesPerWearable:
      (resident(most) - resident(fewest)) / (known(most) - known(fewest)) +
      figure(idle.rows[0], 'KB each') * 1024,
  };
}

const pointOf = (row: Row | undefined): Point => ({
  perSecond: figure(row, 'readings/s'),
  service: figure(row, 'CPU service'),
  database: figure(row, 'CPU database'),
  redis: figure(row, 'CPU Redis'),
});
