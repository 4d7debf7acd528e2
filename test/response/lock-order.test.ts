import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { createDeliveryLedger } from '../../src/response/alerts/delivery-ledger.ts';
import { markDelivered } from '../../src/response/alerts/delivery-store.ts';
import { lockCaregiversOf } from '../../src/response/care-team.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { lockWaits } from '../helpers/sql.ts';
import { createCare, createHarness, DELIVERED, type Harness } from './harness.ts';

describe('claims of a caregiver', () => {
  let harness: Harness;
  let patient: string;
  let caregiver: string;
  let [lower, higher] = ['', ''];
  let [holder, other] = [new Client(), new Client()];
  before(async () => {
    harness = await createHarness();
    const config = { connectionString: harness.url };
    [holder, other] = [new Client(config), new Client({ ...config, application_name: 'other' })];
    await Promise.all([holder.connect(), other.connect()]);
  });
  after(async () => {
    await Promise.all([holder.end(), other.end()]);
    await harness.close();
  });
  beforeEach(async () => {
    ({ patient, caregiver } = await createCare(harness));
    [lower = '', higher = ''] = [await harness.fall(patient, 0.95), await harness.fall(patient, 0.95)].sort();
    // Physical order in the table follows the last write.
    for (const fall of [higher, lower]) await harness.responses.claim(fall, caregiver, {});
  });

  const hold = (fall: string) => holder.query('SELECT FROM responses WHERE fall_id = $1 FOR UPDATE', [fall]);
  const isWaiting = async () =>
    (
      await harness.db.rows(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'other' AND wait_event_type = 'Lock'`,
      )
    ).length === 1;

  const givesCareByWard = async () => {
    const ward = await harness.ward();
    await harness.move(patient, ward);
    await harness.join(ward, caregiver);
    await harness.db.run('DELETE FROM assignments WHERE caregiver_id = $1', [caregiver]);
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
      await harness.escalator.check();
      const states = await Promise.all([lower, higher].map(async (id) => (await harness.response(id)).state));
      assert.deepEqual(states, ['OPEN', 'OPEN']);
    });
  }
});

describe('changes of wards while responses advance', () => {
  let harness: Harness;
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());

  it('wait for each other without a deadlock', async () => {
    const [wards, patients, caregivers] = [
      await Promise.all([harness.ward(), harness.ward()]),
      await Promise.all(Array.from({ length: 4 }, () => harness.person('PATIENT'))),
      await Promise.all(Array.from({ length: 4 }, () => harness.person('CAREGIVER'))),
    ];
    const pick = <T>(some: readonly T[], n: number): T => some[n % some.length] as T;
    for (const [n, patient] of patients.entries()) {
      await harness.move(patient, pick(wards, n));
      for (const caregiver of caregivers.slice(n)) await harness.assign(caregiver, patient);
    }
    for (const [n, caregiver] of caregivers.entries()) await harness.join(pick(wards, n), caregiver);
    const falls = await Promise.all(patients.map((patient) => harness.fall(patient, 0.95)));
    const deadlocks: unknown[] = [];
    const counted = (work: Promise<unknown>) =>
      work.catch((error: { code?: string }) => {
        if (error.code === '40P01') deadlocks.push(error);
        // A caregiver who has left may not claim, and of two who join the same ward one fails.
      });
    const changes: ((n: number) => Promise<unknown>)[] = [
      (n) => harness.responses.claim(pick(falls, n), pick(caregivers, n + 1), {}),
      (n) => harness.responses.release(pick(falls, n), pick(caregivers, n + 1)),
      (n) => harness.move(pick(patients, n), pick([...wards, null], n + 1)),
      (n) => harness.db.run('DELETE FROM ward_members WHERE caregiver_id = $1', [pick(caregivers, n)]),
      (n) => harness.join(pick(wards, n), pick(caregivers, n + 2)),
      (n) => harness.db.run('DELETE FROM assignments WHERE caregiver_id = $1', [pick(caregivers, n)]),
      (n) => harness.assign(pick(caregivers, n), pick(patients, n + 1)),
      () => harness.escalator.check(),
      (n) => harness.db.transaction((q) => lockCaregiversOf(q, [pick(patients, n), pick(patients, n + 1)])),
    ];
    for (let round = 0; round < 12; round++) {
      harness.pass(60);
      await Promise.all(changes.flatMap((change, n) => [change(round + n), change(round)]).map(counted));
    }
    assert.deepEqual(deadlocks, []);
  });
});

describe('the delivery ledger', () => {
  let harness: Harness;
  let alertIds: string[] = [];
  let holder = new Client();
  before(async () => {
    harness = await createHarness();
    holder = new Client({ connectionString: harness.url });
    await holder.connect();
    const { patient, caregiver } = await createCare(harness);
    const alerts = await harness.db.rows<{ id: string }>(
      `INSERT INTO alerts (caregiver_id, patient_id, type, severity, message, created_at, updated_at)
       SELECT $1, $2, 'FALL_DETECTED', 'HIGH', 'A fall', now(), now() FROM generate_series(1, 2) RETURNING id`,
      [caregiver, patient],
    );
    alertIds = alerts.map(({ id }) => id);
  });
  after(async () => {
    await holder.end();
    await harness.close();
  });

  it('has the first alert of each fall, and says once that it was notified', async () => {
    const { db } = harness;
    const { patient } = await createCare(harness);
    const [one, two] = [await harness.fall(patient, 0.95), await harness.fall(patient, 0.95)];
    const [first = '', second = ''] = alertIds;
    const notified: unknown[] = [];
    let now = Date.parse('2026-05-01T02:00:00Z');
    const ledger = createDeliveryLedger({
      db,
      now: () => (now += 1_000),
      metrics: { dropped() {} },
      log: silentLog({ info: (fields) => void notified.push(fields) }),
    });
    ledger.recordSent({ id: first, fallId: one });
    ledger.recordSent({ id: first, fallId: two });
    ledger.recordSent({ id: second, fallId: one });
    ledger.recordSent({ id: second, fallId: null });
    await ledger.drain();
    ledger.recordSent({ id: second, fallId: two });
    await ledger.drain();
    assert.deepEqual(notified, [{ fallId: one }, { fallId: two }]);
    const at = await db.column<Date>(
      'SELECT notified_at FROM fall_times WHERE fall_id = ANY($1) ORDER BY notified_at',
      [[one, two]],
    );
    assert.deepEqual(
      at.map((time) => time.toISOString()),
      ['2026-05-01T02:00:01.000Z', '2026-05-01T02:00:02.000Z'],
    );
  });

  // Raising alerts, ending those of a wearable and deleting a person update several alerts in other orders.
  for (const order of ['first', 'last'] as const) {
    it(`holds no alert while it waits for the ${order} one`, async () => {
      await harness.db.run('UPDATE alerts SET delivered_at = NULL');
      const ids = order === 'first' ? alertIds : alertIds.toReversed();
      await holder.query(`BEGIN; SET LOCAL lock_timeout = '5s'`);
      await holder.query('SELECT FROM alerts WHERE id = $1 FOR UPDATE', [ids[0]]);
      const marked = markDelivered(
        harness.db,
        alertIds.map((alertId) => ({ alertId, at: new Date() })),
      );
      await eventually('the ledger waits for the alert', async () => (await lockWaits(harness.url)) === 1);
      await holder.query('UPDATE alerts SET severity = $2 WHERE id = $1', [ids[1], 'CONFIRMED']);
      await holder.query('COMMIT');
      await marked;
      const rows = await harness.db.rows<{ delivered: boolean }>(
        'SELECT delivered_at IS NOT NULL AS delivered FROM alerts',
      );
      assert.deepEqual(rows, [{ delivered: true }, { delivered: true }]);
    });
  }
});

describe('the results of sent messages', () => {
  it('wait for their fall without holding its messages, which its deletion deletes', async () => {
    const harness = await createHarness();
    const holder = new Client({ connectionString: harness.url });
    await holder.connect();
    const { patient } = await createCare(harness);
    harness.behave(async (_target, { fallId }) => {
      await holder.query(`BEGIN; SET LOCAL lock_timeout = '5s'`);
      await holder.query('SELECT FROM fall_events WHERE id = $1 FOR UPDATE', [fallId]);
      return DELIVERED;
    });
    const fall = await harness.fall(patient, 0.95);
    const settled = harness.settle();
    await eventually('the results wait for the fall', async () => (await lockWaits(harness.url)) === 1);
    await holder.query('SELECT FROM outbox WHERE fall_id = $1 FOR UPDATE', [fall]);
    await holder.query('COMMIT');
    await settled;
    assert.deepEqual(await harness.db.rows('SELECT state FROM outbox'), [{ state: 'SENT' }]);
    await holder.end();
    await harness.close();
  });
});
