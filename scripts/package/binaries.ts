import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Arch } from './arch.ts';

/** e_machine in the header of an ELF file. */
const MACHINE: Readonly<Record<Arch, number>> = { x64: 0x3e, arm64: 0xb7 };
const ELF = 0x7f454c46;
/** Mach-O in both byte orders and as a universal binary; PE starts with "MZ". */
const FOREIGN = new Set([0xcffaedfe, 0xfeedfacf, 0xcafebabe]);
const PE = 0x4d5a;

/** Throws if a file is a program or library for another system or processor. */
export function requireOwnBinaries(folder: string, arch: Arch): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  let own = 0;
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    const header = headerOf(path);
    if (header.length < 20) continue;
    const magic = header.readUInt32BE(0);
    if (magic === ELF && header.readUInt16LE(18) === MACHINE[arch]) own += 1;
    else if (magic === ELF || FOREIGN.has(magic) || header.readUInt16BE(0) === PE)
      throw new Error(`${path} is not for Linux on ${arch}`);
  }
  // Node, uWebSockets.js, argon2, PostgreSQL with its libraries.
  if (own < 10) throw new Error(`${folder} has only ${own} binaries for ${arch}`);
}

function headerOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(20);
    return header.subarray(0, readSync(file, header, 0, 20, 0));
  } finally {
    closeSync(file);
  }
}
