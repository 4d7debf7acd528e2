import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, inTime } from '../helpers/eventually.ts';
import { inProject } from '../helpers/project.ts';

const PATIENCE_MS = 20_000;
/** Variables that blocks pass to later ones, as in a terminal. */
const VARIABLES = [
  'API',
  'TOKEN',
  'CARE',
  'PASSWORD',
  'PAT',
  'DEVICE_TOKEN',
  'ADMIN',
  'DIRECTORY',
  'SCIM',
  'FHIR',
  'ADA',
  'SENSOR',
  'SENDER',
  'SENDER_TOKEN',
  'VERSION',
  'SIGNATURE',
  'IMAGE',
];

interface Going {
  /** Everything it has printed so far. */
  output(): string;
  /** Waits until the output matches. */
  prints(words: RegExp): Promise<void>;
  stop(): Promise<void>;
}

/** A reader with a terminal and the documents, at a service that listens on these ports. */
export interface Reader {
  /** Types a block of shell commands; returns their output, or throws it when one fails. */
  type(block: string, cwd?: string): Promise<string>;
  /** Like type, for a command that runs until it is stopped. */
  start(block: string): Going;
  /** Runs a block of JavaScript, which also runs until stopped, between lines that it presupposes. */
  runModule(before: string, block: string, after?: string): Going;
  set(variable: string, value: string): void;
  readonly folder: string;
  close(): Promise<void>;
}

export function createReader(ports: { readonly http: number; readonly mqtt: number }): Reader {
  // Within node_modules, so that packages imported by a module are found from there.
  const cache = inProject('node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'readme-'));
  const memory = join(folder, 'variables.sh');
  writeFileSync(memory, '');
  const going: Going[] = [];
  let modules = 0;

  /** A test has its own ports. */
  const here = (text: string): string =>
    text
      .replaceAll('localhost:3000', `127.0.0.1:${ports.http}`)
      .replaceAll('wss://vigil.example.org', `ws://127.0.0.1:${ports.http}`)
      .replaceAll('localhost:1883', `127.0.0.1:${ports.mqtt}`)
      .replaceAll('-h localhost', `-h 127.0.0.1 -p ${ports.mqtt}`);

  const shell = (block: string, cwd = inProject()): ChildProcess =>
    spawn('bash', ['-euo', 'pipefail', '-c', `${PRELUDE}\n. "$MEMORY"\n${here(block)}\n${REMEMBER}`], {
      cwd,
      env: { ...process.env, MEMORY: memory },
      stdio: ['pipe', 'pipe', 'pipe'],
      // In its own process group, so that the processes it started end with it.
      detached: true,
    });

  function follow(child: ChildProcess): Going {
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
    const ended = once(child, 'close');
    const one: Going = {
      output: () => text,
      async prints(words) {
        const printedOrEnded = () => words.test(text) || child.exitCode !== null;
        await eventually('it prints something', printedOrEnded, PATIENCE_MS).catch(() => {});
        if (!words.test(text)) throw new Error(`it did not say ${words} but:\n${text}`);
      },
      async stop() {
        if (child.exitCode === null && child.pid !== undefined) endGroup(child.pid);
        await ended;
      },
    };
    going.push(one);
    return one;
  }

  return {
    folder,
    async type(block, cwd) {
      const child = shell(block, cwd);
      let output = '';
      let complaints = '';
      child.stdout?.setEncoding('utf8').on('data', (more: string) => {
        output += more;
      });
      child.stderr?.setEncoding('utf8').on('data', (more: string) => {
        complaints += more;
      });
      const ended = once(child, 'exit') as Promise<[number | null]>;
      const [code] = await inTime('a block ends', ended, PATIENCE_MS).catch(() => {
        if (child.pid !== undefined) endGroup(child.pid);
        return ended;
      });
      // Its background processes end with the terminal and release the pipes.
      if (child.pid !== undefined) endGroup(child.pid);
      if (code !== 0) throw new Error(`it ended with ${code}: ${block}\n${output}\n${complaints}`);
      return output;
    },
    start: (block) => follow(shell(block)),
    runModule(before, block, after = '') {
      const file = join(folder, `block-${++modules}.mjs`);
      writeFileSync(file, `${before}\n${here(block)}\n${after}\n`);
      return follow(
        spawn('bash', ['-c', `. '${memory}'; export ${VARIABLES.join(' ')}; exec node '${file}'`], {
          detached: true,
        }),
      );
    },
    set(variable, value) {
      writeFileSync(memory, `${variable}='${value}'\n`, { flag: 'a' });
    },
    async close() {
      for (const one of going) await one.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** CI's other versions of Node have no npx; the command it would run is in the project. */
const PRELUDE = 'command -v npx >/dev/null || npx() { PATH="node_modules/.bin:$PATH" "$@"; }';
const REMEMBER = `for name in ${VARIABLES.join(' ')}; do
  if [ -n "\${!name-}" ]; then printf "%s='%s'\\n" "$name" "\${!name}" >> "$MEMORY"; fi
done`;

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // Resolves when all processes have ended.
  }
}
