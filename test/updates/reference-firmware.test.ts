import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { skipWithoutLibraries } from '../firmware/compiler.ts';
import { buildLinuxExample, SILENT, silentFlags } from '../firmware/posix-build.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { makeKey, register, signatureOf, upload, type Wearable } from './firmware.ts';

describe('the reference firmware, offered updates by the service', { skip: skipWithoutLibraries }, () => {
  const { key, setting } = makeKey();
  let folder: string;
  let app: TestApp;
  let admin: Person;
  let device: Wearable;
  let child: ChildProcess | undefined;
  let output = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-reference-'));
    app = await startTestApp({ FIRMWARE_PUBLIC_KEY: setting, STREAM_INTERVAL_MS: '0' });
    admin = await logInAsAdmin(app);
    device = await register(app, admin, await signUp(app));
    await writeFile(join(folder, 'silent.c'), SILENT);
  });
  after(async () => {
    child?.kill('SIGKILL');
    await app?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await app.call(method, path, { token: admin.token, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const built = (version: string, flags: readonly string[] = []): Buffer =>
    readFileSync(buildLinuxExample(folder, { version, key: setting, flags }));
  async function rollOut(version: string, image: Buffer): Promise<string> {
    const signature = signatureOf(key, version, image);
    const { status, body } = await upload(app, admin, { version, signature, image, model: 'linux' });
    assert.equal(status, 201, JSON.stringify(body));
    await ask('POST', `/firmware/${body.data.id}/rollout`, { share: 1 });
    return body.data.id;
  }
  const stateOf = async (image: string): Promise<Json> =>
    (await ask('GET', `/firmware/${image}/devices`)).find(({ deviceId }: Json) => deviceId === device.id);
  const becomes = (image: string, state: string): Promise<void> =>
    eventually(`the wearable is ${state}`, async () => (await stateOf(image))?.state === state).catch(
      async (error) => {
        throw new Error(`${JSON.stringify(await stateOf(image))}\n${output}`, { cause: error });
      },
    );

  /** Starts the installed program; its sensor rests for as long as the test runs. */
  async function switchOn(): Promise<void> {
    const code = join(folder, 'qr.txt');
    const broker = `mqtt://127.0.0.1:${app.app.ports.mqtt}`;
    await writeFile(code, JSON.stringify({ broker, mac: device.mac, token: device.token }));
    const started = spawn(join(folder, 'wearable-1.0.0'), ['--provision', code], {
      env: { VIGIL_UPDATE_FOLDER: folder, ASAN_OPTIONS: 'detect_leaks=0' },
    });
    child = started;
    const began = Date.now();
    let sent = 0;
    const samples = setInterval(() => {
      let lines = '';
      for (; sent <= Date.now() - began; sent += 20) lines += `${sent} 0.5 0.3 9.8 0 0 0\n`;
      started.stdin.write(lines);
    }, 100);
    started.stdin.on('error', () => undefined);
    started.once('exit', () => clearInterval(samples));
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
  }

  it('takes a signed version, leaves one that does not report, and tries that again only when it is told to', async () => {
    built('1.0.0');
    const good = built('1.1.0', ['-fno-sanitize=all']);
    const silent = built('1.2.0', silentFlags(join(folder, 'silent.c')));
    await switchOn();
    const first = await rollOut('1.1.0', good);
    await becomes(first, 'installed');
    await eventually(
      'its readings have the new version',
      async () => (await stateOf(first)).firmwareVersion === '1.1.0',
    );

    const second = await rollOut('1.2.0', silent);
    await becomes(second, 'rolled_back');
    assert.match((await stateOf(second)).error, /no reading/);
    assert.equal(output.match(/^loading version 1\.2\.0$/gm)?.length, 1);
    await ask('POST', `/firmware/${second}/rollout`, { share: 1, again: true });
    await eventually(
      'it is loaded once more',
      () => (output.match(/^restarting with version 1\.2\.0$/gm) ?? []).length === 2,
    );
    await becomes(second, 'rolled_back');
    child?.kill('SIGTERM');
    if (child) await once(child, 'exit');
    assert.doesNotMatch(output, /Sanitizer|^refused/m);
    assert.ok(!output.includes(device.token), 'the token is printed');
  });
});
