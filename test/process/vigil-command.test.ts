import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { compiled, inProject } from '../helpers/project.ts';

/** The command as it is in the tarball. scripts/check-packages.sh tries the one of the Debian package. */
describe('the vigil command', () => {
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-command-'));
    for (const path of ['unpacked/bin', 'unpacked/dist', 'home', 'bin'])
      mkdirSync(join(folder, path), { recursive: true });
    await copyFile(inProject('deploy', 'package', 'vigil'), join(folder, 'unpacked/bin/vigil'));
    await copyFile(inProject('package.json'), join(folder, 'unpacked/dist/package.json'));
    symlinkSync(process.execPath, join(folder, 'unpacked/bin/node'));
    symlinkSync(compiled('src').pathname, join(folder, 'unpacked/dist/src'));
    // In the PATH of a user it is often a link.
    symlinkSync(join(folder, 'unpacked/bin/vigil'), join(folder, 'bin/vigil'));
    writeFileSync(join(folder, 'home/.env'), 'PORT=4321\n');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const vigil = (...args: string[]) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd: join(folder, 'home'), env: { PATH: process.env.PATH } };
      execFile(join(folder, 'bin/vigil'), args, options, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });

  it('explains its commands, and names an unknown one', async () => {
    const help = await vigil('help');
    assert.equal(help.code, 0);
    for (const name of [
      'start',
      'check-config',
      'create-admin',
      'backup',
      'restore',
      'rotate-secrets',
      'verify-audit',
      'status',
      'overview',
      'diagnose',
    ])
      assert.match(help.stdout, new RegExp(`^ {2}vigil ${name} `, 'm'));
    for (const line of help.stdout.split('\n')) assert.ok(line.length <= 120, line);
    assert.equal((await vigil()).stdout, help.stdout);
    const unknown = await vigil('begin');
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /^vigil: there is no command "begin"\n/);
  });

  it('shows the version of the package', async () => {
    assert.match((await vigil('version')).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  it('uses the settings of the present folder', async () => {
    const { code, stdout, stderr } = await vigil('check-config');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^PORT +4321$/m);
  });

  it('says what is missing in the words of this command', async () => {
    for (const [args, reason] of [
      [['overview'], /^usage: vigil overview FILE/],
      [['backup'], /the file or folder is missing: vigil backup FOLDER/],
      [['restore'], /the file or folder is missing: vigil restore FOLDER/],
      [['restore', 'nothing.backup'], /there is no .*nothing\.backup/],
      [['reset-password'], /the e-mail address is missing: vigil reset-password name@example.org/],
      [['create-admin'], /the e-mail address is missing: vigil create-admin name@example.org/],
    ] as const) {
      const { code, stderr } = await vigil(...args);
      assert.equal(code, args[0] === 'overview' ? 2 : 1, args.join(' '));
      assert.match(stderr, reason);
    }
  });
});
