import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { heldDevice, insertDevice } from '../../src/devices/store/devices.ts';
import { FallAlerts } from '../../src/falls/raise/raise.ts';
import { createEventLog } from '../../src/live/event-log.ts';
import type { Cluster } from '../../src/platform/cluster/cluster.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import type { SuspiciousReading } from '../../src/response/fall/index.ts';
import { randomMac } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createCare, createHarness, endpointsOf, type Harness } from './harness.ts';

describe('falls detected at the same time', () => {
  let harness: Harness;
  let fallAlerts: FallAlerts;
  let cluster: Cluster;
  const splits: unknown[] = [];
  before(async () => {
    harness = await createHarness();
    cluster = createMemoryCluster({ now: harness.now, log: silentLog() });
    fallAlerts = instanceOn(harness.db);
  });
  after(async () => {
    await cluster.close();
    await harness.close();
  });

  function instanceOn(db: Database): FallAlerts {
    const { responses, now } = harness;
    const events = createEventLog({ db, cluster, now });
    const log = silentLog({ error: (fields) => splits.push(fields) });
    return new FallAlerts({ cluster, events, heldDevice, responses, now, log });
  }

  async function wearer() {
    const { patient, caregiver } = await createCare(harness);
    return { patient, caregiver, device: await deviceOf(patient) };
  }

  async function deviceOf(userId: string) {
    const macAddress = randomMac();
    const now = new Date(harness.now());
    const device = await insertDevice(harness.db, { userId, macAddress, name: 'Band', lastSeen: null, now });
    if (device === undefined) throw new Error('no device was created');
    return device;
  }

  const readingOf = (
    userId: string,
    { id }: { readonly id: string },
    confidence = 0.95,
  ): SuspiciousReading => ({
    userId,
    deviceId: id,
    confidence,
    sensorData: { accel: [1, 2, 3], gyro: [4, 5, 6], timestamp: new Date(harness.now()) },
    impactAt: new Date(harness.now()),
  });

  const transactionsOf = async (fallIds: readonly string[]) =>
    (
      await harness.db.rows<{ count: number }>(
        `SELECT count(DISTINCT xmin::text)::int AS count FROM (
           SELECT xmin FROM fall_events WHERE id = ANY($1) UNION ALL SELECT xmin FROM responses WHERE fall_id = ANY($1)
           UNION ALL SELECT xmin FROM alerts WHERE fall_id = ANY($1)) written`,
        [fallIds],
      )
    )[0]?.count;

  it('are recorded in one transaction, and each caregiver is notified', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, wearer));
    const raised = await Promise.all(
      people.map(({ patient, device }) => fallAlerts.raiseFromStream(readingOf(patient, device))),
    );
    const ids = raised.map(({ fall }) => fall.id);
    assert.equal(await transactionsOf(ids), 1);
    for (const [i, { patient, caregiver, device }] of people.entries()) {
      const { fall, change, alerts } = raised[i] ?? assert.fail();
      assert.deepEqual([fall.userId, fall.deviceId, change], [patient, device.id, 'opened']);
      assert.deepEqual(
        alerts.map(({ caregiverId, isNew }) => [caregiverId, isNew]),
        [[caregiver, true]],
      );
    }
    const before = harness.sent.length;
    await harness.settle();
    const told = harness.sent.slice(before);
    assert.deepEqual(told.map(({ message }) => message.fallId).sort(), [...ids].sort());
    assert.deepEqual(endpointsOf(told).sort(), people.map(({ caregiver }) => caregiver).sort());
    for (const id of ids) {
      assert.deepEqual(await harness.log(id), ['detected', 'step', 'told']);
      assert.equal((await harness.response(id)).step, 1);
    }
  });

  it('open, raise and continue in one batch', async () => {
    const [first, second, third] = [await wearer(), await wearer(), await wearer()];
    const [mild, sure] = [
      readingOf(first.patient, first.device, 0.6),
      readingOf(second.patient, second.device),
    ];
    const earlier = await Promise.all([mild, sure].map((reading) => fallAlerts.raiseFromStream(reading)));
    harness.pass(1);
    const raised = await Promise.all(
      [first, second, third].map(({ patient, device }) =>
        fallAlerts.raiseFromStream(readingOf(patient, device, 0.95)),
      ),
    );
    assert.deepEqual(
      raised.map(({ change }) => change),
      ['raised', 'continued', 'opened'],
    );
    assert.deepEqual(
      raised.slice(0, 2).map(({ fall }) => fall.id),
      earlier.map(({ fall }) => fall.id),
    );
    assert.deepEqual(
      raised.map(({ alerts }) => alerts.map(({ isNew }) => isNew)),
      [[false], [], [true]],
    );
    assert.deepEqual(await Promise.all(raised.map(({ fall }) => harness.log(fall.id))), [
      ['detected', 'risen'],
      ['detected'],
      ['detected'],
    ]);
    assert.equal((await harness.response(raised[0]?.fall.id ?? '')).state, 'OPEN');
    await harness.settle();
  });

  it('of one patient join one fall, in order of arrival', async () => {
    const { patient, device } = await wearer();
    const raised = await Promise.all(
      [0.6, 0.8, 0.7, 0.95].map((confidence) =>
        fallAlerts.raiseFromStream(readingOf(patient, device, confidence)),
      ),
    );
    assert.equal(new Set(raised.map(({ fall }) => fall.id)).size, 1);
    assert.deepEqual(
      raised.map(({ change, fall }) => [change, fall.confidence]),
      [
        ['opened', 0.6],
        ['raised', 0.8],
        ['continued', 0.8],
        ['raised', 0.95],
      ],
    );
    await harness.settle();
  });

  it('are recorded when another of the batch fails', async () => {
    const [first, second] = [await wearer(), await wearer()];
    const gone = await wearer();
    await harness.db.run('DELETE FROM devices WHERE id = $1', [gone.device.id]);
    const ended = await Promise.allSettled(
      [first, gone, second].map(({ patient, device }) =>
        fallAlerts.raiseFromStream(readingOf(patient, device)),
      ),
    );
    assert.deepEqual(
      ended.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.equal(splits.splice(0).length, 1);
    const before = harness.sent.length;
    await harness.settle();
    assert.deepEqual(
      endpointsOf(harness.sent.slice(before)).sort(),
      [first.caregiver, second.caregiver].sort(),
    );
  });

  it('are recorded when another of the batch times out on a locked row', async () => {
    const [first, stuck] = [await wearer(), await wearer()];
    const db = openDatabase({ url: harness.url, log: silentLog(), statementTimeoutMs: 1_000 });
    const impatient = instanceOn(db);
    await harness.db.transaction(async (q) => {
      await q.run('SELECT FROM users WHERE id = $1 FOR UPDATE', [stuck.patient]);
      const [recorded, waiting] = [first, stuck].map(({ patient, device }) =>
        impatient.raiseFromStream(readingOf(patient, device)),
      );
      const refused = assert.rejects(waiting ?? assert.fail(), { status: 503 });
      assert.equal((await recorded)?.change, 'opened');
      await refused;
    });
    assert.equal(splits.splice(0).length, 1);
    await db.close();
    await harness.settle();
  });
});
