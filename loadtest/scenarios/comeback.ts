import { setTimeout as delay } from 'node:timers/promises';
import { openSocket, seedCaregivers } from '../caregivers.ts';
import { openInTurn } from '../links/link.ts';
import { openMqttLink } from '../links/mqtt-link.ts';
import { createReconnectingClients, type ReconnectingClient } from '../links/reconnecting-clients.ts';
import { requireOpenFiles } from '../machine/file-limit.ts';
import { freePort } from '../machine/free-port.ts';
import { startVigil } from '../machine/service.ts';
import { doing } from '../progress.ts';
import { count } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { seedDevices } from '../seed.ts';
import { timed } from '../timed.ts';

const BOUND_S = 30;
const PATIENCE_MS = 120_000;

export const comeback = scenario({
  about: 'thousands of wearables and caregivers come back after a restart of the service.',
  options: {
    devices: count(5000, 'wearables on MQTT, each on a connection of its own'),
    sockets: count(2000, "caregivers' live sockets"),
  },
  async run({ devices, sockets }) {
    requireOpenFiles(devices + sockets);
    // The database outlives the instance that is restarted, because it is another's.
    const host = await startVigil();
    const database = { DATABASE_URL: host.databaseUrl };
    // Chosen beforehand: a port that the system gave away is not given again while connections to it wind down.
    const ports = { PORT: await freePort(), MQTT_PORT: await freePort() };
    const first = await startVigil({ ...database, ...ports });
    const wearables = await seedDevices(host.databaseUrl, devices);
    const caregivers = await seedCaregivers(host.databaseUrl, sockets);
    const clients: ReconnectingClient[] = [
      ...wearables.map((device) => ({
        open: (lost: () => void) => openMqttLink(first.mqttPort, device, { lost }),
      })),
      ...caregivers.map((one) => ({
        open: (lost: () => void) => openSocket(first.port, one, () => {}, lost),
      })),
    ];

    const pool = createReconnectingClients();
    const openedSeconds = await timed(() => openInTurn(clients, pool.open));
    doing('stopping the service');
    const stoppedSeconds = await timed(() => first.stop());
    const from = performance.now();
    const again = await startVigil({ ...database, ...ports });
    const startedSeconds = (performance.now() - from) / 1000;
    doing('everybody comes back');
    const deadline = performance.now() + PATIENCE_MS;
    while (pool.connected() < clients.length && performance.now() < deadline) await delay(20);
    const backSeconds = (performance.now() - from) / 1000;
    const missing = clients.length - pool.connected();
    pool.close();
    await again.stop();
    const title = `${devices} MQTT connections and ${sockets} live sockets, and a restart`;
    const figures = {
      'opened in s': openedSeconds,
      'stopped in s': stoppedSeconds,
      'started in s': startedSeconds,
      'all back after s': backSeconds,
      refused: pool.refused(),
    };
    return {
      tables: [{ title, rows: [{ name: 'seconds', figures }] }],
      ratios: [],
      checks: [
        {
          name: `all are back within ${BOUND_S} s of the start`,
          found: `${missing} missing, ${backSeconds.toFixed(1)} s`,
          holds: missing === 0 && backSeconds <= BOUND_S,
        },
        { name: 'none was refused', found: `${pool.refused()} refused`, holds: pool.refused() === 0 },
      ],
      plots: [],
      notes: [],
    };
  },
});
