import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Options, readOptions } from '../../firmware-sim/options.ts';
import type { Progress } from '../../firmware-sim/progress.ts';
import { type Result, simulate } from '../../firmware-sim/simulation.ts';
import { jsonOf, summaryOf } from '../../firmware-sim/summary.ts';
import { ADMIN, startTestApp, type TestApp } from '../helpers/app.ts';
import { signUp } from '../helpers/people.ts';
import { createTurnedClock } from './turned-clock.ts';

describe('firmware-sim/run', () => {
  let app: TestApp;
  /** The service's, too: a second passes when every reading of the last one is acknowledged. */
  const clock = createTurnedClock(Date.now());
  /** Nobody presses a button, and nobody comes. */
  const QUIET = ['--ok', '0', '--call', '0', '--asleep', '100'];
  const silent: Progress = { say() {}, start() {}, stop() {} };

  before(async () => {
    app = await startTestApp({}, { now: clock.now });
  });
  after(() => app.close());

  function optionsOf(...args: string[]): Options {
    const { mqtt } = app.app.ports as { mqtt?: number };
    const places = ['--url', app.url, '--mqtt-url', `mqtt://127.0.0.1:${mqtt ?? 1883}`];
    const options = readOptions([...places, '--duration', '24s', '--drops', '0', ...QUIET, ...args]);
    assert.ok(options);
    return options;
  }

  const run = (...args: string[]): Promise<Result> =>
    simulate(optionsOf(...args), silent, new AbortController().signal, clock);

  for (const transport of ['http', 'ws', 'mqtt']) {
    test(`over ${transport} every fall raises an alert and every reading is found again`, async () => {
      const result = await run('--transport', transport, '--scenario', 'fall', '--devices', '3');
      assert.deepEqual([...result.tally.refused], []);
      assert.equal(result.tally.acknowledged, 72);
      assert.equal(result.readBack.readings, 72);
      assert.deepEqual(result.readBack.missing, []);
      assert.equal(result.tally.falls.length, 3);
      assert.deepEqual(result.falls.missed, []);
      assert.deepEqual(result.falls.falseAlarms, []);
      assert.ok(result.ok);
      assert.match(summaryOf(result), /every fall raised an alert/);
      for (const line of summaryOf(result).split('\n')) assert.ok(line.length <= 80, line);
      assert.doesNotThrow(() => JSON.stringify(jsonOf(result)));
    });
  }

  for (const transport of ['http', 'ws', 'mqtt']) {
    test(`over ${transport} wearers call for help, and the caregiver comes to each of them`, async () => {
      const people = ['--scenario', 'fall', '--devices', '3', '--call', '100', '--asleep', '0'];
      const result = await run('--transport', transport, ...people);
      assert.ok(result.ok, summaryOf(result));
      assert.deepEqual([...result.tally.refused], []);
      assert.equal(result.tally.answers.length, 3);
      assert.deepEqual(result.response.answers, { ok: 0, help: 3, tooLate: 0 });
      assert.equal(result.response.claimed, 3);
      assert.equal(result.response.unanswered, 0);
      assert.deepEqual(result.falls.falseAlarms, []);
      assert.match(summaryOf(result), /claimed +3, after p50 \d+\.\d s, p99/);
      for (const line of summaryOf(result).split('\n')) assert.ok(line.length <= 80, line);
    });
  }

  test('a wearer who says OK in time is left alone, and one for whom nobody comes is counted', async () => {
    const result = await run('--scenario', 'fall', '--devices', '3', '--ok', '100');
    assert.ok(result.ok, summaryOf(result));
    const { answers, cancelledByPatient, unanswered, claimed } = result.response;
    assert.equal(answers.ok + answers.tooLate, 3);
    assert.equal(cancelledByPatient, answers.ok);
    assert.equal(unanswered, answers.tooLate);
    assert.equal(claimed, 0);
  });

  test('over mqtt what was felt without Wi-Fi comes in later, falls included', async () => {
    const result = await run('--transport', 'mqtt', '--scenario', 'fall', '--devices', '2', '--drops', '100');
    assert.ok(result.tally.late > 0);
    assert.ok(result.tally.falls.every(({ offline }) => offline));
    assert.equal(result.tally.acknowledged, 48, 'also those under way when the Wi-Fi went');
    assert.deepEqual([...result.tally.unanswered], []);
    assert.deepEqual(result.readBack.missing, []);
    assert.deepEqual(result.falls.missed, []);
  });

  test('with the full signal falls are found and walks left alone', async () => {
    const fallen = await run('--scenario', 'fall', '--devices', '2', '--samples');
    assert.ok(fallen.ok, summaryOf(fallen));
    const walked = await run('--scenario', 'walk', '--devices', '2', '--samples');
    assert.ok(walked.ok, summaryOf(walked));
    assert.deepEqual(walked.falls.falseAlarms, []);
  });

  test("an admin's credentials make a caregiver; a patient's wear the devices themselves", async () => {
    const byAdmin = await run('--duration', '3s', '--email', ADMIN.email, '--password', ADMIN.password);
    assert.ok(byAdmin.crew.watcher);
    assert.ok(byAdmin.ok, summaryOf(byAdmin));
    const { email } = await signUp(app);
    const byPatient = await run(
      '--scenario',
      'fall',
      '--devices',
      '1',
      '--email',
      email,
      '--password',
      'Secret!123',
    );
    assert.equal(byPatient.crew.watcher, undefined);
    assert.equal(byPatient.falls.alerted.length, 1, summaryOf(byPatient));
  });

  test('recordings are played from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vigil-replay-'));
    const file = join(folder, 'recordings.ndjson');
    const samples = Array.from({ length: 160 }, () => [0, 0, 9.81, 0, 0, 0]);
    await writeFile(file, `${JSON.stringify({ id: 'D00', fall: false, rateHz: 40, samples })}\n`);
    const result = await run('--replay', file, '--devices', '1', '--duration', '8s');
    await rm(folder, { recursive: true });
    assert.equal(result.tally.acknowledged, 8);
    assert.ok(result.ok, summaryOf(result));
  });

  test('a service that is not there is told in words', async () => {
    const options = { ...optionsOf(), url: 'http://127.0.0.1:9' };
    await assert.rejects(simulate(options, silent, new AbortController().signal), /Nothing answers at/);
  });
});
