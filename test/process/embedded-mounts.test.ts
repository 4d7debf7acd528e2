// One folder that is reached by another path: a bind mount, another container, a new name, a copy.

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../helpers/eventually.ts';
import {
  ask,
  firstLine,
  isAlive,
  isRoot,
  killHard,
  postmasterPid,
  start,
  startElsewhere,
  temporaryFolder,
} from './embedded-folder.ts';

const ROOT_ALONE = { skip: isRoot ? false : 'only root may mount' };
const CONTAINER = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
const TAKEN = /^refused: another Vigil is running/;

describe('the folder of the embedded PostgreSQL by another path', () => {
  let folder: string;
  let directory: string;
  let alias: string;
  const started: ChildProcess[] = [];
  before(async () => {
    folder = await temporaryFolder(0o711);
    directory = join(folder, 'postgres');
    alias = join(folder, 'alias');
    await mkdir(alias);
    await (await start(directory)).stop();
  });
  after(async () => {
    for (const child of started)
      if (child.exitCode === null && child.signalCode === null) await killHard(child);
    await (await start(directory)).stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  /** A Vigil process that sees the folder as `alias`; the mount ends with the process. */
  const startBehindMount = (namespaces: readonly string[], init = 'exec "$@"') => {
    const mounted = `mount --bind "$1" "$2" && shift 2 && ${init}`;
    const within = [...namespaces, 'sh', '-c', mounted, 'sh', directory, alias];
    const child = startElsewhere(alias, { within });
    started.push(child);
    return child;
  };
  const pidFile = async () => {
    const file = join(directory, 'data', 'postmaster.pid');
    return { text: await readFile(file, 'utf8'), inode: (await stat(file)).ino };
  };
  const refusedBehindMount = async (namespaces: readonly string[]): Promise<void> => {
    const { url, stop } = await start(directory);
    const before = await pidFile();
    const second = startBehindMount(namespaces);
    assert.match(await firstLine(second), TAKEN);
    await killHard(second);
    assert.deepEqual(await pidFile(), before);
    assert.equal(await ask(url, 'SELECT 1 AS value'), 1);
    await stop();
  };

  it('is refused to a second Vigil behind a bind mount', ROOT_ALONE, () =>
    refusedBehindMount(['unshare', '--mount']),
  );

  it(
    'is refused to a second Vigil in another container, which sees no process of the first',
    ROOT_ALONE,
    () => refusedBehindMount(CONTAINER),
  );

  it('is refused to a Vigil outside while one runs in a container', ROOT_ALONE, async () => {
    const inside = startBehindMount(CONTAINER);
    const url = await firstLine(inside);
    const before = await pidFile();
    await assert.rejects(start(directory), /another Vigil is running/);
    assert.deepEqual(await pidFile(), before);
    const port = new URL(url);
    port.searchParams.delete('host');
    assert.equal(await ask(port.href, 'SELECT 1 AS value'), 1);
    await killHard(inside);
    const next = await start(directory);
    assert.equal(next.reused, false, 'the server ended with its container');
    await next.stop();
  });

  it(
    'is taken over behind a bind mount, with its server, from a Vigil that was killed',
    ROOT_ALONE,
    async () => {
      const killed = startBehindMount(['unshare', '--mount']);
      await firstLine(killed);
      const pid = await postmasterPid(directory);
      await killHard(killed);
      const next = await start(directory);
      assert.equal(next.reused, true);
      assert.equal(await postmasterPid(directory), pid);
      await next.stop();
      assert.equal(await isAlive(pid), false);
    },
  );

  it('is refused while the server of a killed Vigil goes on in another container', ROOT_ALONE, async () => {
    const container = startBehindMount(CONTAINER, '("$@" & wait; sleep 600)');
    await firstLine(container);
    const before = await pidFile();
    await endVigilIn(container.pid ?? assert.fail('no container'));
    await assert.rejects(start(directory), /is served by a PostgreSQL of another container or PID namespace/);
    assert.deepEqual(await pidFile(), before);
    await killHard(container);
    const next = await start(directory);
    assert.equal(next.reused, false);
    await next.stop();
  });

  it('is refused under its new name while a Vigil runs on it, whose server ends with it', async () => {
    const { stop } = await start(directory);
    const pid = await postmasterPid(directory);
    const renamed = join(folder, 'renamed');
    await rename(directory, renamed);
    await assert.rejects(start(renamed), /another Vigil is running/);
    await stop();
    assert.equal(await isAlive(pid), false);
    await rename(renamed, directory);
  });

  it('may be copied while it is in use, and the copy takes no process for its own', async () => {
    const { stop } = await start(directory);
    const pid = await postmasterPid(directory);
    const other = join(folder, 'other');
    await rename(directory, other);
    await cp(other, directory, { recursive: true, filter: (path) => !path.includes('.s.PGSQL') });
    const copy = await start(directory);
    assert.equal(copy.reused, false);
    assert.notEqual(await postmasterPid(directory), pid);
    await copy.stop();
    assert.equal(await isAlive(pid), true);
    await stop();
    assert.equal(await isAlive(pid), false);
    await rm(directory, { recursive: true });
    await rename(other, directory);
  });
});

/** Kills the Node process of a container, whose init goes on. */
async function endVigilIn(container: number): Promise<void> {
  const children = async (pid: number): Promise<number[]> => {
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const own = text.split(' ').filter(Boolean).map(Number);
    return [...own, ...(await Promise.all(own.map(children))).flat()];
  };
  for (const pid of await children(container)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.startsWith(process.execPath)) continue;
    process.kill(pid, 'SIGKILL');
    await eventually('Vigil has ended', async () => !(await isAlive(pid)));
  }
}
