// Two instances on one database, with or without Redis. One of them is restarted, with falls before the restart.
import { setTimeout as delay } from 'node:timers/promises';
import { assign, openSockets, seedCaregivers } from './caregivers.ts';
import { sendFall } from './falls.ts';
import type { EventLoopWatch } from './machine/event-loop.ts';
import { freePort } from './machine/free-port.ts';
import { startRedis } from './machine/redis.ts';
import { type RunningVigil, startVigil } from './machine/service.ts';
import { doing } from './progress.ts';
import type { Check, Figures, Table } from './report.ts';
import { Latencies } from './rules/latencies.ts';
import { Mistake } from './rules/options.ts';
import { DEVICES_PER_USER, seedDevices } from './seed.ts';

/** How instances and clients are set up. */
export interface Arrangement {
  readonly name: string;
  /** True if the instances share a Redis. */
  readonly redis: boolean;
  /** True if clients use persistent sessions and subscribe. */
  readonly persistent: boolean;
}

export const ARRANGEMENTS: readonly Arrangement[] = [
  { name: 'each instance alone', redis: false, persistent: false },
  { name: 'two instances with Redis, persistent sessions', redis: true, persistent: true },
];

export interface Pair {
  /** Owns the database and keeps running. */
  readonly host: RunningVigil;
  readonly first: RunningVigil;
  /** Starts the first instance again, on the same ports. */
  restart(): Promise<RunningVigil>;
  stop(): Promise<void>;
}

export async function startPair({ redis: together }: Arrangement): Promise<Pair> {
  const redis = together ? await startRedis() : undefined;
  if (together && redis === undefined)
    throw new Mistake('redis-server is not installed: apt-get install redis-server');
  const shared = redis === undefined ? {} : { REDIS_URL: redis.url };
  const host = await startVigil(shared);
  // Chosen in advance: the system does not assign a port again while connections to it are closing.
  const ports = { PORT: await freePort(), MQTT_PORT: await freePort() };
  const start = () => startVigil({ ...shared, DATABASE_URL: host.databaseUrl, ...ports });
  const first = await start();
  let running = first;
  return {
    host,
    first,
    async restart() {
      running = await start();
      return running;
    },
    async stop() {
      await running.stop();
      await host.stop();
      await redis?.stop();
    },
  };
}

/** Duration of the observation at rest, long enough for periodic work. */
const AT_REST_MS = 12_000;
const BETWEEN_FALLS_MS = 300;
/** docs/benchmarks.md: the longest permitted block, so that one client does not delay the others. */
const MOST_BLOCK_MS = 50;

/** Falls of patients with many caregivers each, who are all connected to the instance. */
export async function fallsToldToMany(
  vigil: RunningVigil,
  { falls, caregivers, from }: { readonly falls: number; readonly caregivers: number; readonly from: number },
  watch: EventLoopWatch,
): Promise<Figures> {
  watch.phase('at rest');
  doing('observing the event loop at rest');
  await delay(AT_REST_MS);
  const devices = await seedDevices(vigil.databaseUrl, falls * DEVICES_PER_USER, from);
  const falling = devices.filter((_, nth) => nth % DEVICES_PER_USER === 0);
  const people = await seedCaregivers(vigil.databaseUrl, caregivers);
  await assign(
    vigil.databaseUrl,
    falling.flatMap(({ userId }) => people.map(({ id }) => ({ caregiverId: id, patientId: userId }))),
  );
  let alerts = 0;
  const sockets = await openSockets(vigil.port, people, () => {
    alerts += 1;
  });
  watch.phase('falls');
  doing(`${falls} falls, each with ${caregivers} recipients`);
  const latencies = new Latencies();
  for (const device of falling) {
    const sentAt = performance.now();
    await sendFall(vigil, device);
    latencies.add(performance.now() - sentAt);
    await delay(BETWEEN_FALLS_MS);
  }
  for (const socket of sockets) socket.close();
  const { p50, max } = latencies.spread();
  return { falls, caregivers, alerts, 'answered p50 ms': p50, 'max ms': max };
}

export const blockTable = (name: string, blocks: ReadonlyMap<string, number>): Table => ({
  title: `Longest block of the event loop, ${name}`,
  rows: [...blocks].map(([phase, ms]) => ({ name: phase, figures: { ms } })),
});

export function blockCheck(name: string, blocks: ReadonlyMap<string, number>): Check {
  const longest = Math.max(...blocks.values());
  return {
    name: `${name}: the event loop is never blocked for more than ${MOST_BLOCK_MS} ms`,
    found: [...blocks].map(([phase, ms]) => `${phase} ${ms.toFixed(0)} ms`).join(', '),
    holds: longest <= MOST_BLOCK_MS,
  };
}

/** Joins the results from before and after the restart of an instance. */
export const merged = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => new Map([...before, ...after]);
