import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person } from '../helpers/people.ts';
import { staysQuiet } from '../helpers/quiet.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { killAll } from '../process/child.ts';
import { type Instance, type Pair, startInstance, startPair } from './instances.ts';
import { type OwnPostgres, startOwnPostgres } from './postgres.ts';

const EVERY = { PATH_TEST_MINUTES: '0.1', LOG_LEVEL: 'info' };
const INTERVAL_MS = 6_000;

const pathAt = async (at: Instance, { token }: Person): Promise<Json> =>
  (await at.call('GET', '/admin/path', { token })).body.data;

describe('path tests of two instances', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let admin: Person;
  before(async () => {
    pair = await startPair(EVERY);
    admin = await logInAsAdmin(pair.a);
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  const testsAt = async (at: Instance): Promise<Json[]> => (await pathAt(at, admin)).tests;
  const moreAt = async (at: Instance, count: number): Promise<readonly Json[]> => {
    const from = (await testsAt(at)).length + count;
    await eventually('more tests end', async () => (await testsAt(at)).length >= from, 40_000);
    return testsAt(at);
  };
  /** From each test to the one before it. */
  const gapsOf = (tests: readonly Json[]): number[] =>
    tests.slice(1).map(({ at }, i) => Date.parse(tests[i].at) - Date.parse(at));

  it('never run at once, and both know the result', async () => {
    const tests = await moreAt(pair.a, 3);
    assert.deepEqual(
      tests.filter(({ ok }) => !ok),
      [],
    );
    for (const gap of gapsOf(tests)) assert.ok(gap >= INTERVAL_MS - 500, `${gap} ms between two tests`);
    await eventually('both say so', async () => {
      const figures = await Promise.all([pair.a, pair.b].map((at) => at.figure('vigil_path_ok')));
      return figures.every((figure) => figure === 1);
    });
  });

  it('go on within one interval when the tester is killed', async () => {
    const { a, b } = pair;
    const c = await pair.another();
    // One of the two has been the tester.
    for (const killed of [a, b]) {
      killed.vigil.signal('SIGKILL');
      await killed.vigil.exited;
      const tests = await moreAt(c, 2);
      assert.equal(tests[0].ok, true);
      const longest = Math.max(...gapsOf(tests.slice(0, 3)));
      // The lock is free at once, and looked for every second.
      assert.ok(longest < 2 * INTERVAL_MS + 3_000, `${longest} ms between two tests`);
    }
  });
});

describe('the heartbeat of two instances', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let monitor: Receiver;
  before(async () => {
    monitor = await startReceiver();
    pair = await startPair({
      HEARTBEAT_URL: `${monitor.url}/ping`,
      HEARTBEAT_SECONDS: '5',
      ALLOW_PRIVATE_TARGETS: 'true',
    });
  });
  after(async () => {
    await killAll();
    await pair?.close();
    await monitor?.close();
  });

  const paths = (): string[] => monitor.received.map(({ path }) => path);

  it('is sent by one, and goes on with the other', async () => {
    await eventually('it beats', () => paths().length >= 2);
    const from = Date.now();
    const before = paths().length;
    await eventually('it beats on', () => paths().length >= before + 2);
    assert.ok(Date.now() - from > 4_000, 'both send it');
    pair.a.vigil.signal('SIGTERM');
    await pair.a.vigil.exited;
    const alone = paths().length;
    await eventually('it beats on', () => paths().length >= alone + 1);
    assert.ok(!paths().includes('/ping/fail'));
  });

  it('says once that instances have stopped together', async () => {
    const c = await pair.another();
    for (const { vigil } of [pair.b, c]) vigil.signal('SIGTERM');
    for (const { vigil } of [pair.b, c]) await vigil.exited;
    const failures = monitor.received.filter(({ path }) => path === '/ping/fail');
    assert.deepEqual(
      failures.map(({ body }) => String(body)),
      ['stopped'],
    );
  });
});

describe('the path test while the database is down', () => {
  let postgres: OwnPostgres;
  let monitor: Receiver;
  let instance: Instance;
  let admin: Person;
  before(async () => {
    postgres = await startOwnPostgres();
    monitor = await startReceiver();
    instance = await startInstance({
      DATABASE_URL: postgres.url,
      ...EVERY,
      HEARTBEAT_URL: `${monitor.url}/ping`,
      HEARTBEAT_SECONDS: '5',
      ALLOW_PRIVATE_TARGETS: 'true',
    });
    admin = await logInAsAdmin(instance);
  });
  after(async () => {
    await killAll();
    await postgres?.close();
    await monitor?.close();
  });

  const lastBeat = (): string => {
    const { path, body } = monitor.received.at(-1) ?? assert.fail();
    return `${path} ${body}`;
  };
  const kinds = async (): Promise<string[]> =>
    (await instance.call('GET', '/board', { token: admin.token })).body.data.notices.map(
      ({ kind }: Json) => kind,
    );

  it('names the database at once, and alerts the admins when it is back', async () => {
    await eventually('a test passes', async () => (await pathAt(instance, admin)).ok === true);
    await postgres.stop();
    await instance.vigil.prints('path: test failed at stage prepared');
    await eventually('the metric says so', async () => (await instance.figure('vigil_path_ok')) === 0);
    await eventually('the heartbeat says so', () => lastBeat() === '/ping/fail database failed');
    await staysQuiet(INTERVAL_MS + 1_000, 'two tests take so long');
    await postgres.start();
    await eventually('the path works', async () => {
      const answer = await instance.call('GET', '/admin/path', { token: admin.token });
      return answer.status === 200 && answer.body.data.ok === true;
    });
    await eventually('the admins know', async () => (await kinds()).join() === 'PATH_RESTORED');
    const { tests } = await pathAt(instance, admin);
    assert.equal(tests.filter(({ ok }: Json) => !ok).length, 1);
    await eventually('the heart beats', () => lastBeat() === '/ping ');
    const paths = monitor.received.map(({ path }) => path);
    const failed = paths.slice(paths.indexOf('/ping/fail'), paths.lastIndexOf('/ping/fail'));
    assert.ok(!failed.includes('/ping'), 'not well until a test has passed');
  });
});
