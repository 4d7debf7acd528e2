import { setTimeout as delay } from 'node:timers/promises';
import { type Baseline, compareWithBaselines } from '../comparison.ts';
import { findRate } from '../find-rate.ts';
import { openMqttLinks } from '../links/mqtt-link.ts';
import { loadOptions } from '../load-options.ts';
import { closedLoop } from '../loops/closed-loop.ts';
import { requireOpenFiles } from '../machine/file-limit.ts';
import { residentBytes } from '../machine/processes.ts';
import { startBaseline, startVigil } from '../machine/service.ts';
import { type Measured, measure, WARM_UP_SECONDS } from '../measured.ts';
import type { Table } from '../report.ts';
import { count, optionalCount } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { type SeededDevice, seedDevices } from '../seed.ts';

/** Time for the garbage of connecting to be collected. */
const SETTLE_MS = 5_000;
/** The first hundreds of connections pay for code and pools that the others share. */
const FIRST_CONNECTIONS = 200;
const WARM_UP_WINDOW = 10;
const GOAL = 0.6;

const options = loadOptions({ connections: 500, window: 4 });

export const mqtt = scenario({
  about:
    'durable QoS 1 readings per second over MQTT, one wearable a connection, beside a bare broker, in one run.',
  options: {
    ...options,
    devices: optionalCount('another name for --connections: each is one wearable', 'as many'),
    idle: count(0, 'connections that say nothing, whose memory is measured first; 0 for none'),
  },
  async run(values) {
    const {
      connections: asked,
      devices: connections = asked,
      duration: seconds,
      window,
      rate,
      idle,
    } = values;
    requireOpenFiles(Math.max(connections, idle));
    const vigil = await startVigil();
    const { pid, postmasterPid, databaseUrl, mqttPort } = vigil;
    const seeded = await seedDevices(databaseUrl, Math.max(connections, idle));
    const devices = seeded.slice(0, connections);
    if (values['find-rate']) {
      const links = await openMqttLinks(mqttPort, devices);
      return findRate({
        over: 'MQTT',
        links,
        payers: vigil,
        databaseUrl,
        window,
        boundMs: values.p99,
        stepSeconds: values.step,
      });
    }
    const tables: Table[] = [];
    if (idle > 0) {
      const bytes = await idleBytes(pid, mqttPort, seeded.slice(0, idle));
      tables.push({
        title: 'Idle connections',
        rows: [{ name: `${idle}`, figures: { 'KB each': bytes / 1024 } }],
      });
    }
    const drive = (name: string, server: { pid: number; port: number }): Promise<Measured> =>
      measure({
        name,
        payers: { pid: server.pid, postmasterPid },
        open: () => openMqttLinks(server.port, devices),
        seconds,
        window,
        rate,
      });
    const baselines: Baseline[] = [];
    if (!values['no-baselines']) {
      const bare = await startBaseline('loadtest/baselines/bare-aedes.ts');
      baselines.push({
        name: 'bare Aedes, acknowledges',
        goal: GOAL,
        stores: false,
        drive: (name) => drive(name, bare),
      });
    }
    const loop = rate === undefined ? `closed loop, ${window} in flight on each` : `${rate}/s`;
    const report = await compareWithBaselines({
      title: `QoS 1 readings over MQTT, ${connections} connections, ${loop}`,
      databaseUrl,
      ours: { name: 'Vigil', drive: (name) => drive(name, { pid, port: mqttPort }) },
      baselines,
      rounds: values.rounds,
      rate,
    });
    return { ...report, tables: [...report.tables, ...tables] };
  },
});

/**
 * What one more idle connection costs the service, by its resident memory. Measured after a warm-up on other connections,
 * which stay open: the heap's young generation has its full size then, and no memory of closed connections is reused.
 */
async function idleBytes(pid: number, port: number, devices: readonly SeededDevice[]): Promise<number> {
  const first = await openMqttLinks(port, devices.slice(0, FIRST_CONNECTIONS));
  await closedLoop(first, WARM_UP_WINDOW, WARM_UP_SECONDS);
  await delay(SETTLE_MS);
  const before = residentBytes(pid);
  const more = await openMqttLinks(port, devices.slice(FIRST_CONNECTIONS));
  await delay(SETTLE_MS);
  const bytes = (residentBytes(pid) - before) / Math.max(1, more.length);
  for (const link of [...first, ...more]) link.close();
  return bytes;
}
