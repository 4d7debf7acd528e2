import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Options, readOptions } from '../../firmware-sim/options.ts';
import type { Progress } from '../../firmware-sim/progress.ts';
import { type Result, simulate } from '../../firmware-sim/simulation.ts';
import { jsonOf, summaryOf } from '../../firmware-sim/summary.ts';
import { ADMIN, type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { signUp } from '../helpers/people.ts';
import { createTurnedClock } from './turned-clock.ts';

describe('the simulator', () => {
  let app: TestApp;
  /** Also the service's clock: a second passes when every reading of the last one is acknowledged. */
  const clock = createTurnedClock(Date.now());
  /** No wearer presses a button, and no caregiver responds. */
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
    test(`over ${transport} gets an alert for every fall and reads every reading back`, async () => {
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

  test('compares a part of a fleet with the sizing of the whole', async () => {
    const result = await run('--wearables', '3000', '--devices', '3');
    assert.ok(result.ok, summaryOf(result));
    const { fleet } = result;
    assert.ok(fleet);
    assert.deepEqual(
      [fleet.played, fleet.factor, fleet.cells, fleet.servers, fleet.readingsPerSecond],
      [3, 1000, 1, 2, 3000],
    );
    const [rate, service, , bytes] = fleet.compared;
    assert.equal(rate?.model, 3);
    assert.ok((rate?.measured ?? 0) > 0);
    if (process.platform === 'linux') assert.ok((service?.measured ?? 0) > 0, 'CPU time of this process');
    assert.ok((service?.model ?? 0) > 0);
    assert.ok((bytes?.measured ?? 0) > 200 && (bytes?.model ?? 0) > 200);
    assert.match(summaryOf(result), /3000 wearables, of which 3 were played: × 1000/);
    for (const line of summaryOf(result).split('\n')) assert.ok(line.length <= 80, line);
    assert.deepEqual((jsonOf(result) as Result).fleet, fleet);
  });

  test('names in its summary what each channel has sent, where falls came from and how the gateways are', async () => {
    const result = await run('--scenario', 'fall', '--devices', '1', '--asleep', '0');
    assert.deepEqual(result.gateways, { sms: 'OFF', voice: 'OFF', pager: 'OFF', homeBroker: 'OFF' });
    assert.doesNotMatch(summaryOf(result), /Gateways/);
    const byChannel = {
      call: { delivered: 0, failed: 2 },
      pager: { delivered: 1, failed: 0 },
      sms: { delivered: 3, failed: 1 },
      webpush: { delivered: 4, failed: 0 },
    };
    const used: Result = {
      ...result,
      response: {
        ...result.response,
        falls: 3,
        sources: { STREAM: 2, SENSOR: 1 },
        messages: { delivered: 8, failed: 3, byChannel },
      },
      gateways: { sms: 'OK', voice: 'DEGRADED', pager: 'OFF', homeBroker: 'OK' },
    };
    const lines = summaryOf(used)
      .split('\n')
      .map((line) => line.trim().replaceAll(/\s+/g, ' '));
    for (const line of [
      'Responses 3: 2 from wearables, 1 from other sensors',
      'Messages 8 delivered, 3 attempts failed',
      'push 4 delivered',
      'SMS 3 delivered, 1 attempts failed',
      'calls 0 delivered, 2 attempts failed',
      'pager 1 delivered',
      'Gateways SMS OK, calls DEGRADED, smart home OK',
    ])
      assert.ok(lines.includes(line), `${line} is missing in\n${summaryOf(used)}`);
    const { response, gateways } = jsonOf(used) as Result;
    assert.deepEqual([response.messages.byChannel, gateways], [byChannel, used.gateways]);
  });

  for (const transport of ['http', 'ws', 'mqtt']) {
    test(`over ${transport} has wearers call for help and a caregiver respond to each`, async () => {
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

  test('leaves wearers alone who press OK in time, and counts unanswered falls', async () => {
    const result = await run('--scenario', 'fall', '--devices', '3', '--ok', '100');
    assert.ok(result.ok, summaryOf(result));
    const { answers, cancelledByPatient, unanswered, claimed } = result.response;
    assert.equal(answers.ok + answers.tooLate, 3);
    assert.equal(cancelledByPatient, answers.ok);
    assert.equal(unanswered, answers.tooLate);
    assert.equal(claimed, 0);
  });

  test('over mqtt delivers readings and falls from an outage later', async () => {
    const result = await run('--transport', 'mqtt', '--scenario', 'fall', '--devices', '2', '--drops', '100');
    assert.ok(result.tally.late > 0);
    assert.ok(result.tally.falls.every(({ offline }) => offline));
    assert.equal(result.tally.acknowledged, 48, 'including readings in flight when the Wi-Fi dropped');
    assert.deepEqual([...result.tally.unanswered], []);
    assert.deepEqual(result.readBack.missing, []);
    assert.deepEqual(result.falls.missed, []);
  });

  for (const [send, most] of [
    ['reading', 450],
    ['parts', 800],
    ['samples', 3500],
  ] as const) {
    test(`with --send ${send} detects falls and raises no alert for walks`, async () => {
      const fallen = await run('--scenario', 'fall', '--devices', '2', '--send', send);
      assert.ok(fallen.ok, summaryOf(fallen));
      assert.deepEqual(fallen.falls.missed, []);
      assert.ok(fallen.tally.bytes.mean() < most, summaryOf(fallen));
      const walked = await run('--scenario', 'walk', '--devices', '2', '--send', send);
      assert.ok(walked.ok, summaryOf(walked));
      assert.deepEqual(walked.falls.falseAlarms, []);
    });

    test(`with --send ${send} --no-gyro all readings are stored, and the summary says so`, async () => {
      const result = await run('--scenario', 'walk', '--devices', '2', '--send', send, '--no-gyro');
      assert.ok(result.ok, summaryOf(result));
      assert.deepEqual([...result.tally.refused], []);
      assert.equal(result.readBack.readings, 48);
      assert.deepEqual(result.falls.falseAlarms, []);
      assert.match(summaryOf(result), /no gyro/);
    });
  }

  for (const transport of ['http', 'ws', 'mqtt']) {
    test(`over ${transport} loses no reading and no fall to jitter and stalls`, async () => {
      const slow = ['--jitter', '900', '--stalls', '3', '--duration', '60s'];
      const result = await run('--transport', transport, '--scenario', 'fall', '--devices', '3', ...slow);
      assert.deepEqual([...result.tally.refused], []);
      assert.deepEqual(
        [result.tally.acknowledged, result.tally.late, result.tally.missedBusy],
        [180, 0, 0],
        summaryOf(result),
      );
      assert.deepEqual(result.readBack.missing, []);
      assert.deepEqual(result.falls.missed, []);
      assert.match(summaryOf(result).replaceAll(/\s+/g, ' '), /up to 900 ms late/);
    });
  }

  test('with a poor sensor sends what it measures; the summary says so, and the service warns', async () => {
    const result = await run('--scenario', 'walk', '--devices', '1', '--sensor', 'poor', '--send', 'samples');
    assert.ok(result.ok, summaryOf(result));
    assert.match(
      summaryOf(result).replaceAll(/\s+/g, ' '),
      /one reading a second with all samples, ±2 g, ±125 °\/s, 12\.5 Hz, smoothed/,
    );
    const [device] = result.tally.devices;
    const { body } = await app.call('GET', `/device/${device?.macAddress}/status`, {
      token: result.crew.readerToken,
    });
    assert.match(body.data.warnings.join(), /Sampling rate too low: about 1[23] samples a second/);
    assert.equal(body.data.sensors.sends, 'samples');
  });

  test("creates a home of three wards with an admin's credentials", async () => {
    const admin = ['--email', ADMIN.email, '--password', ADMIN.password];
    const result = await run('--scenario', 'fall', '--devices', '3', '--asleep', '0', ...admin);
    assert.ok(result.ok, summaryOf(result));
    assert.equal(result.falls.alerted.length, 3, summaryOf(result));
    assert.equal(result.response.claimed, 3, 'by the caregiver of the night');
    const { watcher, wards: names } = result.crew;
    const { body } = await app.call('GET', '/wards?limit=100', { token: watcher?.token });
    const wards = body.data.filter(({ name }: Json) => names.includes(name));
    assert.deepEqual(
      wards.map(({ patients, caregivers, leads }: Json) => [patients, caregivers, leads.length]),
      [
        [1, 2, 1],
        [1, 2, 1],
        [1, 2, 1],
      ],
    );
    for (const { onDuty } of wards)
      assert.deepEqual(
        onDuty.map(({ id }: Json) => id),
        [watcher?.id],
      );
    for (const line of summaryOf(result).split('\n')) assert.ok(line.length <= 80, line);
    assert.match(summaryOf(result), /Wards +Ground floor/);
  });

  test('wears the devices as a patient with their credentials', async () => {
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

  test('plays recordings from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vigil-replay-'));
    const file = join(folder, 'recordings.ndjson');
    const samples = Array.from({ length: 160 }, () => [0, 0, 9.81, 0, 0, 0]);
    await writeFile(file, `${JSON.stringify({ id: 'D00', fall: false, rateHz: 40, samples })}\n`);
    const result = await run('--replay', file, '--devices', '1', '--duration', '8s');
    await rm(folder, { recursive: true });
    assert.equal(result.tally.acknowledged, 8);
    assert.ok(result.ok, summaryOf(result));
  });

  test('gives a readable error for an unreachable service', async () => {
    const options = { ...optionsOf(), url: 'http://127.0.0.1:9' };
    await assert.rejects(simulate(options, silent, new AbortController().signal), /Nothing answers at/);
  });
});
