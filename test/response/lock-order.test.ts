import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { eventually } from '../helpers/eventually.ts';
import { createCare, createHouse, type House } from './house.ts';

describe('claims of a caregiver', () => {
  let house: House;
  let patient: string;
  let caregiver: string;
  let [lower, higher] = ['', ''];
  let [holder, other] = [new Client(), new Client()];
  before(async () => {
    house = await createHouse();
    const config = { connectionString: house.url };
    [holder, other] = [new Client(config), new Client({ ...config, application_name: 'other' })];
    await Promise.all([holder.connect(), other.connect()]);
  });
  after(async () => {
    await Promise.all([holder.end(), other.end()]);
    await house.close();
  });
  beforeEach(async () => {
    ({ patient, caregiver } = await createCare(house));
    [lower = '', higher = ''] = [await house.fall(patient, 0.95), await house.fall(patient, 0.95)].sort();
    // Physical order in the table follows the last write.
    for (const fall of [higher, lower]) await house.responses.claim(fall, caregiver, {});
  });

  const hold = (fall: string) => holder.query('SELECT FROM responses WHERE fall_id = $1 FOR UPDATE', [fall]);
  const isWaiting = async () =>
    (
      await house.db.rows(
        `SELECT FROM pg_stat_activity WHERE application_name = 'other' AND wait_event_type = 'Lock'`,
      )
    ).length === 1;

  for (const [what, statement] of [
    ['whose account is deactivated', `UPDATE users SET status = 'inactive' WHERE id = $1`],
    ['whose assignment ends', 'DELETE FROM assignments WHERE caregiver_id = $1'],
  ] as const) {
    it(`${what} are locked in order of their fall ids`, async () => {
      await holder.query(`BEGIN; SET LOCAL lock_timeout = '1s'`);
      await hold(lower);
      const changed = other.query(statement, [caregiver]);
      await eventually('the other transaction waits for the lock', isWaiting);
      await hold(higher);
      await holder.query('COMMIT');
      await changed;
      await house.ladder.check();
      const states = await Promise.all([lower, higher].map(async (id) => (await house.response(id)).state));
      assert.deepEqual(states, ['OPEN', 'OPEN']);
    });
  }
});
