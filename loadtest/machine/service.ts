// Starts the programs that are measured, each as a process of its own, and reads what they cost.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const JWT_SECRET = 'a secret that only load tests use, long enough';

export interface Running {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

export interface RunningVigil extends Running {
  readonly databaseUrl: string;
  readonly postmasterPid: number;
  readonly mqttPort: number;
}

/** Vigil as it runs in production, compiled, with an embedded database in a temporary folder and limits off. */
export async function startVigil(env: Readonly<Record<string, string>> = {}): Promise<RunningVigil> {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  const dataDir = mkdtempSync(join(tmpdir(), 'vigil-loadtest-'));
  const child = spawn(process.execPath, [...nodeOptions(), 'dist/src/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      JWT_SECRET,
      RATE_LIMIT_GLOBAL: '0',
      RATE_LIMIT_SIGNUP: '0',
      RATE_LIMIT_LOGIN: '0',
      STREAM_INTERVAL_MS: '0',
      ...env,
    },
  });
  const started = await firstLine(
    child,
    (line) => line.includes('"started"') || line.includes('"could not start"'),
  );
  const { ports } = JSON.parse(started) as { ports: { http: number; mqtt: number } };
  const postgres = join(dataDir, 'postgres', 'data');
  const pidFile = readFileSync(join(postgres, 'postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(postgres, 'password'), 'utf8').trim();
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${ports.http}/api`,
    databaseUrl: `postgres://vigil:${password}@127.0.0.1:${pidFile[3]}/postgres`,
    postmasterPid: Number(pidFile[0]),
    mqttPort: ports.mqtt,
    async stop() {
      await end(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server to compare with; it prints its port on its first line. */
export async function startBaseline(
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const port = await firstLine(child, (line) => /^\d+$/.test(line));
  return { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}/api`, stop: () => end(child) };
}

/** `VIGIL_NODE_OPTIONS="--cpu-prof --cpu-prof-dir=profiles"` profiles the service. */
const nodeOptions = (): string[] =>
  (process.env.VIGIL_NODE_OPTIONS ?? '').split(' ').filter((word) => word !== '');

function firstLine(child: ChildProcess, wanted: (line: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error('no output to read'));
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      if (wanted(line)) resolve(line);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** CPU seconds that a process has used, with those of its living children if asked. Linux only; 0 elsewhere. */
export function cpuSeconds(pid: number, withChildren = false): number {
  const own = statOf(pid);
  if (!withChildren) return own?.cpu ?? 0;
  const children = processIds()
    .map(statOf)
    .filter((stat) => stat?.parent === pid);
  return (own?.cpu ?? 0) + children.reduce((sum, child) => sum + (child?.cpu ?? 0), 0);
}

const TICKS_PER_SECOND = 100;

function statOf(pid: number): { parent: number; cpu: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name, in brackets, may contain blanks: the fields are counted from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
    return { parent: Number(fields[1]), cpu: ticks / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}

const processIds = (): number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
};

export function residentBytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
}
