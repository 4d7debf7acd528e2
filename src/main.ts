import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { startApp } from './app/app.ts';
import { makeBackup, restoreBackup } from './app/backup.ts';
import { prepareConsole } from './app/console-folder.ts';
import { READY, type Service, startInstances } from './app/instances.ts';
import { createLogger } from './app/logger.ts';
import { resetPassword } from './app/reset-password.ts';
import { rotateSecrets } from './app/secrets.ts';
import { explained } from './app/start-problems.ts';
import { type Config, ConfigMistakes, describeConfig, readConfig } from './platform/config/config.ts';
import { moveToHypertable } from './platform/database/schema/move-to-hypertable.ts';
import { CannotStart, messageOf } from './platform/errors.ts';
import { loadNativeServer } from './platform/http/native-server.ts';
import type { Log } from './platform/log.ts';
import { type Faults, watchFaults } from './platform/unhandled-errors.ts';

/**
 * The drain has its own time limits. If they pass, something hangs, and the process exits as promised:
 * docs/contract.md, "Shutdown".
 */
const SHUTDOWN_DEADLINE_MS = 9_500;

const config = configOrExit();
if (process.argv.includes('--check-config')) {
  process.stdout.write(`${describeConfig(config)}\n`);
} else if (process.argv.includes('--move-to-timescale')) {
  await moveReadings(config);
} else if (process.argv.includes('--reset-password')) {
  await showNewPassword(config, process.argv[process.argv.indexOf('--reset-password') + 1]);
} else if (process.argv.includes('--rotate-secrets')) {
  await command('Not every secret is encrypted with the present key', rotateSecrets);
} else if (process.argv.includes('--backup')) {
  await command('Nothing was backed up', (parts) => makeBackup({ ...parts, file: argumentOf('--backup') }));
} else if (process.argv.includes('--restore')) {
  const replace = process.argv.includes('--force');
  await command('Nothing was restored', (parts) =>
    restoreBackup({ ...parts, file: argumentOf('--restore'), replace }),
  );
} else {
  await run(config);
}

/** The value after an option on the command line, unless it is another option. */
function argumentOf(option: string): string | undefined {
  const value = process.argv[process.argv.indexOf(option) + 1];
  return value?.startsWith('--') ? process.argv.slice(2).find((one) => !one.startsWith('--')) : value;
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

/** Run once, with every instance stopped; run again after an interruption (docs/deploy.md). */
async function moveReadings(config: Config): Promise<void> {
  try {
    const { databaseUrl } = config;
    if (databaseUrl === undefined)
      throw new CannotStart(
        'DATABASE_URL is not set: the embedded PostgreSQL has no TimescaleDB to move to.',
      );
    const moved = await moveToHypertable(databaseUrl, await createLogger({ level: 'info', to: 2 }));
    process.stdout.write(
      moved.outcome === 'already'
        ? 'Nothing to do: the readings are in a hypertable already.\n'
        : `Moved ${moved.readings} readings of ${moved.days} days; ${moved.leftOut} of deleted devices were left out.\n`,
    );
  } catch (error) {
    giveReason('Nothing was moved', error);
  }
}

/**
 * Prints one line that says what was done, or why it failed. Ctrl-C leaves everything unchanged; a second Ctrl-C exits
 * at once.
 */
async function command(
  failed: string,
  work: (parts: { config: Config; log: Log; signal: AbortSignal }) => Promise<string>,
): Promise<void> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  const log = await createLogger({ level: 'warn', to: 2 });
  try {
    process.stdout.write(`${await work({ config, log, signal: interruption.signal })}\n`);
  } catch (error) {
    giveReason(failed, interruption.signal.aborted ? new CannotStart('interrupted.') : error);
  }
}

/** Prints the reason in one line; a bug also prints its stack. */
function giveReason(failed: string, error: unknown): void {
  const reason = explained(error, config);
  const isOperators = reason instanceof CannotStart || !(reason instanceof Error);
  process.stderr.write(`${failed}: ${isOperators ? messageOf(reason) : reason.stack}\n`);
  process.exitCode = 1;
}

async function showNewPassword(config: Config, email: string | undefined): Promise<void> {
  try {
    const removeTotp = process.argv.includes('--remove-totp');
    const password = await resetPassword(
      config,
      email,
      { removeTotp },
      await createLogger({ level: 'warn', to: 2 }),
    );
    process.stdout.write(`Temporary password of ${email} (shown once): ${password}\n`);
  } catch (error) {
    giveReason('The password was not changed', error);
  }
}

async function run(config: Config): Promise<void> {
  const log = await createLogger({ level: config.logLevel });
  // A signal during the start rolls it back at the next step; after the start it drains the service.
  const interruption = new AbortController();
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
    log.fatal({ err: error }, 'process: fatal error');
    process.stderr.write(`Vigil cannot go on: ${error.message}\n`);
    giveUp();
  };
  const faults = watchFaults({ process, log, onFatal: giveUp });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Further signals are ignored: npm forwards a SIGTERM that the process group has already received.
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'stopping');
      interruption.abort();
      void stop();
    });
  }
  // During the start there is nothing to reload: the start reads the certificate itself.
  process.on('SIGHUP', () => app?.reload());
  try {
    app = await start(config, { log, onFatal, signal: interruption.signal, ...faults });
  } catch (error) {
    // While stopping, the error does not matter: Ctrl-C also reaches the child processes and may have caused it.
    if (stopping) process.exit(0);
    const reason = messageOf(error);
    if (!(error instanceof CannotStart)) log.fatal({ err: error }, 'start: failed');
    else if (!process.stdout.isTTY) log.fatal({ reason }, 'start: failed');
    process.stderr.write(`Vigil could not start: ${reason}\n`);
    process.exit(1);
  }
  process.send?.(READY);
  // Printed even if the service stops at once: the first admin's password is shown only here.
  if (cluster.isPrimary) welcome(app, config);
  if (stopping) await stop();
}

interface StartDeps extends Faults {
  readonly log: Log;
  readonly onFatal: (error: Error) => void;
  readonly signal: AbortSignal;
}

/** Starts one process, or a parent of several, each of which runs this file again. */
async function start(config: Config, deps: StartDeps): Promise<Service> {
  const { log, onFatal, signal } = deps;
  // Loaded first, so that an unsupported machine fails before a database is created.
  await loadNativeServer();
  const consoleFolder = await prepareConsole(log, { mayBuild: cluster.isPrimary });
  signal.throwIfAborted();
  if (cluster.isWorker) return startApp(config, { ...deps, consoleFolder, isInstance: true });
  return config.instances > 1
    ? startInstances(config, { log, onFatal, signal })
    : startApp(config, { ...deps, consoleFolder });
}

function mqttUrls({ mqtt, mqtts }: Service['ports']): string[] {
  return [
    ...(mqtt === undefined ? [] : [`mqtt://localhost:${mqtt}`]),
    ...(mqtts === undefined ? [] : [`mqtts://localhost:${mqtts}`]),
  ];
}

/** Prints the start banner for people; machines read the log. A random password is shown here once and never logged. */
function welcome({ baseUrl, ports, dataPlace, firstAdmin }: Service, { signupRoles }: Config): void {
  if (!process.stdout.isTTY && firstAdmin?.password === undefined) return;
  const lines = [
    '',
    `  Vigil is running:  ${baseUrl}`,
    `  Console:           ${new URL('/', baseUrl)}`,
    `  MQTT:              ${mqttUrls(ports).join(', ') || 'over WebSocket only'}`,
    `  Data:              ${dataPlace}`,
    ...(firstAdmin?.password
      ? [`  First admin:       ${firstAdmin.email}  ${firstAdmin.password}  (shown once)`]
      : []),
    ...(signupRoles.includes('PATIENT')
      ? ['  First reading:     README.md, "Your first reading", creates an account and sends a reading']
      : []),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
