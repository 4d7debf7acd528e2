import cluster from 'node:cluster';
import { CannotStart, messageOf } from '../platform/errors.ts';
import { loadNativeServer } from '../platform/http/native-server.ts';
import type { Log } from '../platform/log.ts';
import { NO_SERVICE_MANAGER, openServiceManager, writesToJournal } from '../platform/service-manager.ts';
import { type Faults, watchFaults } from '../platform/unhandled-errors.ts';
import { startApp } from './app.ts';
import type { Config } from './config.ts';
import { prepareConsole } from './console-folder.ts';
import { reportToParent, type Service, startInstances } from './instances.ts';
import { createLogger } from './logger.ts';
import { noteDatabase } from './running-database.ts';

/**
 * The drain has its own time limits. If they pass, something hangs, and the process exits as promised:
 * docs/contract.md, "Shutdown".
 */
const SHUTDOWN_DEADLINE_MS = 9_500;

/** Runs the service until a signal stops it. */
export async function runService(config: Config): Promise<void> {
  const log = await createLogger({ level: config.logLevel });
  // Of several instances, the parent alone speaks to systemd.
  const manager = cluster.isPrimary ? openServiceManager({ log }) : NO_SERVICE_MANAGER;
  // A signal during the start rolls it back at the next step; after the start it drains the service.
  const interruption = new AbortController();
  let app: Service | undefined;
  let stopping = false;
  const stop = async (exitCode = 0) => {
    if (app === undefined) return;
    setTimeout(() => process.exit(1), SHUTDOWN_DEADLINE_MS).unref();
    manager.stopping();
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
  process.on('SIGHUP', () => {
    if (app === undefined || stopping) return;
    manager.reloading();
    app.reload();
    manager.ready(servingLine(app));
  });
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
  if (cluster.isWorker) reportToParent();
  manager.ready(servingLine(app), app.isAlive);
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
  // Prepared while the database starts.
  const consoleFolder = prepareConsole(log, { mayBuild: cluster.isPrimary });
  if (cluster.isWorker) return startApp(config, { ...deps, consoleFolder, isInstance: true });
  await noteDatabase(config);
  const showsPassword = !writesToJournal();
  if (config.instances === 1) return startApp(config, { ...deps, consoleFolder, showsPassword });
  await consoleFolder;
  signal.throwIfAborted();
  return startInstances(config, { log, onFatal, signal, showsPassword });
}

/** For `systemctl status`. */
const servingLine = ({ baseUrl }: Service): string => `Serving ${baseUrl}`;

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
    ...(ports.https === undefined
      ? []
      : [`  HTTPS:             https://localhost:${ports.https}  (self-signed certificate)`]),
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
