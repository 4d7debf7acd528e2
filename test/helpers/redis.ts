import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { inTime } from './eventually.ts';

const present = spawnSync('redis-server', ['--version']).status === 0;

/** For a test's `skip`: in CI, where Redis is expected, a missing one fails the test instead. */
export const WITHOUT_REDIS: string | false =
  present || process.env.CI === 'true' ? false : 'needs redis-server on the PATH';

export interface TestRedis {
  readonly url: string;
  /** Kills the server at once. */
  stop(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  /** SIGSTOP makes it unresponsive with its connections open, SIGCONT ends that. */
  signal(signal: NodeJS.Signals): void;
}

/** Starts a real Redis without persistence, with additional settings if given. */
export async function startRedis(settings: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...settings];
    const started = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    const ready = new Promise<void>((resolve, reject) => {
      started.once('error', reject);
      started.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
      started.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('Ready to accept connections')) resolve();
      });
    });
    await inTime('redis-server is ready', ready);
  }

  async function stop(): Promise<void> {
    if (child === undefined) return;
    const ending = child;
    child = undefined;
    const gone = once(ending, 'exit');
    ending.kill('SIGKILL');
    await gone;
  }

  await start();
  return { url: `redis://127.0.0.1:${port}`, start, stop, signal: (signal) => void child?.kill(signal) };
}
