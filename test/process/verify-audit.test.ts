import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { callApi } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { sql } from '../helpers/sql.ts';
import { killAll, startVigil, stop } from './child.ts';

const ADA = { email: 'ada@example.org', password: 'Secret!123', firstName: 'Ada', lastName: 'Jones' };

describe('npm run verify-audit', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  afterEach(killAll);
  after(async () => {
    await database.drop();
  });

  async function run(settings: Record<string, string>, ...args: string[]) {
    const command = startVigil(settings, args);
    const { code } = await command.exited;
    const [, output = ''] = /^Database: PostgreSQL \S+ on \S+\n([\s\S]*)$/.exec(command.stdout()) ?? [];
    return { code, output: output + command.stderr() };
  }
  const verify = (...args: string[]) => run({ DATABASE_URL: database.url }, '--verify-audit', ...args);

  it('says that the log is intact while two instances write, and names an entry that was changed', async () => {
    const instances = [1, 2].map(() => startVigil({ DATABASE_URL: database.url, RATE_LIMIT_GLOBAL: '0' }));
    const urls = await Promise.all(instances.map(({ started }) => started));
    const [url = ''] = urls;
    await callApi(url, 'POST', '/auth/signup', { body: ADA });
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => callApi(urls[n % 2] ?? url, 'POST', '/auth/login', { body: ADA })),
    );
    const count = async () => (await sql(database.url, 'SELECT FROM audit_log')).length;
    await eventually('all are stored', async () => (await count()) >= 11);
    const { code, output } = await verify();
    assert.equal(code, 0, output);
    assert.match(output, /^intact: \d+ entries, from \S+Z to \S+Z\nhead: [0-9a-f]{64}\n$/);
    await Promise.all(instances.map((instance) => stop(instance)));
    const [, head = ''] = /head: (\w+)/.exec(output) ?? [];
    assert.equal((await verify(head)).code, 0);
    const wrong = await verify('f'.repeat(64));
    assert.deepEqual([wrong.code, wrong.output], [1, `broken: no entry has the hash ${'f'.repeat(64)}\n`]);
    const nonsense = await verify('xyz');
    assert.equal(nonsense.code, 1);
    assert.match(nonsense.output, /"xyz" is not a hash of 64 hexadecimal digits/);

    const [{ id }] = await sql(
      database.url,
      `UPDATE audit_log SET ip = '203.0.113.9' WHERE number = 5 RETURNING id`,
    );
    const broken = await verify();
    assert.equal(broken.code, 1);
    assert.match(broken.output, new RegExp(`^broken: entry ${id} of \\S+Z was changed\\n$`));
  });

  it('finds the log intact after an instance was killed while it wrote', async () => {
    const own = await createTestDatabase();
    after(() => own.drop());
    const settings = { DATABASE_URL: own.url, RATE_LIMIT_GLOBAL: '0' };
    for (let round = 1; round <= 3; round++) {
      const vigil = startVigil(settings);
      const url = await vigil.started;
      const body = { ...ADA, email: `ada${round}@example.org` };
      const { token } = (await callApi(url, 'POST', '/auth/signup', { body })).body;
      const refused = Array.from({ length: 300 }, () =>
        callApi(url, 'GET', '/admin/logs', { token }).catch(() => {}),
      );
      await eventually(
        'some are stored',
        async () => (await sql(own.url, 'SELECT FROM audit_log')).length > 50 * round,
      );
      vigil.signal('SIGKILL');
      await Promise.all([vigil.exited, ...refused]);
    }
    const { code, output } = await run({ DATABASE_URL: own.url }, '--verify-audit');
    assert.equal(code, 0, output);
    assert.match(output, /^intact: \d+ entries/);
  });

  it('says why it could not read the log', async () => {
    const { code, output } = await run({ DATABASE_URL: 'postgres://127.0.0.1:9/none' }, '--verify-audit');
    assert.equal(code, 1);
    assert.match(output, /^The audit log was not verified: /m);
  });
});
