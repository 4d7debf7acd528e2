import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { WEIGHTS } from '../../src/readings/scoring/weights.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { randomMac, resting, severe, stream } from '../helpers/readings.ts';

describe('a shadow detector', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-shadow-'));
  const file = join(folder, 'weights.json');
  let app: TestApp;
  let ada: Person;
  before(async () => {
    const weights = JSON.parse(readFileSync(inProject('src', 'readings', 'scoring', 'weights.json'), 'utf8'));
    weights.version = 'sees-falls-everywhere';
    weights.networks.reading.knots = [
      [-1000, 0.8],
      [1000, 0.9],
    ];
    writeFileSync(file, JSON.stringify(weights));
    app = await startTestApp({ STREAM_INTERVAL_MS: '0', DETECTOR_SHADOW: file, METRICS_PORT: '0' });
    ada = await signUp(app);
  });
  after(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('is named by /health beside the one in use', async () => {
    const { detector } = (await app.call('GET', '/health')).body.data;
    assert.deepEqual(detector, { version: WEIGHTS.version, shadow: 'sees-falls-everywhere' });
  });

  it('raises no alerts, and the readings it would alert for are counted', async () => {
    const mac = randomMac();
    const send = async (body: object): Promise<number> => {
      app.clock.advance(1000);
      return (await stream(app, ada, body)).fallConfidence;
    };
    const bump = { accel_x: 2, accel_y: 3, accel_z: 19 };
    for (let i = 0; i < 8; i++) assert.ok((await send(resting(mac))) <= 0.3);
    assert.ok((await send(resting(mac, bump))) <= 0.5);
    const text = await (await fetch(`http://127.0.0.1:${app.app.ports.metrics}/metrics`)).text();
    const counted = text.match(/vigil_detector_disagreements_total\{alerting="shadow"\} (\d+)/);
    assert.ok(Number(counted?.[1]) >= 1, counted?.[0] ?? 'not counted');
    assert.deepEqual((await app.call('GET', '/falls', ada)).body.data, []);
  });

  it('does not appear in events, which name the detector in use', async () => {
    await stream(app, ada, severe(randomMac()));
    const [fall] = (await app.call('GET', '/falls?limit=1', ada)).body.data;
    const { assessment } = (await app.call('GET', `/falls/${fall.id}`, ada)).body.data;
    assert.equal(assessment.detector, WEIGHTS.version);
  });

  it('that is not a weights file ends the start with the name of the variable', async () => {
    await assert.rejects(startTestApp({ DETECTOR_SHADOW: join(folder, 'missing.json') }), /DETECTOR_SHADOW/);
  });
});
