import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { callApi, type Json, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { staysQuiet } from '../helpers/quiet.ts';
import { randomMac } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { startVigil, type Vigil } from '../process/child.ts';
import { hasLibraries } from './compiler.ts';
import { blocksOf, readPage } from './page.ts';

/** An impact within a second that begins and ends at rest. */
const A_BLOW = '0 0.5 0.3 9.8 0 0 0\n400 60 50 40 700 600 500\n800 0.5 0.3 9.8 0 0 0';
const FALL = inProject('docs', 'firmware', 'fall.txt');

const installed = hasLibraries && spawnSync('mosquitto_pub', ['--help']).error === undefined;

describe('the reference firmware', {
  // In CI, where they are expected, missing ones fail the test instead.
  skip:
    installed || process.env.CI === 'true'
      ? false
      : 'needs gcc, libmosquitto-dev, libsodium-dev, libcurl4-openssl-dev and mosquitto-clients (Debian packages)',
}, () => {
  let folder: string;
  let database: TestDatabase;
  let mqttPort: string;
  let vigil: Vigil;
  let api: string;
  let call: TestApp['call'];
  let carer: Person;
  const wearables: ChildProcess[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-firmware-'));
    await symlink(inProject('docs'), join(folder, 'docs'));
    database = await createTestDatabase();
    mqttPort = await freePort();
    await startService();
    carer = await signUp({ call }, 'CAREGIVER');
  });
  after(async () => {
    for (const wearable of wearables) wearable.kill('SIGKILL');
    await kill();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function startService(): Promise<void> {
    vigil = startVigil({
      NODE_ENV: 'test',
      MQTT_PORT: mqttPort,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      JWT_SECRET: 'a secret for tests that is long enough',
      // No rate limit: it is not the subject here, and a busy machine processes readings slowly.
      STREAM_INTERVAL_MS: '0',
    });
    api = await vigil.started;
    call = (method, path, options) => callApi(api, method, path, options);
  }
  async function kill(): Promise<void> {
    vigil.signal('SIGKILL');
    await vigil.exited;
  }

  const ask = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await call(method, path, { token: carer.token, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.data;
  };
  async function provision(email: string): Promise<{ patientId: string; device: Json }> {
    const patient = await ask('POST', '/patients', { email, firstName: 'Pat', lastName: 'Ient' });
    const device = await ask('POST', `/patients/${patient.id}/devices`, { macAddress: randomMac() });
    return { patientId: patient.id, device };
  }

  function wear(device: Json, samples: string, settings: Readonly<Record<string, string>> = {}) {
    const env = { VIGIL_HOST: '127.0.0.1', VIGIL_PORT: mqttPort, VIGIL_MAC: device.macAddress };
    const child = spawn(join(folder, 'wearable'), {
      env: { ...env, VIGIL_TOKEN: device.token, ...settings },
    });
    wearables.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.stdin.end(samples);
    const exited = once(child, 'close').then(([code]) => code);
    return { output: () => output, exited, signal: (signal: NodeJS.Signals) => child.kill(signal) };
  }
  const uptimes = async (device: Json): Promise<number[]> =>
    (
      await sql(
        database.url,
        `SELECT r.uptime_ms FROM sensor_readings r JOIN devices ON device_key = key WHERE id = $1 ORDER BY recorded_at`,
        [device.id],
      )
    ).map(({ uptime_ms }) => Number(uptime_ms));
  const alertsOf = async (patientId: string): Promise<Json[]> =>
    (await ask('GET', '/caregivers/alerts')).filter((alert: Json) => alert.patientId === patientId);

  /** Runs the page's commands block by block on this service's ports. Another test covers the nine seconds of a fall. */
  async function followPage(): Promise<string> {
    const commands = blocksOf(await readPage('firmware.md'), 'sh')
      .join('\n')
      .replace('http://localhost:3000/api', api)
      .replaceAll('mosquitto_pub -h localhost', `mosquitto_pub -h 127.0.0.1 -p ${mqttPort}`)
      .replace('./wearable < docs/firmware/fall.txt', `./wearable <<< '${A_BLOW}'`);
    const env = { PATH: process.env.PATH, VIGIL_HOST: '127.0.0.1', VIGIL_PORT: mqttPort };
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder, env });
    let output = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const [code] = await once(shell, 'close');
    assert.equal(code, 0, output);
    return output;
  }

  it('compiles and raises an alert with the commands of docs/firmware.md alone', async () => {
    const output = await followPage();
    assert.match(output, /"type":"FALL_DETECTED".*"patientRoom":"12"/);
    // From the impact alone: the second ended at rest.
    assert.equal(output.match(/^Fall detected\. Are you OK\?$/gm)?.length, 1, output);
    assert.match(output, /^\[\]$/m, 'no warnings');
    assert.doesNotMatch(output, /^refused/m);
  });

  it('buffers readings while the broker is down and sends them in order afterwards', async () => {
    const { patientId, device } = await provision('two@example.org');
    const { output, exited } = wear(device, await readFile(FALL, 'utf8'));
    await eventually('two readings are stored', async () => (await uptimes(device)).length === 2);
    await kill();
    await staysQuiet(
      2_500,
      'the wearable plays its recording in real time; the fall at 5.4 s finds no broker',
    );
    await startService();
    assert.equal(await exited, 0, output());
    const course = /connected, 0 waiting.*connection lost.*connected, [1-9]\d* waiting.*\b0 waiting, 0 lost/s;
    assert.match(output(), course);
    assert.doesNotMatch(output(), /^refused/m);
    const [first = 0, ...others] = await uptimes(device);
    assert.deepEqual(
      others.map((uptime) => uptime - first),
      [1, 2, 3, 4, 5, 6, 7, 8].map((second) => second * 1000),
    );
    const [alert] = await alertsOf(patientId);
    assert.deepEqual([alert.type, alert.deviceId], ['FALL_DETECTED', device.id]);
  });

  it('keeps readings in a file while the broker is down, and sends them as a backlog after a restart', async () => {
    const { device } = await provision('five@example.org');
    const settings = { VIGIL_BACKLOG_FILE: join(folder, 'backlog.bin') };
    await kill();
    const seconds = (await readFile(FALL, 'utf8')).split('\n').slice(1, 101).join('\n');
    const offline = wear(device, seconds, settings);
    await eventually('it has no connection', () => offline.output().includes('not connected'));
    await staysQuiet(2_100, 'the two seconds of the recording pass');
    offline.signal('SIGTERM');
    await offline.exited;
    assert.match(offline.output(), /^2 waiting, 0 lost$/m);
    await startService();
    const later = wear(device, '0 0.5 0.3 9.8 0 0 0\n', settings);
    assert.equal(await later.exited, 0, later.output());
    assert.match(later.output(), /^connected, [23] waiting$/m);
    assert.doesNotMatch(later.output(), /^refused/m);
    const [first = 0, second = 0, ...others] = await uptimes(device);
    assert.deepEqual([second - first, others.length], [1000, 1]);
  });

  it('starts from the QR code of the console, and sends the buttons for help and OK', async () => {
    const { patientId, device } = await provision('six@example.org');
    const code = join(folder, 'qr.txt');
    const broker = `mqtt://127.0.0.1:${mqttPort}`;
    await writeFile(code, JSON.stringify({ broker, mac: device.macAddress, token: device.token }));
    const child = spawn(join(folder, 'wearable'), ['--provision', code], { env: {} });
    wearables.push(child);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await eventually('it is connected', () => output.includes('connected'));
    child.kill('SIGUSR2');
    await eventually('the call for help is stored', () => output.includes('Help is called.'));
    const [alert] = await alertsOf(patientId);
    assert.deepEqual([alert.type, alert.deviceId], ['FALL_DETECTED', device.id]);
    child.kill('SIGUSR1');
    await eventually('the answer is stored', () => output.includes('OK is sent.'));
    child.kill('SIGTERM');
    await once(child, 'close');
    assert.ok(!output.includes(device.token), 'the token is never printed');
  });

  it('sends parts, and null for a gyro that is missing', async () => {
    const { device } = await provision('four@example.org');
    const seconds = (await readFile(FALL, 'utf8')).split('\n').slice(1, 101);
    const columns = (line: string, count: number): string => line.split(' ').slice(0, count).join(' ');
    const { output, exited } = wear(device, seconds.map((line) => columns(line, 4)).join('\n'));
    assert.equal(await exited, 0, output());
    assert.doesNotMatch(output(), /^refused/m);
    const stored = await sql(
      database.url,
      `SELECT r.gyro_x, get_byte(s.signal, 0) AS columns FROM sensor_readings r JOIN devices ON r.device_key = key
       JOIN reading_signals s USING (device_key, recorded_at) WHERE id = $1`,
      [device.id],
    );
    assert.deepEqual(stored, [
      { gyro_x: null, columns: 12 },
      { gyro_x: null, columns: 12 },
    ]);
  });

  it('does not retry at once with a wrong token', async () => {
    const { device } = await provision('three@example.org');
    const { output } = wear({ ...device, token: 'not this one' }, '0 0 0 9.8 0 0 0\n');
    await eventually('the wearable prints the reason', () => /refused: .*bad user ?name/i.test(output()));
    await staysQuiet(1_100, 'after any other refusal it would be back within a second');
    assert.equal(output().match(/^refused/gm)?.length, 1, output());
  });
});
