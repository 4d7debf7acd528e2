import { settings } from '../../src/readings/settings.ts';
import { formatFigure, type Report, type Table } from '../report.ts';
import { type MeasuredCosts, type Point, SHARE_USED, sizeOf } from '../rules/sizing.ts';
import type { Named } from './page.ts';

type Row = Table['rows'][number];

const FLEETS = [10, 100, 1_000, 10_000, 100_000, 1_000_000];

/** Resources by number of wearables; empty if a result is missing. */
export function wearablesTables(results: readonly Named[]): string {
  const costs = measuredCosts(results);
  return costs === undefined ? '' : `${[sentence(), ...sizes(costs), '', ...gains(costs)].join('\n')}\n`;
}

const intervalMs = settings.rows.streamIntervalMs.fallback;
const retentionDays = settings.rows.retentionDays.fallback;

const sentence = (): string =>
  [
    `This table is computed from the results of \`npm run loadtest -- instances\`. Wearables send every ${intervalMs / 1000} s over MQTT`,
    `(\`STREAM_INTERVAL_MS\`). Vigil keeps readings for ${retentionDays} days (\`READINGS_RETENTION_DAYS\`) without compression. Each instance runs at ${100 * SHARE_USED} %`,
    'of its measured maximum. During the measurement it shared the machine with its database and the load generator.',
    '',
  ].join('\n');

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
        size.redisCores === 0 ? 'none' : few(size.redisCores),
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

const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${titles.join(' | ')} |`,
  `|${titles.map((_, i) => (i === 0 && rows[0]?.length === 2 ? '---|' : '---:|')).join('')}`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
];

const SMALLEST_SHOWN = 0.01;
const few = (value: number): string =>
  value < SMALLEST_SHOWN
    ? `< ${SMALLEST_SHOWN}`
    : value < 1000
      ? formatFigure(value)
      : grouped(Math.round(value));
const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

function measuredCosts(results: readonly Named[]): MeasuredCosts | undefined {
  const reportOf = (name: string): Report | undefined => results.find((one) => one.name === name)?.result;
  const instances = reportOf('instances');
  const [devices] = reportOf('growth-devices')?.tables ?? [];
  const [idle] = reportOf('connections')?.tables ?? [];
  if (instances === undefined || devices === undefined || idle === undefined) return undefined;
  const [flatOut, steady, stored] = instances.tables;
  const known = (row: Row | undefined): number => Number.parseInt(row?.name ?? '', 10);
  const resident = (row: Row | undefined): number => figure(row, 'resident MB') * 1e6;
  const [fewest, most] = [devices.rows[0], devices.rows.at(-1)];
  return {
    alone: [pointOf(steady?.rows[0]), pointOf(flatOut?.rows[0])],
    together: [pointOf(steady?.rows[1]), pointOf(flatOut?.rows[1])],
    walBytesPerReading: Math.max(
      ...instances.tables.slice(0, 2).map(({ rows }) => figure(rows[1], 'WAL bytes each')),
    ),
    diskBytesPerReading: figure(stored?.rows[0], 'bytes'),
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

function figure(row: Row | undefined, column: string): number {
  const value = row?.figures[column];
  if (value === undefined) throw new Error(`${row?.name ?? 'a result'} has no ${column}`);
  return value;
}
