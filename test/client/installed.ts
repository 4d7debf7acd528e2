import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../helpers/project.ts';

const run = promisify(execFile);

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly link?: boolean }>>;
}

const readJson = async (...path: string[]) => JSON.parse(await readFile(inProject(...path), 'utf8'));

/** The settings of npm that say where packages come from; others belong to the checkout. */
const NPM_SETTINGS = ['npm_config_cache', 'npm_config_registry', 'npm_config_userconfig'];
const INHERITED = ['PATH', 'HOME', ...NPM_SETTINGS];
const ENV = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));

/** Runs a program in a folder; its output. An error has it as well: tsc reports on standard output. */
export async function output(
  folder: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { cwd: folder, env: { ...ENV, ...env }, timeout: 120_000 };
  const { stdout } = await run(program, [...args], options).catch(({ stdout, stderr, message }) => {
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  });
  return stdout;
}

/**
 * A project outside the checkout in which npm has installed the packed client. The lock of the checkout, from which npm drops
 * what the project does not need, gives every package a version that npm's cache has: no registry is asked.
 */
export async function installPackedClient(): Promise<{ readonly folder: string; readonly tarball: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-client-'));
  const packed = await output(inProject(), 'npm', [
    'pack',
    './client',
    '--silent',
    '--pack-destination',
    folder,
  ]);
  const tarball = basename(packed.trim());
  const resolved = `file:../${tarball}`;
  const project = join(folder, 'project');
  const lock: Lock = await readJson('package-lock.json');
  const { version, dependencies } = await readJson('client', 'package.json');
  const versionOf = (name: string) => lock.packages[`node_modules/${name}`]?.version;
  const wanted = {
    type: 'module',
    dependencies: { 'vigil-client': resolved, ws: versionOf('ws'), '@types/ws': versionOf('@types/ws') },
  };
  const registered = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  );
  const packages = {
    '': wanted,
    ...Object.fromEntries(registered),
    'node_modules/vigil-client': { version, resolved, dependencies },
  };
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify(wanted));
  await writeFile(join(project, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  await output(project, 'npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']);
  return { folder, tarball };
}
