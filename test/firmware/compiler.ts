import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inProject } from '../helpers/project.ts';

const hasCompiler = spawnSync('gcc', ['--version']).status === 0;
export const hasMosquitto =
  hasCompiler && spawnSync('gcc', ['-E', '-include', 'mosquitto.h', '-xc', '/dev/null']).status === 0;

/** In CI, where the packages are expected, missing ones fail the test instead. */
const skipUnless = (isInstalled: boolean, packages: string): string | false =>
  isInstalled || process.env.CI === 'true' ? false : `needs ${packages} (Debian packages)`;

export const skipWithoutCompiler = skipUnless(hasCompiler, 'gcc');
export const skipWithoutMosquitto = skipUnless(hasMosquitto, 'gcc and libmosquitto-dev');

/** Compiles a program that includes files of the reference firmware; the path of the program. */
export function compile(source: string, folder: string, flags: readonly string[] = []): string {
  const program = join(folder, 'program');
  const warnings = ['-std=c11', '-Wall', '-Wextra', '-Werror', `-I${inProject('docs', 'firmware')}`];
  const compiled = spawnSync('gcc', [...warnings, '-xc', '-o', program, '-', ...flags, '-lm'], {
    input: source,
    encoding: 'utf8',
  });
  assert.equal(compiled.status, 0, compiled.stderr);
  return program;
}

export function linesOf(program: string, input: string): string[] {
  const { stdout, status } = spawnSync(program, { input, encoding: 'utf8' });
  assert.equal(status, 0);
  return stdout.trim().split('\n');
}
