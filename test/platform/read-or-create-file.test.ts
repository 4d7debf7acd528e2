import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { developmentSecret } from '../../src/accounts/login/development-secret.ts';
import { developmentVapidKeys } from '../../src/notify/channels/web-push/vapid-keys.ts';
import { readOrCreateFile } from '../../src/platform/read-or-create-file.ts';

describe('a file that is created once', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-once-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('contains the whole text of one caller when several create it concurrently', async () => {
    for (let round = 0; round < 20; round++) {
      const file = join(folder, 'deep', `round-${round}`);
      const texts = await Promise.all(
        Array.from({ length: 20 }, (_, caller) =>
          readOrCreateFile(file, () => `caller ${caller} `.repeat(10_000)),
        ),
      );
      assert.equal(new Set(texts).size, 1);
      assert.match(texts[0] ?? '', /^(caller \d+ )\1{9999}$/);
    }
    assert.equal((await readdir(join(folder, 'deep'))).length, 20, 'no other file is left');
  });

  it('is readable by its owner only', async () => {
    await readOrCreateFile(join(folder, 'secret'), () => 'x');
    assert.equal((await stat(join(folder, 'secret'))).mode & 0o777, 0o600);
  });

  it('gives the same secrets to instances that start at the same moment', async () => {
    const dataDir = join(folder, 'data');
    const start = async () => [await developmentSecret(dataDir), await developmentVapidKeys(dataDir)];
    const found = await Promise.all(Array.from({ length: 20 }, start));
    assert.equal(new Set(found.map((one) => JSON.stringify(one))).size, 1);
    assert.ok(String(found[0]?.[0]).length >= 64);
  });
});
