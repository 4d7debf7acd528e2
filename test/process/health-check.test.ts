import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { makeCertificate } from '../helpers/certificates.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { compiled, inProject } from '../helpers/project.ts';
import { killAll, startVigil, stop } from './child.ts';

const PROGRAM = compiled('src/operations/health-check.js').pathname;

describe('the health check', () => {
  let folder: string;
  let database: TestDatabase;
  let env: Record<string, string>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-process-'));
    database = await createTestDatabase();
    env = {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      JWT_SECRET: 'a secret for tests that is long enough',
      MQTTS_PORT: '0',
    };
  });
  afterEach(killAll);
  after(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function exitCode(settings: Readonly<Record<string, string>>): Promise<number> {
    const child = spawn(process.execPath, [PROGRAM], { cwd: folder, env: settings, stdio: 'inherit' });
    const [code]: unknown[] = await once(child, 'exit');
    return Number(code);
  }

  it('is the one that the image runs', async () => {
    const dockerfile = await readFile(inProject('Dockerfile'), 'utf8');
    assert.match(
      dockerfile,
      /^HEALTHCHECK .*\\\n +CMD \["node", "dist\/src\/operations\/health-check\.js"\]$/m,
    );
  });

  it('follows the service to HTTPS, and fails when no service answers', async () => {
    const { certFile, keyFile } = makeCertificate(folder, 'vigil.example.org');
    for (const tls of [{}, { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }]) {
      const vigil = startVigil({ ...env, ...tls });
      await vigil.started;
      const port = /"ports":\{"http":(\d+)/.exec(vigil.stdout())?.[1] ?? '';
      const settings = { ...env, ...tls, HOST: '127.0.0.1', PORT: port, MQTT_PORT: 'off' };
      assert.equal(await exitCode(settings), 0);
      await stop(vigil);
      assert.equal(await exitCode(settings), 1);
    }
  });
});
