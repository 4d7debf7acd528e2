import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { callApi, type Json, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { signUp } from '../helpers/people.ts';
import { staysQuiet } from '../helpers/quiet.ts';
import { randomMac } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { startVigil, type Vigil } from '../process/child.ts';
import { inFirmware, SANITIZER, skipWithoutLibraries } from './compiler.ts';
import { buildEspExample } from './esp-idf-build.ts';

const HELP_BUTTON = 5;

describe('the firmware for the ESP32, on the functions of ESP-IDF that it calls', {
  skip: skipWithoutLibraries,
}, () => {
  let folder: string;
  let database: TestDatabase;
  let mqttPort: string;
  let vigil: Vigil;
  let call: TestApp['call'];
  let device: ChildProcessWithoutNullStreams;
  let output = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-esp-'));
    await buildEspExample(folder, join(folder, 'wearable'));
    database = await createTestDatabase();
    mqttPort = await freePort();
    await startService();
  });
  after(async () => {
    device?.kill('SIGKILL');
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
      STREAM_INTERVAL_MS: '0',
    });
    const api = await vigil.started;
    call = (method, path, options) => callApi(api, method, path, options);
  }
  async function kill(): Promise<void> {
    vigil.signal('SIGKILL');
    await vigil.exited;
  }
  function switchOn(): void {
    const settings = { SHIM_FOLDER: folder, SHIM_SAMPLES: inFirmware('fall.txt') };
    device = spawn(join(folder, 'wearable'), { env: { ...settings, ...SANITIZER } });
    for (const stream of [device.stdout, device.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
  }
  const prints = (words: string | RegExp): Promise<void> =>
    eventually(`it says ${words}`, () =>
      typeof words === 'string' ? output.includes(words) : words.test(output),
    );
  const storedUptimes = async (id: string): Promise<number[]> =>
    (
      await sql(
        database.url,
        'SELECT r.uptime_ms FROM sensor_readings r JOIN devices ON device_key = key WHERE id = $1 ORDER BY recorded_at',
        [id],
      )
    ).map(({ uptime_ms }) => Number(uptime_ms));

  it('is set up by two QR codes, reports a fall, loses no reading in an outage, and calls for help', async () => {
    const carer = await signUp({ call }, 'CAREGIVER');
    const ask = async (method: string, path: string, body?: object): Promise<Json> => {
      const answer = await call(method, path, { token: carer.token, body });
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      return answer.body.data;
    };
    const patient = await ask('POST', '/patients', {
      email: 'esp@example.org',
      firstName: 'Pat',
      lastName: 'Ient',
    });
    const made = await ask('POST', `/patients/${patient.id}/devices`, { macAddress: randomMac() });

    switchOn();
    await prints('not set up');
    device.stdin.write('{"broker"\n');
    await prints('Vigil: the text is damaged');
    const broker = `mqtt://127.0.0.1:${mqttPort}`;
    device.stdin.write(`${JSON.stringify({ broker, mac: made.macAddress, token: made.token })}\n`);
    await prints('Vigil: stored');
    device.stdin.write('WIFI:T:WPA;S:Home;P:a secret of the home;;\n');
    await prints('connected, ');

    await eventually('two readings are stored', async () => (await storedUptimes(made.id)).length >= 2);
    await kill();
    await prints('connection lost');
    await staysQuiet(2_000, 'readings are kept meanwhile');
    await startService();
    await prints('fall detected, asking the wearer');
    const [alert] = await ask('GET', '/caregivers/alerts');
    assert.deepEqual([alert.type, alert.deviceId], ['FALL_DETECTED', made.id]);
    await prints(/gpio 10: 1/);

    await writeFile(join(folder, `gpio-${HELP_BUTTON}`), '');
    await prints('help is called');
    device.kill('SIGTERM');
    await once(device, 'close');
    const uptimes = await storedUptimes(made.id);
    const gaps = uptimes.slice(1).map((uptime, i) => uptime - (uptimes[i] ?? 0));
    assert.ok(gaps.length >= 5 && gaps.every((gap) => gap > 900 && gap < 1_300), `gaps of ${gaps} ms`);
    assert.doesNotMatch(output, /refused|Sanitizer/, output);
    for (const secret of [made.token, 'a secret of the home'])
      assert.ok(!output.includes(secret), 'a secret is printed');
  });
});
