import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { callApi, type Json, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { randomMac } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { startVigil, type Vigil } from '../process/child.ts';

const SOURCE = inProject('docs', 'firmware', 'wearable.c');
const FALL = inProject('docs', 'firmware', 'fall.txt');

const headerFound = spawnSync('gcc', ['-E', '-include', 'mosquitto.h', '-xc', '/dev/null']).status === 0;

describe('the reference firmware', {
  // Where CI promises them, missing ones fail instead.
  skip: headerFound || process.env.CI === 'true' ? false : 'needs gcc and libmosquitto-dev (Debian packages)',
}, () => {
  let folder: string;
  let database: TestDatabase;
  let mqttPort: string;
  let vigil: Vigil;
  let call: TestApp['call'];
  let carer: Person;
  const wearables: ChildProcess[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-firmware-'));
    compile();
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

  /** By the line that the source's head tells its readers. */
  function compile(): void {
    const flags = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-pthread'];
    execFileSync('gcc', [...flags, '-o', join(folder, 'wearable'), SOURCE, '-lmosquitto'], {
      stdio: 'inherit',
    });
  }

  async function startService(): Promise<void> {
    vigil = startVigil({
      NODE_ENV: 'test',
      MQTT_PORT: mqttPort,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      JWT_SECRET: 'a secret for tests that is long enough',
    });
    const url = await vigil.started;
    call = (method, path, options) => callApi(url, method, path, options);
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

  function wear(device: Json, samples: string) {
    const env = { VIGIL_HOST: '127.0.0.1', VIGIL_PORT: mqttPort, VIGIL_MAC: device.macAddress };
    const child = spawn(join(folder, 'wearable'), { env: { ...env, VIGIL_TOKEN: device.token } });
    wearables.push(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    child.stdin.end(samples);
    const exited = once(child, 'close').then(([code]) => code);
    return { said: () => said, exited };
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

  it('sends the blow of a second that ends at rest, and its caregiver finds the alert over REST', async () => {
    const { patientId, device } = await provision('one@example.org');
    const { said, exited } = wear(
      device,
      '0 0.5 0.3 9.8 0 0 0\n400 60 50 40 700 600 500\n800 0.5 0.3 9.8 0 0 0\n',
    );
    assert.equal(await exited, 0, said());
    assert.match(said(), /A fall was felt/);
    assert.deepEqual(await uptimes(device), [800]);
    const [alert] = await alertsOf(patientId);
    assert.deepEqual([alert.type, alert.deviceId], ['FALL_DETECTED', device.id]);
    assert.equal((await ask('GET', `/falls/${alert.fallId}`)).deviceId, device.id);
  });

  it('keeps what it measures while the broker is dead, and sends all of it in order when it is back', async () => {
    const { patientId, device } = await provision('two@example.org');
    const { said, exited } = wear(device, await readFile(FALL, 'utf8'));
    await eventually('two readings are stored', async () => (await uptimes(device)).length === 2);
    await kill();
    // The fall is at 5.4 s: nobody is there to hear of it.
    await sleep(2_500);
    await startService();
    assert.equal(await exited, 0, said());
    const course = /connected, 0 waiting.*connection lost.*connected, [1-9]\d* waiting.*\b0 waiting, 0 lost/s;
    assert.match(said(), course);
    assert.doesNotMatch(said(), /refused/);
    assert.deepEqual(
      await uptimes(device),
      Array.from({ length: 9 }, (_, second) => second * 1000 + 980),
    );
    const [alert] = await alertsOf(patientId);
    assert.deepEqual([alert.type, alert.deviceId], ['FALL_DETECTED', device.id]);
  });

  it('does not hammer the service with a token that is wrong', async () => {
    const { device } = await provision('three@example.org');
    const { said } = wear({ ...device, token: 'not this one' }, '0 0 0 9.8 0 0 0\n');
    await eventually('it says why', () => /refused: .*bad user name/i.test(said()));
    // After anything else it would be back within a second.
    await sleep(1_100);
    assert.equal(said().match(/^refused/gm)?.length, 1, said());
  });
});
