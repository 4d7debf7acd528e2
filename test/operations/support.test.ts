import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { JWT_SECRET, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { COMPILED_MAIN } from '../helpers/project.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';

const SECRETS = {
  JWT_SECRET,
  ADMIN_EMAIL: 'hedwig@home.example',
  ADMIN_PASSWORD: 'Not!4Support',
  ORGANISATION_NAME: 'Haus Wintergarten',
  SMTP_URL: 'smtps://mailer:Pa55word@mail.home.example',
  MAIL_FROM: 'Hedwig <hedwig@home.example>',
  PUBLIC_URL: 'https://wintergarten.example',
  HEARTBEAT_URL: 'https://watch.example/9f3c1e',
  SECURITY_CONTACT: 'hedwig@home.example',
};

describe('the commands for support', () => {
  let app: TestApp;
  let folder: string;
  let edith: Person;
  let token: string;
  const mac = randomMac();
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-support-'));
    app = await startTestApp({ LOG_LEVEL: 'silent', METRICS_PORT: '0' });
    const admin = await logInAsAdmin(app);
    edith = await signUp(app, 'PATIENT', { firstName: 'Edith', lastName: 'Unmistakable' });
    await stream(app, edith, resting(mac));
    const call = (path: string, body: object) => app.call('POST', path, { token: admin.token, body });
    await call('/wards', { name: 'Wintergarten East' });
    token = (await call('/admin/service-accounts', { name: 'Look', scopes: ['operations'] })).body.data.token;
  });
  after(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function command(args: readonly string[], env: Record<string, string> = {}, input = '') {
    return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      const { http, metrics } = app.app.ports;
      const options = {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          HOST: '127.0.0.1',
          PORT: String(http),
          METRICS_PORT: String(metrics),
          DATABASE_URL: app.databaseUrl,
          DATA_DIR: folder,
          ...env,
        },
      };
      const child = execFile(process.execPath, [COMPILED_MAIN, ...args], options, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
      child.stdin?.end(input);
    });
  }

  it('status shows a running service in one screen', async () => {
    const { stdout, stderr } = await command(['--status']);
    assert.equal(stderr, '');
    assert.match(stdout, /^Installed +\d+\.\d+\.\d+$/m);
    assert.match(stdout, /^Service +HEALTHY, \d+\.\d+\.\d+$/m);
    assert.match(stdout, /^Database +connected: PostgreSQL vigil_test_\w+ on \S+$/m);
    for (const name of ['Path', 'Backup', 'Disk full', 'Certificate'])
      assert.match(stdout, new RegExp(`^${name} +\\S`, 'm'));
    // The database of a test has a long name.
    const lines = stdout.split('\n').filter((line) => !line.startsWith('Database'));
    for (const line of lines) assert.ok(line.length <= 100, line);
  });

  it('status says that the service does not run, and exits with 1', async () => {
    const { code, stdout } = await command(['--status'], { PORT: '1' });
    assert.equal(code, 1);
    assert.match(stdout, /^Service +does not run/m);
    assert.match(stdout, /^NOW +No answer: .*ECONNREFUSED/m);
  });

  const LOG = [
    '{"level":30,"msg":"started"}',
    `{"msg":"mail to ${SECRETS.ADMIN_EMAIL} failed","url":"${SECRETS.SMTP_URL}"}`,
    `First admin: ${SECRETS.ADMIN_EMAIL} ${SECRETS.ADMIN_PASSWORD} (shown once)`,
  ].join('\n');

  it('diagnose packs facts, and nothing that names a person or opens anything', async () => {
    const file = join(folder, 'packed.tar.gz');
    const log = `${LOG}\n{"authorization":"Bearer ${token}","session":"${edith.token}"}\n`;
    const { code, stdout, stderr } = await command(['--diagnose', file, '--log'], SECRETS, log);
    assert.equal(code, 0, stderr);
    const names = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim().split('\n');
    assert.deepEqual(
      names.filter((name) => !stdout.includes(`  ${name} `)),
      [],
      'the list names every part',
    );
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const part = (name: string) => execFileSync('tar', ['-xOzf', file, name], { encoding: 'utf8' });
    const all = names.map(part).join('\n');
    for (const secret of [
      ...Object.values(SECRETS),
      ...['Hedwig', 'hedwig', 'Pa55word', 'Wintergarten', 'wintergarten', '9f3c1e', PASSWORD],
      ...['Edith', 'Unmistakable', edith.id, edith.email, edith.token, mac, token, app.databaseUrl],
    ])
      assert.ok(!all.includes(secret), secret);
    assert.match(part('log.txt'), /"msg":"started"/);
    assert.match(part('health.json'), /"status":"HEALTHY"/);
    assert.match(part('metrics.txt'), /^vigil_/m);
    assert.match(part('settings.txt'), /^JWT_SECRET +\(set\)$/m);
    assert.match(part('settings.txt'), /^TEST_WEARABLE_DAYS +\(default\)$/m);
    const { schema, tables } = JSON.parse(part('database.json'));
    assert.ok(
      schema > 100 && tables.some(({ name }: { name: string }) => name === 'users'),
      part('database.json'),
    );
    assert.ok(JSON.parse(part('machine.json')).disk.free > 0);
  });

  it('diagnose packs what is left while the service and its database are away', async () => {
    const away = { PORT: '1', METRICS_PORT: '2', DATABASE_URL: 'postgres://nobody:Pa55word@127.0.0.1:1/x' };
    const file = join(folder, 'away.tar.gz');
    const { code, stderr } = await command(['--diagnose', file], away);
    assert.equal(code, 0, stderr);
    const all = execFileSync('tar', ['-xOzf', file], { encoding: 'utf8' });
    assert.match(all, /Not available: .*ECONNREFUSED/);
    assert.ok(!all.includes('Pa55word'));
  });

  it('diagnose writes over no file, and says where it cannot write', async () => {
    const file = join(folder, 'there.tar.gz');
    writeFileSync(file, 'kept');
    const there = await command(['--diagnose', file]);
    assert.equal(there.code, 1);
    assert.match(there.stderr, /^Nothing was packed: .*file already exists/);
    const nowhere = await command(['--diagnose', join(folder, 'none', 'x.tar.gz')]);
    assert.match(nowhere.stderr, /^Nothing was packed: .*no such file/);
  });
});
