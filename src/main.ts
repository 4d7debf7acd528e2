import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { prepareConsole } from './app/console-folder.ts';
import { resetPassword } from './app/reset-password.ts';
import { startApp } from './app.ts';
import { type Config, ConfigMistakes, describeConfig, readConfig } from './config.ts';
import { CannotStart, messageOf } from './errors.ts';
import { READY, type Service, startInstances } from './instances.ts';
import type { Log } from './log.ts';
import { CannotMove, moveToHypertable } from './storage/schema/move-to-hypertable.ts';
import { loadNativeServer } from './transports/http/native-server.ts';
import { type Faults, watchFaults } from './unhandled-errors.ts';

/** The drain has bounds of its own; beyond them something hangs, and an end is promised: docs/contract.md, "Stopping". */
const SHUTDOWN_DEADLINE_MS = 9_500;

const config = configOrExit();
if (process.argv.includes('--check-config')) {
  process.stdout.write(`${describeConfig(config)}\n`);
} else if (process.argv.includes('--move-to-timescale')) {
  await moveReadings(config);
} else if (process.argv.includes('--reset-password')) {
  await showNewPassword(config, process.argv[process.argv.indexOf('--reset-password') + 1]);
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

async function showNewPassword(config: Config, email: string | undefined): Promise<void> {
  try {
    const removeTotp = process.argv.includes('--remove-totp');
    const password = await resetPassword(
      config,
      email,
      { removeTotp },
      pino({ base: null, level: 'warn' }, pino.destination(2)),
    );
    process.stdout.write(`Temporary password of ${email} (shown once): ${password}\n`);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    process.stderr.write(`The password was not changed: ${error.message}\n`);
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
  const giveUp = () => {
    if (app === undefined) process.exit(1);
    if (stopping) return;
    stopping = true;
    void stop(1);
  };
  const onFatal = (error: Error) => {
    log.fatal({ err: error }, 'cannot go on');
    process.stderr.write(`Vigil cannot go on: ${error.message}\n`);
    giveUp();
  };
  const faults = watchFaults({ process, log, onFatal: giveUp });
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
    app = await start(config, log, onFatal, faults);
  } catch (error) {
    const reason = messageOf(error);
    if (!(error instanceof CannotStart)) log.fatal({ err: error }, 'could not start');
    else if (!process.stdout.isTTY) log.fatal({ reason }, 'could not start');
    process.stderr.write(`Vigil could not start: ${reason}\n`);
    process.exit(1);
  }
  process.send?.(READY);
  // Also when it stops at once: the password of a first admin is shown now or never.
  if (cluster.isPrimary) welcome(app, config);
  if (stopping) await stop();
}

/** One process, or a parent of several, each of which runs this file again. */
async function start(
  config: Config,
  log: Log,
  onFatal: (error: Error) => void,
  { unhandledRejections }: Faults,
): Promise<Service> {
  // First, so that a machine that cannot run it is told so before a database is made.
  await loadNativeServer();
  const consoleFolder = await prepareConsole(log, { mayBuild: cluster.isPrimary });
  if (cluster.isWorker)
    return startApp(config, { log, consoleFolder, isInstance: true, unhandledRejections });
  return config.instances > 1
    ? startInstances(config, { log, onFatal })
    : startApp(config, { log, consoleFolder, onFatal, unhandledRejections });
}

function mqttUrls({ mqtt, mqtts }: Service['ports']): string[] {
  return [
    ...(mqtt === undefined ? [] : [`mqtt://localhost:${mqtt}`]),
    ...(mqtts === undefined ? [] : [`mqtts://localhost:${mqtts}`]),
  ];
}

/** For people; machines read the log. A random password is shown here once, and never logged. */
function welcome({ baseUrl, ports, dataPlace, firstAdmin }: Service, { signupRoles }: Config): void {
  if (!process.stdout.isTTY && firstAdmin?.password === undefined) return;
  const lines = [
    '',
    `  Vigil is running:  ${baseUrl}`,
    `  Console:           ${new URL('/', baseUrl)}`,
    `  MQTT:              ${mqttUrls(ports).join(', ') || 'over WebSocket alone'}`,
    `  Data:              ${dataPlace}`,
    ...(firstAdmin?.password
      ? [`  First admin:       ${firstAdmin.email}  ${firstAdmin.password}  (shown once)`]
      : []),
    ...(signupRoles.includes('PATIENT') ? howToSignUp(baseUrl) : []),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function howToSignUp(baseUrl: string): string[] {
  return [
    '  First token:       sign up, and the answer carries it:',
    `    curl -s ${baseUrl}/auth/signup -H 'Content-Type: application/json' \\`,
    `      -d '{"email":"ada@example.org","password":"Secret!123","firstName":"Ada","lastName":"Jones"}'`,
  ];
}
