import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { layRunTimeFiles } from '../../scripts/run-time-files.ts';
import { doing } from '../progress.ts';
import { atTheEnd } from './clean-up.ts';

/** Within node_modules, so that packages are found from there. */
const CACHE = join('node_modules', '.cache');

let folder: string | undefined;

/** Compiles the service and the baselines as in production; once per load test, into its own folder. */
export function compiled(file: string): string {
  folder ??= compile();
  return join(folder, file.replace(/\.ts$/, '.js'));
}

/** The program of another checkout, which has its `node_modules`. */
export function compiledOf(checkout: string): string {
  doing(`compiling ${checkout}`);
  const made = mkdtempSync(join(resolve(checkout), CACHE, 'loadtest-'));
  atTheEnd(() => rmSync(made, { recursive: true, force: true }));
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, { cwd: checkout, stdio: 'inherit' });
  run(join('node_modules', '.bin', 'tsc'), ['-p', '.', '--noCheck', '--outDir', made]);
  const lay = `import('./scripts/run-time-files.ts').then(({ layRunTimeFiles }) => layRunTimeFiles(${JSON.stringify(made)}))`;
  run(process.execPath, ['--import', 'tsx', '-e', lay]);
  rmSync(join(made, 'web', 'build.js'));
  return join(made, 'src', 'main.js');
}

/** Also builds the console, which most load tests do not need. */
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
  layRunTimeFiles(made);
  // A production build has no builder of the console: the service would use it.
  rmSync(join(made, 'web', 'build.js'));
  return made;
}
