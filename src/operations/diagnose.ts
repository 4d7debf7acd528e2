import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, freemem, loadavg, release, tmpdir, totalmem, uptime } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { PlatformConfig } from '../platform/config/settings.ts';
import type { Queryable } from '../platform/database/database.ts';
import { schemaVersion } from '../platform/database/schema/migrations.ts';
import { CannotStart, messageOf } from '../platform/errors.ts';
import { SECOND_MS } from '../platform/time.ts';
import { hereOf, serviceUrl } from './here.ts';
import { ask } from './installations/ask.ts';

interface DiagnoseDeps {
  readonly config: PlatformConfig;
  /** Lines with the names of the settings and what may be shown of their values. */
  readonly settings: string;
  readonly version: string;
  readonly file: string;
  /** The last lines of the log. */
  readonly log: NodeJS.ReadableStream | undefined;
  /** Whether the service runs or not. */
  readonly withDatabase: <T>(work: (q: Queryable) => Promise<T>) => Promise<T>;
}

const PATIENCE_MS = 10 * SECOND_MS;
const UNIT_FIELDS =
  'Id,ActiveState,SubState,NRestarts,ExecMainStatus,ExecMainStartTimestamp,MemoryCurrent,CPUUsageNSec';

const run = promisify(execFile);
const asText = (value: object): string => JSON.stringify(value, null, 1);

/** Packs what support needs, without names, and returns the list of what is in it. Each part that fails says so. */
export async function diagnose(deps: DiagnoseDeps): Promise<string> {
  const { config, settings, version, file, log, withDatabase } = deps;
  const parts: Readonly<Record<string, () => Promise<string> | string>> = {
    'versions.json': () => asText({ vigil: version, node: process.version, kernel: release(), arch: arch() }),
    'machine.json': () =>
      asText({
        cpus: availableParallelism(),
        load: loadavg(),
        uptimeSeconds: Math.floor(uptime()),
        memory: { total: totalmem(), free: freemem() },
        disk: diskOf(config.dataDir),
      }),
    'settings.txt': () => settings,
    'health.json': async () => (await here(`${serviceUrl(config)}/api/health`)).body,
    'metrics.txt': async () => {
      if (config.metricsPort === undefined) return 'METRICS_PORT is not set.';
      return (await here(`http://${hereOf(config.host)}:${config.metricsPort}/metrics`)).body;
    },
    'database.json': async () => asText(await withDatabase(databaseFacts)),
    'unit.txt': async () =>
      (await run('systemctl', ['show', 'vigil.service', '--property', UNIT_FIELDS], { timeout: PATIENCE_MS }))
        .stdout,
    'log.txt': async () => (log === undefined ? 'No log was given.' : text(log)),
  };
  const folder = mkdtempSync(join(tmpdir(), 'vigil-diagnose-'));
  try {
    for (const [name, read] of Object.entries(parts)) {
      const contents = await Promise.resolve()
        .then(read)
        .catch((error: unknown) => `Not available: ${messageOf(error)}`);
      writeFileSync(join(folder, name), `${withoutSecrets(contents)}\n`);
    }
    return await packed(folder, Object.keys(parts), resolve(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const here = (url: string) => ask(url, { patienceMs: PATIENCE_MS, isHere: true });

/** For its owner alone, and never over a file that is there. */
async function packed(folder: string, names: readonly string[], file: string): Promise<string> {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    throw new CannotStart(messageOf(error));
  }
  await run('tar', ['-czf', file, '-C', folder, ...names]);
  const lines = names.map((name) => `  ${name.padEnd(16)} ${statSync(join(folder, name)).size} bytes`);
  return [file, ...lines, 'Read it before you send it: tar -xOf FILE NAME shows a part.'].join('\n');
}

function diskOf(folder: string): object {
  const { bsize, blocks, bavail } = statfsSync(folder);
  return { size: bsize * blocks, free: bsize * bavail };
}

/** Numbers of rows are PostgreSQL's estimates: counting readings would take minutes. */
async function databaseFacts(q: Queryable): Promise<object> {
  return {
    version: await q.value<string>('SHOW server_version'),
    bytes: await q.value<number>('SELECT pg_database_size(current_database())::float8'),
    schema: await schemaVersion(q),
    tables: await q.rows(
      `SELECT relname AS name, greatest(reltuples, 0)::float8 AS rows, pg_total_relation_size(oid)::float8 AS bytes
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
    ),
  };
}

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/^.*\(shown once\).*$/gm, '(a line with a password)'],
  [/[^\s"'<>:/]+@[^\s"'<>,;)]+/g, '(address)'],
  [/\bvgl_[\w-]+/g, '(token)'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '(token)'],
  [/:\/\/[^\s/@"]+@/g, '://(user)@'],
  [/([?&](?:token|key|secret|password)=)[^\s&"]+/gi, '$1(secret)'],
];

/** Nothing of this should be there; what is, does not leave the machine. */
const withoutSecrets = (contents: string): string =>
  SECRETS.reduce((left, [pattern, instead]) => left.replaceAll(pattern, instead), contents);
