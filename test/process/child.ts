import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { closeIdleConnections } from '../helpers/app.ts';
import { createArrivals } from '../helpers/eventually.ts';
import { patientNow } from '../helpers/patience.ts';
import { COMPILED_MAIN, inProject } from '../helpers/project.ts';
import { pause } from '../helpers/quiet.ts';

/** How `npm start` runs the service: from its sources, which it compiles first if they have changed. */
export const FROM_SOURCES = [inProject('scripts', 'run.mjs'), 'src/main.ts'];
/** A start that compiles takes 4 s alone, and 30 s while other processes hash a hundred passwords. */
const START_PATIENCE_MS = 120_000;

export interface Vigil {
  readonly process: ChildProcess;
  /** Everything it has printed so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the API's URL; rejects when the process exits first. */
  readonly started: Promise<string>;
  readonly exited: Promise<Exit>;
  /** Waits for a line of the log or other output. */
  prints(words: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly at: number;
}

const running: Vigil[] = [];

// A test file that runs out of time gets SIGTERM: the processes it started must not outlive it.
process.once('SIGTERM', () => {
  for (const vigil of running) vigil.signal('SIGTERM');
  process.exit(143);
});

/** The service as a process, in an environment with only the given variables. */
export function startVigil(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  program: readonly string[] = [COMPILED_MAIN],
): Vigil {
  const child = spawn(process.execPath, [...program, ...args], {
    // Not the checkout: a developer's own .env there must not apply.
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const arrivals = createArrivals();
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
      arrivals.arrived();
    });
  }
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    // `close`, not `exit`: by then all of its output has been read.
    child.once('close', (code, signal) => {
      exit = { code, signal, at: patientNow() };
      arrivals.arrived();
      resolve(exit);
    });
  });
  const prints = async (words: string): Promise<void> => {
    const text = () => `no "${words}" in the output:\n${output.stdout}\n${output.stderr}`;
    await arrivals.until(
      text,
      () => {
        if (output.stdout.includes(words) || output.stderr.includes(words)) return true;
        if (exit !== undefined) throw new Error(text());
        return undefined;
      },
      START_PATIENCE_MS,
    );
  };
  const started = prints('"msg":"started"').then(() => {
    const port = /"ports":\{"http":(\d+)/.exec(output.stdout)?.[1];
    return `http://127.0.0.1:${port}/api`;
  });
  // Not every test waits for it.
  started.catch(() => {});
  const vigil: Vigil = {
    process: child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    started,
    exited,
    prints,
    signal: (signal) => void child.kill(signal),
  };
  running.push(vigil);
  return vigil;
}

const DRAIN_MS = 10_000;

/** Sends SIGTERM and checks the documented shutdown: exit 0 within 10 s. */
export async function stop(vigil: Vigil, signals = 1): Promise<void> {
  const from = patientNow();
  for (let i = 0; i < signals; i++) {
    vigil.signal('SIGTERM');
    await pause(20);
  }
  const { code, signal, at } = await vigil.exited;
  assert.deepEqual({ code, signal }, { code: 0, signal: null }, vigil.stdout() + vigil.stderr());
  assert.ok(at - from < DRAIN_MS, `the shutdown took ${at - from} ms`);
}

export async function refusesToStart(vigil: Vigil, reason: RegExp): Promise<void> {
  const { code } = await vigil.exited;
  assert.equal(code, 1, vigil.stdout());
  assert.match(vigil.stderr(), reason);
}

/** For afterEach: a failing test leaves no process running. */
export async function killAll(): Promise<void> {
  for (const vigil of running.splice(0)) {
    if (vigil.process.exitCode !== null || vigil.process.signalCode !== null) continue;
    vigil.signal('SIGKILL');
    await vigil.exited;
  }
  // The next process may listen on a port of these.
  closeIdleConnections();
}

/** A foreign server on a free port. */
export async function occupyPort(): Promise<{ port: number; server: Server }> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { port: address.port, server };
}

/** PostgreSQL processes of the folder: all of them have its data directory as their working directory. */
export async function postgresIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const directory = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (!directory.startsWith(folder)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command !== '') found.push(command.replaceAll('\0', ' '));
  }
  return found;
}
