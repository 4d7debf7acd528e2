import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { connectAsync } from 'mqtt';
import { callApi } from '../helpers/app.ts';
import { commonNameAt, type MadeCertificate, makeCertificate } from '../helpers/certificates.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { startRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { killAll, startVigil, stop, type Vigil } from './child.ts';

const ADMIN = { email: 'admin@example.org', password: 'Admin!2345' };

describe('SIGHUP', () => {
  let folder: string;
  let database: TestDatabase;
  let env: Record<string, string>;
  let files: MadeCertificate;
  let certificates: Readonly<Record<'first' | 'second', MadeCertificate>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-process-'));
    certificates = { first: makeCertificate(folder, 'first'), second: makeCertificate(folder, 'second') };
    files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
    database = await createTestDatabase();
    env = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      JWT_SECRET: 'a secret for tests that is long enough',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      MQTTS_PORT: '0',
    };
  });
  afterEach(killAll);
  after(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function put(name: keyof typeof certificates): Promise<void> {
    await copyFile(certificates[name].certFile, files.certFile);
    await copyFile(certificates[name].keyFile, files.keyFile);
  }
  const withTls = () => ({ ...env, TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile });
  const portOf = (vigil: Vigil, name: string) =>
    Number(new RegExp(`"${name}":(\\d+)`).exec(vigil.stdout())?.[1]);

  it('reloads a renewed certificate while clients come and go, and closes no connection', async (t) => {
    await put('first');
    const vigil = startVigil(withTls());
    await vigil.started;
    const [http, mqtts] = [portOf(vigil, 'http'), portOf(vigil, 'mqtts')];
    const client = await connectAsync(`mqtts://127.0.0.1:${mqtts}`, {
      username: ADMIN.email,
      password: ADMIN.password,
      reconnectPeriod: 0,
      rejectUnauthorized: false,
    });
    let closed = false;
    client.on('close', () => {
      closed = true;
    });
    const handshakes = { made: 0, refused: 0 };
    let isDone = false;
    const visitors = Array.from({ length: 4 }, async () => {
      while (!isDone)
        await commonNameAt(http).then(
          () => (handshakes.made += 1),
          () => (handshakes.refused += 1),
        );
    });
    let reloads = 0;
    for (const name of ['second', 'first', 'second', 'first', 'second'] as const) {
      await put(name);
      vigil.signal('SIGHUP');
      reloads += 1;
      await eventually(
        'the reload is logged',
        () => vigil.stdout().split('certificates: reloaded').length > reloads,
      );
      for (const port of [http, mqtts])
        await eventually(
          'the new certificate is served',
          async () => (await commonNameAt(port).catch(() => '')) === name,
        );
    }
    isDone = true;
    await Promise.all(visitors);
    t.diagnostic(`of ${handshakes.made} handshakes during five reloads ${handshakes.refused} were reset`);
    assert.ok(handshakes.refused <= reloads * visitors.length, JSON.stringify(handshakes));
    assert.equal(closed, false);
    await client.endAsync();
    await stop(vigil);
  });

  it('without certificates changes nothing and is logged', async () => {
    const vigil = startVigil(env);
    const url = await vigil.started;
    vigil.signal('SIGHUP');
    await vigil.prints('reload: nothing to do, TLS_CERT_FILE is not set');
    assert.equal((await callApi(url, 'GET', '/health')).status, 200);
    await stop(vigil);
  });

  it('reaches every instance of one machine', { skip: WITHOUT_REDIS }, async () => {
    await put('first');
    const redis = await startRedis();
    const vigil = startVigil({ ...withTls(), INSTANCES: '2', REDIS_URL: redis.url });
    await vigil.prints('instances: all started');
    await put('second');
    vigil.signal('SIGHUP');
    await eventually(
      'both instances log it',
      () => vigil.stdout().split('certificates: reloaded').length === 3,
    );
    await stop(vigil);
    await redis.stop();
  });
});
