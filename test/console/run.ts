// `npm run test:console` runs the browser tests (test/console/*.browser.ts, or the files given) against the real service, in
// the chromium of the PATH. Separate from `npm test`, which needs no browser. `--pictures` saves screenshots for review in
// artefacts/console/. `--name PATTERN` runs only the tests of that name.
import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CHROMIUM_NAMES, findChromium } from '../../loadtest/machine/chromium.ts';
import { buildConsole } from '../../web/build.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const RUNNER = join(HERE, '..', 'run.ts');

const { values: options, positionals: given } = parseArgs({
  options: { pictures: { type: 'boolean', default: false }, name: { type: 'string' } },
  allowPositionals: true,
});

const chromium = await findChromium();
if (chromium === undefined) {
  console.error(`No ${CHROMIUM_NAMES.join(' or ')} in the PATH: the console was NOT tested in a browser.`);
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

const { folder } = await buildConsole();
const env = {
  ...process.env,
  CHROMIUM: chromium,
  CONSOLE_FOLDER: folder,
  PICTURES: String(options.pictures),
};
process.exitCode = await run(await testFiles(), env);

async function testFiles(): Promise<readonly string[]> {
  if (given.length > 0) return given;
  const found = (await readdir(HERE)).filter((file) => file.endsWith('.browser.ts'));
  const files = await Promise.all(
    found.map(async (file) => ({ path: join(HERE, file), size: (await stat(join(HERE, file))).size })),
  );
  // The longest first, or the run would end waiting for them alone.
  return files.sort((one, other) => other.size - one.size).map(({ path }) => path);
}

/** Two files at a time: more browsers would slow each other down and time out. */
function run(files: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const only = options.name === undefined ? [] : ['--name', options.name];
  const child = spawn(process.execPath, ['--import', 'tsx', RUNNER, '--two-at-a-time', ...only, ...files], {
    stdio: 'inherit',
    env,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
