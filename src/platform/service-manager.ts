// Tells systemd when the service is ready, reloads and stops, and that it is alive (sd_notify). systemd listens on a Unix
// datagram socket, which Node cannot open, and the npm packages for it must be compiled. systemd-notify comes with systemd.
import { type ChildProcess, spawn } from 'node:child_process';
import { messageOf } from './errors.ts';
import type { Log } from './log.ts';

export interface ServiceManager {
  /** The service serves. From now on it notifies the watchdog as long as `isAlive` returns true. */
  ready(status: string, isAlive?: () => boolean): void;
  /** Call `ready` afterwards. */
  reloading(): void;
  stopping(): void;
}

/** For a process that is not the service's main process. */
export const NO_SERVICE_MANAGER: ServiceManager = {
  ready: () => {},
  reloading: () => {},
  stopping: () => {},
};

/**
 * Started once, while this process is small: a fork of the running service copies its page tables and blocks the event
 * loop. Without --no-block systemd-notify waits for systemd, so that messages keep their order.
 */
const SENDER = 'while IFS= read -r message; do systemd-notify "$message"; done';

/** The variables that systemd sets. */
type Environment = Readonly<Record<string, string | undefined>>;

interface ServiceManagerDeps {
  readonly env?: Environment;
  readonly log: Log;
}

/** Does nothing where no service manager listens. */
export function openServiceManager({ env = process.env, log }: ServiceManagerDeps): ServiceManager {
  if (!env.NOTIFY_SOCKET) return NO_SERVICE_MANAGER;
  const sender = startSender(env, log);
  const send = (message: string): void => void sender.stdin?.write(`${message}\n`);
  const interval = watchdogInterval(env);
  let watchdog: NodeJS.Timeout | undefined;

  return {
    ready(status, isAlive = () => true) {
      send('READY=1');
      send(`STATUS=${status}`);
      if (interval === undefined || watchdog !== undefined) return;
      // The timer runs on the event loop of the service, so a blocked loop is not reported as alive.
      watchdog = setInterval(() => {
        if (isAlive()) send('WATCHDOG=1');
      }, interval);
      watchdog.unref();
    },
    reloading: () => send('RELOADING=1'),
    stopping() {
      clearInterval(watchdog);
      send('STOPPING=1');
      sender.stdin?.end();
    },
  };
}

/** Milliseconds within which systemd expects a sign of life; undefined if it expects none from this process. */
export function watchdogLimit(env: Environment = process.env): number | undefined {
  const microseconds = Number(env.WATCHDOG_USEC);
  return microseconds > 0 ? microseconds / 1_000 : undefined;
}

/** Whether systemd stores the output of this process in its journal. */
export const writesToJournal = (): boolean => process.env.JOURNAL_STREAM !== undefined;

/** A folder that is there while the service runs (RuntimeDirectory=). */
export const runtimeDirectory = (): string | undefined => process.env.RUNTIME_DIRECTORY;

/** Half the limit, as sd_watchdog_enabled(3) recommends. */
function watchdogInterval(env: Environment): number | undefined {
  const isOurs = env.WATCHDOG_PID === undefined || Number(env.WATCHDOG_PID) === process.pid;
  const limit = watchdogLimit(env);
  return isOurs && limit !== undefined ? limit / 2 : undefined;
}

function startSender(env: Environment, log: Log): ChildProcess {
  const sender = spawn('sh', ['-c', SENDER], {
    env: { PATH: env.PATH, NOTIFY_SOCKET: env.NOTIFY_SOCKET },
    stdio: ['pipe', 'ignore', 'ignore'],
    // A signal to the process group of a terminal must not end it before the last message.
    detached: true,
  });
  const failed = (error: Error): void =>
    log.warn({ reason: messageOf(error) }, 'systemd: cannot be notified');
  sender.once('error', failed);
  sender.stdin?.on('error', failed);
  sender.unref();
  return sender;
}
