import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sorted } from '../../src/operations/installations/findings.ts';
import { readInstallations } from '../../src/operations/installations/list.ts';
import { type Look, lookAtAll } from '../../src/operations/installations/look.ts';
import { pageOf } from '../../src/operations/installations/page.ts';
import { DAY_MS, HOUR_MS } from '../../src/platform/time.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { COMPILED_MAIN } from '../helpers/project.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';

/** What a terminal obeys, and what a browser does. */
const HOSTILE = '\u001b[2J\u001b]0;owned\u0007<script>alert(1)</script>"\'';

describe('the overview of many installations', () => {
  let app: TestApp;
  let admin: Person;
  let folder: string;
  let token: string;
  const servers: Receiver[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-overview-'));
    app = await startTestApp({ LOG_LEVEL: 'silent' });
    admin = await logInAsAdmin(app);
    token = (await call('POST', '/admin/service-accounts', { name: 'Look', scopes: ['operations'] })).token;
    const { id } = await call('POST', '/wards', { name: 'East & West' });
    const edith = await signUp(app, 'PATIENT', { firstName: 'Edith', lastName: 'Unmistakable' });
    await call('PUT', `/patients/${edith.id}`, { wardId: id });
  });
  after(async () => {
    await app.close();
    for (const server of servers) await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = async (method: string, path: string, body: object): Promise<Json> =>
    (await app.call(method, path, { token: admin.token, body })).body.data;
  const urlOf = ({ url }: { readonly url: string }): string => url.replace(/\/api$/, '');
  async function server(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
    const opened = await startReceiver(...given);
    servers.push(opened);
    return opened;
  }
  const health = (status: string, details: object) =>
    JSON.stringify({
      success: true,
      data: { status, version: '0.2.0', details: { warnings: [], path: { ok: true }, ...details } },
    });
  const look = async (...urls: string[]) =>
    sorted(
      await lookAtAll(
        urls.map((url) => ({ name: url, url, token })),
        { patienceMs: 3_000, now: Date.now },
      ),
    );

  function listOf(installations: readonly object[]): string {
    const file = join(folder, 'homes.json');
    writeFileSync(file, JSON.stringify(installations));
    return file;
  }
  const command = (...args: string[]) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
      execFile(
        process.execPath,
        [COMPILED_MAIN, '--overview', ...args],
        { cwd: folder },
        (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
      ),
    );

  it('sorts what hangs, answers nonsense or refuses before what is well', async () => {
    const hangs = await server(() => {});
    const nonsense = await server((response) => response.end('<html>It works!'));
    const well = await server((response, { url }) =>
      response.end(url === '/api/health' ? health('HEALTHY', {}) : JSON.stringify({ data: { wards: [] } })),
    );
    const refuses = await server((response, { url }) =>
      url === '/api/health' ? response.end(health('HEALTHY', {})) : response.writeHead(403).end('{}'),
    );
    const urls = [well, refuses, nonsense, hangs].map(urlOf);
    const found = await look(...urls, 'http://127.0.0.1:1');
    const codes = Object.fromEntries(
      found.map(({ name, findings }) => [name, findings.map(({ code }) => code)]),
    );
    assert.deepEqual(codes, {
      [urlOf(hangs)]: ['NO_ANSWER'],
      [urlOf(nonsense)]: ['NONSENSE'],
      'http://127.0.0.1:1': ['NO_ANSWER'],
      [urlOf(refuses)]: ['NO_COUNTS'],
      [urlOf(well)]: [],
    });
    assert.deepEqual(
      found.slice(-2).map(({ name }) => name),
      [urlOf(refuses), urlOf(well)],
    );
  });

  it('ends with an answer that trickles, is endless or leads elsewhere, and keeps its token', async () => {
    const trickles = await server((response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const endless = await server((response) => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    const thief = await server();
    const leads = await server((response) => response.writeHead(302, { location: thief.url }).end());
    const found = await look(...[trickles, endless, leads].map(urlOf));
    assert.deepEqual(
      found.map(({ findings: [worst] }) => worst?.level),
      ['now', 'now', 'now'],
    );
    assert.equal(thief.received.length, 0);
    const asked = leads.received.map(({ path, headers }) => [path, headers.authorization]);
    assert.deepEqual(asked.sort(), [
      ['/api/admin/operations', `Bearer ${token}`],
      ['/api/health', undefined],
    ]);
  });

  it('takes foreign shapes for nonsense, and what it does not know for nothing', async () => {
    const bodies = [
      'null',
      '[]',
      '{"data":null}',
      '{"data":{"status":"HEALTHY"}}',
      health('FINE', {}),
      '{"data":',
    ];
    for (const body of bodies) {
      const foreign = await server((response) => response.end(body));
      assert.deepEqual(
        (await look(urlOf(foreign)))[0]?.findings.map(({ code }) => code),
        ['NONSENSE'],
        body,
      );
    }
    const newer = await server((response, { url }) =>
      response.end(
        url === '/api/health'
          ? health('DEGRADED', { moon: 'full', warnings: [{ code: 'BRAND_NEW', message: 'x' }] })
          : JSON.stringify({ data: { wards: [], moon: 'full' } }),
      ),
    );
    assert.deepEqual(
      (await look(urlOf(newer)))[0]?.findings.map(({ code }) => code),
      ['DEGRADED', 'WARNING'],
    );
  });

  const AT = new Date('2026-11-19T08:00:00Z');
  const lookWith = (details: object, more: Partial<Look> = {}): Look => ({
    name: 'Home',
    url: 'https://home.example',
    at: AT,
    health: JSON.parse(health('HEALTHY', details)).data,
    wards: [],
    certificate: undefined,
    ...more,
  });
  const codesOf = (details: object, more: Partial<Look> = {}) =>
    sorted([lookWith(details, more)])[0]?.findings.map(({ code, level }) => `${level} ${code}`);
  const ago = (ms: number) => new Date(AT.getTime() - ms).toISOString();
  const lasts = (from: number, to: number) => ({
    certificate: { from: new Date(AT.getTime() + from), to: new Date(AT.getTime() + to) },
  });

  it('judges path, disk, backup and certificate', () => {
    assert.deepEqual(codesOf({ path: { ok: false, failing: { stage: 'queued' } } }), ['now PATH_FAILED']);
    assert.deepEqual(codesOf({ path: null }), ['soon PATH_OFF']);
    assert.deepEqual(codesOf({ path: { ok: null } }), []);
    assert.deepEqual(codesOf({ disk: { fullInDays: null } }), []);
    assert.deepEqual(codesOf({ disk: { fullInDays: 14 } }), []);
    assert.deepEqual(codesOf({ disk: { fullInDays: 13 } }), ['soon DISK']);
    assert.deepEqual(codesOf({ disk: { fullInDays: 1 } }), ['now DISK']);
    assert.deepEqual(codesOf({ backup: null }), []);
    assert.deepEqual(codesOf({ backup: { at: ago(35 * HOUR_MS) } }), []);
    assert.deepEqual(codesOf({ backup: { at: ago(40 * HOUR_MS) } }), ['soon BACKUP']);
    assert.deepEqual(codesOf({ backup: { at: ago(4 * DAY_MS) } }), ['now BACKUP']);
    assert.deepEqual(codesOf({ backup: { at: 'yesterday' } }), []);
    assert.deepEqual(codesOf({}, lasts(-60 * DAY_MS, 30 * DAY_MS)), []);
    assert.deepEqual(codesOf({}, lasts(-80 * DAY_MS, 10 * DAY_MS)), ['soon CERTIFICATE']);
    assert.deepEqual(codesOf({}, lasts(-80 * DAY_MS, 2 * DAY_MS)), ['now CERTIFICATE']);
    assert.deepEqual(codesOf({}, lasts(-3 * DAY_MS, 3 * DAY_MS)), [], 'a certificate of six days');
    const told = { backup: { at: ago(40 * HOUR_MS) }, warnings: [{ code: 'BACKUP_OLD' }] };
    assert.deepEqual(codesOf(told), ['soon BACKUP']);
    assert.deepEqual(codesOf({ update: { version: '0.3.0' } }), ['note UPDATE']);
  });

  const shift = (falseAlarms: number) => ({ alerts: falseAlarms, falseAlarms });
  const ward = (more: object) => ({
    wards: [
      {
        name: 'East',
        residents: 20,
        wearables: 20,
        silentWearables: 0,
        unanswered: 0,
        overdueTests: 0,
        coverage: { connectedMinutes: 95, blindMinutes: 5 },
        alerts: { EARLY: shift(0), LATE: shift(0), NIGHT: shift(0) },
        ...more,
      },
    ],
  });

  it('judges coverage, silence, false alarms and tests of a ward', () => {
    assert.deepEqual(codesOf({}, ward({})), []);
    assert.deepEqual(codesOf({}, ward({ coverage: { connectedMinutes: 79, blindMinutes: 21 } })), [
      'soon COVERAGE',
    ]);
    assert.deepEqual(codesOf({}, ward({ coverage: { connectedMinutes: 0, blindMinutes: 0 } })), []);
    assert.deepEqual(codesOf({}, ward({ silentWearables: 9 })), []);
    assert.deepEqual(codesOf({}, ward({ silentWearables: 10 })), ['soon SILENT']);
    const alerts = { EARLY: shift(10), LATE: shift(10), NIGHT: shift(2) };
    assert.deepEqual(codesOf({}, ward({ alerts })), ['note FALSE_ALARMS']);
    assert.deepEqual(codesOf({}, ward({ overdueTests: 1 })), ['note TESTS']);
  });

  it('prints a table, and exits with 1 if an installation needs a hand', async () => {
    const file = listOf([
      { name: 'Oak', url: urlOf(app), token },
      { name: HOSTILE, url: 'http://127.0.0.1:1', token },
    ]);
    const { code, stdout, stderr } = await command(file, '--wards');
    assert.equal(code, 1, stderr);
    const lines = stdout.split('\n');
    assert.match(lines[0] ?? '', /^State +Installation +Version +Path +Coverage/);
    assert.match(lines[1] ?? '', /^NOW +�/);
    assert.match(lines[2] ?? '', /^ {4}NOW: No answer: .*ECONNREFUSED/);
    assert.ok(
      lines.some((line) => /^ {4}East & West +1 /.test(line)),
      stdout,
    );
    assert.match(stdout, /of 2 need a hand\.\n$/);
    assert.ok(![...stdout].some((character) => character < ' ' && character !== '\n'));
  });

  it('gives the same as JSON, and reads a token from a file beside the list', async () => {
    writeFileSync(join(folder, 'oak.token'), `${token}\n`);
    const { stdout } = await command(
      listOf([{ name: 'Oak', url: urlOf(app), tokenFile: 'oak.token' }]),
      '--json',
    );
    const [{ name, wards, health: shown }] = JSON.parse(stdout);
    assert.deepEqual([name, wards[0].name, shown.status], ['Oak', 'East & West', 'HEALTHY']);
    assert.ok(!stdout.includes(token));
  });

  it('writes a page of its own: no token, no name, nothing from elsewhere, in both languages', async () => {
    const page = join(folder, 'page.html');
    const file = listOf([
      { name: 'Oak', url: urlOf(app), token },
      { name: HOSTILE, url: 'http://127.0.0.1:1', token },
    ]);
    const { stdout } = await command(file, '--html', page);
    assert.match(stdout, /of 2 need a hand/);
    const text = readFileSync(page, 'utf8');
    for (const secret of [token, 'Edith', 'Unmistakable', '<script>alert'])
      assert.ok(!text.includes(secret), secret);
    assert.match(text, /East &amp; West/);
    assert.match(text, /<main lang="en">.*brauchen|need a hand/s);
    assert.match(text, /<main lang="de" hidden>/);
    assert.doesNotMatch(text, / src=|<link|@import|url\(/);
    assert.doesNotMatch(text, /http-equiv="refresh"/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.new')),
      [],
    );
    const german = pageOf([], { at: AT, everySeconds: 60, language: 'de' });
    assert.match(german, /<html lang="de"/);
    assert.doesNotMatch(german, /<main lang="en"/);
    assert.match(german, /http-equiv="refresh" content="60"/);
  });

  it('writes the page again and again until a signal, and reads the list again', async () => {
    const page = join(folder, 'live.html');
    const file = listOf([{ name: 'Oak', url: urlOf(app), token }]);
    const running = spawn(process.execPath, [
      COMPILED_MAIN,
      '--overview',
      file,
      '--html',
      page,
      '--every',
      '5',
    ]);
    const ended = once(running, 'exit');
    const written = () => {
      try {
        return readFileSync(page, 'utf8');
      } catch {
        return '';
      }
    };
    await eventually('the first page', () => written().includes('Oak'));
    listOf([{ name: 'Elm', url: urlOf(app), token }]);
    await eventually('the next page', () => written().includes('Elm'));
    running.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  it('says what is wrong with the list', () => {
    const [name, url] = ['Oak', 'https://oak.example'];
    for (const [list, reason] of [
      [[], /must be a list of installations/],
      [[{ name, url }], /"Oak" has no token/],
      [[{ name, url, token: 'two words' }], /"Oak" has no token/],
      [[{ name, url: 'http://oak.example', token }], /must start with https/],
      [[{ name, url: 'oak', token }], /must start with https/],
      [
        [
          { name, url, token },
          { name, url, token },
        ],
        /lists "Oak" twice/,
      ],
      [[{ name, url, tokenFile: 'nothing' }], /no such file/],
      [[{ name, url, token, tokn: 1 }], /must be a list of installations/],
    ] as const)
      assert.throws(() => readInstallations(listOf(list)), reason);
    assert.throws(() => readInstallations(join(folder, 'none.json')), /no such file/);
  });

  it('says what is wrong with the options, and exits with 2', async () => {
    const file = listOf([{ name: 'Oak', url: urlOf(app), token }]);
    for (const args of [
      [],
      [file, '--every', '1'],
      [file, '--nope'],
      [file, '--html', '/nowhere/page.html'],
    ]) {
      const { code, stderr } = await command(...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(stderr, /usage|--every|not written/);
      assert.doesNotMatch(stderr, /^ +at /m);
    }
  });
});
