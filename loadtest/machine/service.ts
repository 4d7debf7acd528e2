// Starts the measured programs, each in its own process, reachable from this machine only.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { doing } from '../progress.ts';
import { atTheEnd } from './clean-up.ts';
import { compiled } from './compiled.ts';
import { freePort } from './free-port.ts';

export const JWT_SECRET = 'a secret that only load tests use, long enough';

/** Longer than the service takes to start, or to drain and stop its database. */
const TIMEOUT_MS = 60_000;

export interface Running {
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
}

export interface RunningVigil extends Running {
  readonly databaseUrl: string;
  readonly postmasterPid: number;
  readonly mqttPort: number;
  readonly metricsUrl: string;
}

/**
 * Starts Vigil as in production, without rate limits. The database is in a temporary folder unless `env` sets one; a
 * DATA_DIR from `env` is kept.
 */
export async function startVigil(
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
  main = compiled('src/main.ts'),
): Promise<RunningVigil> {
  doing('starting the service');
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'vigil-loadtest-'));
  const postgres = join(dataDir, 'postgres', 'data');
  const child = spawn(process.execPath, [...nodeOptions(), ...flags, main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      METRICS_PORT: await freePort(),
      DATA_DIR: dataDir,
      JWT_SECRET,
      RATE_LIMIT_GLOBAL: '0',
      RATE_LIMIT_SIGNUP: '0',
      RATE_LIMIT_LOGIN: '0',
      STREAM_INTERVAL_MS: '0',
      ...env,
    },
  });
  const stop = atTheEnd(async () => {
    await end(child, () => postmasterOf(postgres));
    if (env.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
  });
  const started = await firstLine(
    child,
    (line) => line.includes('"started"') || line.includes('"start: failed"'),
  );
  const { ports, msg } = JSON.parse(started) as {
    ports?: { http: number; mqtt: number; metrics: number };
    msg: string;
  };
  if (ports === undefined) throw new Error(`Vigil: ${msg}`);
  const postmaster = postmasterOf(postgres);
  return {
    pid: child.pid ?? 0,
    port: ports.http,
    url: `http://127.0.0.1:${ports.http}/api`,
    databaseUrl: env.DATABASE_URL ?? embeddedUrl(postgres, postmaster?.port),
    postmasterPid: postmaster?.pid ?? 0,
    mqttPort: ports.mqtt,
    metricsUrl: `http://127.0.0.1:${ports.metrics}/metrics`,
    stop,
  };
}

/** Starts a server to compare with, which prints its port on its first line. */
export async function startBaseline(
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = spawn(process.execPath, [compiled(file)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const stop = atTheEnd(() => end(child));
  const port = Number(await firstLine(child, (line) => /^\d+$/.test(line)));
  return { pid: child.pid ?? 0, port, url: `http://127.0.0.1:${port}/api`, stop };
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** The options of `npm run start:production`; `VIGIL_NODE_OPTIONS="--cpu-prof --cpu-prof-dir=profiles"` profiles the service. */
const nodeOptions = (): string[] =>
  `${manifest.scripts['start:production']} ${process.env.VIGIL_NODE_OPTIONS ?? ''}`
    .split(' ')
    .filter((word) => word.startsWith('--'));

function embeddedUrl(folder: string, port: number | undefined): string {
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  return `postgres://vigil:${password}@127.0.0.1:${port}/postgres`;
}

function postmasterOf(folder: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

function firstLine(child: ChildProcess, wanted: (line: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error('no output to read'));
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      if (wanted(line)) resolve(line);
    });
    setTimeout(() => reject(new Error('the process was not ready in time')), TIMEOUT_MS).unref();
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the process ended with ${code} before it was ready`)));
  });
}

async function end(child: ChildProcess, database: () => { pid: number } | undefined = () => undefined) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', () => resolve('exited')));
  child.kill('SIGTERM');
  if ((await Promise.race([exited, delay(TIMEOUT_MS, 'late', { ref: false })])) === 'exited') return;
  const postmaster = database();
  child.kill('SIGKILL');
  await exited;
  if (postmaster !== undefined) process.kill(postmaster.pid, 'SIGQUIT');
}
