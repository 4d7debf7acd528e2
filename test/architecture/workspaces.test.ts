import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inProject } from '../helpers/project.ts';

interface Manifest {
  readonly workspaces: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(inProject(folder, 'package.json'), 'utf8')) as Manifest;

const packageOf = (module: string): string =>
  module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');

const root = manifestOf('.');

function packagesImportedIn(folder: string): Set<string> {
  const sources = readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
    .map((file) => readFileSync(inProject(join(folder, file)), 'utf8'));
  const modules = sources.flatMap((source) =>
    [...source.matchAll(/^(?:import|export|\}) .*?from '([^.'][^']*)'|^import '([^.'][^']*)'/gm)].map(
      ([, from, bare]) => from ?? bare ?? '',
    ),
  );
  return new Set(modules.filter((module) => !module.startsWith('node:')).map(packageOf));
}

test('a workspace lists every package that it imports, unless the service depends on it', () => {
  for (const folder of root.workspaces) {
    const known = { ...root.dependencies, ...manifestOf(folder).devDependencies };
    const missing = [...packagesImportedIn(folder)].filter((name) => !Object.hasOwn(known, name));
    assert.deepEqual(missing, [], `Add these packages to ${folder}/package.json.`);
  }
});

test('the root package and its workspaces ask for the same version of a package', () => {
  for (const folder of root.workspaces) {
    const own = Object.entries(manifestOf(folder).devDependencies);
    const different = own.filter(([name, range]) => (root.devDependencies[name] ?? range) !== range);
    assert.deepEqual(different, [], `Ask in ${folder}/package.json for the version of the root package.`);
  }
});
