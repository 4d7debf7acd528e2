// Writes client/api.ts, the types of everything that crosses the network, from the documents that the service serves,
// and client/channel-kinds.ts from the table of channel kinds:
//   npm run client            installs the generator (scripts/client/generator) if necessary, and writes
//   npm run client -- --check fails if one of them is out of date
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { channelKindsModule } from './client/channel-kinds.ts';
import { fingerprintOf, mergedDocument } from './client/documents.ts';
import { servedDocuments } from './served-documents.ts';

const KINDS_FILE = 'client/channel-kinds.ts';
const FILE = 'client/api.ts';
const GENERATOR = fileURLToPath(new URL('./client/generator/', import.meta.url));

const documents = await servedDocuments();
await installGenerator();
const generated = `// Made by \`npm run client\` from /api/openapi.json and /api/asyncapi.json, ${fingerprintOf(documents)}; not to be edited.

${await output(process.execPath, ['generate.mjs'], mergedDocument(documents))}`;

const kinds = channelKindsModule();

for (const [file, content] of [
  [FILE, generated],
  [KINDS_FILE, kinds],
] as const) {
  if (!process.argv.includes('--check')) await writeFile(file, content);
  else if ((await readFile(file, 'utf8')) !== content) {
    console.error(`${file} is out of date: run npm run client`);
    process.exitCode = 1;
  }
}

async function installGenerator(): Promise<void> {
  if (!existsSync(join(GENERATOR, 'node_modules'))) await output('npm', ['ci', '--no-audit', '--no-fund']);
}

/** Output of a command in the generator's folder. */
async function output(command: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(command, args, { cwd: GENERATOR, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  child.stdin.end(input);
  const printed = await text(child.stdout);
  const code = await ended;
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
  return printed;
}
