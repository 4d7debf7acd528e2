// Runs the service as a child process of the demo, with an embedded database and without rate limits.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Credentials } from '../accounts.ts';

export interface Service {
  readonly ports: { readonly http: number; readonly https?: number; readonly mqtt?: number };
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly httpsPort: number;
  readonly mqttPort: number;
  readonly admin: Credentials;
  readonly signal: AbortSignal;
}

/** The same relative path in the sources and compiled; the service has the same ending as this file. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const MAIN = fileURLToPath(new URL(`../../src/main.${extension}`, import.meta.url));
/** Shorter than the default, to keep the demo quick. */
const OK_WINDOW_S = 8;
const LAST_LINES = 15;
/** Longer than the service's own stop limit of ten seconds. */
const PATIENCE_MS = 12_000;

export async function startService(options: ServiceOptions): Promise<Service> {
  const { admin, dataDir } = options;
  const child = spawn(process.execPath, [...process.execArgv, MAIN], {
    // A separate process group: Ctrl-C reaches only this process, which stops the wearables first.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'info',
      // For the phone of the person who tries it. Others in the network cannot sign up.
      HOST: '::',
      SIGNUP_ROLES: 'none',
      PUBLIC_URL: '',
      PORT: String(await freePort(options.port)),
      TLS_OWN: 'on',
      TLS_OWN_PORT: String(await freePort(options.httpsPort)),
      MQTT_PORT: String(await freePort(options.mqttPort)),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      REDIS_URL: '',
      TLS_CERT_FILE: '',
      TLS_KEY_FILE: '',
      TLS_ACME: '',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT_GLOBAL: '0',
      RATE_LIMIT_SIGNUP: '0',
      RATE_LIMIT_LOGIN: '0',
      OK_WINDOW_SECONDS: String(OK_WINDOW_S),
      // This process plays the phones.
      ALLOW_PRIVATE_TARGETS: 'true',
    },
  });
  // The child must not outlive this process, however it ends.
  const kill = (): void => void child.kill('SIGTERM');
  process.once('exit', kill);
  const lines = lastLines(child);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code) => {
      process.off('exit', kill);
      resolve(`The service ended with ${code}:\n${lines.join('\n')}`);
    });
  });
  const stop = async (): Promise<void> => {
    kill();
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await ended;
    clearTimeout(timer);
  };
  const interrupted = new Promise<'interrupted'>((resolve) => {
    options.signal.addEventListener('abort', () => resolve('interrupted'), { once: true });
  });
  const first = await Promise.race([started(child), ended, interrupted]);
  if (typeof first !== 'string') return { ports: first, ended, stop };
  await stop();
  throw new Error(first);
}

/** Reads the ports from the log line that contains them. */
function started(child: ChildProcess): Promise<Service['ports']> {
  return new Promise((resolve) => {
    onLines(child.stdout, (line) => {
      if (!line.includes('"msg":"started"')) return;
      resolve((JSON.parse(line) as { ports: Service['ports'] }).ports);
    });
  });
}

function lastLines(child: ChildProcess): string[] {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    onLines(stream, (line) => {
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
    });
  }
  return lines;
}

function onLines(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on('line', onLine);
}

/** The port itself if it is free, else 0 for any port. */
async function freePort(port: number): Promise<number> {
  for (const host of EVERY_HOST) if (!(await isFree(port, host))) return 0;
  return port;
}

/** Every interface, and loopback: macOS opens a port on every interface that another program has on loopback. */
const EVERY_HOST = [undefined, '127.0.0.1'];

function isFree(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host }, () => server.close(() => resolve(true)));
  });
}
