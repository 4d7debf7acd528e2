import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createCare, createHouse, type House } from './house.ts';

describe('the log lines and metrics of a response', () => {
  let house: House;
  before(async () => {
    house = await createHouse();
  });
  after(() => house.close());

  it('are written after the commit, and not for a change that is rolled back', async () => {
    const { patient, caregiver } = await createCare(house);
    const fall = await house.fall(patient);
    await house.db.run(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused at the commit'; END $$;
       CREATE CONSTRAINT TRIGGER refused AFTER INSERT ON response_log DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    await assert.rejects(house.responses.claim(fall, caregiver, {}), /refused at the commit/);
    assert.deepEqual(house.noted, []);
    await house.db.run('DROP TRIGGER refused ON response_log');
    await house.responses.claim(fall, caregiver, {});
    assert.deepEqual(house.noted, ['fall: claimed', 'claimed', 'acknowledged']);
  });
});
