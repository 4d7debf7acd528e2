import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { startApp } from './app.ts';
import { type Config, ConfigMistakes, describeConfig, readConfig } from './config.ts';
import { type Faults, watchFaults } from './faults.ts';
import { READY, type Service, startInstances } from './instances.ts';
import type { Log } from './log.ts';
import { CannotMove, moveToHypertable } from './storage/schema/move-to-hypertable.ts';

/** The drain has bounds of its own; beyond them something hangs, and decisions promise an end within 10 s. */
const SHUTDOWN_DEADLINE_MS = 9_500;

const config = configOrExit();
if (process.argv.includes('--check-config')) {
  process.stdout.write(`${describeConfig(config)}\n`);
} else if (process.argv.includes('--move-to-timescale')) {
  await moveReadings(config);
} else {
  await run(config);
}

function configOrExit(): Config {
  if (existsSync('.env')) process.loadEnvFile();
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigMistakes)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Once, with every instance stopped; after an interruption, again (docs/operations.md). */
async function moveReadings({ databaseUrl }: Config): Promise<void> {
  try {
    if (databaseUrl === undefined)
      throw new CannotMove('DATABASE_URL is not set: the embedded PostgreSQL has no TimescaleDB to move to.');
    const moved = await moveToHypertable(databaseUrl, pino({ base: null }, pino.destination(2)));
    process.stdout.write(
      moved.outcome === 'already'
        ? 'Nothing to do: the readings are in a hypertable already.\n'
        : `Moved ${moved.readings} readings of ${moved.days} days; ${moved.leftOut} of deleted devices were left out.\n`,
    );
  } catch (error) {
    if (!(error instanceof CannotMove)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function run(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel, base: null, redact: ['req', 'headers', 'password', 'token'] });
  // A signal during the start is remembered; the drain begins when the start is complete.
  let app: Service | undefined;
  let stopping = false;
  const stop = async (exitCode = 0) => {
    if (app === undefined) return;
    setTimeout(() => process.exit(1), SHUTDOWN_DEADLINE_MS).unref();
    await app.close();
    process.exit(exitCode);
  };
  const onFatal = () => {
    if (app === undefined) process.exit(1);
    if (stopping) return;
    stopping = true;
    void stop(1);
  };
  const faults = watchFaults({ process, log, onFatal });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Further signals are ignored: npm passes on a SIGTERM that the process group got already.
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'stopping');
      void stop();
    });
  }
  try {
    app = await start(config, log, faults);
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    process.stderr.write(
      `Vigil could not start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  }
  process.send?.(READY);
  // Also when it stops at once: the password of a first admin is shown now or never.
  if (cluster.isPrimary) welcome(app);
  if (stopping) await stop();
}

/** One process, or a parent of several, each of which runs this file again. */
function start(config: Config, log: Log, { unhandledRejections }: Faults): Promise<Service> {
  if (cluster.isWorker) return startApp(config, { log, isInstance: true, unhandledRejections });
  return config.instances > 1
    ? startInstances(config, { log })
    : startApp(config, { log, unhandledRejections });
}

/** For people; machines read the log. A random password is shown here once, and never logged. */
function welcome({ baseUrl, ports, dataPlace, firstAdmin }: Service): void {
  if (!process.stdout.isTTY && firstAdmin?.password === undefined) return;
  const lines = [
    '',
    `  Vigil is running:  ${baseUrl}`,
    `  MQTT:              mqtt://localhost:${ports.mqtt}${ports.mqtts === undefined ? '' : `, mqtts://localhost:${ports.mqtts}`}`,
    `  Data:              ${dataPlace}`,
    ...(firstAdmin?.password
      ? [`  First admin:       ${firstAdmin.email}  ${firstAdmin.password}  (shown once)`]
      : []),
    '  First token:       sign up, and the answer carries it:',
    `    curl -s ${baseUrl}/auth/signup -H 'Content-Type: application/json' \\`,
    `      -d '{"email":"ada@example.org","password":"Secret!123","firstName":"Ada","lastName":"Jones"}'`,
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
