import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import type { Json } from '../helpers/app.ts';
import { inProject } from '../helpers/project.ts';

const MOST_BYTES = 61_000;
const MOST_WEAR_BYTES = 40_000;
/** A static import of anything but main.js: a file that the page does not name. */
const IMPORTS_A_LATER_FILE = /\bfrom ?["']\.\/(?!main-)/;

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
  /** As the production build compresses it. */
  const compressedSize = async (file: string): Promise<number> =>
    brotliCompressSync(await readFile(join(target, file))).length;
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
    for (const file of ['index.en.html', 'index.de.html', 'wear.en.html', 'wear.de.html', 'docs.html']) {
      const page = await readFile(join(target, file), 'utf8');
      assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|%\w+%|https?:\/\//, file);
    }
  });

  it('needs four files for the board, below 61 kB, in each language', async () => {
    for (const language of ['en', 'de']) {
      const index = `index.${language}.html`;
      const page = await readFile(join(target, index), 'utf8');
      const assets = [...page.matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
      assert.deepEqual(
        assets.map((file) => file.replace(/-.*\./, '.')),
        ['assets/main.css', 'assets/main.js', 'assets/board.js'],
      );
      for (const script of assets.filter((file) => file.endsWith('.js')))
        assert.doesNotMatch(await readFile(join(target, script), 'utf8'), IMPORTS_A_LATER_FILE);
      const sizes = await Promise.all([index, ...assets].map(compressedSize));
      const bytes = sizes.reduce((all, size) => all + size, 0);
      assert.ok(bytes < MOST_BYTES, `${bytes} bytes in ${language}`);
    }
  });

  it('needs two files for a phone as a wearable, with a script below 40 kB, in each language', async () => {
    for (const [language, own, other] of [
      ['en', 'Did you fall?', 'Sind Sie gestürzt?'],
      ['de', 'Sind Sie gestürzt?', 'Did you fall?'],
    ] as const) {
      const page = await readFile(join(target, `wear.${language}.html`), 'utf8');
      assert.match(page, new RegExp(`<html lang="${language}" dir="ltr">`));
      const assets = [...page.matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
      assert.deepEqual(
        assets.map((file) => file.replace(/-.*\./, '.')),
        ['assets/wear.css', 'assets/wear.js'],
      );
      const [, script = ''] = assets;
      const text = await readFile(join(target, script), 'utf8');
      assert.ok(text.includes(own) && !text.includes(other), language);
      assert.doesNotMatch(text, /\bimport\b ?["'({*\w]/, 'it loads no other file');
      const bytes = await compressedSize(script);
      assert.ok(bytes < MOST_WEAR_BYTES, `${bytes} bytes in ${language}`);
    }
  });

  it('carries one language in each bundle, and names it in the page and the manifest', async () => {
    for (const [language, own, other] of [
      ['en', "I'm going", 'Ich gehe hin'],
      ['de', 'Ich gehe hin', "I'm going"],
    ] as const) {
      const page = await readFile(join(target, `index.${language}.html`), 'utf8');
      assert.match(page, new RegExp(`<html lang="${language}" dir="ltr">`));
      const named = [...page.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
      const script = (await Promise.all(named.map((file) => readFile(join(target, file), 'utf8')))).join();
      assert.ok(script.includes(own) && !script.includes(other), language);
      const [, manifest = ''] = /rel="manifest" href="\/([^"]+)"/.exec(page) ?? [];
      assert.equal(JSON.parse(await readFile(join(target, manifest), 'utf8')).lang, language);
    }
  });
});
