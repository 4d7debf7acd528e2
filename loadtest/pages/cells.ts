import { settings } from '../../src/readings/settings.ts';
import { ASSUMED, type Growth, type GrowthCosts, growthOf, machinesFor } from '../rules/cells.ts';
import { type Point, SHARE_USED } from '../rules/sizing.ts';
import { growthCosts, measuredCosts } from './costs.ts';
import type { Named } from './page.ts';
import { few, figure, grouped, table } from './tables.ts';

const FLEETS = [100, 1_000, 10_000, 100_000, 1_000_000];
const schedule = {
  intervalMs: settings.rows.streamIntervalMs.fallback,
  retentionDays: settings.rows.retentionDays.fallback,
};
const HOMES = 50;
const WEARABLES_PER_HOME = 100;
const WARD = { wearers: 25, shiftsPerDay: 3 } as const;
/** An ordinary server, to say how many are needed. */
const MACHINE = { cores: 16, memoryBytes: 64e9 } as const;

/** Resources and people by number of wearables; empty if a result is missing. */
export function growthTables(results: readonly Named[], detection: string): string {
  const costs = growthCosts(results, detection);
  if (costs === undefined) return '';
  const grown = FLEETS.map((wearables) => ({ wearables, ...growthOf(wearables, schedule, costs) }));
  return `${[...assumptions(costs), ...machines(grown), '', ...work(grown), '', ...people(grown, costs)].join('\n')}\n`;
}

const assumptions = (costs: GrowthCosts): string[] => [
  `Wearables send every ${schedule.intervalMs / 1000} s over MQTT. An instance runs at ${100 * SHARE_USED} % of its measured maximum. A cell has at most`,
  `${grouped(ASSUMED.wearablesPerCell)} wearables. Above ${grouped(ASSUMED.wearablesOnOneMachine)} it has two servers with all data on each, and one can carry it alone. A server`,
  `has ${ASSUMED.memoryBesideService / 1e9} GB of memory beside the instance, and ${Math.round(100 - 100 * ASSUMED.shareOfDisk)} % of its disk stays free. The disk holds ${schedule.retentionDays} days: ${costs.packedAfterDays} of`,
  `${Math.round(costs.diskBytesPerReading)} bytes a reading, the others packed, of ${few(costs.packedBytesPerReading)}. Backups need a disk elsewhere.`,
  '',
];

type Grown = Growth & { readonly wearables: number };

const machines = (all: readonly Grown[]): string[] =>
  table(
    ['wearables', 'cells', 'servers', 'cores each', 'GB of memory each', 'GB of disk each'],
    all.map(({ wearables, cells, servers, server }) =>
      [
        wearables,
        cells,
        servers,
        server.cores,
        Math.ceil(server.memoryBytes / 1e9),
        Math.ceil(server.diskBytes / 1e9),
      ].map(grouped),
    ),
  );

const work = (all: readonly Grown[]): string[] =>
  table(
    [
      ...['wearables', 'readings/s', 'instances', 'service cores', 'database cores', 'Redis commands/s'],
      ...["instances' memory, GB", 'Mbit/s of readings', 'WAL MB/s', 'GB packed', 'GB if nothing is packed'],
    ],
    all.map((one) => [
      grouped(one.wearables),
      grouped(Math.round(one.readingsPerSecond)),
      grouped(one.instances),
      few(one.serviceCores),
      few(one.databaseCores),
      one.redisCommandsPerSecond === 0 ? '0' : few(one.redisCommandsPerSecond),
      few(one.memoryBytes / 1e9),
      few((8 * one.sentBytesPerSecond) / 1e6),
      few(one.walBytesPerSecond / 1e6),
      grouped(Math.round(one.packedBytes / 1e9)),
      grouped(Math.round(one.unpackedBytes / 1e9)),
    ]),
  );

const people = (all: readonly Grown[], { falseRingsPerHour }: GrowthCosts): string[] => [
  `People: ${ASSUMED.fallsPerYear} real falls per bed and year. False alarms are those that rang in the recordings of the`,
  `[evaluation](detection.md#what-a-ward-hears), ${falseRingsPerHour} per hour, in ${ASSUMED.wakingHours} hours a day; the recordings are livelier than a ward. A`,
  `caregiver needs ${ASSUMED.minutesPerAlarm} minutes for each. The last column is one false alarm per shift and ward of ${WARD.wearers}.`,
  '',
  ...table(
    [
      ...['wearables', 'real falls a day', 'false alarms a day, as recorded'],
      ...['caregivers busy with them', 'false alarms a day, tolerable'],
    ],
    all.map(({ wearables, fallsPerDay, falseRingsPerDay, caregiversBusy }) => [
      grouped(wearables),
      few(fallsPerDay),
      few(falseRingsPerDay),
      few(caregiversBusy),
      few((wearables / WARD.wearers) * WARD.shiftsPerDay),
    ]),
  ),
];

/** What fifty homes need, of one owner or of many; empty if a result is missing. */
export function homesTable(results: readonly Named[], detection: string): string {
  const costs = growthCosts(results, detection);
  if (costs === undefined) return '';
  const together = growthOf(HOMES * WEARABLES_PER_HOME, schedule, costs);
  const each = growthOf(WEARABLES_PER_HOME, schedule, costs);
  const hosts = machinesFor(HOMES, each, MACHINE);
  const inGb = (bytes: number): string => grouped(Math.ceil(bytes / 1e9));
  return `${table(
    [...['', 'installations', 'machines', 'cores each', 'GB of memory each', 'GB of disk, all']],
    [
      [
        `${HOMES} homes of one owner, as wards`,
        grouped(together.cells),
        grouped(together.servers),
        grouped(together.server.cores),
        inGb(together.server.memoryBytes),
        inGb(together.servers * together.server.diskBytes),
      ],
      [
        `${HOMES} homes of many owners`,
        grouped(HOMES),
        grouped(hosts),
        grouped(MACHINE.cores),
        inGb(MACHINE.memoryBytes),
        inGb(HOMES * each.server.diskBytes),
      ],
    ],
  ).join('\n')}\n`;
}

/** Capacity that one more of each adds, if nothing else is the limit; empty if a result is missing. */
export function gainsTable(results: readonly Named[]): string {
  const costs = measuredCosts(results);
  if (costs === undefined) return '';
  const most = (points: readonly Point[]): Point | undefined => points.at(-1);
  const each = (of: (point: Point) => number): string => {
    const point = most(costs.together);
    return point === undefined ? '' : grouped(Math.round(point.perSecond / of(point)));
  };
  return `${table(
    ['one more', 'readings/s more'],
    [
      ['first instance', grouped(Math.round(SHARE_USED * (most(costs.alone)?.perSecond ?? 0)))],
      [
        'further instance, with Redis',
        grouped(Math.round(SHARE_USED * (most(costs.together)?.perSecond ?? 0))),
      ],
      ['core for the service, with Redis', each(({ service }) => service)],
      ['core for the database', each(({ database }) => database)],
    ],
  ).join('\n')}\n`;
}

/** The CPU time of a reading at one instance and at two, and what the second adds on a core of its own. */
export function secondTable(results: readonly Named[]): string {
  const tables = ['instances', 'instances-rate'].flatMap(
    (name) => results.find((one) => one.name === name)?.result.tables ?? [],
  );
  const shares = tables.filter(({ title }) => title === 'The second instance').flatMap(({ rows }) => rows);
  const rows = shares.flatMap((share) => {
    const costs = tables.find(({ title }) => title.startsWith(`${share.name},`))?.rows ?? [];
    const [one, two] = costs.filter(({ name }) => name.includes('with Redis'));
    if (one === undefined || two === undefined) return [];
    const rates = [one, two].map((row) => grouped(Math.round(figure(row, 'readings/s')))).join(', ');
    return [
      [
        share.name,
        rates,
        few(figure(one, 'service µs each')),
        few(figure(two, 'service µs each')),
        figure(share, 'by CPU time').toFixed(2),
        figure(two, 'Redis commands each, steady').toFixed(3),
      ],
    ];
  });
  const titles = [
    '',
    'readings/s, one and two',
    'one, µs',
    'two, µs',
    'the second adds',
    'Redis commands each',
  ];
  return `${table(titles, rows).join('\n')}\n`;
}
