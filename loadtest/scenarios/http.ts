import { autocannonMeasure } from '../autocannon.ts';
import { type Baseline, compareWithBaselines } from '../comparison.ts';
import { openHttpLinks } from '../links/http-link.ts';
import { loadOptions } from '../load-options.ts';
import { requireOpenFiles } from '../machine/file-limit.ts';
import { type Running, startBaseline, startVigil } from '../machine/service.ts';
import { type Measured, measure } from '../measured.ts';
import { flag } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { seedDevices } from '../seed.ts';

const BASELINES = [
  {
    name: 'bare uWebSockets.js, parses and answers',
    file: 'loadtest/baselines/bare-uws.ts',
    // The light client leaves more CPU to the servers, and the bare server gains more from it.
    goal: (light: boolean) => (light ? 0.6 : 0.75),
  },
  { name: 'Fastify, one INSERT per request', file: 'loadtest/baselines/fastify-insert.ts', goal: () => 3 },
];

export const http = scenario({
  about:
    'durable readings per second over HTTP, compared with a bare server and a typical implementation in one run. autocannon\n' +
    'drives the closed loop; --light and --rate use a client that needs less of the shared CPU.',
  options: {
    ...loadOptions({ connections: 400, window: 1 }),
    light: flag('closed loop with the light client: more CPU for the service, less for the generator'),
  },
  async run(values) {
    const { connections, duration: seconds, window, rate } = values;
    requireOpenFiles(connections);
    const vigil = await startVigil();
    const devices = await seedDevices(vigil.databaseUrl, values.devices);
    const payersOf = (server: Running) => ({ pid: server.pid, postmasterPid: vigil.postmasterPid });
    const drive = (name: string, server: Running): Promise<Measured> =>
      rate === undefined && !values.light
        ? autocannonMeasure({ name, server, payers: payersOf(server), devices, connections, seconds })
        : measure({
            name,
            payers: payersOf(server),
            open: () => openHttpLinks(server.port, devices, connections),
            seconds,
            window,
            rate,
          });

    const baselines: Baseline[] = [];
    for (const { name, file, goal } of values['no-baselines'] ? [] : BASELINES) {
      const server = await startBaseline(file, { DATABASE_URL: vigil.databaseUrl });
      baselines.push({ name, goal: goal(values.light), stores: false, drive: (own) => drive(own, server) });
    }
    const client = values.light ? 'light client' : 'autocannon';
    const loop = rate === undefined ? `closed loop, ${client}` : `${rate}/s`;
    return compareWithBaselines({
      title: `Readings over HTTP, ${connections} connections, ${loop}`,
      databaseUrl: vigil.databaseUrl,
      ours: { name: 'Vigil', drive: (name) => drive(name, vigil) },
      baselines,
      rounds: values.rounds,
      rate,
    });
  },
});
