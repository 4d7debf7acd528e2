import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { killAll, occupyPort, startVigil } from './child.ts';

/** The password of every DATABASE_URL here; it must not be shown. */
const HUSH = 'hush-hush';

describe('a start that fails', () => {
  let folder: string;
  let database: TestDatabase;
  let taken: Awaited<ReturnType<typeof occupyPort>>;
  let other: Awaited<ReturnType<typeof occupyPort>>;
  let freed: number;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-process-'));
    database = await createTestDatabase();
    taken = await occupyPort();
    other = await occupyPort();
    const { port, server } = await occupyPort();
    freed = port;
    await new Promise((resolve) => server.close(resolve));
    await writeFile(join(folder, 'file'), 'no folder');
    await mkdir(join(folder, 'closed'), { mode: 0o500 });
  });
  afterEach(killAll);
  after(async () => {
    taken.server.close();
    other.server.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Expects one line on stderr for people, one on stdout for machines, and exit 1. */
  async function prints(env: Readonly<Record<string, string>>, words: RegExp): Promise<void> {
    const vigil = startVigil({ DATA_DIR: join(folder, 'data'), ...env });
    const { code } = await vigil.exited;
    const [stdout, stderr] = [vigil.stdout(), vigil.stderr()];
    assert.equal(code, 1, stdout + stderr);
    assert.match(stderr, /^Vigil could not start: [^\n]+\n$/);
    assert.match(stderr, words);
    assert.match(stdout, /^\{"level":60,[^\n]*"reason":"[^\n]*"msg":"start: failed"\}\n$/);
    assert.ok(!`${stdout}${stderr}`.includes(HUSH));
  }

  const withDatabase = (change: (url: URL) => void): Readonly<Record<string, string>> => {
    const url = new URL(database.url);
    url.password = HUSH;
    change(url);
    return { DATABASE_URL: url.href };
  };
  const at = (host: string) => ({ DATABASE_URL: `postgres://u:${HUSH}@${host}:${freed}/db` });

  it('names DATABASE_URL and the reason for an unusable database', async () => {
    const { password } = new URL(database.url);
    await Promise.all([
      prints(at('127.0.0.1'), /DATABASE_URL: no server listens there .*ECONNREFUSED/),
      prints(at('localhost'), /DATABASE_URL: no server listens there .*ECONNREFUSED/),
      prints(at('no-such-host.invalid'), /DATABASE_URL: .*(ENOTFOUND|EAI_AGAIN) no-such-host.invalid/),
      prints(
        withDatabase(() => {}),
        /DATABASE_URL: the user or the password is wrong/,
      ),
      prints(
        withDatabase((url) => {
          url.password = password;
          url.pathname = '/nowhere';
        }),
        /DATABASE_URL: create the database first .*"nowhere" does not exist/,
      ),
    ]);
  });

  it('names every port in use at once, and an address that the machine does not have', async () => {
    const port = String(taken.port);
    await Promise.all([
      prints({ PORT: port }, new RegExp(`port ${port} is in use [^.]*: set PORT to another`)),
      prints(
        { MQTT_PORT: port, METRICS_PORT: String(other.port) },
        /set MQTT_PORT to another\. .*set METRICS_PORT to another/,
      ),
      prints({ HOST: '203.0.113.9' }, /HOST: 203\.0\.113\.9 is no address of this machine/),
    ]);
  });

  it('names DATA_DIR for an unusable folder, and for one in use by another Vigil process', async () => {
    const directory = join(folder, 'used', 'postgres');
    const other = await startEmbeddedPostgres({ directory, log: silentLog(), settings: { fsync: 'off' } });
    try {
      await Promise.all([
        prints(
          { DATA_DIR: join(folder, 'used') },
          /another Vigil is running on .*set DATA_DIR to another folder/,
        ),
        prints({ DATA_DIR: join(folder, 'file', 'x') }, /DATA_DIR: .*ENOTDIR.*Set DATA_DIR to a folder that/),
        // Node's recursive mkdir never returns there.
        ...(process.platform === 'linux'
          ? ['/proc/vigil/data', '/proc'].map((dataDir) =>
              prints({ DATA_DIR: dataDir }, /DATA_DIR: \/proc\/.*ENOENT.*Set DATA_DIR to a folder that/),
            )
          : []),
        // With an external database the service still keeps its secrets there.
        prints(
          { DATABASE_URL: database.url, DATA_DIR: join(folder, 'file') },
          /DATA_DIR: .*(EEXIST|ENOTDIR)/,
        ),
        // Root can open every folder.
        ...(process.geteuid?.() === 0
          ? []
          : [prints({ DATA_DIR: join(folder, 'closed', 'x') }, /DATA_DIR: .*EACCES.*Set DATA_DIR/)]),
      ]);
    } finally {
      await other.stop();
    }
  });
});
