import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { createScoring } from '../../src/scoring/pool.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, severe, stream } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

describe('scoring threads that crash', () => {
  let app: TestApp;
  let ada: Person;
  const threads = new Set<Worker>();
  let broken = false;
  const seen = (thread: Worker) => {
    threads.add(thread);
    thread.once('exit', () => threads.delete(thread));
    if (broken) setImmediate(() => void thread.terminate());
  };
  before(async () => {
    process.on('worker', seen);
    app = await startTestApp({ LOG_LEVEL: 'silent', SCORING_THREADS: '2' });
    ada = await signUp(app);
  });
  after(async () => {
    await app.close();
    process.off('worker', seen);
  });

  const health = async () => (await app.call('GET', '/health')).body.data.status;
  const rows = async () => (await sql(app.databaseUrl, 'SELECT FROM sensor_readings')).length;
  const endAll = () => Promise.all([...threads].map((thread) => thread.terminate()));

  it('once cost nothing', async () => {
    const mac = randomMac();
    await stream(app, ada, resting(mac));
    assert.ok(threads.size > 0);
    await endAll();
    app.clock.advance(1000);
    assert.ok((await stream(app, ada, resting(mac))).fallConfidence <= 0.3);
    assert.equal(await rows(), 2);
    app.clock.advance(1000);
    await stream(app, ada, resting(mac));
    assert.equal(await health(), 'HEALTHY');
  });

  it('over and over leave readings stored and answered by the rule for one reading, and /health DEGRADED', async () => {
    const before = await rows();
    broken = true;
    await endAll();
    const calm = await stream(app, ada, resting(randomMac()));
    assert.ok(calm.fallConfidence <= 0.3);
    assert.equal(await health(), 'DEGRADED');
    const fall = await stream(app, ada, severe(randomMac()));
    assert.ok(fall.fallConfidence > 0.7, 'a severe fall is told even so');
    assert.equal(await rows(), before + 2);
    const { data } = (await app.call('GET', '/falls', ada)).body;
    assert.equal(data.length, 1);
    const { assessment, confidence } = (await app.call('GET', `/falls/${data[0].id}`, ada)).body.data;
    assert.equal(assessment.confidence, confidence, 'and explained');
  });

  it('recover by themselves', async () => {
    broken = false;
    const mac = randomMac();
    const deadline = Date.now() + 10_000;
    do {
      await stream(app, ada, resting(mac));
      app.clock.advance(1000);
    } while ((await health()) !== 'HEALTHY' && Date.now() < deadline);
    assert.equal(await health(), 'HEALTHY');
  });
});

describe('scoring threads that still load', () => {
  it('may be stopped, and the process lives on', async () => {
    const log = silentLog();
    for (let i = 0; i < 5; i++) await createScoring({ threads: 2, log, slots: 16 }).close();
  });
});
