import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { careTeamsOf } from '../../src/response/care-team.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation/escalation.ts';
import { createHarness, endpointsOf, type Harness } from './harness.ts';

describe('the care team of a patient in a ward', () => {
  let harness: Harness;
  before(async () => {
    harness = await createHarness();
  });
  after(() => harness.close());

  const teamOf = (patient: string) =>
    harness.db.transaction(async (q) => (await careTeamsOf(q, [patient], new Date(harness.now())))(patient));

  /** Those who were notified learn it before the next test begins. */
  async function resolved(fall: string, by: string): Promise<void> {
    await harness.responses.resolve(fall, by, { outcome: 'HELPED' });
    await harness.settle();
    harness.sent.length = 0;
  }

  /** A ward with a lead, a member who is also assigned, and an assigned caregiver of another ward. */
  async function createWard() {
    const [ward, patient] = [await harness.ward(), await harness.person('PATIENT', 'Pat')];
    const [lead, both, assigned] = [
      await harness.person('CAREGIVER', 'Lead'),
      await harness.person('CAREGIVER', 'Both'),
      await harness.person('CAREGIVER', 'Assigned'),
    ];
    await harness.move(patient, ward);
    await harness.join(ward, lead, true);
    await harness.join(ward, both);
    for (const caregiver of [both, assigned]) await harness.assign(caregiver, patient);
    return { ward, patient, lead, both, assigned };
  }

  it('is the assigned caregivers and the members of the ward, each once', async () => {
    const { patient, lead, both, assigned } = await createWard();
    const team = await teamOf(patient);
    assert.deepEqual([...team.all].sort(), [lead, both, assigned].sort());
    assert.deepEqual([...team.assigned].sort(), [both, assigned].sort());
    assert.deepEqual([...team.ward].sort(), [lead, both].sort());
    assert.deepEqual(team.wardLeads, [lead]);
    assert.deepEqual(team.onDuty, []);
    await harness.shifts.start(lead, new Date(harness.now() + 1000));
    assert.deepEqual((await teamOf(patient)).onDuty, [lead]);
  });

  it('has the admins for leads once no active caregiver leads the ward', async () => {
    const { patient, lead } = await createWard();
    const admin = await harness.person('ADMIN');
    await harness.db.run(`UPDATE users SET status = 'inactive' WHERE id = $1`, [lead]);
    assert.ok((await teamOf(patient)).wardLeads.includes(admin));
    await harness.db.run('DELETE FROM users WHERE id = $1', [lead]);
    assert.deepEqual((await teamOf(patient)).wardLeads, (await teamOf(patient)).admins);
    await harness.db.run('DELETE FROM users WHERE id = $1', [admin]);
  });

  it('loses a member whose time is over before the row is deleted', async () => {
    const { ward, patient, lead, both } = await createWard();
    await harness.db.run('UPDATE ward_members SET until = $2 WHERE ward_id = $1', [
      ward,
      new Date(harness.now()),
    ]);
    const team = await teamOf(patient);
    assert.ok(!team.all.includes(lead));
    assert.ok(team.all.includes(both), 'is still assigned');
    assert.deepEqual(team.ward, []);
  });

  it('is notified by one message each, and no longer after leaving the ward', async () => {
    const { ward, patient, lead, both, assigned } = await createWard();
    for (const caregiver of [lead, both, assigned]) await harness.channel(caregiver);
    await harness.policy({
      steps: [{ afterSeconds: 0, targets: ['on_duty', 'assigned'], channels: ['webpush'] }],
      repeats: { everySeconds: 60, times: null },
    });
    const fall = await harness.fall(patient, 0.95);
    await harness.settle();
    assert.deepEqual(endpointsOf(harness.sent.splice(0)).sort(), [lead, both, assigned].sort());
    const received = harness.received.splice(0);
    await harness.responses.claim(fall, assigned, {});
    await harness.responses.release(fall, assigned);
    assert.deepEqual(
      harness.received
        .filter(({ type }) => type === 'response')
        .map(({ recipientId }) => recipientId)
        .slice(0, 4)
        .sort(),
      [lead, both, assigned, patient].sort(),
    );
    assert.deepEqual(received, []);
    await harness.db.run('DELETE FROM ward_members WHERE ward_id = $1', [ward]);
    harness.pass(60);
    await harness.settle();
    assert.deepEqual(endpointsOf(harness.sent.splice(0)).sort(), [both, assigned].sort());
    await resolved(fall, both);
  });

  it('is told by ward and lead, and follows a patient who moves while the response keeps its policy', async () => {
    const { patient, lead, both, assigned } = await createWard();
    const [next, nextLead] = [await harness.ward(), await harness.person('CAREGIVER', 'Next')];
    await harness.join(next, nextLead, true);
    for (const caregiver of [lead, both, assigned, nextLead]) await harness.channel(caregiver);
    const admin = await harness.person('ADMIN');
    await harness.channel(admin);
    await harness.policy({
      steps: [
        { afterSeconds: 0, targets: ['ward'], channels: ['webpush', 'sms'] },
        { afterSeconds: 60, targets: ['ward_leads'], channels: ['webpush'] },
      ],
      repeats: { everySeconds: 60, times: null },
    });
    const told = async (seconds: number) => {
      harness.pass(seconds);
      await harness.settle();
      return endpointsOf(harness.sent.splice(0)).sort();
    };
    const fall = await harness.fall(patient, 0.95);
    assert.deepEqual(await told(0), [lead, both].sort());
    assert.deepEqual(await told(60), [lead]);
    await harness.policy({
      steps: [{ afterSeconds: 0, targets: ['admins'], channels: ['webpush'] }],
      repeats: { everySeconds: 60, times: 0 },
    });
    await harness.move(patient, next);
    assert.deepEqual(await told(60), [nextLead]);
    await harness.db.run('DELETE FROM users WHERE id = $1', [nextLead]);
    assert.deepEqual(await told(60), [admin]);
    await resolved(fall, admin);
    await harness.db.run('DELETE FROM users WHERE id = $1', [admin]);
  });

  it('goes on at once from a step by a channel that nobody can have', async () => {
    const { patient, lead } = await createWard();
    await harness.channel(lead);
    await harness.policy({
      steps: [
        { afterSeconds: 0, targets: ['ward'], channels: ['sms', 'call'] },
        { afterSeconds: 600, targets: ['ward'], channels: ['webpush'] },
      ],
      repeats: { everySeconds: 60, times: 0 },
    });
    await harness.fall(patient, 0.95);
    await harness.settle();
    assert.deepEqual(endpointsOf(harness.sent.splice(0)), [lead]);
    harness.logged.splice(0);
  });

  it('gets no message that was queued when a caregiver left the ward', async () => {
    const { ward, patient, lead, both, assigned } = await createWard();
    await harness.channel(lead);
    await harness.channel(assigned);
    await harness.policy(DEFAULT_POLICY);
    await harness.fall(patient, 0.95);
    await harness.escalator.check();
    await harness.db.run('DELETE FROM ward_members WHERE ward_id = $1 AND caregiver_id = $2', [ward, lead]);
    await harness.outbox.check();
    await harness.outbox.settled();
    assert.deepEqual(endpointsOf(harness.sent.splice(0)), [assigned]);
    assert.ok((await teamOf(patient)).all.includes(both));
  });
});
