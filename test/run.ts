// The script of `npm test`: starts one temporary PostgreSQL with a template database that has the schema, and
// runs the tests (all, or the given files) as a child process, bundled once: compiling and loading single
// modules in every process would take longer than the tests do. TEST_DATABASE_URL names a server to use instead.
// `--name PATTERN` runs only the tests of that name.
// `--two-at-a-time` runs two processes at a time.
// `--processes` (npm run test:processes) runs the folders whose tests start whole processes and kill them.
// `--timescale` (npm run test:timescale) runs the tests that a hypertable may affect on the server of
// TEST_TIMESCALE_URL.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, escapeIdentifier, escapeLiteral, type QueryResultRow } from 'pg';
import { bundle, inPlace } from '../scripts/bundle.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../src/platform/database/schema/migrate.ts';
import { openReadingDays } from '../src/platform/database/schema/partitions.ts';
import { silentLog } from './helpers/silent-log.ts';
import { watchLoad } from './machine-load.ts';
import { isForTimescale } from './timescale-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HERE = join(ROOT, 'test');
const WATCHDOG = join(HERE, 'watchdog.ts');
/** Within node_modules, so that packages are found from there. */
const CACHE = join(ROOT, 'node_modules', '.cache');
/** Files that are started by their path and so stay separate. */
const PROGRAMS = [
  'src/main.ts',
  'src/operations/health-check.ts',
  'src/platform/database/embedded/embedded-postgres.ts',
  'test/process/prober.ts',
];
const CONCURRENCY = 5;
/** For tests that start several processes each. */
const PROCESS_CONCURRENCY = 3;
const FILES_PER_PROCESS = 10;
/** They share a browser; larger groups would leave one core idle at the end. */
const BROWSER_FILES_PER_PROCESS = 3;
/** Their files start their own processes and wait for them. */
const WAITING_SUITES: Readonly<Record<string, number>> = {
  process: 1,
  instances: 3,
  load: 3,
  faults: 2,
  pairs: 1,
};
/**
 * Folders whose tests wait for processes and time; they start first, or the run would end waiting for them
 * alone.
 */
const LONG_SUITES = [
  'pairs',
  'contract',
  'lives',
  'load',
  'firmware-sim',
  'process',
  'firmware',
  'faults',
  'readings',
  'devices',
  'people',
  'database',
  'live',
  'instances',
  'mqtt',
];
/** Folders of test/ that mostly wait for processes, or compute for long: `npm test` must finish within three minutes. */
const PROCESS_SUITES = [
  'pairs',
  'database',
  'process',
  'instances',
  'firmware',
  'firmware-sim',
  'loadtest',
  'readme',
  'detector',
  'scoring',
  'cluster',
  'lives',
  'load',
  'contract',
  'faults',
  'smart-home',
  'fhir',
  'operations',
  'sensors',
  'phones',
  'pagers',
  'client',
  'people',
  'roster',
  'sign-on',
];
/** Per process, as Node 20 applies it. The watchdog ends a test that hangs much earlier. */
const TIMEOUT_MS = 7_200_000;
/** Where Linux keeps files in memory: a hundred databases are created there in a tenth of the time. */
const MEMORY_FOLDER = '/dev/shm';
/** Containers have 64 MiB of it by default, which the databases would fill. */
const MEMORY_FOLDER_BYTES = 4 * 1024 ** 3;
/** The second one spares a tenth of the CPU time: the garbage of a test is young. `npm start` has it too. */
const NODE_FLAGS = ['--enable-source-maps', '--max-semi-space-size=64'];
/** The time between SIGTERM and SIGKILL for a test process when the run is aborted. */
const GRACE_MS = 5_000;

const log = silentLog({ warn: (fields, message) => console.error(message, fields) });

const { values: options, positionals } = parseArgs({
  options: {
    timescale: { type: 'boolean', default: false },
    processes: { type: 'boolean', default: false },
    'two-at-a-time': { type: 'boolean', default: false },
    name: { type: 'string' },
  },
  allowPositionals: true,
});
const given = givenServer();

interface Server {
  readonly url: string;
  readonly template: string;
  close(): Promise<void>;
}

let broken = false;
let child: ReturnType<typeof spawn> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, breakOff);

await mkdir(CACHE, { recursive: true });
const folder = await mkdtemp(join(CACHE, 'tests-'));
const scratch = await mkdtemp(join(await scratchPlace(), 'vigil-test-'));
// For root, whose database runs as another user.
await chmod(scratch, 0o711);
const server = await openServer();
let exitCode = 1;
try {
  await prepareTemplate(server);
  const entries = await writeEntries(await testFiles());
  const tests = Object.fromEntries(entries.map((path) => [path, basename(path, '.ts')]));
  await bundle({ root: ROOT, folder, programs: { ...tests, ...inPlace(PROGRAMS) }, maps: 'inline' });
  const compiled = Object.values(tests).map((name) => join(folder, `${name}.js`));
  const loadOf = watchLoad();
  if (!broken) exitCode = await runTests(server, compiled);
  const tooBusy = loadOf();
  if (tooBusy !== undefined) console.error(tooBusy);
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
}
process.exitCode = broken ? 130 : exitCode;

/** One entry file per process. */
async function writeEntries(files: readonly string[]): Promise<string[]> {
  const entries = grouped(files).map((members, index) => {
    // --test runs files in the order of their names.
    const order = String(index).padStart(2, '0');
    const names = [...new Set(members.map(suiteOf))].join('-');
    const imports = [WATCHDOG, ...members].map((file) => `import ${JSON.stringify(file)};\n`);
    return { path: join(folder, `${order}-${names}.test.ts`), source: imports.join('') };
  });
  for (const { path, source } of entries) await writeFile(path, source);
  return entries.map(({ path }) => path);
}

/** Test files share processes: loading the service takes more CPU than the tests of most files. */
function grouped(files: readonly string[]): string[][] {
  const groups: string[][] = [];
  const sizeFor = (file: string) =>
    file.endsWith('.browser.ts')
      ? BROWSER_FILES_PER_PROCESS
      : (WAITING_SUITES[suiteOf(file)] ?? FILES_PER_PROCESS);
  for (const file of longestFirst(files)) {
    const size = sizeFor(file);
    const last = groups.at(-1);
    if (last !== undefined && last.length < size && last.every((member) => sizeFor(member) === size))
      last.push(file);
    else groups.push([file]);
  }
  return groups;
}

function longestFirst(files: readonly string[]): string[] {
  const place = (file: string) => {
    const found = LONG_SUITES.indexOf(suiteOf(file));
    return found === -1 ? LONG_SUITES.length : found;
  };
  return [...files].sort((one, other) => place(one) - place(other));
}

function suiteOf(file: string): string {
  return basename(dirname(file));
}

function givenServer(): string | undefined {
  const { TEST_DATABASE_URL, TEST_TIMESCALE_URL } = process.env;
  if (!options.timescale) return TEST_DATABASE_URL || undefined;
  if (!TEST_TIMESCALE_URL) {
    console.error(
      'TEST_TIMESCALE_URL is not set: name a TimescaleDB whose user may create databases, or, as root on Debian,\n' +
        '  scripts/timescaledb.sh run npm run test:timescale',
    );
    process.exit(1);
  }
  return TEST_TIMESCALE_URL;
}

async function openServer(): Promise<Server> {
  if (given !== undefined) {
    // A foreign server, perhaps used by several runs at once.
    const template = `vigil_template_${randomBytes(4).toString('hex')}`;
    return {
      url: given,
      template,
      async close() {
        await query(given, `DROP DATABASE IF EXISTS ${escapeIdentifier(template)} WITH (FORCE)`);
      },
    };
  }
  const postgres = await startEmbeddedPostgres({
    directory: join(scratch, 'postgres'),
    log,
    // Nothing here has to survive a power cut.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // For a hundred small databases, each of which lives for seconds.
      autovacuum: 'off',
      max_connections: '300',
    },
  });
  await cheapenLogins(postgres.url);
  return { url: postgres.url, template: 'vigil_template', close: () => postgres.stop() };
}

/** Tests open thousands of connections; the key derivation of SCRAM took a tenth of the CPU time of all tests. */
async function cheapenLogins(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const account = `${escapeIdentifier(username)} PASSWORD ${escapeLiteral(decodeURIComponent(password))}`;
  await query(url, `SET scram_iterations = 1; ALTER ROLE ${account}`);
  const [row] = await query(url, 'SHOW hba_file');
  // The password is still checked, but the client does not compute anything.
  await writeFile(row?.hba_file, 'local all all password\nhost all all 127.0.0.1/32 password\n');
  await query(url, 'SELECT pg_reload_conf()');
}

async function scratchPlace(): Promise<string> {
  const free = await statfs(MEMORY_FOLDER).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free >= MEMORY_FOLDER_BYTES ? MEMORY_FOLDER : tmpdir();
}

async function prepareTemplate({ url, template }: Server): Promise<void> {
  await query(url, `CREATE DATABASE ${escapeIdentifier(template)}`);
  const database = new URL(url);
  database.pathname = `/${template}`;
  await migrate(database.href, log);
  const db = openDatabase({ url: database.href, log });
  // Otherwise every app of every test creates them, which takes a quarter of its start.
  const days = await openReadingDays(db);
  await days.prepare(new Date());
  await db.close();
}

async function query(url: string, sql: string): Promise<QueryResultRow[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

/** Node 20 accepts no glob. */
async function testFiles(): Promise<string[]> {
  if (positionals.length > 0) return positionals.map((file) => resolve(file));
  const found = await readdir(HERE, { recursive: true });
  return found
    .filter((file) => /^[^/\\]+[/\\][^/\\]+\.test\.ts$/.test(file))
    .map((file) => file.replaceAll('\\', '/'))
    .filter(isWanted)
    .sort()
    .map((file) => join(HERE, file));
}

function isWanted(file: string): boolean {
  if (options.timescale) return isForTimescale(file);
  return PROCESS_SUITES.includes(dirname(file)) === options.processes;
}

function runTests({ url, template }: Server, files: readonly string[]): Promise<number> {
  const concurrency = options['two-at-a-time'] ? 2 : options.processes ? PROCESS_CONCURRENCY : CONCURRENCY;
  const flags = [`--test-concurrency=${concurrency}`, `--test-timeout=${TIMEOUT_MS}`, '--test-reporter=spec'];
  if (options.name !== undefined) flags.push(`--test-name-pattern=${options.name}`);
  const running = spawn(process.execPath, [...NODE_FLAGS, '--test', ...flags, ...files], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TMPDIR: scratch,
      TEST_DATABASE_URL: url,
      TEST_DATABASE_TEMPLATE: template,
      // Tells the tests what they run on, so a value from the shell must not remain.
      TEST_TIMESCALE_URL: options.timescale ? url : '',
    },
    // In its own process group, so that an abort also reaches the processes of the test files, which --test
    // would orphan.
    detached: true,
  });
  child = running;
  return new Promise((resolve, reject) => {
    running.once('error', reject);
    running.once('exit', (code) => resolve(code ?? 1));
  });
}

function breakOff(): void {
  broken = true;
  const group = child?.pid;
  if (group === undefined || child?.exitCode !== null) return;
  signalGroup(group, 'SIGTERM');
  setTimeout(() => signalGroup(group, 'SIGKILL'), GRACE_MS).unref();
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // It has ended already.
  }
}
