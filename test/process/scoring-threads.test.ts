import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { Scoring } from '../../src/readings/scoring/scoring.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { patientNow } from '../helpers/patience.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, severe, stream } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

describe('scoring threads that crash', () => {
  let app: TestApp;
  let ada: Person;
  let wearers: { readonly person: Person; readonly mac: string }[];
  const threads = new Set<Worker>();
  let broken = false;
  const seen = (thread: Worker) => {
    threads.add(thread);
    thread.once('exit', () => threads.delete(thread));
    if (broken) setImmediate(() => void thread.terminate());
  };
  before(async () => {
    process.on('worker', seen);
    app = await startTestApp({ LOG_LEVEL: 'silent', SCORING_THREADS: '2' }, { warmsUp: true });
    ada = await signUp(app);
    const people = await Promise.all(Array.from({ length: 4 }, () => signUp(app)));
    wearers = people.flatMap((person) => Array.from({ length: 10 }, () => ({ person, mac: randomMac() })));
  });
  after(async () => {
    await app.close();
    process.off('worker', seen);
  });

  const health = async () => (await app.call('GET', '/health')).body.data.status;
  const rows = async () => (await sql(app.databaseUrl, 'SELECT FROM sensor_readings')).length;
  const endAll = () => Promise.all([...threads].map((thread) => thread.terminate()));

  /** Enough readings that threads score them; a few would be scored on the main thread. */
  const burst = () => {
    app.clock.advance(1000);
    return Promise.all(wearers.map(({ person, mac }) => stream(app, person, resting(mac))));
  };

  it('lose no reading when they crash once', async () => {
    await burst();
    assert.ok(threads.size > 0);
    await endAll();
    for (const { fallConfidence } of await burst()) assert.ok(fallConfidence <= 0.3);
    assert.equal(await rows(), 80);
    await burst();
    assert.equal(await health(), 'HEALTHY');
  });

  it('repeatedly leave readings stored and scored by the single-reading rule, and /health DEGRADED', async () => {
    const before = await rows();
    let sent = 0;
    broken = true;
    await endAll();
    const deadline = patientNow() + 10_000;
    do {
      const calm = await burst();
      for (const { fallConfidence } of calm) assert.ok(fallConfidence <= 0.3);
      sent += calm.length;
    } while ((await health()) !== 'DEGRADED' && patientNow() < deadline);
    assert.equal(await health(), 'DEGRADED');
    const fall = await stream(app, ada, severe(randomMac()));
    assert.ok(fall.fallConfidence > 0.7, 'a severe fall still raises an alert');
    assert.equal(await rows(), before + sent + 1);
    const { data } = (await app.call('GET', '/falls', ada)).body;
    assert.equal(data.length, 1);
    const { assessment, confidence } = (await app.call('GET', `/falls/${data[0].id}`, ada)).body.data;
    assert.equal(assessment.confidence, confidence, 'the fall is explained');
  });

  it('recover by themselves', async () => {
    broken = false;
    const mac = randomMac();
    const deadline = patientNow() + 10_000;
    do {
      await stream(app, ada, resting(mac));
      app.clock.advance(1000);
    } while ((await health()) !== 'HEALTHY' && patientNow() < deadline);
    assert.equal(await health(), 'HEALTHY');
  });
});

describe('a few readings', () => {
  it('are scored on the main thread with the same result as in a scoring thread', async () => {
    const log = silentLog();
    const bodies = Array.from({ length: 60 }, (_, i) => (i % 20 === 7 ? severe('') : resting('')));
    const batches: number[] = [];
    const run = async (company: number): Promise<number[]> => {
      const metrics = { scored: (readings: number) => void batches.push(readings), detectorsDisagreed() {} };
      const scoring = new Scoring({ threads: 1, log, slots: 32, metrics });
      const slots = Array.from({ length: 1 + company }, () => scoring.claimSlot() ?? assert.fail('no slot'));
      const scores: number[] = [];
      for (const [number, body] of bodies.entries()) {
        for (const [place, slot] of slots.entries()) {
          const scored = (score: number) => {
            if (place === 0) scores[number] = score;
          };
          scoring.score({ slot, number, body, samples: undefined, scored }, 1e12 + number * 1000);
        }
        await scoring.drain();
      }
      await scoring.close();
      return scores;
    };
    assert.deepEqual(await run(0), await run(20));
    assert.deepEqual(new Set(batches), new Set([1, 21]));
  });
});

describe('a reading that the main thread cannot score', () => {
  it('is passed to a scoring thread', async () => {
    const scoring = new Scoring({ threads: 1, log: silentLog(), slots: 2 });
    const slot = scoring.claimSlot() ?? assert.fail('no slot');
    const samples = Object.defineProperty(new Float32Array(7), 'length', {
      get: () => assert.fail('no length'),
    });
    const confidence = await new Promise<number>((scored) => {
      scoring.score({ slot, number: 0, body: resting(''), samples, scored }, 1e12);
    });
    assert.ok(confidence <= 0.3);
    await scoring.close();
  });
});

describe('scoring threads that are still loading', () => {
  it('can be stopped without ending the process', async () => {
    const log = silentLog();
    for (let i = 0; i < 5; i++) {
      const scoring = new Scoring({ threads: 2, log, slots: 16 });
      void scoring.start();
      await scoring.close();
    }
  });
});
