import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { connectAsync } from 'mqtt';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { hasLibraries } from './compiler.ts';

const run = promisify(execFile);
const hasTools = spawnSync('mosquitto_rr', ['--help']).error === undefined;
const hasPaho = hasLibraries && existsSync('/usr/include/MQTTClient.h');
const missing = (isThere: boolean, what: string) =>
  isThere || process.env.CI === 'true' ? false : `needs ${what} (Debian package)`;

describe('clients of MQTT 5', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' });
    person = await signUp(app);
  });
  after(() => app.close());

  const options = () => ['-V', '5', '-h', '127.0.0.1', '-p', String(app.app.ports.mqtt)];
  const login = () => ['-u', person.email, '-P', person.token];

  it('mosquitto_pub gets the reason of a refusal', {
    skip: missing(hasTools, 'mosquitto-clients'),
  }, async () => {
    const topic = `devices/${randomMac()}/readings`;
    const publish = (message: string) =>
      run('mosquitto_pub', [...options(), ...login(), '-d', '-q', '1', '-t', topic, '-m', message]);
    assert.match(
      (await publish(JSON.stringify(resting('')).replace('"device_id":"",', ''))).stdout,
      /PUBACK \(Mid: 1, RC:0\)/,
    );
    assert.match((await publish('{')).stdout, /PUBACK \(Mid: 1, RC:153\)/);
  });

  it('mosquitto_rr gets the assessment as a response', {
    skip: missing(hasTools, 'mosquitto-clients'),
  }, async () => {
    const mac = randomMac();
    const { stdout } = await run('mosquitto_rr', [
      ...options(),
      ...login(),
      ...['-q', '1', '-W', '20', '-t', `devices/${mac}/readings`, '-e', `devices/${mac}/assessments`],
      ...['-m', JSON.stringify(resting(mac))],
    ]);
    assert.equal(JSON.parse(stdout).status, 200);
  });

  it('mqtt.js gets reasons, aliases and the session', async () => {
    const mac = randomMac();
    const client = await connectAsync(`mqtt://127.0.0.1:${app.app.ports.mqtt}`, {
      protocolVersion: 5,
      username: person.email,
      password: person.token,
      clientId: 'js',
      clean: false,
      autoAssignTopicAlias: true,
      properties: { sessionExpiryInterval: 60, topicAliasMaximum: 10 },
      reconnectPeriod: 0,
    });
    const received: string[] = [];
    client.on('message', (topic) => received.push(topic));
    await client.subscribeAsync(`devices/${mac}/assessments`, { qos: 1 });
    await client.publishAsync(`devices/${mac}/readings`, JSON.stringify(resting(mac)), { qos: 1 });
    await assert.rejects(
      client.publishAsync(`devices/${mac}/readings`, '{', { qos: 1 }),
      (error: { code?: number }) => error.code === 0x99,
    );
    assert.deepEqual(received, Array(2).fill(`devices/${mac}/assessments`));
    await client.endAsync();
  });

  it('Paho’s C client does what it does in 3.1.1', {
    skip: missing(hasPaho, 'gcc and libpaho-mqtt-dev'),
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vigil-paho-'));
    const program = join(folder, 'paho');
    await run('gcc', [
      '-std=gnu11',
      '-Wall',
      '-Wextra',
      '-Werror',
      '-o',
      program,
      inProject('test', 'firmware', 'paho.c'),
      '-lpaho-mqtt3c',
    ]);
    const mac = randomMac();
    await app.call('POST', '/device/sensor-stream', { token: person.token, body: resting(mac) });
    const answer = await app.call('POST', `/device/${mac}/token`, { token: person.token });
    const address = `tcp://127.0.0.1:${app.app.ports.mqtt}`;
    const { stdout } = await run(program, [address, mac, answer.body.data.token]);
    await rm(folder, { recursive: true });
    assert.match(stdout, /connected 0x00\nsubscribed 0x00\n/);
    assert.match(stdout, /answer 4 reason 0x(00|97)/);
    assert.match(stdout, /answer 4 reason 0x99 code 400/);
    assert.match(stdout, /message devices\/.*\/assessments .*"success"/);
  });
});
