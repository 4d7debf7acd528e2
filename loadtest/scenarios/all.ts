import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { atTheEnd } from '../machine/clean-up.ts';
import { say } from '../progress.ts';
import { words } from '../rules/options.ts';
import { scenario } from '../scenario.ts';

const FOLDER = join('docs', 'benchmarks');

/** Each part runs in its own process and writes a result file of this name. The durations suit an idle machine with two cores. */
const PARTS = {
  http: 'http --duration 6s',
  'http-light': 'http --light --duration 4s',
  mqtt: 'mqtt --duration 4s --rounds 5',
  mosquitto: 'mosquitto --duration 5s --rounds 3',
  ws: 'ws --duration 4s --rounds 5',
  live: 'live --sockets 1000 --falls 60',
  'live-5000': 'live --sockets 5000 --falls 20 --p99-rest 100 --p99-load 100',
  response: 'response',
  console: 'console',
  instances: 'instances --loads maximum --duration 3s --rounds 2',
  'instances-rate': 'instances --loads rate --duration 4s --rounds 2',
  failover: 'failover --standbys synchronous --duration 2s',
  'failover-asynchronous': 'failover --standbys asynchronous --duration 2s',
  connections: 'connections',
  'mqtt-5': 'mqtt --protocol 5 --duration 4s --rounds 3',
  lists: 'lists --calls 20 --readings 10000000',
  small: 'small',
  mixed: 'mixed --devices 5000 --duration 4m',
  backup: 'backup',
  'growth-devices': 'growth --parts devices --duration 10s',
  'growth-readings': 'growth --parts readings --duration 10s',
  'growth-responses': 'growth --parts responses --responses 10,10000,100000 --falls 100',
} as const;

type Part = keyof typeof PARTS;

/** Far longer than any part takes. */
const MAX_MS = 20 * 60_000;

const NAMES = Object.keys(PARTS) as Part[];

export const all = scenario({
  about: `runs every scenario of docs/benchmarks.md, one after the other, in about an hour; writes the results to ${FOLDER}/.\n${NAMES.map(
    (part) => `  ${part.padEnd(16)} ${PARTS[part]}`,
  ).join('\n')}`,
  options: { parts: words(NAMES, 'scenarios to run') },
  async run({ parts }) {
    const runs: { part: Part; code: number; seconds: number }[] = [];
    for (const part of parts) {
      say(`\n── ${part}: npm run loadtest -- ${PARTS[part]}`);
      const from = performance.now();
      const code = await runPart(part);
      runs.push({ part, code, seconds: (performance.now() - from) / 1000 });
    }
    return {
      tables: [
        {
          title: 'Parts',
          rows: runs.map(({ part, code, seconds }) => ({
            name: part,
            figures: { seconds, 'exit code': code },
          })),
        },
      ],
      checks: runs.map(({ part, code }) => ({ name: part, found: `exit code ${code}`, holds: code === 0 })),
      notes: ['npm run benchmarks-doc writes docs/benchmarks.md from the results'],
    };
  },
});

/** Runs in its own process, so that the generator starts without state of earlier parts. */
async function runPart(part: Part): Promise<number> {
  const args = [...PARTS[part].split(' '), '--json', join(FOLDER, `${part}.json`)];
  const child = spawn(process.execPath, [...process.execArgv, 'loadtest/main.ts', ...args], {
    stdio: 'inherit',
  });
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  // On a signal the child stops the processes that it started. After its exit there is nothing to stop.
  const stop = atTheEnd(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const late = setTimeout(() => void stop(), MAX_MS);
  const code = await exited;
  clearTimeout(late);
  await stop();
  return code;
}
