import { setTimeout as delay } from 'node:timers/promises';
import { openSocket, seedCaregivers } from '../caregivers.ts';
import {
  ARRANGEMENTS,
  type Arrangement,
  blockCheck,
  blockTable,
  fallsToldToMany,
  merged,
  startPair,
} from '../crowd.ts';
import { openInTurn } from '../links/link.ts';
import { openMqttLink, openMqttLinks } from '../links/mqtt-link.ts';
import { createReconnectingClients, type ReconnectingClient } from '../links/reconnecting-clients.ts';
import { closedLoop } from '../loops/closed-loop.ts';
import { type SteadyStreamResult, startSteadyStream } from '../loops/steady-stream.ts';
import { startCosts } from '../machine/costs.ts';
import { watchEventLoop } from '../machine/event-loop.ts';
import { openFilesLeft, requireOpenFiles } from '../machine/file-limit.ts';
import { cpuSeconds, residentBytes } from '../machine/processes.ts';
import { WARM_UP_SECONDS } from '../measured.ts';
import { doing, inChapter } from '../progress.ts';
import type { Check, Figures, Report, Table } from '../report.ts';
import { count, optionalCount } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { type SeededDevice, seedDevices, withDeviceTokens } from '../seed.ts';
import { timed } from '../timed.ts';

const MOST_KB = 8;
const BOUND_S = 30;
/** Of wearables that are back, while the others return. */
const MOST_ACKNOWLEDGED_MS = 1_000;
const PATIENCE_MS = 120_000;
/** Maximum duration of the streams on other wearables, including stop and start. */
const MOST_S = 200;
/** Time for garbage collection after connecting. */
const SETTLE_MS = 5_000;
const WARM_UP_WINDOW = 10;
/** The first connections allocate code, pools and pages of the young generation that all others share. */
const FIRST_CONNECTIONS = 2_000;
const WARM_UP_SENDERS = 200;
/** A local address has about 28 000 ephemeral ports, and finding a free one is fast only while most are free. */
const CONNECTIONS_PER_ADDRESS = 2_000;
const HEALTHY = 20;
const MOST_CONNECTIONS = 50_000;

interface Sizes {
  readonly wanted: number;
  readonly sockets: number;
  readonly falls: number;
  readonly caregivers: number;
}

export const connections = scenario({
  about:
    'tens of thousands of idle wearables, and live sockets: memory, falls, and reconnection after a restart of the instance, ' +
    `with ${HEALTHY} sending wearables on another instance and ${HEALTHY} sending wearables that reconnect first; ` +
    'one instance, then two with Redis and persistent sessions. Both report the longest block of the event loop.',
  options: {
    connections: optionalCount(
      'wearables on MQTT, one connection each',
      `${MOST_CONNECTIONS}, or as many as the open-files limit allows`,
    ),
    sockets: count(2000, "caregivers' live sockets, which reconnect too"),
    falls: count(10, 'falls while all wearables are connected'),
    caregivers: count(100, 'caregivers who are notified of each fall, one live socket each'),
  },
  async run({ connections: asked, sockets, falls, caregivers }) {
    const others = FIRST_CONNECTIONS + 2 * HEALTHY + sockets + caregivers;
    const wanted = asked ?? Math.min(MOST_CONNECTIONS, openFilesLeft() - others);
    requireOpenFiles(wanted + others);
    const tables: Table[] = [];
    const checks: Check[] = [];
    for (const arrangement of ARRANGEMENTS) {
      inChapter(arrangement.name);
      const part = await measured(arrangement, { wanted, sockets, falls, caregivers });
      tables.push(...part.tables);
      checks.push(...part.checks);
    }
    return {
      tables,
      checks,
      notes:
        asked === undefined && wanted < MOST_CONNECTIONS
          ? [`${wanted} instead of ${MOST_CONNECTIONS}: the open-files limit of this machine allows no more.`]
          : [],
    };
  },
});

async function measured(
  arrangement: Arrangement,
  { wanted, sockets, falls, caregivers }: Sizes,
): Promise<Pick<Report, 'tables' | 'checks'>> {
  const { persistent } = arrangement;
  const pair = await startPair(arrangement);
  const { host, first } = pair;
  const all = wanted + FIRST_CONNECTIONS + 2 * HEALTHY;
  const seeded = await withDeviceTokens(host.databaseUrl, await seedDevices(host.databaseUrl, all));
  const idle = seeded.splice(0, wanted);
  const elsewhere = seeded.splice(0, HEALTHY);
  const early = seeded.splice(0, HEALTHY);

  const warm = await warmUp(first.mqttPort, seeded);
  const before = residentBytes(first.pid);
  const pool = createReconnectingClients();
  const clients: ReconnectingClient[] = idle.map((device, nth) => ({
    open: (lost) => openMqttLink(first.mqttPort, device, { lost, localAddress: addressOf(nth), persistent }),
  }));
  const watch = await watchEventLoop(first, 'connecting');
  const openedSeconds = await timed(() => openInTurn(clients, pool.open));
  doing('waiting for garbage collection');
  await delay(SETTLE_MS);
  const bytesEach = (residentBytes(first.pid) - before) / clients.length;
  const people = await seedCaregivers(host.databaseUrl, sockets);
  const watching = people.map(
    (one): ReconnectingClient => ({ open: (lost) => openSocket(first.port, one, () => {}, lost) }),
  );
  await openInTurn(watching, pool.open);
  clients.push(...watching);
  for (const link of warm) link.close();
  const fallen = await fallsToldToMany(first, { falls, caregivers, from: all }, watch);
  const unharmed = startSteadyStream({ port: host.mqttPort, devices: elsewhere, mostSeconds: MOST_S });
  await unharmed.begin();
  doing('stopping the service');
  watch.phase('stop');
  const stoppedSeconds = await timed(() => first.stop());
  const blocks = await watch.end();
  const from = performance.now();
  const again = await pair.restart();
  const startedSeconds = (performance.now() - from) / 1000;
  const watchAgain = await watchEventLoop(again, 'return after a restart');
  pool.takeOpenings();
  const costs = startCosts({ pid: again.pid, postmasterPid: host.postmasterPid });
  const spentElsewhere = cpuSeconds(host.pid);
  const unharmedHere = startSteadyStream({ port: again.mqttPort, devices: early, mostSeconds: MOST_S });
  const earlyOnes = unharmedHere.begin();
  doing('clients reconnect');
  const deadline = performance.now() + PATIENCE_MS;
  while (pool.connected() < clients.length && performance.now() < deadline) await delay(20);
  const backSeconds = (performance.now() - from) / 1000;
  const missing = clients.length - pool.connected();
  const { server, database, generator } = costs();
  const microseconds = (seconds: number): number => (seconds * 1e6) / clients.length;
  const openings = pool.takeOpenings().spread();
  const returned: Figures = {
    'server µs each': microseconds(server),
    'other instance µs': microseconds(cpuSeconds(host.pid) - spentElsewhere),
    'database µs': microseconds(database),
    'generator µs': microseconds(generator),
    'accepted p50 ms': openings.p50,
    'p99 ms': openings.p99,
  };
  await earlyOnes;
  const streams = [
    { name: 'of another instance, on the same database', result: await unharmed.end() },
    { name: 'the first to be back', result: await unharmedHere.end() },
  ];
  const longest = merged(blocks, await watchAgain.end());
  await Promise.all([unharmed.close(), unharmedHere.close()]);
  pool.close();
  await pair.stop();

  const kb = bytesEach / 1024;
  const { name } = arrangement;
  return {
    tables: [
      { title: `Idle MQTT connections, ${name}`, rows: [{ name: `${wanted}`, figures: { 'KB each': kb } }] },
      {
        title: `${wanted} idle MQTT connections and ${sockets} live sockets, and a restart, ${name}`,
        rows: [
          {
            name: 'seconds',
            figures: {
              'opened in s': openedSeconds,
              'stopped in s': stoppedSeconds,
              'started in s': startedSeconds,
              'all back after s': backSeconds,
              refused: pool.refused(),
            },
          },
        ],
      },
      {
        title: `CPU time of a returning connection, and from connecting to its acceptance, ${name}`,
        rows: [{ name: 'return', figures: returned }],
      },
      { title: `Falls with all connections open, ${name}`, rows: [{ name: 'falls', figures: fallen }] },
      blockTable(name, longest),
      {
        title: `Wearables that send during the restart, one reading per second each, ${name}`,
        rows: streams.map(({ name, result }) => ({ name, figures: streamFigures(result) })),
      },
    ],
    checks: [
      {
        name: `${name}: a connection costs at most ${MOST_KB} KB`,
        found: `${kb.toFixed(1)} KB`,
        holds: kb <= MOST_KB,
      },
      {
        name: `${name}: all are back within ${BOUND_S} s of the start`,
        found: `${missing} missing, ${backSeconds.toFixed(1)} s`,
        holds: missing === 0 && backSeconds <= BOUND_S,
      },
      { name: `${name}: none was refused`, found: `${pool.refused()} refused`, holds: pool.refused() === 0 },
      blockCheck(name, longest),
      ...streams.map(({ name: who, result }) => noneFailed(`${name}: ${who}`, result)),
      ...streams.map(({ name: who, result }) => acknowledgedInTime(`${name}: ${who}`, result)),
    ],
  };
}

const acknowledgedInTime = (name: string, { latencies: { p99 } }: SteadyStreamResult): Check => ({
  name: `readings during the return are acknowledged with p99 ≤ ${MOST_ACKNOWLEDGED_MS} ms: ${name}`,
  found: `${p99.toFixed(0)} ms`,
  holds: p99 <= MOST_ACKNOWLEDGED_MS,
});

const addressOf = (nth: number): string => `127.0.0.${1 + Math.floor(nth / CONNECTIONS_PER_ADDRESS)}`;

/** Uses other connections, which stay open, so that no memory of closed connections is reused. */
async function warmUp(port: number, devices: readonly SeededDevice[]) {
  const links = await openMqttLinks(port, devices);
  await closedLoop(links.slice(0, WARM_UP_SENDERS), WARM_UP_WINDOW, WARM_UP_SECONDS);
  await delay(SETTLE_MS);
  return links;
}

function streamFigures({ sent, failed, latencies: { p50, p99, max } }: SteadyStreamResult): Figures {
  return { readings: sent, failed, 'p50 ms': p50, 'p99 ms': p99, 'max ms': max };
}

const noneFailed = (name: string, { sent, failed, failures }: SteadyStreamResult): Check => ({
  name: `no reading failed: ${name}`,
  found: `failed: ${failures}, of ${sent}`,
  holds: failed === 0 && sent > 0,
});
