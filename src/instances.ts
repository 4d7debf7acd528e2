import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type App, dataPlaceOf } from './app.ts';
import { ensureFirstAdmin } from './auth/first-admin.ts';
import { createPasswords } from './auth/passwords.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { openDatabase } from './storage/database.ts';
import { startEmbeddedPostgres } from './storage/embedded/embedded-postgres.ts';
import { migrate } from './storage/schema/migrate.ts';

/** What a started service is to whoever started it. */
export type Service = Omit<App, 'routes'>;

/** What an instance tells its parent when it serves. */
export const READY = 'ready';

const RESTART_MS = 500;
/** An instance that ends sooner than this did not start; after so many of them in a row we give up. */
const SHORTEST_LIFE_MS = 5_000;
const MAX_FAILURES = 5;

/**
 * Several instances on one machine: processes that share the ports and act as one through Redis, by the same code as
 * instances on several machines. This process only prepares the database and looks after the others.
 */
export async function startInstances(
  config: Config,
  { log, onFatal }: { readonly log: Log; readonly onFatal: (error: Error) => void },
): Promise<Service> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ directory: join(config.dataDir, 'postgres'), log, onLost: onFatal })
      : undefined;
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const firstAdmin = await prepareDatabase(config, databaseUrl, log);
  const ports = {
    http: config.port || (await freePort()),
    mqtt: config.mqttPort === 'off' ? undefined : config.mqttPort || (await freePort()),
  };
  const env = { DATABASE_URL: databaseUrl, PORT: String(ports.http), MQTT_PORT: String(ports.mqtt ?? 'off') };

  let stopping = false;
  let failures = 0;
  const workers = new Set<Worker>();

  function start(number: number): Promise<void> {
    // A metrics port of its own: figures are each instance's, and whoever asks must know whose.
    const metrics = config.metricsPort ? { METRICS_PORT: String(config.metricsPort + number) } : {};
    const worker = cluster.fork({ ...env, ...metrics });
    const born = performance.now();
    workers.add(worker);
    worker.once('exit', (code) => {
      workers.delete(worker);
      if (stopping) return;
      failures = performance.now() - born < SHORTEST_LIFE_MS ? failures + 1 : 0;
      log.error({ code, failures }, 'an instance ended and is started again');
      if (failures >= MAX_FAILURES) process.exit(1);
      setTimeout(() => void start(number), RESTART_MS);
    });
    return new Promise((ready) => {
      worker.on('message', (message) => {
        if (message === READY) ready();
      });
    });
  }

  await Promise.all(Array.from({ length: config.instances }, (_, number) => start(number)));
  log.info({ instances: config.instances, ports }, 'all instances started');
  return {
    ports,
    baseUrl: `${config.tlsCertFile ? 'https' : 'http'}://localhost:${ports.http}/api`,
    dataPlace: dataPlaceOf(config),
    firstAdmin,
    async close() {
      stopping = true;
      await Promise.all(
        [...workers].map((worker) => {
          const gone = once(worker, 'exit');
          worker.process.kill('SIGTERM');
          return gone;
        }),
      );
      await embedded?.stop();
    },
  };
}

/** Once, before the instances start, so that they find it done. */
async function prepareDatabase(config: Config, url: string, log: Log) {
  await migrate(url, log);
  const db = openDatabase({ url, log });
  try {
    return await ensureFirstAdmin({ config, db, passwords: await createPasswords(), now: Date.now, log });
  } finally {
    await db.close();
  }
}

/** Instances must agree on a port that was left open. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
