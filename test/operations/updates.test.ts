import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../src/app/config.ts';
import { DAY_MS } from '../../src/platform/time.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { inProject } from '../helpers/project.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';

const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { version: string };

describe('the check for a newer version', () => {
  let app: TestApp;
  let repository: Receiver;
  let answer = { status: 200, body: '{"version":"9.10.0"}' };
  before(async () => {
    repository = await startReceiver((response) => response.writeHead(answer.status).end(answer.body));
    app = await startTestApp({
      UPDATE_URL: `${repository.url}/vigil.json`,
      ALLOW_PRIVATE_TARGETS: 'true',
      LOG_LEVEL: 'silent',
    });
    await dueWorkDone();
  });
  after(async () => {
    await app.close();
    await repository.close();
  });

  const shown = async () => {
    const { status, details } = (await app.call('GET', '/health')).body.data;
    assert.equal(status, 'HEALTHY');
    return details.update;
  };
  async function afterADayWith(body: string, status = 200) {
    answer = { status, body };
    await app.pass(DAY_MS);
    return shown();
  }

  it('asks at the start, sends nothing about the installation, and shows the version', async () => {
    assert.deepEqual(await shown(), { version: '9.10.0' });
    const [{ method, path, body, headers }] = repository.received as [(typeof repository.received)[0]];
    assert.deepEqual([method, path, body.toString()], ['GET', '/vigil.json', '']);
    assert.deepEqual(Object.keys(headers).sort(), ['connection', 'host', 'user-agent']);
    assert.equal(headers['user-agent'], 'Vigil');
  });

  it('asks once a day', async () => {
    const { length } = repository.received;
    await app.pass(DAY_MS / 2);
    assert.equal(repository.received.length, length);
    await app.pass(DAY_MS / 2);
    assert.equal(repository.received.length, length + 1);
  });

  it('shows neither this version nor an older one', async () => {
    assert.equal(await afterADayWith(JSON.stringify({ version })), null);
    assert.equal(await afterADayWith('{"version":"0.1.9"}'), null);
    assert.deepEqual(await afterADayWith('{"version":"0.10.0"}'), { version: '0.10.0' });
  });

  it('keeps what it knows, and the service its health, while the repository answers nonsense', async () => {
    const known = { version: '0.10.0' };
    for (const [body, status] of [
      ['{"version":"1.0.0"}', 500],
      ['<html>', 200],
      ['{}', 200],
      ['null', 200],
      ['{"version":"1.0.0 <script>"}', 200],
      [`{"version":"1.0.0"${' '.repeat(1e6)}}`, 200],
    ] as const)
      assert.deepEqual(await afterADayWith(body, status), known, body.slice(0, 30));
  });

  it('needs https, unless private targets are allowed', () => {
    assert.throws(() => readConfig({ UPDATE_URL: 'http://example.org/vigil.json' }), /UPDATE_URL must start/);
  });
});

describe('security.txt', () => {
  const open = (env: Record<string, string>) =>
    startTestApp({ ...env, LOG_LEVEL: 'silent', PUBLIC_URL: 'https://vigil.example.org' });
  const get = (app: TestApp) => fetch(new URL('/.well-known/security.txt', app.url));

  it('names the contact of the setting, and expires', async () => {
    const app = await open({ SECURITY_CONTACT: 'Security@Example.org' });
    try {
      const response = await get(app);
      assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
      const [contact, expires, ...rest] = (await response.text()).trim().split('\n');
      assert.equal(contact, 'Contact: mailto:security@example.org');
      const left = Date.parse(expires?.replace('Expires: ', '') ?? '') - app.clock.now();
      assert.ok(left > 0 && left < 365 * DAY_MS, expires);
      assert.deepEqual(rest, [
        'Preferred-Languages: en, de',
        'Canonical: https://vigil.example.org/.well-known/security.txt',
      ]);
    } finally {
      await app.close();
    }
  });

  it('does not exist without the setting', async () => {
    const app = await open({});
    try {
      assert.equal((await get(app)).status, 404);
    } finally {
      await app.close();
    }
  });

  it('takes an address or an https URL', () => {
    const { securityContact } = readConfig({ SECURITY_CONTACT: 'https://example.org/report' });
    assert.equal(securityContact, 'https://example.org/report');
    for (const wrong of ['http://example.org', 'nobody', 'a@example.org\nContact: mailto:b@example.org'])
      assert.throws(() => readConfig({ SECURITY_CONTACT: wrong }), /SECURITY_CONTACT must be/, wrong);
  });
});
