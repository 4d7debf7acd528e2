import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { checkedBinary, loadNativeServer } from '../../src/platform/http/native-server.ts';
import { inProject } from '../helpers/project.ts';

/** Git blob ids (first digits) of the official releases v20.41.0 and v20.64.0. */
const OFFICIAL: Readonly<Record<string, string>> = {
  'uws_linux_x64_115.node': '168adfd8',
  'uws_linux_arm64_115.node': '00e7dc77',
  'uws_linux_x64_127.node': 'b381f645',
  'uws_linux_arm64_127.node': 'ff5f1ef1',
};

const gitBlobId = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

describe("the HTTP server's binary", () => {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('uWebSockets.js'));
  const own = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;

  it("is loaded from the file whose hash was checked, without the package's own script", async () => {
    await loadNativeServer();
    const loaded = Object.keys(require.cache).filter((file) => file.startsWith(folder));
    assert.deepEqual(loaded, [join(folder, own)]);
  });

  it('matches the official release where its id is known', () => {
    for (const [name, id] of Object.entries(OFFICIAL)) {
      if (!name.includes(`_${process.platform}_${process.arch}_`)) continue;
      assert.equal(gitBlobId(readFileSync(checkedBinary(folder, name))).slice(0, id.length), id, name);
    }
  });

  it('has a hash for Node 20, 22 and 24 on Linux and macOS, x64 and arm64', () => {
    const file = inProject('src', 'platform', 'http', 'native-binaries.json');
    const hashes = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
    const names = ['linux', 'darwin'].flatMap((system) =>
      ['x64', 'arm64'].flatMap((arch) => [115, 127, 137].map((abi) => `uws_${system}_${arch}_${abi}.node`)),
    );
    assert.deepEqual(Object.keys(hashes).sort(), names.sort());
    assert.ok(Object.values(hashes).every((hash) => /^[0-9a-f]{64}$/.test(hash)));
  });

  it('is refused when one byte differs or when it is not in the list', () => {
    const copy = mkdtempSync(join(tmpdir(), 'vigil-binary-'));
    try {
      cpSync(join(folder, own), join(copy, own));
      assert.equal(checkedBinary(copy, own), join(copy, own));
      const bytes = readFileSync(join(copy, own));
      bytes[1000] = (bytes[1000] ?? 0) ^ 1;
      writeFileSync(join(copy, own), bytes);
      assert.throws(() => checkedBinary(copy, own), /has been changed/);
      writeFileSync(join(copy, 'uws_linux_x64_999.node'), bytes);
      assert.throws(() => checkedBinary(copy, 'uws_linux_x64_999.node'), /Cannot find module/);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});
