import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { inTime } from './eventually.ts';

/** A server of another project, which tests stop and start. */
export interface Program {
  start(): Promise<void>;
  /** Kills it at once. */
  stop(): Promise<void>;
  /** SIGSTOP makes it unresponsive with its connections open, SIGCONT ends that. */
  signal(signal: NodeJS.Signals): void;
}

/** Starts the program and waits for the words that it writes when it is ready. */
export async function startProgram(
  name: string,
  args: readonly string[],
  { path = process.env.PATH, ready }: { readonly path?: string | undefined; readonly ready: string },
): Promise<Program> {
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: path } });
    child = started;
    const isReady = new Promise<void>((resolve, reject) => {
      let last = '';
      started.once('error', reject);
      started.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${last}`)));
      for (const output of [started.stdout, started.stderr])
        output.on('data', (chunk: Buffer) => {
          last = String(chunk);
          if (last.includes(ready)) resolve();
        });
    });
    await inTime(`${name} is ready`, isReady);
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
  return { start, stop, signal: (signal) => void child?.kill(signal) };
}
