import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inProject } from '../helpers/project.ts';

const hasCompiler = spawnSync('gcc', ['--version']).status === 0;
const has = (header: string): boolean =>
  hasCompiler && spawnSync('gcc', ['-E', '-include', header, '-xc', '/dev/null']).status === 0;
const hasSodium = has('sodium.h');
/** What the examples are linked with: MQTT, and for updates Ed25519 and HTTPS. */
export const hasLibraries = has('mosquitto.h') && hasSodium && has('curl/curl.h');

/** In CI, where the packages are expected, missing ones fail the test instead. */
export const skipUnless = (isInstalled: boolean, packages: string): string | false =>
  isInstalled || process.env.CI === 'true' ? false : `needs ${packages} (Debian packages)`;

export const skipWithoutCompiler = skipUnless(hasCompiler, 'gcc');
export const skipWithoutSodium = skipUnless(hasSodium, 'gcc and libsodium-dev');
export const skipWithoutLibraries = skipUnless(
  hasLibraries,
  'gcc, libmosquitto-dev, libsodium-dev and libcurl4-openssl-dev',
);

/** The files of the firmware's core that need no operating system, the C library's files, or libsodium. */
export const FREESTANDING = ['hold', 'json', 'message', 'parts', 'queue', 'setup', 'update', 'wearable'];
const WITH_FILES = [...FREESTANDING, 'backlog_file'];
export const CORE = [...WITH_FILES, 'cryptography'];
export const inFirmware = (...path: string[]): string => inProject('docs', 'firmware', ...path);
const inCore = (name: string): string => inFirmware('core', `${name}.c`);
export const coreFiles = CORE.map(inCore);

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
  const core = [`-I${inFirmware('core')}`, ...WITH_FILES.map(inCore)];
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
