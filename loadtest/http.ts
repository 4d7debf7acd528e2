// npm run loadtest -- http: durable readings per second over HTTP, beside a bare server and the usual way, in one run.
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { quietReading } from './reading.ts';
import { type SeededDevice, seedDevices, storedReadings } from './seed.ts';
import { cpuSeconds, type Running, residentBytes, startBaseline, startVigil } from './service.ts';

interface Measured {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly answered: number;
  readonly failed: number;
  readonly cpu: { readonly server: number; readonly database: number; readonly generator: number };
}

const PATH = '/device/sensor-stream';

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '1000' },
      connections: { type: 'string', default: '400' },
      duration: { type: 'string', default: '10' },
      only: { type: 'string' },
    },
  });
  const connections = Number(values.connections);
  const seconds = Number(values.duration);
  const vigil = await startVigil();
  try {
    const devices = await seedDevices(vigil.databaseUrl, Number(values.devices));
    const measure = (name: string, server: Running) =>
      drive({ name, server, postmasterPid: vigil.postmasterPid, devices, connections, seconds });

    await warmUp(vigil, devices, connections);
    const before = await storedReadings(vigil.databaseUrl);
    const ours = await measure('Vigil, scored and committed', vigil);
    const stored = (await storedReadings(vigil.databaseUrl)) - before;
    const results = [ours];
    if (values.only === undefined) {
      for (const [name, file, env] of [
        ['bare uWebSockets.js, parses and answers', 'loadtest/baselines/bare-uws.ts', {}],
        [
          'Fastify, one INSERT per request',
          'loadtest/baselines/fastify-insert.ts',
          { DATABASE_URL: vigil.databaseUrl },
        ],
      ] as const) {
        const server = await startBaseline(file, env);
        await warmUp(server, devices, connections);
        results.push(await measure(name, server));
        await server.stop();
      }
    }
    report(results);
    console.log(`\nVigil's memory: ${(residentBytes(vigil.pid) / 1e6).toFixed(0)} MB`);
    console.log(`answered 200: ${ours.answered}, found in the table: ${stored}`);
    return ours.failed === 0 && stored === ours.answered ? 0 : 1;
  } finally {
    await vigil.stop();
  }
}

interface Drive {
  readonly name: string;
  readonly server: Running;
  readonly postmasterPid: number;
  readonly devices: readonly SeededDevice[];
  readonly connections: number;
  readonly seconds: number;
}

const WARM_UP_SECONDS = 3;
let rateSeen = 1000;

async function warmUp(server: Running, devices: readonly SeededDevice[], connections: number): Promise<void> {
  const result = await autocannon({ ...options(server, devices, connections), duration: WARM_UP_SECONDS });
  rateSeen = result['2xx'] / result.duration;
}

/** A fixed number of requests rather than a fixed time: every one of them is answered, so none is in doubt. */
async function drive({
  name,
  server,
  postmasterPid,
  devices,
  connections,
  seconds,
}: Drive): Promise<Measured> {
  const costs = () => ({
    server: cpuSeconds(server.pid),
    database: cpuSeconds(postmasterPid, true),
    generator: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  });
  const before = costs();
  const amount = Math.max(connections, Math.round(rateSeen * seconds));
  const result = await autocannon({ ...options(server, devices, connections), amount });
  const after = costs();
  const share = (part: keyof typeof before) => (after[part] - before[part]) / result.duration;
  return {
    name,
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    answered: result['2xx'],
    failed: result.non2xx + result.errors + result.timeouts,
    cpu: { server: share('server'), database: share('database'), generator: share('generator') },
  };
}

/** Each connection speaks for its own share of the devices, in turn. */
export function options(
  server: Running,
  devices: readonly SeededDevice[],
  connections: number,
): autocannon.Options {
  let client = 0;
  return {
    url: `${server.url}${PATH}`,
    connections,
    pipelining: 1,
    setupClient(connection) {
      const own = devices.filter((_, i) => i % connections === client % connections);
      client += 1;
      connection.setRequests(
        own.map(({ macAddress, token }) => ({
          method: 'POST',
          path: `/api${PATH}`,
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(quietReading(macAddress, 1000)),
        })),
      );
    },
  };
}

function report(results: readonly Measured[]): void {
  const [ours] = results;
  console.table(
    Object.fromEntries(
      results.map((r) => [
        r.name,
        {
          'requests/s': Math.round(r.perSecond),
          'p50 ms': r.p50,
          'p99 ms': r.p99,
          failed: r.failed,
          'CPU server': r.cpu.server.toFixed(2),
          'CPU database': r.cpu.database.toFixed(2),
          'CPU generator': r.cpu.generator.toFixed(2),
          'Vigil / this': ((ours?.perSecond ?? 0) / r.perSecond).toFixed(2),
        },
      ]),
    ),
  );
}
