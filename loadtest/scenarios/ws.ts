import { type Baseline, compareWithBaselines } from '../comparison.ts';
import { openHttpLinks } from '../links/http-link.ts';
import { openLiveLinks } from '../links/live-link.ts';
import { loadOptions } from '../load-options.ts';
import { requireOpenFiles } from '../machine/file-limit.ts';
import { startVigil } from '../machine/service.ts';
import { measure } from '../measured.ts';
import { scenario } from '../scenario.ts';
import { seedDevices } from '../seed.ts';

const GOAL = 1.3;

export const ws = scenario({
  about:
    'durable readings per second over the live socket, compared in one run with HTTP, on the same number of connections.',
  options: loadOptions({ connections: 400, window: 1 }),
  async run(values) {
    const { connections, duration: seconds, window, rate } = values;
    requireOpenFiles(connections);
    const vigil = await startVigil();
    const { port, databaseUrl } = vigil;
    const devices = await seedDevices(databaseUrl, values.devices);
    const load = { payers: vigil, seconds, rate };
    const baselines: Baseline[] = [
      {
        name: 'HTTP',
        goal: GOAL,
        stores: true,
        drive: (name) =>
          measure({ ...load, name, open: () => openHttpLinks(port, devices, connections), window: 1 }),
      },
    ];
    const loop = rate === undefined ? `closed loop, ${window} in flight on each` : `${rate}/s`;
    return compareWithBaselines({
      title: `Readings over the live socket, ${connections} connections, ${loop}`,
      databaseUrl,
      ours: {
        name: 'WebSocket',
        drive: (name) =>
          measure({ ...load, name, open: () => openLiveLinks(port, devices, connections), window }),
      },
      baselines: values['no-baselines'] ? [] : baselines,
      rounds: values.rounds,
      rate,
    });
  },
});
