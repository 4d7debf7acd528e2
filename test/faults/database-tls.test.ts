import assert from 'node:assert/strict';
import { chmod, chown, cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../src/platform/database/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/embedded-postgres.ts';
import { type MadeCertificate, makeCertificate } from '../helpers/certificates.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

const log = silentLog();

/** docs/configuration.md, "TLS to the database". */
describe('sslmode in DATABASE_URL', () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let certificate: MadeCertificate;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-database-tls-'));
    await chmod(folder, 0o711);
    const directory = join(folder, 'data');
    server = await startEmbeddedPostgres({ directory, log, settings: { fsync: 'off' } });
    certificate = makeCertificate(folder, 'database');
    const cluster = join(directory, 'data');
    const { uid, gid } = await stat(cluster);
    for (const [from, name] of [
      [certificate.certFile, 'server.crt'],
      [certificate.keyFile, 'server.key'],
    ] as const) {
      const to = join(cluster, name);
      await cp(from, to);
      await chown(to, uid, gid);
      // PostgreSQL refuses a key that others can read.
      await chmod(to, 0o600);
    }
    await sql(server.url, 'ALTER SYSTEM SET ssl = on');
    await sql(server.url, 'SELECT pg_reload_conf()');
    await eventually('the server offers TLS', async () =>
      isEncrypted({ host: 'localhost', query: 'sslmode=no-verify' }).catch(() => false),
    );
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function isEncrypted({ host, query }: { host: string; query: string }): Promise<boolean> {
    const { username, password, port, pathname } = new URL(server.url);
    const url = `postgres://${username}:${password}@${host}:${port}${pathname}?${query}`;
    const db = openDatabase({ url, log });
    try {
      const found = await db.row<{ ssl: boolean }>(
        'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
      );
      return found?.ssl === true;
    } finally {
      await db.close();
    }
  }

  it('without it, or with "disable", the connection has no TLS', async () => {
    assert.equal(await isEncrypted({ host: 'localhost', query: '' }), false);
    assert.equal(await isEncrypted({ host: 'localhost', query: 'sslmode=disable' }), false);
  });

  it('"no-verify" accepts any certificate', async () => {
    assert.equal(await isEncrypted({ host: 'localhost', query: 'sslmode=no-verify' }), true);
  });

  it('"verify-full" accepts a certificate of the authority that sslrootcert names, for its host name only', async () => {
    const query = `sslmode=verify-full&sslrootcert=${certificate.certFile}`;
    assert.equal(await isEncrypted({ host: 'localhost', query }), true);
    await assert.rejects(isEncrypted({ host: '127.0.0.1', query }), /altnames/);
  });

  for (const mode of ['verify-full', 'verify-ca', 'require', 'prefer'])
    it(`"${mode}" refuses the certificate of an unknown authority`, async () => {
      await assert.rejects(
        isEncrypted({ host: 'localhost', query: `sslmode=${mode}` }),
        /self-signed certificate/,
      );
    });
});
