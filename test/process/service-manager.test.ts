import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openServiceManager } from '../../src/platform/service-manager.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type NotifySocket, openNotifySocket, WITHOUT_SYSTEMD_NOTIFY } from '../helpers/notify-socket.ts';
import { startRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { killAll, startVigil, stop, type Vigil } from './child.ts';

const log = silentLog();
/** The process id of one of several instances. */
async function anInstanceOf({ process: { pid } }: Vigil): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  for (const child of children)
    if ((await readFile(`/proc/${child}/cmdline`, 'utf8')).includes('main.js')) return Number(child);
  return assert.fail('found no instance');
}

const JWT_SECRET = 'a secret for tests that is long enough';

describe('the notifications to systemd', { skip: WITHOUT_SYSTEMD_NOTIFY }, () => {
  let socket: NotifySocket;
  beforeEach(async () => {
    socket = await openNotifySocket();
  });
  afterEach(async () => {
    await killAll();
    socket.close();
  });

  it('say in order that the service starts, is ready, reloads and stops', async () => {
    const manager = openServiceManager({ env: { ...process.env, NOTIFY_SOCKET: socket.path }, log });
    manager.ready('Serving');
    manager.reloading();
    manager.ready('Serving');
    manager.stopping();
    await socket.gets('STOPPING=1');
    assert.deepEqual(
      socket.received.filter((message) => !message.startsWith('STATUS=')),
      ['READY=1', 'RELOADING=1', 'READY=1', 'STOPPING=1'],
    );
    assert.ok(socket.received.includes('STATUS=Serving'), socket.received.join());
  });

  it('keep the watchdog quiet while the service is alive, and no longer', async () => {
    const env = { ...process.env, NOTIFY_SOCKET: socket.path, WATCHDOG_USEC: '40000' };
    const manager = openServiceManager({ env, log });
    let isAlive = true;
    manager.ready('Serving', () => isAlive);
    await socket.gets('WATCHDOG=1', 3);
    isAlive = false;
    manager.reloading();
    await socket.gets('RELOADING=1');
    const before = socket.received.filter((message) => message === 'WATCHDOG=1').length;
    manager.stopping();
    await socket.gets('STOPPING=1');
    assert.equal(socket.received.filter((message) => message === 'WATCHDOG=1').length, before);
  });

  it('leave the watchdog of another process alone', async () => {
    const env = { ...process.env, NOTIFY_SOCKET: socket.path, WATCHDOG_USEC: '20000', WATCHDOG_PID: '1' };
    const manager = openServiceManager({ env, log });
    manager.ready('Serving');
    await socket.gets('STATUS=Serving');
    manager.stopping();
    await socket.gets('STOPPING=1');
    assert.ok(!socket.received.includes('WATCHDOG=1'), socket.received.join());
  });

  it('are none without NOTIFY_SOCKET, and a lost socket disturbs nothing', async () => {
    openServiceManager({ env: {}, log }).ready('Serving');
    const env = { ...process.env, NOTIFY_SOCKET: '/nonexistent/socket' };
    const manager = openServiceManager({ env, log });
    manager.ready('Serving');
    manager.stopping();
    assert.deepEqual(socket.received, []);
  });

  it('come from a running service, from its start to its end', async (t) => {
    const database = await createTestDatabase();
    t.after(() => database.drop());
    const vigil = startVigil({
      DATABASE_URL: database.url,
      JWT_SECRET,
      NOTIFY_SOCKET: socket.path,
      WATCHDOG_USEC: '400000',
    });
    await vigil.started;
    await socket.gets('READY=1');
    await socket.gets('WATCHDOG=1', 2);
    vigil.signal('SIGHUP');
    await socket.gets('READY=1', 2);
    await stop(vigil);
    await socket.gets('STOPPING=1');
  });

  it('come from the parent of several instances when all of them serve', {
    skip: WITHOUT_REDIS,
  }, async (t) => {
    const [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
    t.after(async () => {
      await redis.stop();
      await database.drop();
    });
    const vigil = startVigil({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      INSTANCES: '2',
      JWT_SECRET,
      NOTIFY_SOCKET: socket.path,
      WATCHDOG_USEC: '1000000',
    });
    await vigil.prints('instances: all started');
    await socket.gets('READY=1');
    await socket.gets('WATCHDOG=1', 2);
    assert.equal(socket.received.filter((message) => message === 'READY=1').length, 1);

    // An instance whose event loop does not run looks like a stopped process.
    const instance = await anInstanceOf(vigil);
    process.kill(instance, 'SIGSTOP');
    const pings = () => socket.received.filter((message) => message === 'WATCHDOG=1').length;
    let last = { pings: pings(), at: performance.now() };
    await eventually('the pings end', () => {
      if (pings() !== last.pings) last = { pings: pings(), at: performance.now() };
      return performance.now() - last.at > 2_000;
    });
    process.kill(instance, 'SIGCONT');
    await eventually('they go on', () => pings() > last.pings);
    await stop(vigil);
    await socket.gets('STOPPING=1');
  });
});
