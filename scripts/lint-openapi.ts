// Starts the service and lints its OpenAPI document with Redocly: `npm run lint-openapi`.
//   npm run lint-openapi -- FILE   lints an existing document
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { servedDocuments } from './served-documents.ts';

const LINTER = fileURLToPath(new URL('./redocly/', import.meta.url));

const [given] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'vigil-openapi-'));
try {
  if (!existsSync(join(LINTER, 'node_modules'))) inLinter('npm', 'ci', '--no-audit', '--no-fund');
  const file = given === undefined ? join(folder, 'openapi.json') : resolve(given);
  if (given === undefined) await writeFile(file, (await servedDocuments()).openApiText);
  inLinter(process.execPath, 'node_modules/@redocly/cli/bin/cli.js', 'lint', file);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function inLinter(command: string, ...args: readonly string[]): void {
  // Redocly would check for updates and send usage data.
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
  const { status } = spawnSync(command, args, { cwd: LINTER, stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
  if (status !== 0 && command === 'npm') throw new Error('Redocly could not be installed');
}
