import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { markDelivered } from '../../src/response/store/alert-delivery.ts';
import { eventually } from '../helpers/eventually.ts';
import { lockWaits } from '../helpers/sql.ts';
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

describe('the delivery ledger', () => {
  let house: House;
  let alertIds: string[] = [];
  let holder = new Client();
  before(async () => {
    house = await createHouse();
    holder = new Client({ connectionString: house.url });
    await holder.connect();
    const { patient, caregiver } = await createCare(house);
    const alerts = await house.db.rows<{ id: string }>(
      `INSERT INTO alerts (caregiver_id, patient_id, type, severity, message, created_at, updated_at)
       SELECT $1, $2, 'FALL_DETECTED', 'HIGH', 'A fall', now(), now() FROM generate_series(1, 2) RETURNING id`,
      [caregiver, patient],
    );
    alertIds = alerts.map(({ id }) => id);
  });
  after(async () => {
    await holder.end();
    await house.close();
  });

  // Raising alerts, ending those of a wearable and deleting a person update several alerts in other orders.
  for (const order of ['first', 'last'] as const) {
    it(`holds no alert while it waits for the ${order} one`, async () => {
      await house.db.run('UPDATE alerts SET delivered_at = NULL');
      const ids = order === 'first' ? alertIds : alertIds.toReversed();
      await holder.query(`BEGIN; SET LOCAL lock_timeout = '5s'`);
      await holder.query('SELECT FROM alerts WHERE id = $1 FOR UPDATE', [ids[0]]);
      const marked = markDelivered(
        house.db,
        alertIds.map((alertId) => ({ alertId, at: new Date() })),
      );
      await eventually('the ledger waits for the alert', async () => (await lockWaits(house.url)) === 1);
      await holder.query('UPDATE alerts SET severity = $2 WHERE id = $1', [ids[1], 'CONFIRMED']);
      await holder.query('COMMIT');
      await marked;
      const rows = await house.db.rows<{ delivered: boolean }>(
        'SELECT delivered_at IS NOT NULL AS delivered FROM alerts',
      );
      assert.deepEqual(rows, [{ delivered: true }, { delivered: true }]);
    });
  }
});
