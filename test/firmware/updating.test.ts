import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connectAsync, type MqttClient } from 'mqtt';
import { makeCertificate } from '../helpers/certificates.ts';
import { eventually } from '../helpers/eventually.ts';
import { type HomeBroker, startHomeBroker, WITHOUT_MOSQUITTO } from '../helpers/home-broker.ts';
import { inFirmware, SANITIZER, skipWithoutLibraries } from './compiler.ts';
import { buildEspExample } from './esp-idf-build.ts';
import { buildLinuxExample, SILENT, silentFlags, WITHOUT_SANITIZERS } from './posix-build.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
const MAC = 'AA:BB:CC:DD:EE:FF';
const TOKEN = 'the token of the wearable';

/** The examples load, try and leave real programs; the broker and the HTTPS server are real too. */
describe('the examples of the firmware, offered updates', {
  skip: skipWithoutLibraries || WITHOUT_MOSQUITTO,
}, () => {
  let folder: string;
  let broker: HomeBroker;
  let client: MqttClient;
  let server: Server;
  let images: Map<string, Buffer>;
  let requests: { range: string | undefined; authorization: string | undefined }[] = [];
  /** Where the server cuts its first answer off. */
  let cutAt = Number.POSITIVE_INFINITY;
  let states: object[] = [];
  let versions: string[] = [];
  let wearable: ChildProcess | undefined;
  let output = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-updating-'));
    broker = await startHomeBroker();
    client = await connectAsync(broker.url);
    client.on('message', (topic, payload) => {
      const message = JSON.parse(payload.toString());
      if (topic.endsWith('/state')) states.push(message);
      else if (message.firmware_version !== undefined) versions.push(message.firmware_version);
    });
    await client.subscribeAsync([`devices/${MAC}/updates/state`, `devices/${MAC}/readings`], { qos: 1 });
    const { certFile, keyFile } = makeCertificate(folder, 'updates', 'IP:127.0.0.1');
    server = createServer({ cert: await readFile(certFile), key: await readFile(keyFile) }, serve);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // An image that never sends a reading, and has little time.
    const quiet = join(folder, 'quiet.c');
    await writeFile(quiet, SILENT);
    images = new Map([
      ['1.1.0', build('1.1.0')],
      ['1.2.0', build('1.2.0', silentFlags(quiet))],
      ['1.3.0', Buffer.from('#!/bin/sh\nexit 3\n')],
      ['1.4.0', Buffer.from('no program at all')],
    ]);
    build('1.0.0');
  });
  after(async () => {
    wearable?.kill('SIGKILL');
    await client?.endAsync(true);
    server?.close();
    server?.closeAllConnections();
    await broker?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const build = (version: string, flags: readonly string[] = []): Buffer =>
    readFileSync(buildLinuxExample(folder, { version, key: KEY, flags }));

  function serve({ url = '', headers }: IncomingMessage, answer: ServerResponse): void {
    const image = images.get(url.slice(1));
    requests.push({ range: headers.range, authorization: headers.authorization });
    if (image === undefined) return void answer.writeHead(404).end();
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const rest = image.subarray(from);
    answer.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length });
    if (cutAt === Number.POSITIVE_INFINITY) return void answer.end(rest);
    answer.write(rest.subarray(0, cutAt), () => answer.socket?.end());
    cutAt = Number.POSITIVE_INFINITY;
  }

  async function offer(version: string, fields: object = {}): Promise<void> {
    const image = images.get(version) ?? Buffer.alloc(1);
    const sha256 = createHash('sha256').update(image).digest('hex');
    const text = `vigil-update ${version} ${image.length} ${sha256}`;
    const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/${version}`;
    const message = { id: `id-${version}`, version, url, size: image.length, sha256, signature, ...fields };
    await client.publishAsync(`devices/${MAC}/updates`, JSON.stringify(message), { qos: 1, retain: true });
  }

  /** Starts the installed program, 1.0.0; its sensor plays rest for as long as the test runs. */
  async function switchOn(slots: string, trusted = join(folder, 'updates-cert.pem')): Promise<void> {
    await mkdir(join(folder, slots), { recursive: true });
    const port = new URL(broker.url).port;
    const code = join(folder, 'qr.txt');
    await writeFile(code, JSON.stringify({ broker: `mqtt://127.0.0.1:${port}`, mac: MAC, token: TOKEN }));
    const child = spawn(join(folder, 'wearable-1.0.0'), ['--provision', code], {
      env: {
        VIGIL_UPDATE_FOLDER: join(folder, slots),
        VIGIL_CA_FILE: trusted,
        ASAN_OPTIONS: 'detect_leaks=0',
      },
    });
    wearable = child;
    // Samples without an end: those that were due before the start of a new version are read at once.
    const samples = setInterval(() => child.stdin.write(restUntil(Date.now())), 100);
    let sent = 0;
    const began = Date.now();
    function restUntil(now: number): string {
      const lines: string[] = [];
      for (; sent <= now - began; sent += 20) lines.push(`${sent} 0.5 0.3 9.8 0 0 0\n`);
      return lines.join('');
    }
    child.stdin.on('error', () => undefined);
    child.once('exit', () => clearInterval(samples));
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
  }
  async function switchOff(): Promise<void> {
    if (wearable?.exitCode === null && wearable.signalCode === null) {
      wearable.kill('SIGKILL');
      await once(wearable, 'exit');
    }
    wearable = undefined;
  }
  function forget(): void {
    [requests, states, versions, output] = [[], [], [], ''];
  }
  const isReported = (version: string, state: string): boolean =>
    states.some(
      (own) => 'version' in own && own.version === version && 'state' in own && own.state === state,
    );
  const reported = (version: string, state: string): Promise<void> =>
    eventually(`${version} is ${state}`, () => isReported(version, state)).catch((error) => {
      throw new Error(`${JSON.stringify(states)}\n${output}`, { cause: error });
    });

  it('loads one with its token, resumes after a break, starts it, and reports it once a reading is acknowledged', async () => {
    forget();
    cutAt = 10_000;
    await offer('1.1.0');
    await switchOn('first');
    await reported('1.1.0', 'installed');
    assert.ok(isReported('1.1.0', 'loading'));
    assert.deepEqual([versions[0], versions.at(-1)], ['1.0.0', '1.1.0']);
    const [first, second] = requests;
    assert.deepEqual([first?.range, second?.range], [undefined, 'bytes=10000-']);
    assert.equal(first?.authorization, `Bearer ${TOKEN}`);
    assert.ok(!output.includes(TOKEN), 'the token is printed');
    await eventually(
      'the trial is over',
      async () => !(await readdir(join(folder, 'first'))).includes('tried'),
    );
    // The installed program starts the confirmed version from now on.
    await switchOff();
    forget();
    await switchOn('first');
    await eventually('1.1.0 sends readings', () => versions.includes('1.1.0'));
    await switchOff();
    assert.ok(!versions.includes('1.0.0'));
  });

  it('leaves a version that gets no reading acknowledged, and reports that it went back', async () => {
    forget();
    await offer('1.2.0');
    await switchOn('first');
    await reported('1.2.0', 'rolled_back');
    await eventually('1.1.0 sends readings again', () => versions.at(-1) === '1.1.0');
    assert.equal(requests.length, 1, 'it is not loaded twice');
    assert.match(output, /update: this offer failed before/);
    await switchOff();
  });

  it('leaves a version that crashes, at the next start, and one that is no program at once', async () => {
    forget();
    await offer('1.3.0');
    await switchOn('first');
    await eventually('it crashed', () => wearable?.exitCode === 3);
    await switchOn('first');
    await reported('1.3.0', 'rolled_back');
    await offer('1.4.0');
    await reported('1.4.0', 'rolled_back');
    await eventually('1.1.0 sends readings', () => versions.at(-1) === '1.1.0');
    await switchOff();
  });

  it('takes nothing with a wrong signature, another image, or from a server that it does not trust', async () => {
    forget();
    await offer('1.5.0', { signature: Buffer.alloc(64).toString('base64') });
    await switchOn('second');
    await reported('1.5.0', 'failed');
    await offer('1.6.0');
    await reported('1.6.0', 'failed');
    images.set('1.7.0', Buffer.from('the signed image'));
    const sent = offer('1.7.0');
    images.set('1.7.0', Buffer.from('another image ..'));
    await sent;
    await reported('1.7.0', 'failed');
    assert.deepEqual(
      states.flatMap((own) => ('error' in own ? [own.error] : [])),
      ['the signature is wrong', 'the image is not there', 'the hash of the image is wrong'],
    );
    assert.equal(requests.length, 2, 'nothing is loaded without a right signature');
    await switchOff();
    forget();
    await switchOn('third', '/etc/hostname');
    await offer('1.1.0');
    await eventually('the certificate is refused', () => /update: .*certificate/i.test(output));
    await switchOff();
    assert.deepEqual([requests.length, isReported('1.1.0', 'installed')], [0, false]);
  });

  it('starts a version after a power cut at any step', async () => {
    const slots = join(folder, 'cut');
    const program = (name: string): string => `#!/bin/sh\necho starts ${name}\n`;
    const start = (): string => {
      const { stdout, stderr } = spawnSync(join(folder, 'wearable-1.0.0'), {
        input: '',
        env: { VIGIL_UPDATE_FOLDER: slots, VIGIL_MAC: MAC, VIGIL_TOKEN: TOKEN, ...SANITIZER },
        encoding: 'utf8',
      });
      assert.doesNotMatch(stderr, /Sanitizer/);
      return /starts \w+/.exec(stdout)?.[0] ?? (stdout.includes('0 waiting') ? 'installed' : stderr);
    };
    const [next, current, marker] = [program('next'), program('current'), ''];
    const cuts: readonly [Record<string, string>, string, string][] = [
      [{}, 'installed', 'installed'],
      [{ next }, 'installed', 'installed'],
      [{ next, current }, 'starts current', 'starts current'],
      [{ next, current, trial: marker }, 'starts next', 'starts current'],
      [{ next, trial: marker }, 'starts next', 'installed'],
      [{ next: 'half a prog', current, trial: marker }, 'starts current', 'starts current'],
      [{ current, trial: marker }, 'starts current', 'starts current'],
      [{ next, current, tried: marker }, 'starts current', 'starts current'],
      // It was confirmed: only the marker is left.
      [{ current, tried: marker }, 'starts current', 'starts current'],
      [{ current: 'no program' }, 'installed', 'installed'],
      [{ current, record: 'half a rec', 'record.new': 'x' }, 'starts current', 'starts current'],
    ];
    for (const [files, first, second] of cuts) {
      await rm(slots, { recursive: true, force: true });
      await mkdir(slots);
      for (const [name, content] of Object.entries(files))
        await writeFile(join(slots, name), content, { mode: 0o700 });
      assert.deepEqual([start(), start()], [first, second], Object.keys(files).join(', '));
    }
  });

  it('takes one on an ESP32 into the other partition, leaves a silent one, and confirms a good one', async () => {
    forget();
    const esp = async (version: string, more: readonly string[] = []): Promise<Buffer> => {
      const built = { VIGIL_FIRMWARE_VERSION: `"${version}"`, VIGIL_FIRMWARE_KEY: `"${KEY}"` };
      await buildEspExample(join(folder, 'esp'), join(folder, 'esp', 'wearable'), built, more);
      return readFileSync(join(folder, 'esp', 'wearable'));
    };
    await mkdir(join(folder, 'esp'));
    images.set('2.1.0', await esp('2.1.0', silentFlags(join(folder, 'quiet.c'))));
    images.set('2.2.0', await esp('2.2.0', [WITHOUT_SANITIZERS]));
    await esp('2.0.0');
    await offer('2.1.0');
    const child = spawn(join(folder, 'esp', 'wearable'), {
      env: {
        ...{ SHIM_FOLDER: join(folder, 'esp'), SHIM_SAMPLES: inFirmware('fall.txt') },
        ...{ SHIM_CA: join(folder, 'updates-cert.pem'), ...SANITIZER },
      },
    });
    wearable = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const url = new URL(broker.url);
    child.stdin.write(`${JSON.stringify({ broker: `mqtt://${url.host}`, mac: MAC, token: TOKEN })}\n`);
    child.stdin.write('WIFI:T:WPA;S:Home;P:a secret of the home;;\n');
    await reported('2.1.0', 'rolled_back');
    assert.equal(versions.at(-1), '2.0.0');
    await offer('2.2.0');
    await reported('2.2.0', 'installed');
    await eventually('2.2.0 sends readings', () => versions.at(-1) === '2.2.0');
    assert.equal(requests.length, 2);
    assert.equal(requests[0]?.authorization, `Bearer ${TOKEN}`);
    assert.equal(await readFile(join(folder, 'esp', 'ota-state'), 'utf8'), 'v');
    await switchOff();
    assert.ok(!output.includes(TOKEN) && !output.includes('Sanitizer'), output);
  });
});
