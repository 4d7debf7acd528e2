import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { trialOf } from '../../detector/feedback.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { type ResolvedFall, resolvedFalls } from '../../src/readings/store/feedback.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, severe, stream } from '../helpers/readings.ts';
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

  it('contains a resolved fall with its outcome and readings, without name or date', async () => {
    const mac = randomMac();
    for (const body of [resting(mac), severe(mac), resting(mac)]) {
      app.clock.advance(1000);
      await stream(app, ada, body);
    }
    await sql(app.databaseUrl, "UPDATE fall_events SET outcome = 'FALSE_ALARM'");
    const db = openDatabase({ url: app.databaseUrl, log: silentLog() });
    try {
      const found: ResolvedFall[] = [];
      for await (const fall of resolvedFalls(db)) found.push(fall);
      assert.equal(found.length, 1);
      const [fall] = found;
      assert.ok(fall);
      const trial = trialOf(fall, 1, Buffer.alloc(32, 1));
      assert.equal(trial.fall, false);
      assert.equal(trial.samples.length, 3);
      // The clock advances while readings are sent.
      assert.ok(trial.rateHz > 0.4 && trial.rateHz <= 1, `${trial.rateHz}`);
      assert.deepEqual(trial.samples[1], [-15, -12, -5, 500, 450, -300]);
      const text = JSON.stringify(trial);
      assert.ok(!text.includes(fall.userId) && !/20\d\d-/.test(text));
      const confirmed = trialOf({ ...fall, outcome: 'CONFIRMED' }, 2, Buffer.alloc(32, 1));
      assert.equal(confirmed.fall, true);
      assert.equal(confirmed.subject, trial.subject);
    } finally {
      await db.close();
    }
  });
});
