import { openHttpLinks } from '../links/http-link.ts';
import type { Link } from '../links/link.ts';
import { openLiveLinks } from '../links/live-link.ts';
import { openMqttLinks } from '../links/mqtt-link.ts';
import { closedLoop } from '../loops/closed-loop.ts';
import { openLoop } from '../loops/open-loop.ts';
import { startProfiled } from '../machine/profiled.ts';
import type { RunningVigil } from '../machine/service.ts';
import { inChapter } from '../progress.ts';
import type { Table } from '../report.ts';
import { count, duration, optionalCount, words } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { type SeededDevice, seedDevices } from '../seed.ts';

const WARM_UP_SECONDS = 2;

interface Load {
  readonly connections: number;
  readonly window: number;
  readonly rate: number | undefined;
  readonly seconds: number;
}

type Open = (
  vigil: RunningVigil,
  devices: readonly SeededDevice[],
  connections: number,
) => Promise<readonly Link[]>;

const TRANSPORTS = {
  mqtt: ({ mqttPort }, devices) => openMqttLinks(mqttPort, devices),
  http: ({ port }, devices, connections) => openHttpLinks(port, devices, connections),
  ws: ({ port }, devices, connections) => openLiveLinks(port, devices, connections),
} as const satisfies Record<string, Open>;
const NAMES = Object.keys(TRANSPORTS) as (keyof typeof TRANSPORTS)[];

export const profile = scenario({
  about: "CPU profile of the service's main thread under readings, at the maximum rate or a fixed rate.",
  options: {
    over: words(NAMES, 'transports'),
    connections: count(500, 'connections'),
    window: count(4, 'readings in flight on each connection over MQTT; one over the others'),
    rate: optionalCount('readings per second', 'none: maximum rate'),
    duration: duration('6s', 'duration of the profile'),
  },
  async run({ over, connections, window, rate, duration: seconds }) {
    const tables: Table[] = [];
    for (const name of over) {
      const inFlight = name === 'mqtt' ? window : 1;
      tables.push(await profileOf(name, TRANSPORTS[name], { connections, window: inFlight, rate, seconds }));
    }
    return {
      tables,
      ratios: [],
      checks: tables.map(({ title, rows }) => ({
        name: `there is a profile: ${title}`,
        found: `${rows.length} parts`,
        holds: rows.length > 0,
      })),
      plots: [],
      notes: [],
    };
  },
});

async function profileOf(name: string, open: Open, load: Load): Promise<Table> {
  const { connections, window, rate, seconds } = load;
  inChapter(name);
  const { vigil, during, end } = await startProfiled();
  const links = await open(vigil, await seedDevices(vigil.databaseUrl, connections), connections);
  await closedLoop(links, window, WARM_UP_SECONDS);
  const driven = await during(() =>
    rate === undefined ? closedLoop(links, window, seconds) : openLoop({ links, rate, seconds }),
  );
  for (const link of links) link.close();
  const shares = await end();
  return {
    title: `The main thread at ${Math.round(driven.stored / driven.seconds)} readings/s over ${name}, with the profiler`,
    rows: shares.map((one) => ({ name: one.name, figures: { '% of its busy time': one.percent } })),
  };
}
