import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createCare, createHarness, type Harness } from './harness.ts';

describe('the log lines and metrics of a response', () => {
  let harness: Harness;
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());

  it('are written after the commit, and not for a change that is rolled back', async () => {
    const { patient, caregiver } = await createCare(harness);
    const fall = await harness.fall(patient);
    await harness.db.run(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused at the commit'; END $$;
       CREATE CONSTRAINT TRIGGER refused AFTER INSERT ON response_log DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    await assert.rejects(harness.responses.claim(fall, caregiver, {}), /refused at the commit/);
    assert.deepEqual(harness.noted, []);
    await harness.db.run('DROP TRIGGER refused ON response_log');
    await harness.responses.claim(fall, caregiver, {});
    assert.deepEqual(harness.noted, ['fall: claimed', 'claimed', 'acknowledged']);
  });
});
