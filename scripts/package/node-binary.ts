import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Arch } from './arch.ts';

interface NodeRelease {
  readonly version: string;
  /** process.versions.modules */
  readonly abi: string;
  readonly integrity: Readonly<Record<Arch, string>>;
}

/** The Node of the packages. scripts/package/node.json is the one place that names it. */
export const NODE = JSON.parse(readFileSync(new URL('node.json', import.meta.url), 'utf8')) as NodeRelease;

/** Puts Node's binary and licence into a staged package. The download stays in the cache folder. */
export function addNode(arch: Arch, stage: string, cache: string): void {
  const archive = join(cache, `node-linux-${arch}-${NODE.version}.tgz`);
  if (!existsSync(archive)) download(arch, archive, cache);
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== NODE.integrity[arch]) {
    rmSync(archive);
    throw new Error(`node-linux-${arch} ${NODE.version} has the integrity ${found}, not that of node.json`);
  }
  const unpacked = join(cache, `node-${arch}`);
  mkdirSync(unpacked, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', unpacked, 'package/bin/node', 'package/LICENSE']);
  mkdirSync(join(stage, 'bin'), { recursive: true });
  mkdirSync(join(stage, 'licences'), { recursive: true });
  copyFileSync(join(unpacked, 'package/bin/node'), join(stage, 'bin/node'));
  copyFileSync(join(unpacked, 'package/LICENSE'), join(stage, 'licences/node'));
  rmSync(unpacked, { recursive: true });
}

function download(arch: Arch, archive: string, cache: string): void {
  const name = `node-linux-${arch}@${NODE.version}`;
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', cache, name];
  const file = execFileSync('npm', args, { encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
  renameSync(join(cache, file), archive);
}
