import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FREESTANDING, gcc, inFirmware, STRICT, skipUnless, skipWithoutCompiler } from './compiler.ts';

const RISCV = 'riscv64-unknown-elf';
const hasRiscv = spawnSync(`${RISCV}-gcc`, ['--version']).status === 0;
/** What the core may call besides itself. The last are the compiler's own: whole and real numbers on a small processor. */
const LIBRARY =
  /^(sqrtf|memchr|memcmp|memcpy|memmove|memset|strchr|strcmp|strcpy|strlen|strncmp|strstr|__\w+(si|di|sf)\d?)$/;
/** Declarations of these functions alone: a compiler without a C library needs no more. */
const DECLARED = `
#pragma once
#include <stddef.h>
float sqrtf(float);
int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
void *memchr(const void *, int, size_t), *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, size_t);
char *strchr(const char *, int), *strcpy(char *, const char *), *strstr(const char *, const char *);
size_t strlen(const char *);
`;

describe('the core of the reference firmware', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-core-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Compiles without an operating system; the functions that are missing then. */
  function compileAlone(prefix: string, flags: readonly string[]): string[] {
    const missing = FREESTANDING.flatMap((name) => {
      const object = join(folder, `${name}.o`);
      const source = inFirmware('core', `${name}.c`);
      gcc(
        ['-std=c99', '-Os', '-ffreestanding', ...STRICT, ...flags, '-c', source, '-o', object],
        '',
        `${prefix}gcc`,
      );
      return execFileSync(`${prefix}nm`, ['--undefined-only', '--format=just-symbols', object], {
        encoding: 'utf8',
      })
        .split('\n')
        .filter((symbol) => symbol !== '' && !symbol.startsWith('vigil_'));
    });
    return [...new Set(missing)].sort();
  }

  it('is C99 that allocates nothing and calls no operating system', { skip: skipWithoutCompiler }, () => {
    const missing = compileAlone('', []);
    for (const symbol of missing) assert.match(symbol, LIBRARY);
    assert.ok(missing.includes('strstr'));
  });

  it('compiles for the RISC-V processors of the ESP32-C3 and C6', {
    skip: skipUnless(hasRiscv, 'gcc-riscv64-unknown-elf'),
  }, () => {
    // Debian's compiler comes without a C library.
    writeFileSync(join(folder, 'math.h'), DECLARED);
    writeFileSync(join(folder, 'string.h'), '#include <math.h>\n');
    const declared = ['-isystem', folder];
    const missing = compileAlone(`${RISCV}-`, ['-march=rv32imc', '-mabi=ilp32', ...declared]);
    for (const symbol of missing) assert.match(symbol, LIBRARY);
  });

  it('and its examples say their licence in the first lines of each file', () => {
    const files = readdirSync(inFirmware(), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(c|h|cmake|csv|defaults|projbuild|yml)$|CMakeLists\.txt$/.test(file),
    );
    assert.ok(files.length >= 15);
    for (const file of files) {
      const [first = ''] = readFileSync(inFirmware(file), 'utf8').split('\n', 1);
      assert.match(first, /^(\/\*|#) SPDX-License-Identifier: LicenseRef-Vigil-Unlicensed( \*\/)?$/, file);
    }
  });
});
