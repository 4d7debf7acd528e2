import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Json } from '../helpers/app.ts';
import { inProject } from '../helpers/project.ts';

const MOST_SCRIPT_BYTES = 80_000;

describe('the console build', () => {
  let folder: string;
  let target: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-web-'));
    target = join(folder, 'web');
    // Two services start at the same time.
    await Promise.all([build(), build()]);
  });
  after(() => rm(folder, { recursive: true }));

  async function build(): Promise<string> {
    const program = ['--import', 'tsx', inProject('web', 'build.ts'), target];
    return (await promisify(execFile)(process.execPath, program, { cwd: inProject() })).stdout;
  }
  const contents = async (): Promise<Json> =>
    JSON.parse(await readFile(join(target, 'console.json'), 'utf8'));

  it('leaves one complete console after parallel builds, and no temporary folders', async () => {
    assert.deepEqual(await readdir(folder), ['web']);
    const { files } = await contents();
    const built = await readdir(target, { recursive: true });
    for (const { file, compressed } of files) {
      assert.ok(built.includes(file), file);
      for (const ending of compressed ? ['.br', '.gz'] : []) assert.ok(built.includes(file + ending), file);
    }
  });

  it('is skipped while the sources are unchanged', async () => {
    assert.match(await build(), /up to date/);
  });

  it('has no inline script or style in its pages', async () => {
    for (const file of ['index.html', 'docs.html']) {
      const page = await readFile(join(target, file), 'utf8');
      assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|%\w+%|https?:\/\//, file);
    }
  });

  it('keeps the script of the first page and the board small', async () => {
    const page = await readFile(join(target, 'index.html'), 'utf8');
    const named = [...page.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
    const board = (await readdir(join(target, 'assets'))).find((file) => /^board-.*\.js$/.test(file));
    assert.ok(named.length > 0 && board !== undefined);
    let bytes = 0;
    for (const file of [...named, join('assets', board)])
      bytes += (await readFile(join(target, `${file}.gz`))).length;
    assert.ok(bytes <= MOST_SCRIPT_BYTES, `${bytes} bytes`);
  });
});
