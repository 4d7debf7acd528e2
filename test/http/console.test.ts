import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin } from '../helpers/people.ts';

const HTML = 'text/html; charset=utf-8';
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const PAGE = '<!doctype html><title>Vigil</title>';
const GERMAN_PAGE = '<!doctype html><html lang="de"><title>Vigil</title>';

/** Writes a small console with the layout of web/build.ts. */
async function writeConsole(folder: string): Promise<void> {
  const files = [
    {
      path: '/',
      file: 'index.en.html',
      type: HTML,
      hash: 'page',
      profile: 'console',
      language: 'en',
      contents: PAGE,
    },
    {
      path: '/',
      file: 'index.de.html',
      type: HTML,
      hash: 'seite',
      profile: 'console',
      language: 'de',
      contents: GERMAN_PAGE,
    },
    { path: '/docs', file: 'docs.html', type: HTML, hash: 'docs', profile: 'docs', contents: '<p>Docs' },
    {
      path: '/assets/main-AB12.js',
      file: 'main.js',
      type: 'text/javascript; charset=utf-8',
      hash: 'main',
      profile: 'asset',
      contents: 'go()',
    },
  ];
  for (const { file, contents } of files) {
    await writeFile(join(folder, file), contents);
    await writeFile(join(folder, `${file}.br`), brotliCompressSync(contents));
    await writeFile(join(folder, `${file}.gz`), gzipSync(contents));
  }
  const listed = files.map(({ contents: _, ...file }) => ({ ...file, compressed: true }));
  const paths = ['/', '/login', '/patients/:id'];
  await writeFile(join(folder, 'console.json'), JSON.stringify({ paths, files: listed }));
}

describe('the console over HTTP', () => {
  let app: TestApp;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-console-'));
    await writeConsole(folder);
    app = await startTestApp({ RATE_LIMIT_GLOBAL: '20' }, { consoleFolder: folder });
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const get = (path: string, headers: Readonly<Record<string, string>> = BROWSER, method = 'GET') =>
    fetch(new URL(path, app.url), { method, headers });

  it('is one page for all its paths, with a policy that forbids inline scripts and styles', async () => {
    for (const path of ['/', '/login', '/patients/5b0e', '/?x=1']) {
      const answer = await get(path);
      assert.equal(answer.status, 200, path);
      assert.equal(await answer.text(), PAGE);
      assert.equal(answer.headers.get('content-type'), HTML);
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
      assert.equal(answer.headers.get('x-frame-options'), 'DENY');
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    }
  });

  it('answers 304 while it is unchanged', async () => {
    const etag = (await get('/')).headers.get('etag') ?? '';
    for (const given of [etag, `"other", ${etag}`, '*']) {
      const answer = await get('/', { ...BROWSER, 'If-None-Match': given });
      assert.equal(answer.status, 304, given);
      assert.equal(await answer.text(), '');
      assert.equal(answer.headers.get('etag'), etag);
      assert.match(answer.headers.get('content-security-policy') ?? '', /script-src 'self'/);
    }
    assert.equal((await get('/', { ...BROWSER, 'If-None-Match': '"other"' })).status, 200);
  });

  it('marks its assets as immutable and compresses them as the client accepts', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await get('/assets/main-AB12.js', { 'Accept-Encoding': accepted });
      assert.equal(answer.headers.get('content-encoding'), encoding, accepted);
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(await answer.text(), 'go()');
    }
  });

  it('is in the language of the cookie, else of the browser, else of the organisation', async () => {
    const ask = (headers: Readonly<Record<string, string>>) => get('/login', { ...BROWSER, ...headers });
    for (const [headers, language] of [
      [{}, 'en'],
      [{ 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.8' }, 'de'],
      [{ 'Accept-Language': 'fr, en;q=0.4, DE;q=0.5' }, 'de'],
      [{ 'Accept-Language': 'de;q=0, en;q=0.1' }, 'en'],
      [{ 'Accept-Language': 'fr-FR, *;q=0.5' }, 'en'],
      [{ 'Accept-Language': 'de;q=abc, ;;,=' }, 'de'],
      [{ 'Accept-Language': 'de', Cookie: 'language=en' }, 'en'],
      [{ 'Accept-Language': 'en', Cookie: 'other=1; language=de' }, 'de'],
      [{ 'Accept-Language': 'de', Cookie: 'language=<script>' }, 'de'],
    ] as const) {
      const answer = await ask(headers);
      assert.equal(answer.headers.get('content-language'), language, JSON.stringify(headers));
      assert.equal(await answer.text(), language === 'de' ? GERMAN_PAGE : PAGE);
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding, Accept-Language, Cookie');
    }
    const [english, german] = [await ask({}), await ask({ Cookie: 'language=de' })];
    const etag = english.headers.get('etag') ?? '';
    assert.notEqual(german.headers.get('etag'), etag);
    assert.equal((await ask({ Cookie: 'language=de', 'If-None-Match': etag })).status, 200);
    const admin = await logInAsAdmin(app);
    await app.call('PUT', '/admin/organisation', { token: admin.token, body: { language: 'de' } });
    assert.equal((await ask({})).headers.get('content-language'), 'de');
    assert.equal((await ask({ 'Accept-Language': 'en' })).headers.get('content-language'), 'en');
    const unknown = await get('/nirgends');
    assert.equal(unknown.status, 404);
    assert.equal(await unknown.text(), GERMAN_PAGE);
    await app.call('PUT', '/admin/organisation', { token: admin.token, body: { language: 'en' } });
    assert.equal((await get('/assets/main-AB12.js')).headers.get('content-language'), null);
  });

  it('answers HEAD without a body, and other methods with 405', async () => {
    const head = await get('/', BROWSER, 'HEAD');
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('content-type'), HTML);
    const post = await get('/', BROWSER, 'POST');
    assert.equal(post.status, 405);
    assert.equal(post.headers.get('allow'), 'GET, HEAD, OPTIONS');
  });

  it('serves /docs with a policy that allows inline styles but no inline scripts', async () => {
    const policy = (await get('/docs')).headers.get('content-security-policy') ?? '';
    assert.match(policy, /script-src 'self'; style-src 'self' 'unsafe-inline'/);
  });

  it('answers 404 with its own page for unknown paths, and with the envelope under /api', async () => {
    const page = await get('/nowhere');
    assert.equal(page.status, 404);
    assert.equal(await page.text(), PAGE);
    for (const path of ['/api', '/api/', '/api/nowhere']) {
      const answer = await get(path);
      assert.equal(answer.status, 404);
      assert.equal(((await answer.json()) as Json).success, false);
    }
    assert.equal((await get('/mqtt')).status, 426);
  });

  it('answers requests for JSON with the envelope', async () => {
    for (const path of ['/', '/nowhere', '/docs']) {
      const answer = await get(path, { Accept: 'application/json, text/plain, */*' });
      assert.equal(answer.status, 404, path);
      assert.equal(((await answer.json()) as Json).success, false);
    }
  });

  it('does not count towards the rate limit', async () => {
    for (let count = 0; count < 40; count += 1) assert.equal((await get('/')).status, 200);
    assert.equal((await get('/assets/main-AB12.js')).headers.get('x-ratelimit-limit'), null);
  });
});
