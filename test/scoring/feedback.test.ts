import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { trialOf } from '../../detector/feedback.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { type ResolvedFall, resolvedFalls } from '../../src/readings/store/feedback.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, severe, stream, violent } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

describe('feedback as recordings', () => {
  let app: TestApp;
  let ada: Person;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' });
    ada = await signUp(app);
  });
  after(() => app.close());

  async function resolved(): Promise<ResolvedFall[]> {
    const db = openDatabase({ url: app.databaseUrl, log: silentLog() });
    try {
      const found: ResolvedFall[] = [];
      for await (const fall of resolvedFalls(db)) found.push(fall);
      return found;
    } finally {
      await db.close();
    }
  }
  const key = Buffer.alloc(32, 1);

  it('contains a resolved fall with its outcome and readings, without name or date', async () => {
    const mac = randomMac();
    for (const body of [resting(mac), severe(mac), resting(mac)]) {
      app.clock.advance(1000);
      await stream(app, ada, body);
    }
    await sql(app.databaseUrl, "UPDATE fall_events SET outcome = 'FALSE_ALARM'");
    const found = await resolved();
    assert.equal(found.length, 1);
    const [fall] = found;
    assert.ok(fall);
    const trial = trialOf(fall, 1, key);
    assert.equal(trial.fall, false);
    assert.equal(trial.samples.length, 3);
    // The clock advances while readings are sent.
    assert.ok(trial.rateHz > 0.4 && trial.rateHz <= 1, `${trial.rateHz}`);
    assert.deepEqual(trial.samples[1], [-15, -12, -5, 500, 450, -300]);
    const text = JSON.stringify(trial);
    assert.ok(!text.includes(fall.userId) && !/20\d\d-/.test(text));
    const confirmed = trialOf({ ...fall, outcome: 'CONFIRMED' }, 2, key);
    assert.equal(confirmed.fall, true);
    assert.equal(confirmed.subject, trial.subject);
  });

  it('labels what caregivers resolve, and leaves out calls for help and falls without an outcome', async () => {
    const [bea, nurse] = [await signUp(app), await signUp(app, 'CAREGIVER')];
    await assign(app, nurse, bea);
    const post = async (person: Person, path: string, body: object) => {
      const { status, body: answer } = await app.call('POST', path, { token: person.token, body });
      assert.ok(status < 300, JSON.stringify(answer));
      return answer.data;
    };
    const fallOf = async (mac: string): Promise<string> => {
      app.clock.advance(120_000);
      await stream(app, bea, violent(mac));
      return (await app.call('GET', '/falls?limit=1', { token: bea.token })).body.data[0].id;
    };
    const mac = randomMac();
    await post(nurse, `/falls/${await fallOf(mac)}/resolve`, { outcome: 'FALSE_ALARM' });
    await post(nurse, `/falls/${await fallOf(mac)}/resolve`, { outcome: 'NO_HELP_NEEDED' });
    await post(nurse, `/falls/${await fallOf(mac)}/resolve`, { outcome: 'HELPED' });
    await post(bea, `/device/${mac}/answer`, { answer: 'help' });
    const [call] = (await app.call('GET', '/falls?limit=1', { token: bea.token })).body.data;
    assert.equal(call.source, 'HELP_BUTTON');
    await post(nurse, `/falls/${call.id}/resolve`, { outcome: 'HELPED' });
    await fallOf(mac);
    const own = (await resolved()).filter(({ userId }) => userId === bea.id);
    assert.deepEqual(
      own.map((fall, i) => trialOf(fall, i, key).activity),
      ['FalseAlarm', 'ReportedFall', 'ReportedFall'],
    );
  });

  it('has three values a sample without a gyro', async () => {
    const [fall] = await resolved();
    assert.ok(fall);
    const readings = fall.readings.map((reading) => ({ ...reading, gyroX: Number.NaN }));
    const { samples } = trialOf({ ...fall, readings }, 1, key);
    assert.deepEqual(samples[1], [-15, -12, -5]);
    assert.ok(!JSON.stringify(samples).includes('null'));
  });

  it('has raw samples where every reading has them, and three values without a gyro', () => {
    const reading = (more: object): ResolvedFall['readings'][number] => ({
      ...{ deviceKey: 1, recordedAt: new Date(0), uptimeMs: 1, pressure: null, fsr: null, heartRate: null },
      ...{ accelX: 0.5, accelY: 0.3, accelZ: 9.8, gyroX: null, gyroY: null, gyroZ: null, spo2: null },
      samples: undefined,
      ...more,
    });
    const fallOf = (...readings: ResolvedFall['readings'][number][]): ResolvedFall => ({
      userId: 'ada',
      outcome: 'CONFIRMED',
      at: new Date(0),
      readings,
    });
    const none = Number.NaN;
    const samples = Float32Array.from([-20, 1, 2, 3, none, none, none, 0, 4, 5, 6, none, none, none]);
    const written = (fall: ResolvedFall) => trialOf(fall, 1, Buffer.alloc(32)).samples;
    assert.deepEqual(written(fallOf(reading({ samples }))), [
      [1, 2, 3],
      [4, 5, 6],
    ]);
    // A reading alone, or with parts: one sample for each reading.
    assert.deepEqual(written(fallOf(reading({ samples }), reading({}))), [
      [0.5, 0.3, 9.8],
      [0.5, 0.3, 9.8],
    ]);
  });
});
