// npm run loadtest -- mqtt: durable QoS 1 readings per second over MQTT, beside a bare Aedes broker, in one run.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectAll, type Device, type Driven, drive } from './mqtt-driver.ts';
import { quietReading } from './reading.ts';
import { seedDevices, storedReadings } from './seed.ts';
import { cpuSeconds, residentBytes, startBaseline, startVigil } from './service.ts';

interface Measured extends Driven {
  readonly name: string;
  readonly perSecond: number;
  readonly cpu: { readonly server: number; readonly database: number; readonly generator: number };
}

const WARM_UP_SECONDS = 3;
/** What the garbage of connecting takes to be swept. */
const SETTLE_MS = 5_000;
const payloadOf = (macAddress: string): string => JSON.stringify(quietReading(macAddress, 1000));

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      connections: { type: 'string', default: '500' },
      window: { type: 'string', default: '4' },
      duration: { type: 'string', default: '10' },
      idle: { type: 'string', default: '2000' },
      only: { type: 'string' },
    },
  });
  const vigil = await startVigil();
  try {
    const count = Number(values.connections);
    const idle = Number(values.idle);
    const seeded = await seedDevices(vigil.databaseUrl, Math.max(count, idle));
    const devices = seeded.map(({ macAddress, email, token }) => ({
      macAddress,
      userName: email,
      password: token,
    }));
    const options = {
      window: Number(values.window),
      seconds: Number(values.duration),
      postmasterPid: vigil.postmasterPid,
    };
    const busy = devices.slice(0, count);

    const perConnection = await idleBytes(vigil.pid, vigil.mqttPort, devices.slice(0, idle));
    const before = await storedReadings(vigil.databaseUrl);
    const ours = await measure({
      ...options,
      name: 'Vigil, scored and committed',
      pid: vigil.pid,
      port: vigil.mqttPort,
      devices: busy,
    });
    const stored = (await storedReadings(vigil.databaseUrl)) - before;
    const results = [ours];
    if (values.only === undefined) {
      const bare = await startBaseline('loadtest/baselines/bare-aedes.ts');
      const port = Number(new URL(bare.url).port);
      results.push(
        await measure({ ...options, name: 'bare Aedes, acknowledges', pid: bare.pid, port, devices: busy }),
      );
      await bare.stop();
    }
    report(results);
    console.log(
      `\n${count} connections, ${options.window} in flight on each; ${idle} idle: ${(perConnection / 1024).toFixed(1)} KB each`,
    );
    console.log(`PUBACKs: ${ours.acknowledged}, found in the table: ${stored}`);
    return stored === ours.acknowledged ? 0 : 1;
  } finally {
    await vigil.stop();
  }
}

interface Run {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  readonly postmasterPid: number;
  readonly devices: readonly Device[];
  readonly window: number;
  readonly seconds: number;
}

/** The warm-up counts too, so that PUBACKs and rows can be compared; only the rate is that of the second part. */
async function measure({ name, pid, port, postmasterPid, devices, window, seconds }: Run): Promise<Measured> {
  const connections = await connectAll(port, devices, payloadOf);
  const warm = await drive(connections, window, WARM_UP_SECONDS);
  const costs = () => ({
    server: cpuSeconds(pid),
    database: cpuSeconds(postmasterPid, true),
    generator: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  });
  const before = costs();
  const driven = await drive(connections, window, seconds);
  const after = costs();
  for (const connection of connections) connection.close();
  const share = (part: keyof typeof before): number => (after[part] - before[part]) / driven.seconds;
  return {
    ...driven,
    name,
    acknowledged: warm.acknowledged + driven.acknowledged,
    perSecond: driven.acknowledged / driven.seconds,
    cpu: { server: share('server'), database: share('database'), generator: share('generator') },
  };
}

/** What one more connection that says nothing costs the service, by its resident memory. */
async function idleBytes(pid: number, port: number, devices: readonly Device[]): Promise<number> {
  // The first hundreds pay for code and pools that the others share.
  const first = await connectAll(port, devices.slice(0, 200), payloadOf);
  await sleep(SETTLE_MS);
  const before = residentBytes(pid);
  const more = await connectAll(port, devices.slice(200), payloadOf);
  await sleep(SETTLE_MS);
  const bytes = (residentBytes(pid) - before) / Math.max(1, more.length);
  for (const connection of [...first, ...more]) connection.close();
  return bytes;
}

function report(results: readonly Measured[]): void {
  const [ours] = results;
  console.table(
    Object.fromEntries(
      results.map((r) => [
        r.name,
        {
          'QoS 1/s': Math.round(r.perSecond),
          'p50 ms': r.p50.toFixed(1),
          'p99 ms': r.p99.toFixed(1),
          'CPU server': r.cpu.server.toFixed(2),
          'CPU database': r.cpu.database.toFixed(2),
          'CPU generator': r.cpu.generator.toFixed(2),
          'Vigil / this': ((ours?.perSecond ?? 0) / r.perSecond).toFixed(2),
        },
      ]),
    ),
  );
}
