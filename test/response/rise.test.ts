import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { signUp } from '../helpers/people.ts';
import { APART_MS, blowOf, randomMac, stream, violent } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

describe('a fall whose confidence rises', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' });
  });
  after(() => app.close());

  it('keeps its escalation where it is while the level stays the same', async () => {
    const patient = await signUp(app);
    const device = randomMac();
    for (const blow of [blowOf.HIGH, violent, violent]) {
      await stream(app, patient, blow(device));
      app.clock.advance(APART_MS);
    }
    const [fall] = await sql(
      app.databaseUrl,
      `SELECT confidence, (SELECT array_agg(type ORDER BY l.id) FROM response_log l
         WHERE l.fall_id = f.id AND type IN ('detected', 'risen')) AS told
       FROM fall_events f WHERE user_id = $1`,
      [patient.id],
    );
    assert.ok(fall.confidence > 0.89, `confidence is ${fall.confidence}`);
    assert.deepEqual(fall.told, ['detected']);
  });
});
