import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startTestApp } from '../helpers/app.ts';
import { inProject } from '../helpers/project.ts';

test("the code of the client's README runs and prints what it says", async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const ada = { email: 'ada@example.org', password: 'Secret!123', firstName: 'Ada', lastName: 'Roth' };
  await app.call('POST', '/auth/signup', { body: ada });
  const readme = await readFile(inProject('client', 'README.md'), 'utf8');
  const program = [...readme.matchAll(/```ts\n(.*?)```/gs)]
    .map(([, code = '']) => code)
    .join('\n')
    .replaceAll('./client/index.ts', inProject('client', 'index.ts'))
    .replace('http://localhost:3000', app.url)
    .replace('mqtt://localhost:1883', `mqtt://127.0.0.1:${app.app.ports.mqtt}`);
  // Inside the project, where Node finds the packages.
  const cache = inProject('node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'readme-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'program.mts'), program);
  const args = ['--import', 'tsx', join(folder, 'program.mts')];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: inProject(), timeout: 30_000 });
  for (const line of [
    /^Ada is logged in$/m,
    /^400 .+ must .+$/m,
    /^the socket is live$/m,
    /^stored, fall: false$/m,
    /^help is called for, new fall: true$/m,
  ])
    assert.match(stdout, line);
});
