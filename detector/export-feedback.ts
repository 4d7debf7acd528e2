/**
 * npm run export-feedback -- feedback-NAME.ndjson.gz: exports the readings around falls with an outcome, in the
 * recordings' format (detector/recordings.ts), for `npm run train -- --data …`. Uses DATABASE_URL, or the embedded
 * database of DATA_DIR while the service is stopped.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { readConfig } from '../src/app/config.ts';
import { prepareDatabase } from '../src/app/database.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { CannotStart } from '../src/platform/errors.ts';
import { resolvedFalls } from '../src/readings/store/feedback.ts';
import { trialOf } from './feedback.ts';

const [file] = process.argv.slice(2);
// Training knows feedback by the name of its file: it learns from it, but the levels do not go by it (training/judge.py).
if (file === undefined || !/^feedback.*\.ndjson\.gz$/.test(basename(file))) {
  console.error('npm run export-feedback -- feedback-NAME.ndjson.gz');
  process.exit(1);
}
if (existsSync('.env')) process.loadEnvFile();

const log = pino({ level: 'warn', base: null }, pino.destination(2));
const closers: (() => Promise<unknown>)[] = [];
const closeLater = (_name: string, close: () => Promise<unknown>): void => void closers.unshift(close);
const url = await prepareDatabase({
  config: readConfig(process.env),
  log,
  closeLater,
  onFatal: undefined,
  signal: undefined,
}).catch((error: unknown) => {
  if (!(error instanceof CannotStart)) throw error;
  console.error(`${error.message} A database of its own (DATABASE_URL) can be read while the service runs.`);
  process.exit(1);
});
const db = openDatabase({ url, log });
closeLater('database', () => db.close());
try {
  const key = randomBytes(32);
  const lines: string[] = [];
  for await (const fall of resolvedFalls(db))
    lines.push(JSON.stringify(trialOf(fall, lines.length + 1, key)));
  // Movement data of people, although without names: only the owner may read the file.
  writeFileSync(file, gzipSync(lines.map((line) => `${line}\n`).join('')), { mode: 0o600 });
  console.log(`${lines.length} resolved falls in ${file}`);
} finally {
  for (const close of closers) await close();
}
