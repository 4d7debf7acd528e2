// What `npm run test:console` runs: the browser tests (test/console/*.browser.ts, or those given) against the real service,
// in the chromium of the PATH. No part of `npm test`, which needs no browser.
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM_NAMES, findChromium } from '../../loadtest/machine/chromium.ts';
import { buildConsole } from '../../web/build.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

const chromium = await findChromium();
if (chromium === undefined) {
  console.error(`No ${CHROMIUM_NAMES.join(' or ')} in the PATH: the console was NOT tested in a browser.`);
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

const { folder } = await buildConsole();
const given = process.argv.slice(2);
const files =
  given.length > 0
    ? given
    : (await readdir(HERE)).filter((file) => file.endsWith('.browser.ts')).map((file) => join(HERE, file));
const tests = spawn(process.execPath, ['--import', 'tsx', join(HERE, '..', 'run.ts'), ...files.sort()], {
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM: chromium, CONSOLE_FOLDER: folder },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void tests.kill(signal));
tests.once('exit', (code) => process.exit(code ?? 1));
