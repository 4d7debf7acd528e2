import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SENSORS } from '../../firmware-sim/motion/sensor.ts';
import { HELP, readOptions } from '../../firmware-sim/options.ts';

test('without options five wearables send over HTTP to the local service', () => {
  const options = readOptions([]);
  assert.equal(options?.devices, 5);
  assert.equal(options?.transport, 'http');
  assert.equal(options?.url, 'http://localhost:3000');
  assert.equal(options?.credentials, undefined);
});

test('durations have units', () => {
  for (const [text, seconds] of [
    ['90s', 90],
    ['2m', 120],
    ['1h', 3600],
    ['45', 45],
  ] as const) {
    assert.equal(readOptions(['--duration', text])?.seconds, seconds);
  }
});

test("the broker is on the service's host by default", () => {
  assert.equal(readOptions(['--url', 'http://vigil.example:8080'])?.mqttUrl, 'mqtt://vigil.example:1883');
  assert.equal(readOptions(['--mqtt-url', 'mqtt://other:1884'])?.mqttUrl, 'mqtt://other:1884');
});

test('invalid options give readable errors', () => {
  assert.throws(() => readOptions(['--devices', 'many']), /--devices many: must be a whole number/);
  assert.throws(
    () => readOptions(['--transport', 'pigeon']),
    /--transport pigeon: must be one of http, mqtt, ws/,
  );
  assert.throws(() => readOptions(['--duration', 'soon']), /--duration soon: must be a time such as/);
  assert.throws(() => readOptions(['--ok', '70', '--call', '40']), /--ok and --call together/);
  assert.throws(() => readOptions(['--asleep', '101']), /--asleep 101: must be a whole number from 0 to 100/);
  assert.throws(() => readOptions(['--email', 'a@example.org']), /go together/);
  assert.throws(() => readOptions(['--nonsense']), /--nonsense/);
  assert.throws(() => readOptions(['--url', 'localhost']), /--url localhost: must be a URL/);
});

test('a wearable has a sensor and sends what the options say', () => {
  const usual = readOptions([]);
  assert.deepEqual(usual?.make, { sensor: SENSORS.good, hasGyro: true, isCharging: false, send: 'parts' });
  assert.deepEqual(usual?.delays, { jitterMs: 0, stallsPerMinute: 0 });
  const other = readOptions(
    '--sensor poor --send samples --no-gyro --charging --jitter 900 --stalls 2'.split(' '),
  );
  assert.deepEqual(other?.make, { sensor: SENSORS.poor, hasGyro: false, isCharging: true, send: 'samples' });
  assert.deepEqual(other?.delays, { jitterMs: 900, stallsPerMinute: 2 });
  assert.equal(readOptions(['--sensor', 'poor', '--rate', '25'])?.make.sensor.rateHz, 25);
  assert.throws(() => readOptions(['--rate', '200']), /--rate 200: must be a whole number from 5 to 100/);
  assert.throws(() => readOptions(['--send', 'all']), /--send all: must be one of reading, parts, samples/);
});

test('a fleet is played as it was measured, unless the options say otherwise', () => {
  const fleet = readOptions(['--wearables', '100000']);
  assert.equal(fleet?.wearables, 100_000);
  assert.equal(fleet?.devices, 100);
  assert.equal(fleet?.transport, 'mqtt');
  assert.equal(fleet?.make.send, 'reading');
  assert.equal(fleet?.dropShare, 0);
  const other = readOptions(
    '--wearables 5000 --devices 20 --transport http --send parts --scenario day'.split(' '),
  );
  assert.deepEqual(
    [other?.devices, other?.transport, other?.make.send, other?.scenario],
    [20, 'http', 'parts', 'day'],
  );
  assert.throws(() => readOptions(['--wearables', '50']), /--devices 100: more than --wearables 50/);
});

test('a fleet loads a service on this machine only', () => {
  for (const url of ['http://localhost:80', 'http://127.0.0.2:3000', 'http://[::1]:3000'])
    assert.equal(readOptions(['--wearables', '1000', '--url', url])?.url, url);
  for (const target of [
    ['--url', 'https://vigil.example.org'],
    ['--url', 'http://127.0.0.1.example.org'],
    ['--mqtt-url', 'mqtt://192.168.1.4:1883'],
  ]) {
    assert.throws(() => readOptions(['--wearables', '1000', ...target]), /this machine only/);
    assert.doesNotThrow(() => readOptions(target));
  }
});

test('the help lists every option', () => {
  assert.equal(readOptions(['--help']), undefined);
  for (const flag of [
    'wearables',
    'devices',
    'scenario',
    'duration',
    'seed',
    'drops',
    'ok',
    'call',
    'asleep',
    'send',
    'sensor',
    'rate',
    'no-gyro',
    'jitter',
    'stalls',
    'replay',
    'transport',
    'url',
  ]) {
    assert.match(HELP, new RegExp(`--${flag} `));
  }
});

test('the help fits 80 columns', () => {
  for (const line of HELP.split('\n')) assert.ok(line.length <= 80, line);
});
