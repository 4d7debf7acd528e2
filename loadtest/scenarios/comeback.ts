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
import { openMqttLink } from '../links/mqtt-link.ts';
import { createReconnectingClients, type ReconnectingClient } from '../links/reconnecting-clients.ts';
import { watchEventLoop } from '../machine/event-loop.ts';
import { requireOpenFiles } from '../machine/file-limit.ts';
import { doing, inChapter } from '../progress.ts';
import type { Check, Report, Table } from '../report.ts';
import { count } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { seedDevices } from '../seed.ts';
import { timed } from '../timed.ts';

const BOUND_S = 30;
const PATIENCE_MS = 120_000;

interface Sizes {
  readonly devices: number;
  readonly sockets: number;
  readonly falls: number;
  readonly told: number;
}

export const comeback = scenario({
  about:
    'thousands of wearables and caregivers reconnect after a restart of the service: one instance, then two with Redis and ' +
    'persistent sessions; with falls before the restart, and the longest block of the event loop.',
  options: {
    devices: count(5000, 'wearables on MQTT, one connection each'),
    sockets: count(2000, "caregivers' live sockets"),
    falls: count(10, 'falls before the restart'),
    told: count(100, 'caregivers who are notified of each fall, one live socket each'),
  },
  async run(sizes) {
    requireOpenFiles(sizes.devices + sizes.sockets + sizes.told);
    const tables: Table[] = [];
    const checks: Check[] = [];
    for (const arrangement of ARRANGEMENTS) {
      inChapter(arrangement.name);
      const part = await measured(arrangement, sizes);
      tables.push(...part.tables);
      checks.push(...part.checks);
    }
    return { tables, ratios: [], checks, plots: [], notes: [] };
  },
});

async function measured(
  arrangement: Arrangement,
  { devices, sockets, falls, told }: Sizes,
): Promise<Pick<Report, 'tables' | 'checks'>> {
  const { name, persistent } = arrangement;
  const pair = await startPair(arrangement);
  const { host, first } = pair;
  const wearables = await seedDevices(host.databaseUrl, devices);
  const caregivers = await seedCaregivers(host.databaseUrl, sockets);
  const clients: ReconnectingClient[] = [
    ...wearables.map((device) => ({
      open: (lost: () => void) => openMqttLink(first.mqttPort, device, { lost, persistent }),
    })),
    ...caregivers.map((one) => ({
      open: (lost: () => void) => openSocket(first.port, one, () => {}, lost),
    })),
  ];

  const pool = createReconnectingClients();
  const watch = await watchEventLoop(first, 'connecting');
  const openedSeconds = await timed(() => openInTurn(clients, pool.open));
  const fallen = await fallsToldToMany(first, { falls, caregivers: told, from: devices }, watch);
  const blocks = await watch.end();
  doing('stopping the service');
  const stoppedSeconds = await timed(() => first.stop());
  const from = performance.now();
  const again = await pair.restart();
  const startedSeconds = (performance.now() - from) / 1000;
  const watchAgain = await watchEventLoop(again, 'return after a restart');
  doing('clients reconnect');
  const deadline = performance.now() + PATIENCE_MS;
  while (pool.connected() < clients.length && performance.now() < deadline) await delay(20);
  const backSeconds = (performance.now() - from) / 1000;
  const missing = clients.length - pool.connected();
  const longest = merged(blocks, await watchAgain.end());
  pool.close();
  await pair.stop();
  const figures = {
    'opened in s': openedSeconds,
    'stopped in s': stoppedSeconds,
    'started in s': startedSeconds,
    'all back after s': backSeconds,
    refused: pool.refused(),
  };
  return {
    tables: [
      {
        title: `${devices} MQTT connections and ${sockets} live sockets, and a restart, ${name}`,
        rows: [{ name: 'seconds', figures }],
      },
      { title: `Falls before the restart, ${name}`, rows: [{ name: 'falls', figures: fallen }] },
      blockTable(name, longest),
    ],
    checks: [
      {
        name: `${name}: all are back within ${BOUND_S} s of the start`,
        found: `${missing} missing, ${backSeconds.toFixed(1)} s`,
        holds: missing === 0 && backSeconds <= BOUND_S,
      },
      { name: `${name}: none was refused`, found: `${pool.refused()} refused`, holds: pool.refused() === 0 },
      blockCheck(name, longest),
    ],
  };
}
