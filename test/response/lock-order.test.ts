import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { lockCaregiversOf } from '../../src/response/care-team.ts';
import { markDelivered } from '../../src/response/store/alert-delivery.ts';
import { eventually } from '../helpers/eventually.ts';
import { lockWaits } from '../helpers/sql.ts';
import { createCare, createHouse, DELIVERED, type House } from './house.ts';

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
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'other' AND wait_event_type = 'Lock'`,
      )
    ).length === 1;

  const givesCareByWard = async () => {
    const ward = await house.ward();
    await house.move(patient, ward);
    await house.join(ward, caregiver);
    await house.db.run('DELETE FROM assignments WHERE caregiver_id = $1', [caregiver]);
  };

  for (const [what, statement, isByWard] of [
    ['whose account is deactivated', `UPDATE users SET status = 'inactive' WHERE id = $1`, false],
    ['whose assignment ends', 'DELETE FROM assignments WHERE caregiver_id = $1', false],
    ['who leaves the ward', 'DELETE FROM ward_members WHERE caregiver_id = $1', true],
    [
      'whose patient leaves the ward',
      `UPDATE users SET ward_id = NULL
       WHERE ward_id = (SELECT ward_id FROM ward_members WHERE caregiver_id = $1)`,
      true,
    ],
  ] as const) {
    it(`${what} are locked in order of their fall ids`, async () => {
      if (isByWard) await givesCareByWard();
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

describe('changes of wards while responses advance', () => {
  let house: House;
  before(async () => {
    house = await createHouse();
  });
  after(() => house.close());

  it('wait for each other without a deadlock', async () => {
    const [wards, patients, caregivers] = [
      await Promise.all([house.ward(), house.ward()]),
      await Promise.all(Array.from({ length: 4 }, () => house.person('PATIENT'))),
      await Promise.all(Array.from({ length: 4 }, () => house.person('CAREGIVER'))),
    ];
    const pick = <T>(some: readonly T[], n: number): T => some[n % some.length] as T;
    for (const [n, patient] of patients.entries()) {
      await house.move(patient, pick(wards, n));
      for (const caregiver of caregivers.slice(n)) await house.assign(caregiver, patient);
    }
    for (const [n, caregiver] of caregivers.entries()) await house.join(pick(wards, n), caregiver);
    const falls = await Promise.all(patients.map((patient) => house.fall(patient, 0.95)));
    const deadlocks: unknown[] = [];
    const counted = (work: Promise<unknown>) =>
      work.catch((error: { code?: string }) => {
        if (error.code === '40P01') deadlocks.push(error);
        // A caregiver who has left may not claim, and of two who join the same ward one fails.
      });
    const changes: ((n: number) => Promise<unknown>)[] = [
      (n) => house.responses.claim(pick(falls, n), pick(caregivers, n + 1), {}),
      (n) => house.responses.release(pick(falls, n), pick(caregivers, n + 1)),
      (n) => house.move(pick(patients, n), pick([...wards, null], n + 1)),
      (n) => house.db.run('DELETE FROM ward_members WHERE caregiver_id = $1', [pick(caregivers, n)]),
      (n) => house.join(pick(wards, n), pick(caregivers, n + 2)),
      (n) => house.db.run('DELETE FROM assignments WHERE caregiver_id = $1', [pick(caregivers, n)]),
      (n) => house.assign(pick(caregivers, n), pick(patients, n + 1)),
      () => house.ladder.check(),
      (n) => house.db.transaction((q) => lockCaregiversOf(q, [pick(patients, n), pick(patients, n + 1)])),
    ];
    for (let round = 0; round < 12; round++) {
      house.pass(60);
      await Promise.all(changes.flatMap((change, n) => [change(round + n), change(round)]).map(counted));
    }
    assert.deepEqual(deadlocks, []);
  });
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

describe('the results of sent messages', () => {
  it('wait for their fall without holding its messages, which its deletion deletes', async () => {
    const house = await createHouse();
    const holder = new Client({ connectionString: house.url });
    await holder.connect();
    const { patient } = await createCare(house);
    house.behave(async (_target, { fallId }) => {
      await holder.query(`BEGIN; SET LOCAL lock_timeout = '5s'`);
      await holder.query('SELECT FROM fall_events WHERE id = $1 FOR UPDATE', [fallId]);
      return DELIVERED;
    });
    const fall = await house.fall(patient, 0.95);
    const settled = house.settle();
    await eventually('the results wait for the fall', async () => (await lockWaits(house.url)) === 1);
    await holder.query('SELECT FROM outbox WHERE fall_id = $1 FOR UPDATE', [fall]);
    await holder.query('COMMIT');
    await settled;
    assert.deepEqual(await house.db.rows('SELECT state FROM outbox'), [{ state: 'SENT' }]);
    await holder.end();
    await house.close();
  });
});
