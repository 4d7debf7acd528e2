import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { answers } from './answers.ts';
import { atTheEnd } from './clean-up.ts';
import { freePort } from './free-port.ts';

export interface RunningRedis {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const PATIENCE_MS = 10_000;

/** Undefined if redis-server is not installed. */
export async function startRedis(): Promise<RunningRedis | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return undefined;
  const port = await freePort();
  const settings = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', settings, { stdio: 'ignore' });
  const stop = atTheEnd(() => {
    // A stopped process does not receive SIGTERM.
    child.kill('SIGCONT');
    child.kill('SIGTERM');
  });
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await answers(Number(port)))) {
    if (performance.now() > deadline) throw new Error('redis-server was not ready in time');
    await delay(20);
  }
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
}
