import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { loadNativeServer } from '../../src/platform/http/native-server.ts';

/**
 * uWebSockets.js is not in the npm registry; we take its binaries from a package that repeats them. These are the
 * git blob ids (first digits) of the official releases, by platform, architecture and ABI of Node.
 */
const OFFICIAL: Readonly<Record<string, { readonly release: string; readonly blob: string }>> = {
  linux_x64_115: { release: 'v20.41.0', blob: '168adfd8' },
  linux_arm64_115: { release: 'v20.41.0', blob: '00e7dc77' },
  linux_x64_127: { release: 'v20.64.0', blob: 'b381f645' },
  linux_arm64_127: { release: 'v20.64.0', blob: 'ff5f1ef1' },
};

const gitBlobId = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

const folder = dirname(createRequire(import.meta.url).resolve('uWebSockets.js'));
const platform = `${process.platform}_${process.arch}_${process.versions.modules}`;

test('the server binary that is loaded is the official one', async (t) => {
  await loadNativeServer();
  const loaded = Object.keys(createRequire(import.meta.url).cache).filter((file) => file.endsWith('.node'));
  const file = join(folder, `uws_${platform}.node`);
  assert.ok(loaded.includes(file), `loaded is ${loaded.join(', ')}, not ${file}`);
  const official = OFFICIAL[platform];
  const blob = gitBlobId(readFileSync(file));
  if (official === undefined) {
    t.skip(`NOT CHECKED: no official id is known for ${platform}; this one is ${blob}`);
    return;
  }
  assert.equal(
    blob.slice(0, official.blob.length),
    official.blob,
    `${file} is not the one of ${official.release}`,
  );
});

test('the other binaries whose official ids are known are the official ones too', () => {
  for (const [name, { release, blob }] of Object.entries(OFFICIAL)) {
    const found = gitBlobId(readFileSync(join(folder, `uws_${name}.node`)));
    assert.equal(found.slice(0, blob.length), blob, `uws_${name}.node is not the one of ${release}`);
  }
});
