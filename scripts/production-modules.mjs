// Reduces node_modules in the current folder to what the compiled service needs, for the image and the packages:
//
//   npm ci --workspaces=false --omit=dev --ignore-scripts && node scripts/production-modules.mjs [--cpu arm64] [--abi 127]
//
// --cpu and --abi: the processor and the version of Node (process.versions.modules) that it will run with; without them,
// those of this process. package.json loses the packages that only the build needs.
import { readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Modules that the built console contains already; also for the list of contents of the packages. */
export const CONSOLE_MODULES = [
  '@preact/signals',
  '@simplewebauthn/browser',
  'openapi-fetch',
  'preact',
  'preact-iso',
  'swagger-ui-dist',
  'uplot',
  'uqr',
];
const COMPILERS = ['esbuild', 'rolldown', 'tsx'];

if (realpathSync(process.argv[1]) === import.meta.filename) {
  const { values } = parseArgs({ options: { cpu: { type: 'string' }, abi: { type: 'string' } } });
  reduce(values.cpu ?? process.arch, values.abi ?? process.versions.modules);
}

function reduce(cpu, abi) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const name of [...CONSOLE_MODULES, ...COMPILERS]) {
    if (manifest.dependencies[name] === undefined) throw new Error(`package.json has no dependency ${name}`);
    delete manifest.dependencies[name];
  }
  delete manifest.devDependencies;
  delete manifest.workspaces;
  writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  removeUnreachable(manifest);
  // 250 MB of binaries for every system and version of Node.
  const binary = `uws_linux_${cpu}_${abi}.node`;
  keep('uWebSockets.js', (name) => !name.endsWith('.node') || name === binary, binary);
  keep('argon2/prebuilds', (name) => name === `linux-${cpu}`, `linux-${cpu}`);
  keep(`argon2/prebuilds/linux-${cpu}`, (name) => name.endsWith('.glibc.node'));
}

/** Not by `npm prune`, which also installs what it finds missing, such as optional packages for this machine. */
function removeUnreachable(manifest) {
  // npm writes here what it has installed.
  const file = 'node_modules/.package-lock.json';
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const reached = new Set();
  const follow = ({ dependencies, optionalDependencies, peerDependencies }, from) => {
    for (const name of Object.keys({ ...peerDependencies, ...dependencies, ...optionalDependencies })) {
      const path = resolved(lock.packages, name, from);
      if (path === undefined || reached.has(path)) continue;
      reached.add(path);
      follow(lock.packages[path], path);
    }
  };
  follow(manifest, '');
  for (const path of Object.keys(lock.packages)) {
    if (reached.has(path)) continue;
    rmSync(path, { recursive: true, force: true });
    delete lock.packages[path];
  }
  rmSync('node_modules/.bin', { recursive: true, force: true });
  for (const name of readdirSync('node_modules'))
    if (name.startsWith('@') && readdirSync(join('node_modules', name)).length === 0)
      rmSync(join('node_modules', name), { recursive: true });
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

/** The folder that Node would find for a name: the nearest node_modules on the way up. */
function resolved(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

/** Deletes the entries of a folder that the package offers for other systems. */
function keep(folder, wanted, required) {
  const entries = readdirSync(join('node_modules', folder));
  if (required !== undefined && !entries.includes(required)) throw new Error(`${folder} has no ${required}`);
  for (const name of entries)
    if (!wanted(name)) rmSync(join('node_modules', folder, name), { recursive: true, force: true });
}
