import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inProject } from '../helpers/project.ts';

const hasCompiler = spawnSync('gcc', ['--version']).status === 0;
export const hasMosquitto =
  hasCompiler && spawnSync('gcc', ['-E', '-include', 'mosquitto.h', '-xc', '/dev/null']).status === 0;

/** In CI, where the packages are expected, missing ones fail the test instead. */
export const skipUnless = (isInstalled: boolean, packages: string): string | false =>
  isInstalled || process.env.CI === 'true' ? false : `needs ${packages} (Debian packages)`;

export const skipWithoutCompiler = skipUnless(hasCompiler, 'gcc');
export const skipWithoutMosquitto = skipUnless(hasMosquitto, 'gcc and libmosquitto-dev');

/** The files of the firmware's core that need no operating system, and those that need the C library's files. */
export const FREESTANDING = ['hold', 'message', 'parts', 'queue', 'setup', 'wearable'];
export const CORE = [...FREESTANDING, 'backlog_file'];
export const inFirmware = (...path: string[]): string => inProject('docs', 'firmware', ...path);
export const coreFiles = CORE.map((name) => inFirmware('core', `${name}.c`));

/** As strict as the firmware of a device may be compiled. */
export const STRICT = ['-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror'];

/** Runs gcc, or another compiler of the family. */
export function gcc(args: readonly string[], input = '', compiler = 'gcc'): void {
  const compiled = spawnSync(compiler, [...args], { input, encoding: 'utf8' });
  assert.equal(compiled.status, 0, compiled.stderr);
}

/** Compiles a program that uses the core of the firmware, and watches its memory; the path of the program. */
export function compile(source: string, folder: string, flags: readonly string[] = []): string {
  const program = join(folder, 'program');
  const watched = ['-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
  const core = [`-I${inFirmware('core')}`, ...coreFiles];
  gcc(['-std=c11', ...STRICT, ...watched, '-xc', '-o', program, '-', ...core, ...flags, '-lm'], source);
  return program;
}

/** Without the search for leaks, which takes seconds: the core allocates nothing. */
export const SANITIZER = { ASAN_OPTIONS: 'detect_leaks=0' };

export function linesOf(program: string, input: string): string[] {
  const { stdout, stderr, status } = spawnSync(program, { input, env: SANITIZER, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim().split('\n');
}
