import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import type { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import type { Log } from '../../src/platform/log.ts';
import { eventually } from '../helpers/eventually.ts';
import { patientNow } from '../helpers/patience.ts';
import { silentLog } from '../helpers/silent-log.ts';
import {
  ask,
  firstLine,
  isAlive,
  isRoot,
  killHard,
  postmasterPid,
  send,
  start,
  startElsewhere,
  temporaryFolder,
} from './embedded-folder.ts';

/** The process and its children, from /proc. */
async function family(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const status = /^\d+$/.test(name) ? await readFile(`/proc/${name}/status`, 'utf8').catch(() => '') : '';
    if (Number(name) === pid || status.includes(`\nPPid:\t${pid}\n`)) found.push(Number(name));
  }
  return found;
}

describe('the embedded PostgreSQL', () => {
  let folder: string;
  let directory: string;
  let running: EmbeddedPostgres | undefined;

  before(async () => {
    folder = await temporaryFolder(0o711);
    directory = join(folder, 'postgres');
  });
  after(async () => {
    await running?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const restart = async () => {
    running = await start(directory);
    return running;
  };

  it('keeps its data over a restart', async () => {
    const first = await restart();
    assert.equal(first.reused, false);
    await ask(first.url, `CREATE TABLE kept AS SELECT 'still here' AS value; SELECT 1 AS value`).catch(
      () => {},
    );
    await first.stop();
    const second = await restart();
    assert.equal(second.reused, false);
    assert.equal(await ask(second.url, 'SELECT value FROM kept'), 'still here');
    await second.stop();
  });

  it('is reached by a socket in its folder, and by TCP where the path is too long for a socket', async () => {
    const { url, stop } = await restart();
    const address = `SELECT host(inet_server_addr()) AS value`;
    assert.equal(await ask(url, address), null);
    const byTcp = new URL(url);
    byTcp.searchParams.delete('host');
    assert.equal(await ask(byTcp.href, address), '127.0.0.1');
    await stop();
    const far = await mkdtemp(join(directory, 'a'.repeat(100)));
    await chmod(far, 0o711);
    const other = await start(far);
    assert.equal(await ask(other.url, address), '127.0.0.1');
    await other.stop();
  });

  it('listens on the loopback interface only and requires the password', async () => {
    const { url, stop } = await restart();
    assert.equal(await ask(url, `SELECT current_setting('listen_addresses') AS value`), '127.0.0.1');
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await assert.rejects(ask(wrong.href, 'SELECT 1 AS value'), { code: '28P01' });
    assert.equal((await stat(join(directory, 'data', 'password'))).mode & 0o777, 0o600);
    await stop();
  });

  it('leaves no process behind when it is stopped, even with clients connected, and may be stopped twice', async () => {
    const { url, stop } = await restart();
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    const processes = process.platform === 'linux' ? await family(await postmasterPid(directory)) : [];
    assert.ok(process.platform !== 'linux' || processes.length > 3);
    await Promise.all([stop(), stop()]);
    await stop();
    assert.deepEqual(
      await Promise.all(processes.map(isAlive)),
      processes.map(() => false),
    );
    await client.end();
  });

  it('is taken over by the next Vigil process when its own was killed', async () => {
    const killed = startElsewhere(directory);
    const url = await firstLine(killed);
    const pid = await postmasterPid(directory);
    // Its running statement holds locks and does not notice.
    const lock = 'SELECT pg_advisory_lock(4711), pg_sleep(60)';
    const busy = new Client({ connectionString: url, application_name: 'vigil' });
    await busy.connect();
    busy.on('error', () => {});
    const ended = assert.rejects(busy.query(lock));
    await killHard(killed);
    const next = await restart();
    assert.equal(next.reused, true);
    assert.equal(await ask(url, 'SELECT pg_try_advisory_lock(4711) AS value'), true);
    await ended;
    assert.equal(next.url, url);
    assert.equal(await postmasterPid(directory), pid);
    await next.stop();
    assert.equal(await isAlive(pid), false);
  });

  it('refuses a second Vigil process on the same folder and keeps serving the first', async () => {
    const { url, stop } = await restart();
    const second = startElsewhere(directory);
    const answer = await firstLine(second);
    await killHard(second);
    assert.match(answer, new RegExp(`^refused: another Vigil is running on ${directory}: .*set DATA_DIR`));
    assert.equal(await ask(url, 'SELECT value FROM kept'), 'still here');
    await stop();
  });

  it('is restarted on the same port when it was killed, and stops cleanly even while it is frozen', async () => {
    let isRestarted = false;
    const info: Log['info'] = (_, message) => {
      isRestarted ||= message.endsWith('restarted');
    };
    const { url, stop } = await start(directory, {}, silentLog({ info }));
    process.kill(await postmasterPid(directory), 'SIGKILL');
    // The database answers before Vigil holds its lock again; until then a stop leaves it to the next start.
    await eventually('Vigil has the database back', async () => isRestarted);
    assert.equal(await ask(url, 'SELECT 1 AS value'), 1);
    const pid = await postmasterPid(directory);
    process.kill(pid, 'SIGSTOP');
    const from = patientNow();
    await stop();
    assert.ok(patientNow() - from < 6_000, 'no second signal is needed');
    assert.equal(await isAlive(pid), false);
  });

  it('starts after the server itself was killed', async () => {
    const { url, stop } = await restart();
    await send(url, `INSERT INTO kept VALUES ('committed')`);
    process.kill(await postmasterPid(directory), 'SIGKILL');
    await stop();
    const next = await restart();
    assert.equal(next.reused, false);
    assert.equal(await ask(next.url, `SELECT value FROM kept WHERE value = 'committed'`), 'committed');
    await next.stop();
  });

  it('starts while the previous one is still shutting down', async () => {
    const previous = await restart();
    const stopping = previous.stop();
    const next = await restart();
    await stopping;
    assert.equal(await ask(next.url, `SELECT count(*)::int AS value FROM kept`), 2);
    await next.stop();
  });

  it('regains its lock after PostgreSQL has recovered from the crash of a session', async () => {
    const { url, stop } = await restart();
    const session = new Client({ connectionString: url });
    session.on('error', () => {});
    await session.connect();
    const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // The session that holds the lock: PostgreSQL ends all sessions, so the next one has another process.
    const holders = `SELECT coalesce(array_agg(pid), '{}') AS value FROM pg_locks WHERE locktype = 'advisory' AND granted`;
    const [before] = await ask<number[]>(url, holders);
    process.kill(rows[0]?.pid ?? assert.fail('no pid'), 'SIGKILL');
    await eventually('another session holds the lock', async () => {
      const [holder, ...others] = await ask<number[]>(url, holders).catch((): number[] => []);
      return holder !== undefined && holder !== before && others.length === 0;
    });
    await session.end().catch(() => {});
    await stop();
  });

  const stalePidFiles: Record<string, () => Promise<string>> = {
    'of a process that has ended': async () => {
      const gone = spawn('true');
      await once(gone, 'exit');
      return `${gone.pid}\n${directory}/data\n1700000000\n5432\n\n127.0.0.1\n  1 1\nready   \n`;
    },
    'of a process that is not PostgreSQL': async () =>
      `${process.pid}\n${directory}/data\n1700000000\n5432\n\n127.0.0.1\n  1 1\nready   \n`,
    'that is empty': async () => '',
  };
  for (const [which, content] of Object.entries(stalePidFiles)) {
    it(`starts despite a stale pid file ${which}`, async () => {
      await writeFile(join(directory, 'data', 'postmaster.pid'), await content());
      const { url, reused, stop } = await restart();
      assert.equal(reused, false);
      assert.equal(await ask(url, 'SELECT count(*)::int AS value FROM kept'), 2);
      await stop();
    });
  }

  it("reports PostgreSQL's own message when it does not start", async () => {
    await assert.rejects(
      start(directory, { shared_buffers: 'plenty' }),
      /did not start.*invalid value for parameter/s,
    );
  });
});

describe('the setup of the embedded PostgreSQL', { concurrency: 3 }, () => {
  let folder: string;
  before(async () => {
    folder = await temporaryFolder(0o711);
  });
  // Retried, because an orphaned setup may still write for a moment.
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  it('uses UTF-8 whatever the locale is, in a folder with spaces in a path too long for a socket', async () => {
    const directory = join(folder, 'a folder with späces', 'x'.repeat(120));
    const vigil = startElsewhere(directory, {
      env: { LANG: '', LC_ALL: 'POSIX', PGPORT: '1', PGSSLMODE: 'require' },
    });
    const url = await firstLine(vigil);
    assert.equal(await ask(url, `SELECT current_setting('server_encoding') AS value`), 'UTF8');
    assert.equal(await ask(url, `SELECT upper('größe ă') AS value`), 'GRÖßE Ă');
    await killHard(vigil);
    const next = await start(directory);
    assert.equal(next.reused, true);
    await next.stop();
  });

  it('starts over when it was killed half-way', async () => {
    const directory = join(folder, 'half');
    await mkdir(directory);
    const killed = startElsewhere(directory);
    await eventually('the setup has started', async () => (await readdir(directory)).length > 0);
    await killHard(killed);
    assert.ok(!(await readdir(directory)).includes('data'));
    const { url, stop } = await start(directory);
    assert.equal(await ask(url, 'SELECT 1 AS value'), 1);
    await stop();
  });

  it('gives the folder to only one of two Vigil processes that start at once', async () => {
    const directory = join(folder, 'both');
    const outcomes = await Promise.allSettled([start(directory), start(directory)]);
    const winners = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const losers = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    );
    assert.equal(winners.length, 1, losers.join('\n'));
    assert.match(losers[0] ?? '', /another Vigil is running/);
    assert.deepEqual((await readdir(directory)).sort(), ['data', 'postgres.log']);
    await winners[0]?.stop();
  });

  it('does not take over a folder with other contents', async () => {
    const directory = join(folder, 'else');
    await mkdir(join(directory, 'data'), { recursive: true });
    await writeFile(join(directory, 'data', 'diary.txt'), 'dear diary');
    await assert.rejects(start(directory), /is not the data of a PostgreSQL/);
    assert.deepEqual(await readdir(join(directory, 'data')), ['diary.txt']);
  });

  it('works for root in a folder that only root may enter', {
    skip: isRoot ? false : 'not run as root',
  }, async () => {
    const closed = await temporaryFolder(0o700);
    const first = await start(join(closed, 'postgres'));
    assert.notEqual((await stat(join(closed, 'postgres', 'data'))).uid, 0);
    await first.stop();
    const second = await start(join(closed, 'postgres'));
    assert.equal(await ask(second.url, 'SELECT 1 AS value'), 1);
    await second.stop();
    await rm(closed, { recursive: true });
  });
});
