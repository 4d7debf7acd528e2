import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { doing } from '../progress.ts';
import { atTheEnd } from './clean-up.ts';

/** Within node_modules, so that packages are found from there. */
const CACHE = join('node_modules', '.cache');

let folder: string | undefined;

/** The service and the baselines as they run in production, compiled; once per load test, and apart from dist/. */
export function compiled(file: string): string {
  folder ??= compile();
  return join(folder, file.replace(/\.ts$/, '.js'));
}

/** With the console beside it; most load tests have no use for one. */
export function compileConsole(): void {
  folder ??= compile();
  doing('building the console');
  execFileSync(process.execPath, ['--import', 'tsx', join('web', 'build.ts')]);
  cpSync(join('dist', 'web'), join(folder, 'web'), { recursive: true });
}

function compile(): string {
  doing('compiling the service');
  mkdirSync(CACHE, { recursive: true });
  const made = mkdtempSync(join(CACHE, 'loadtest-'));
  atTheEnd(() => rmSync(made, { recursive: true, force: true }));
  execFileSync(join('node_modules', '.bin', 'tsc'), ['-p', '.', '--noCheck', '--outDir', made], {
    stdio: 'inherit',
  });
  cpSync('sql', join(made, 'sql'), { recursive: true });
  for (const file of ['package.json', 'src/scoring/weights.json']) cpSync(file, join(made, file));
  return made;
}
