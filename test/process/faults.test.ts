import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { callApi } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { COMPILED_MAIN } from '../helpers/project.ts';
import { killAll, startVigil } from './child.ts';

/** Injects faults that the service itself does not have: one for each SIGUSR2. */
const FAULTS = `
  const faults = [
    () => void Promise.reject(new Error('a forgotten promise')),
    () => { throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }) },
    () => { throw new Error('an exception') },
  ];
  process.on('SIGUSR2', () => faults.shift()());`;

describe('faults of the process', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  afterEach(killAll);
  after(() => database.drop());

  it('are logged and counted for an unhandled rejection, and end the process cleanly for an exception', async () => {
    const vigil = startVigil(
      {
        DATABASE_URL: database.url,
        METRICS_PORT: '0',
        JWT_SECRET: 'a secret for tests that is long enough',
        ADMIN_EMAIL: 'admin@example.org',
        ADMIN_PASSWORD: 'Admin!2345',
      },
      [],
      ['--import', `data:text/javascript,${encodeURIComponent(FAULTS)}`, COMPILED_MAIN],
    );
    const url = await vigil.started;
    const metricsPort = /"metrics":(\d+)/.exec(vigil.stdout())?.[1];
    const counted = async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return /^vigil_unhandled_rejections_total (\d+)$/m.exec(text)?.[1];
    };
    assert.equal(await counted(), '0');

    vigil.signal('SIGUSR2');
    await vigil.prints('a forgotten promise');
    await eventually('the fault is counted', async () => (await counted()) === '1');
    assert.match(vigil.stdout(), /"level":50,.*a forgotten promise/);

    vigil.signal('SIGUSR2');
    await vigil.prints('read ECONNRESET');
    assert.equal((await callApi(url, 'GET', '/health')).status, 200);

    vigil.signal('SIGUSR2');
    assert.equal((await vigil.exited).code, 1);
    assert.match(vigil.stdout(), /"level":50,.*an exception/);
    assert.match(vigil.stdout(), /"msg":"stopped"/);
  });
});
