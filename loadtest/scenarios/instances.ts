import { bytesPerStoredReading, startEngineWork } from '../instances/engines.ts';
import { costOfFall } from '../instances/falls.ts';
import { openMqttLinks } from '../links/mqtt-link.ts';
import type { Payers } from '../machine/costs.ts';
import { requireOpenFiles } from '../machine/file-limit.ts';
import { type RunningRedis, startRedis } from '../machine/redis.ts';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import { inRounds, type Measured, measure, noneFailed } from '../measured.ts';
import { inChapter } from '../progress.ts';
import type { Check, Figures, Table } from '../report.ts';
import { count, duration, Mistake } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { DEVICES_PER_USER, type SeededDevice, seedDevices } from '../seed.ts';
import { comparedWithTable } from '../stored.ts';

/** On, because the send schedule uses Redis; so short that a client that waits for responses is never early. */
const SCHEDULE = { STREAM_INTERVAL_MS: '1', PATH_TEST_MINUTES: '0' };
const WINDOW = 1;

interface Arrangement {
  readonly name: string;
  /** The load is distributed evenly over these MQTT ports. */
  readonly ports: readonly number[];
  readonly payers: Payers;
}

interface Costed extends Measured {
  readonly walBytesEach: number;
  readonly redisCommandsEach: number;
  readonly redisCores: number;
  /** While wearables only send: without their connections and leases. */
  readonly redisCommandsSteady: number;
}

interface Field {
  readonly databaseUrl: string;
  readonly redis: RunningRedis;
  readonly devices: readonly SeededDevice[];
  readonly seconds: number;
}

export const instances = scenario({
  about:
    'one instance, one with Redis, and two with Redis and one database, under the same MQTT load: cost of a reading for the\n' +
    'service, the database, its log (WAL) and Redis, at the maximum rate, at a fixed rate and at the same rate for each instance; what\n' +
    'the second instance adds; and cost of a fall. The sizing in\n' +
    'docs/operations.md uses these figures.',
  options: {
    connections: count(1000, 'connections, one wearable each, one reading in flight on each'),
    rate: count(2000, 'readings per second at the fixed rate, over all connections'),
    duration: duration('5s', 'how long each setup is measured in a round'),
    rounds: count(2, 'number of rounds in which the setups take turns; the median of each counts'),
    falls: count(50, 'falls, each of another patient'),
  },
  async run({ connections, rate, duration: seconds, rounds, falls }) {
    requireOpenFiles(connections);
    const redis = await startRedis();
    if (redis === undefined) throw new Mistake('redis-server is not installed: apt-get install redis-server');
    const alone = await startVigil(SCHEDULE);
    const { databaseUrl, postmasterPid } = alone;
    const shared = { ...SCHEDULE, DATABASE_URL: databaseUrl, REDIS_URL: redis.url };
    const [first, second] = [await startVigil(shared), await startVigil(shared)];
    const devices = await seedDevices(databaseUrl, connections);
    const field: Field = { databaseUrl, redis, devices, seconds };
    const arrangements = [
      arrangement('one instance', [alone], postmasterPid),
      arrangement('one instance, with Redis', [first], postmasterPid),
      arrangement('two instances, with Redis', [first, second], postmasterPid),
    ];
    const loads = [
      { title: 'Maximum rate', rateOf: () => undefined },
      { title: `At ${rate} readings/s`, rateOf: () => rate },
      {
        title: `At ${rate} readings/s and instance`,
        rateOf: ({ ports }: Arrangement) => rate * ports.length,
      },
    ];
    const all: (readonly Costed[])[] = [];
    const tables: Table[] = [];
    const checks: Check[] = [];
    for (const load of loads) {
      const { measured, check } = await taken(arrangements, field, rounds, load);
      all.push(measured);
      tables.push({
        title: `${load.title}, ${connections} connections, send schedule on`,
        rows: measured.map((one) => ({ name: one.name, figures: figuresOf(one) })),
      });
      const named = [
        check,
        ...measured.map((one) => ({ ...noneFailed(one), name: `${one.name}: ${noneFailed(one).name}` })),
      ];
      checks.push(...named.map((one) => ({ ...one, name: `${load.title}: ${one.name}` })));
    }
    // Devices without readings: after normal readings the detector needs more than one.
    const fallers = await seedDevices(databaseUrl, falls * DEVICES_PER_USER, connections);
    const fall = await costOfFall(first, databaseUrl, redis, fallers);
    const bytes = await bytesPerStoredReading(databaseUrl);
    return {
      tables: [
        ...tables,
        {
          title: 'The second instance',
          rows: all.map((measured, i) => secondInstance(loads[i]?.title ?? '', measured)),
        },
        { title: 'A stored reading', rows: [{ name: 'on disk, with its index', figures: { bytes } }] },
        { title: 'A fall, with one caregiver', rows: [{ name: 'with Redis', figures: fall }] },
      ],
      checks: [...checks, ...goals(all)],
      notes: NOTES,
    };
  },
});

const NOTES = [
  'All processes share one machine with the generator, so a second instance adds little here. The cost of a reading is the relevant ' +
    'figure: on a core of its own, the second instance adds as many readings as the CPU time for one says. Both instances have the ' +
    'same rate for that, because a reading costs less the more of them share a commit. Redis commands include those that scripts call; ' +
    'those of a steady reading leave out connections and leases taken, and have everything that instances do beside readings.',
  'A short run does not show the full pages (8 KB) that PostgreSQL writes to the WAL at the first change after each checkpoint: one ' +
    'per wearable, for its end of the index.',
];

const arrangement = (
  name: string,
  running: readonly [RunningVigil, ...RunningVigil[]],
  postmasterPid: number,
): Arrangement => ({
  name,
  ports: running.map(({ mqttPort }) => mqttPort),
  payers: { pid: running[0].pid, helpers: running.slice(1).map(({ pid }) => pid), postmasterPid },
});

async function taken(
  arrangements: readonly Arrangement[],
  field: Field,
  rounds: number,
  { title, rateOf }: { readonly title: string; readonly rateOf: (one: Arrangement) => number | undefined },
): Promise<{ readonly measured: readonly Costed[]; readonly check: Check }> {
  const { done, check } = await comparedWithTable(field.databaseUrl, async () => {
    const measured = await inRounds(
      rounds,
      arrangements.map((one) => (round: number) => {
        inChapter(`${title} ${round}/${rounds}, ${one.name}`);
        return costed(one, field, rateOf(one));
      }),
    );
    return {
      measured,
      acknowledged: measured.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      unanswered: measured.reduce((sum, { unanswered }) => sum + unanswered, 0),
    };
  });
  return { measured: done.measured, check };
}

async function costed(
  { name, ports, payers }: Arrangement,
  { databaseUrl, redis, devices, seconds }: Field,
  rate: number | undefined,
): Promise<Costed> {
  const work = await startEngineWork(databaseUrl, redis);
  let steadyCommands = 0;
  const measured = await measure({
    name,
    payers,
    open: () => spread(ports, devices),
    seconds,
    window: WINDOW,
    rate,
    async watch() {
      const steady = await startEngineWork(databaseUrl, redis);
      return async () => {
        steadyCommands = (await steady()).redisCommands;
      };
    },
  });
  const { walBytes, redisCommands, redisCpuSeconds } = await work();
  return {
    ...measured,
    walBytesEach: walBytes / measured.acknowledged,
    redisCommandsEach: redisCommands / measured.acknowledged,
    redisCommandsSteady: steadyCommands / (measured.perSecond * measured.seconds),
    redisCores: (redisCpuSeconds / measured.acknowledged) * measured.perSecond,
  };
}

/** Uses the send time as uptime, because the send schedule checks that it increases. */
async function spread(ports: readonly number[], devices: readonly SeededDevice[]) {
  const hooks = { acknowledged: () => {} };
  const links = [];
  for (const [nth, port] of ports.entries()) {
    const share = devices.filter((_, i) => i % ports.length === nth);
    links.push(...(await openMqttLinks(port, share, hooks)));
  }
  return links;
}

function figuresOf({ perSecond, p50, p99, seconds, costs, ...engines }: Costed): Figures {
  const each = (cores: number): number => (cores * 1e6) / perSecond;
  const [service, database] = [costs.server / seconds, costs.database / seconds];
  return {
    'readings/s': Math.round(perSecond),
    'p50 ms': p50,
    'p99 ms': p99,
    'CPU service': service,
    'CPU database': database,
    'CPU Redis': engines.redisCores,
    'service µs each': each(service),
    'database µs each': each(database),
    'Redis µs each': each(engines.redisCores),
    'WAL bytes each': engines.walBytesEach,
    'Redis commands each': engines.redisCommandsEach,
    'Redis commands each, steady': engines.redisCommandsSteady,
  };
}

const MOST_COMMANDS = 0.05;
const LEAST_SHARE = 0.85;

const serviceSeconds = ({ costs, perSecond, seconds }: Costed): number =>
  costs.server / (perSecond * seconds);

/** What the second instance adds, as a share of the first: measured, and on a core of its own by CPU time. */
function secondInstance(name: string, [, one, two]: readonly Costed[]): Table['rows'][number] {
  if (one === undefined || two === undefined) throw new Error('nothing was measured');
  return {
    name,
    figures: {
      'more readings/s': two.perSecond / one.perSecond - 1,
      'by CPU time': (2 * serviceSeconds(one)) / serviceSeconds(two) - 1,
    },
  };
}

function goals(all: readonly (readonly Costed[])[]): Check[] {
  const commands = Math.max(...all.flatMap((measured) => measured.map((one) => one.redisCommandsSteady)));
  const share = secondInstance('', all.at(-1) ?? []).figures['by CPU time'] ?? 0;
  return [
    {
      name: `a reading over MQTT costs at most ${MOST_COMMANDS} commands of Redis`,
      found: `${commands.toFixed(4)} at most`,
      holds: commands <= MOST_COMMANDS,
    },
    {
      name: `the second instance adds at least ${LEAST_SHARE} of the first, by CPU time at the same rate for each`,
      found: share.toFixed(2),
      holds: share >= LEAST_SHARE,
    },
  ];
}
