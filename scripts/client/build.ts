// Compiles client/ to client/dist, JavaScript modules and their types. npm calls it before it packs the client.
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CLIENT = fileURLToPath(new URL('../../client/', import.meta.url));
const DIST = join(CLIENT, 'dist');
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

await rm(DIST, { recursive: true, force: true });
await promisify(execFile)(process.execPath, [TSC, '-p', join(CLIENT, 'tsconfig.build.json')]).catch(
  ({ stdout, message }) => {
    console.error(stdout || message);
    process.exit(1);
  },
);
// The compiler rewrites the extensions of imports in modules, but not in their types.
for (const name of await readdir(DIST)) {
  if (!name.endsWith('.d.ts')) continue;
  const types = await readFile(join(DIST, name), 'utf8');
  await writeFile(join(DIST, name), types.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
}
