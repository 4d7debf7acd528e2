import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { changeUser, deleteUser } from '../../src/accounts/store/users.ts';
import type { Target } from '../../src/notify/channels/kinds.ts';
import { createCare, createHarness, DELIVERED, endpointsOf, type Harness } from './harness.ts';

const endpointOf = (target: Target) => endpointsOf([{ target } as never])[0];
const [ON_DUTY, ASSIGNED, REPEATS] = [0, 60, 180];

describe('an open fall whose notified people leave', () => {
  let harness: Harness;
  let patient: string;
  let ann: string;
  let ben: string;
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());
  beforeEach(async () => {
    await harness.db.run('DELETE FROM users');
    await harness.policy({
      steps: [
        { afterSeconds: ON_DUTY, targets: ['on_duty'], channels: ['webpush'] },
        { afterSeconds: ASSIGNED, targets: ['assigned'], channels: ['webpush'] },
      ],
      repeats: { everySeconds: REPEATS, times: null },
    });
    ({ patient, caregiver: ann } = await createCare(harness));
    ben = await another('Ben');
    await goOnDuty(ann);
    harness.sent.length = 0;
  });

  const another = async (name: string): Promise<string> => {
    const id = await harness.person('CAREGIVER', name);
    await harness.assign(id, patient);
    await harness.channel(id);
    return id;
  };
  const goOnDuty = (id: string) =>
    harness.db.run('INSERT INTO shifts (caregiver_id, until, created_at) VALUES ($1, $2, $3)', [
      id,
      new Date(harness.now() + 3_600_000),
      new Date(harness.now()),
    ]);
  const raise = async (): Promise<string> => {
    const fall = await harness.fall(patient, 0.95);
    await harness.settle();
    return fall;
  };
  const leave = (id: string, q = harness.db as Parameters<typeof changeUser>[0]) =>
    changeUser(q, id, { status: 'inactive' }, new Date(harness.now()));
  const steps = async (fall: string): Promise<string[]> =>
    (
      await harness.db.column<string>(
        `SELECT type || coalesce(' ' || (details ->> 'reason'), '') FROM response_log
         WHERE fall_id = $1 AND type IN ('step', 'unreceived') ORDER BY id`,
        [fall],
      )
    ).slice();
  const WENT_ON = ['step', 'unreceived left', 'step'];

  it('goes on to the next step at once, and later ones keep their distance', async () => {
    const fall = await raise();
    assert.deepEqual(endpointsOf(harness.sent), [ann]);
    harness.pass(10);
    await leave(ann);
    await harness.settle();
    assert.deepEqual(await steps(fall), WENT_ON);
    assert.deepEqual(endpointsOf(harness.sent), [ann, ben]);
    assert.equal((await harness.response(fall)).nextStepAt?.getTime(), harness.now() + REPEATS * 1000);
    await harness.settle();
    assert.deepEqual(await steps(fall), WENT_ON, 'once');
  });

  it('goes on when somebody is deleted, or becomes a patient', async () => {
    const first = await raise();
    await deleteUser(harness.db, ann);
    await harness.settle();
    assert.deepEqual(await steps(first), WENT_ON);
    await goOnDuty(ben);
    const cid = await another('Cid');
    const second = await raise();
    await harness.db.run(`UPDATE users SET role = 'PATIENT' WHERE id = $1`, [ben]);
    await harness.settle();
    assert.deepEqual(await steps(second), WENT_ON);
    assert.equal(endpointsOf(harness.sent).at(-1), cid);
  });

  it('changes nothing while one of them is left, whether by a message or a board that has it', async () => {
    await goOnDuty(ben);
    const fall = await raise();
    await leave(ann);
    await harness.settle();
    assert.deepEqual(await steps(fall), ['step']);
    const cid = await another('Cid');
    const other = await raise();
    await harness.db.run(
      `INSERT INTO alerts (fall_id, caregiver_id, patient_id, type, severity, message, created_at, updated_at, received_at)
       VALUES ($1, $2, $3, 'FALL', 'HIGH', 'A fall', $4, $4, $4)`,
      [other, cid, patient, new Date(harness.now())],
    );
    await leave(ben);
    await harness.settle();
    assert.deepEqual([await steps(fall), await steps(other)], [WENT_ON, ['step']]);
  });

  it('does not wait for somebody who has passed it on, whose care has ended, or whose message has failed', async () => {
    const failing = { delivered: false, status: 404, error: 'answered 404', final: true };
    for (const lost of ['passed', 'unassigned', 'failed'] as const) {
      const other = await another(lost);
      const leaver = await another('Leaver');
      await harness.db.run('DELETE FROM shifts');
      await goOnDuty(other);
      await goOnDuty(leaver);
      if (lost === 'failed') harness.behave((target) => (endpointOf(target) === other ? failing : DELIVERED));
      const fall = await raise();
      if (lost === 'passed')
        await harness.db.run('UPDATE responses SET passed_by = $2 WHERE fall_id = $1', [fall, [other]]);
      if (lost === 'unassigned')
        await harness.db.run('DELETE FROM assignments WHERE caregiver_id = $1', [other]);
      await leave(leaver);
      await harness.settle();
      assert.deepEqual(await steps(fall), WENT_ON, lost);
      await harness.responses.resolve(fall, ben, { outcome: 'HELPED' });
    }
  });

  it('goes on when the last two leave at the same moment', async () => {
    await goOnDuty(ben);
    const fall = await raise();
    await Promise.all([ann, ben].map((id) => harness.db.transaction(async (q) => void (await leave(id, q)))));
    await harness.settle();
    assert.deepEqual((await steps(fall)).slice(0, 2), WENT_ON.slice(0, 2));
  });

  it('keeps what was left when another writer comes before the escalation looks', async () => {
    const fall = await raise();
    await leave(ann);
    await harness.responses.passByPhone(fall, ben, async () => true);
    await harness.settle();
    assert.ok((await steps(fall)).includes('unreceived left'));
  });

  it('repeats the last step at once, which goes to the admins where no caregiver is left', async () => {
    const admin = await harness.person('ADMIN');
    await harness.channel(admin);
    await leave(ben);
    const fall = await raise();
    harness.pass(ASSIGNED);
    await harness.settle();
    assert.deepEqual(await steps(fall), ['step', 'step']);
    await leave(ann);
    await harness.settle();
    assert.deepEqual(await steps(fall), ['step', 'step', 'unreceived left', 'step']);
    assert.equal(endpointsOf(harness.sent).at(-1), admin);
  });

  it('is left alone while it is claimed, resolved, or somebody leaves who was not notified', async () => {
    const open = await raise();
    await leave(ben);
    await harness.settle();
    assert.deepEqual(await steps(open), ['step']);
    const cid = await another('Cid');
    const [claimed, resolved] = [await raise(), await raise()];
    await harness.responses.claim(claimed, cid, {});
    await harness.responses.resolve(resolved, cid, { outcome: 'HELPED' });
    await leave(ann);
    await harness.settle();
    assert.deepEqual([await steps(claimed), await steps(resolved)], [['step'], ['step']]);
  });

  it('costs little when many leave while many falls are open', async () => {
    const staff = await Promise.all(Array.from({ length: 100 }, (_, n) => another(`Nurse ${n}`)));
    for (const id of staff) await goOnDuty(id);
    const falls: string[] = [];
    for (let n = 0; n < 40; n++) falls.push(await harness.fall(patient, 0.95));
    await harness.escalator.check();
    const start = performance.now();
    for (const id of staff) await leave(id);
    const each = (performance.now() - start) / staff.length;
    assert.ok(each < 1000, `${each} ms`);
    await leave(ann);
    await harness.escalator.check();
    for (const fall of falls) assert.deepEqual(await steps(fall), WENT_ON);
  });
});
