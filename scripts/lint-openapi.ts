// Lints the OpenAPI document of the service, started for it, with Redocly: `npm run lint-openapi`.
//   npm run lint-openapi -- FILE   lints a document that is there already
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';

const LINTER = fileURLToPath(new URL('./redocly/', import.meta.url));

const [given] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'vigil-openapi-'));
try {
  if (!existsSync(join(LINTER, 'node_modules'))) inLinter('npm', 'ci', '--no-audit', '--no-fund');
  const file = given === undefined ? join(folder, 'openapi.json') : resolve(given);
  if (given === undefined) await writeFile(file, await servedDocument(join(folder, 'data')));
  inLinter(process.execPath, 'node_modules/@redocly/cli/bin/cli.js', 'lint', file);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** What is served is what counts. */
async function servedDocument(dataDir: string): Promise<string> {
  const config = readConfig({
    NODE_ENV: 'test',
    JWT_SECRET: 'for as long as one document takes',
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: 'off',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
  });
  const app = await startApp(config, { log: pino({ level: config.logLevel }, pino.destination(2)) });
  try {
    const answer = await fetch(`http://127.0.0.1:${app.ports.http}/api/openapi.json`);
    return await answer.text();
  } finally {
    await app.close();
  }
}

function inLinter(command: string, ...args: readonly string[]): void {
  // Redocly would ask the network for newer versions of itself, and tell its makers how it is used.
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
  const { status } = spawnSync(command, args, { cwd: LINTER, stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
  if (status !== 0 && command === 'npm') throw new Error('Redocly could not be installed');
}
