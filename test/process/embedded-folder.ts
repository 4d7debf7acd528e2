// Embedded databases in a folder, started by this process or by another.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import type { Log } from '../../src/platform/log.ts';
import { compiled } from '../helpers/project.ts';
import { silentLog } from '../helpers/silent-log.ts';

const MODULE = compiled('src/platform/database/embedded/embedded-postgres.js').href;
export const isRoot = process.geteuid?.() === 0;
const settings = { fsync: 'off' };
const silent = silentLog();

export const start = (directory: string, extra: Record<string, string> = {}, log: Log = silent) =>
  startEmbeddedPostgres({ directory, log, settings: { ...settings, ...extra } });

export async function send<Value>(url: string, sql: string): Promise<{ value: Value }[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ value: Value }>(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function ask<Value>(url: string, sql: string): Promise<Value> {
  const [row] = await send<Value>(url, sql);
  return (row ?? assert.fail('no row')).value;
}

export async function temporaryFolder(mode: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-embedded-'));
  await chmod(folder, mode);
  return folder;
}

/** A Vigil process that can be killed: another Node process that starts the database and stays, run `within` a command. */
export function startElsewhere(
  directory: string,
  { env = {}, within = [] }: { env?: Record<string, string>; within?: readonly string[] } = {},
): ChildProcess {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(MODULE)};
    const log = { info() {}, warn() {} };
    const options = { directory: ${JSON.stringify(directory)}, log, settings: ${JSON.stringify(settings)} };
    startEmbeddedPostgres(options).then(({ url }) => console.log(url), (error) => console.log('refused: ' + error.message));
    setInterval(() => {}, 1000);`;
  const [file = '', ...args] = [...within, process.execPath, '--input-type=module', '-e', script];
  return spawn(file, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
}

export async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk]: unknown[] = await once(child.stdout ?? assert.fail('no stdout'), 'data');
  return String(chunk).trim();
}

export async function killHard(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

export async function postmasterPid(directory: string): Promise<number> {
  return Number((await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

export async function isAlive(pid: number): Promise<boolean> {
  // The command line of a zombie process, common in containers, is empty.
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';
}
