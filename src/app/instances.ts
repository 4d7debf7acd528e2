import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { prepareFirstAdmin } from '../accounts/admin/first-admin.ts';
import { createPasswords } from '../accounts/passwords/passwords.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { watchdogLimit } from '../platform/service-manager.ts';
import type { App } from './app.ts';
import { baseUrlOf } from './base-url.ts';
import { openCertificates } from './certificates.ts';
import type { Config } from './config.ts';
import { createClosers } from './context.ts';
import { prepareDatabase } from './database.ts';
import { databaseName } from './database-name.ts';
import { requireFreePorts } from './ports.ts';
import { explained } from './start-problems.ts';

/** A started service, as one process or as several. */
export interface Service extends Omit<App, 'routes'> {
  /** Whether the event loop of every instance runs. A single process answers by running at all. */
  readonly isAlive?: () => boolean;
}

/** The message an instance sends its parent when it serves, and again while its event loop runs, for the watchdog. */
const SERVING = 'serving';

const RESTART_MS = 500;
/**
 * An instance that exits before it serves, or this soon after, has failed. After this many failures in a row we give
 * up.
 */
const SHORTEST_LIFE_MS = 5_000;
const MAX_FAILURES = 5;
const watchdogMs = watchdogLimit();

/** Called in an instance when it serves. */
export function reportToParent(): void {
  const report = () => void process.send?.(SERVING);
  report();
  if (watchdogMs !== undefined) setInterval(report, watchdogMs / 4).unref();
}

/**
 * Several instances on one machine: processes that share the ports and coordinate through Redis, with the same code as
 * instances on several machines. This process only prepares the database and supervises the others.
 */
export async function startInstances(
  config: Config,
  {
    log,
    onFatal,
    signal,
    showsPassword,
  }: {
    readonly log: Log;
    readonly onFatal: (error: Error) => void;
    readonly signal?: AbortSignal | undefined;
    /** See AppOptions. */
    readonly showsPassword: boolean;
  },
): Promise<Service> {
  const { closeLater, closeAll } = createClosers(log);
  await requireFreePorts(config);
  const keepCertificates = await openCertificates({ config, log, now: Date.now, closeLater });
  const databaseUrl = await prepareDatabase({ config, log, closeLater, onFatal, signal }).catch(
    async (error: unknown) => {
      await closeAll();
      throw explained(error, config);
    },
  );
  const db = openDatabase({ url: databaseUrl, log });
  closeLater('database', () => db.close());
  const passwords = await createPasswords();
  const finishFirstAdmin = await prepareFirstAdmin({
    config,
    db,
    passwords,
    showsPassword,
    now: Date.now,
    log,
  });
  const ports = {
    http: config.port || (await freePort()),
    https: config.tlsOwn === 'off' ? undefined : config.tlsOwnPort || (await freePort()),
    mqtt: config.mqttPort === 'off' ? undefined : config.mqttPort || (await freePort()),
  };
  const env = {
    DATABASE_URL: databaseUrl,
    // The URL has the password already.
    DATABASE_URL_FILE: '',
    DATABASE_PASSWORD: '',
    DATABASE_PASSWORD_FILE: '',
    PORT: String(ports.http),
    TLS_OWN_PORT: String(ports.https ?? config.tlsOwnPort),
    MQTT_PORT: String(ports.mqtt ?? 'off'),
    // Each child is a single instance and must not start instances of its own.
    INSTANCES: '1',
  };

  let stopping = false;
  let failures = 0;
  const workers = new Set<Worker>();
  const lastReports = new Map<Worker, number>();

  /** Calls `ready` when the instance serves, at its first start or after a restart. */
  function start(number: number, ready: () => void): void {
    // Each instance has its own metrics port, because it counts only its own work.
    const metrics = config.metricsPort ? { METRICS_PORT: String(config.metricsPort + number) } : {};
    const worker = cluster.fork({ ...env, ...metrics });
    let servesSince = Number.POSITIVE_INFINITY;
    workers.add(worker);
    worker.on('message', (message) => {
      if (message !== SERVING) return;
      lastReports.set(worker, performance.now());
      if (servesSince !== Number.POSITIVE_INFINITY) return;
      servesSince = performance.now();
      ready();
    });
    worker.once('exit', (code) => {
      workers.delete(worker);
      lastReports.delete(worker);
      if (stopping) return;
      failures = performance.now() - servesSince < SHORTEST_LIFE_MS ? failures + 1 : 0;
      log.error({ code, failures }, 'instances: an instance ended, restarting it');
      if (failures >= MAX_FAILURES) return void close().finally(() => process.exit(1));
      setTimeout(() => {
        if (!stopping) start(number, ready);
      }, RESTART_MS);
    });
  }

  async function close(): Promise<void> {
    stopping = true;
    await Promise.all(
      [...workers].map((worker) => {
        const exited = once(worker, 'exit');
        worker.process.kill('SIGTERM');
        return exited;
      }),
    );
    await closeAll();
  }

  // The instances look at the file themselves.
  keepCertificates?.(() => {});
  await Promise.all(
    Array.from(
      { length: config.instances },
      (_, number) => new Promise<void>((ready) => start(number, ready)),
    ),
  );
  const firstAdmin = await finishFirstAdmin();
  log.info({ instances: config.instances, ports }, 'instances: all started');
  return {
    ports,
    baseUrl: baseUrlOf(config, ports.http),
    dataPlace: databaseName(config),
    firstAdmin,
    reload() {
      for (const worker of workers) worker.process.kill('SIGHUP');
    },
    isAlive: () =>
      watchdogMs === undefined ||
      [...lastReports.values()].every((at) => performance.now() - at < watchdogMs),
    close,
  };
}

/** Picks a free port, because all instances must use the same one if none is configured. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
