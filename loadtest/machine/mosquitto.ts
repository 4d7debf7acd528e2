import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Mistake } from '../rules/options.ts';
import { answers } from './answers.ts';
import { atTheEnd } from './clean-up.ts';
import { freePort } from './free-port.ts';

export interface RunningMosquitto {
  readonly pid: number;
  readonly port: number;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
}

export interface MosquittoHome {
  /** Starts again with the same port and the same stored state. */
  start(): Promise<RunningMosquitto>;
}

const PATIENCE_MS = 10_000;
/** Debian installs it in a folder of root's PATH only. */
const ENV = { ...process.env, PATH: [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(delimiter) };
const PROGRAM = 'mosquitto';

export const QUEUE_SETTINGS = { max_queued_messages: 0, max_inflight_messages: 1000 } as const;

export function requireMosquitto(): void {
  if (spawnSync(PROGRAM, ['-h'], { env: ENV }).error !== undefined)
    throw new Mistake('mosquitto is not installed: apt-get install mosquitto');
}

/** Debian's default persistence: on, written every 30 minutes and at shutdown. */
export async function mosquittoHome(): Promise<MosquittoHome> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-loadtest-mosquitto-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const port = Number(await freePort());
  const state = join(folder, 'state');
  mkdirSync(state);
  const config = join(folder, 'mosquitto.conf');
  const settings = {
    listener: `${port} 127.0.0.1`,
    allow_anonymous: true,
    persistence: true,
    persistence_location: `${state}/`,
    // As root, Mosquitto would switch to the user mosquitto, who cannot write here.
    user: userInfo().username,
    log_dest: 'none',
    ...QUEUE_SETTINGS,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(config, lines.join(''));
  return { start: () => start(config, port) };
}

async function start(config: string, port: number): Promise<RunningMosquitto> {
  const child = spawn(PROGRAM, ['-c', config], { stdio: 'ignore', env: ENV });
  const exited = once(child, 'exit');
  const kill = atTheEnd(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  await ready(port);
  return { pid: child.pid ?? 0, port, kill };
}

async function ready(port: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await answers(port))) {
    if (performance.now() > deadline) throw new Error('mosquitto was not ready in time');
    await delay(20);
  }
}
