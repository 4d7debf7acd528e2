import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { careTeamsOf } from '../../src/response/care-team.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation.ts';
import { createHouse, endpointsOf, type House } from './house.ts';

describe('the care team of a patient in a ward', () => {
  let house: House;
  before(async () => {
    house = await createHouse();
  });
  after(() => house.close());

  const teamOf = (patient: string) =>
    house.db.transaction(async (q) => (await careTeamsOf(q, [patient], new Date(house.now())))(patient));

  /** A ward with a lead, a member who is also assigned, and an assigned caregiver of another ward. */
  async function createWard() {
    const [ward, patient] = [await house.ward(), await house.person('PATIENT', 'Pat')];
    const [lead, both, assigned] = [
      await house.person('CAREGIVER', 'Lead'),
      await house.person('CAREGIVER', 'Both'),
      await house.person('CAREGIVER', 'Assigned'),
    ];
    await house.move(patient, ward);
    await house.join(ward, lead, true);
    await house.join(ward, both);
    for (const caregiver of [both, assigned]) await house.assign(caregiver, patient);
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
    await house.shifts.start(lead, new Date(house.now() + 1000));
    assert.deepEqual((await teamOf(patient)).onDuty, [lead]);
  });

  it('has the admins for leads once no active caregiver leads the ward', async () => {
    const { patient, lead } = await createWard();
    const admin = await house.person('ADMIN');
    await house.db.run(`UPDATE users SET status = 'inactive' WHERE id = $1`, [lead]);
    assert.ok((await teamOf(patient)).wardLeads.includes(admin));
    await house.db.run('DELETE FROM users WHERE id = $1', [lead]);
    assert.deepEqual((await teamOf(patient)).wardLeads, (await teamOf(patient)).admins);
    await house.db.run('DELETE FROM users WHERE id = $1', [admin]);
  });

  it('loses a member whose time is over before the row is deleted', async () => {
    const { ward, patient, lead, both } = await createWard();
    await house.db.run('UPDATE ward_members SET until = $2 WHERE ward_id = $1', [
      ward,
      new Date(house.now()),
    ]);
    const team = await teamOf(patient);
    assert.ok(!team.all.includes(lead));
    assert.ok(team.all.includes(both), 'is still assigned');
    assert.deepEqual(team.ward, []);
  });

  it('is notified by one message each, and no longer after leaving the ward', async () => {
    const { ward, patient, lead, both, assigned } = await createWard();
    for (const caregiver of [lead, both, assigned]) await house.channel(caregiver);
    await house.policy({
      steps: [{ afterSeconds: 0, targets: ['on_duty', 'assigned'], channels: ['webpush'] }],
      repeats: { everySeconds: 60, times: null },
    });
    const fall = await house.fall(patient, 0.95);
    await house.settle();
    assert.deepEqual(endpointsOf(house.sent.splice(0)).sort(), [lead, both, assigned].sort());
    const heard = house.heard.splice(0);
    await house.responses.claim(fall, assigned, {});
    await house.responses.release(fall, assigned);
    assert.deepEqual(
      house.heard
        .filter(({ type }) => type === 'response')
        .map(({ recipientId }) => recipientId)
        .slice(0, 4)
        .sort(),
      [lead, both, assigned, patient].sort(),
    );
    assert.deepEqual(heard, []);
    await house.db.run('DELETE FROM ward_members WHERE ward_id = $1', [ward]);
    house.pass(60);
    await house.settle();
    assert.deepEqual(endpointsOf(house.sent.splice(0)).sort(), [both, assigned].sort());
    await house.responses.resolve(fall, both, { outcome: 'HELPED' });
  });

  it('is told by ward and lead, and follows a patient who moves while the response keeps its policy', async () => {
    const { patient, lead, both, assigned } = await createWard();
    const [next, nextLead] = [await house.ward(), await house.person('CAREGIVER', 'Next')];
    await house.join(next, nextLead, true);
    for (const caregiver of [lead, both, assigned, nextLead]) await house.channel(caregiver);
    const admin = await house.person('ADMIN');
    await house.channel(admin);
    await house.policy({
      steps: [
        { afterSeconds: 0, targets: ['ward'], channels: ['webpush', 'sms'] },
        { afterSeconds: 60, targets: ['ward_leads'], channels: ['webpush'] },
      ],
      repeats: { everySeconds: 60, times: null },
    });
    const told = async (seconds: number) => {
      house.pass(seconds);
      await house.settle();
      return endpointsOf(house.sent.splice(0)).sort();
    };
    const fall = await house.fall(patient, 0.95);
    assert.deepEqual(await told(0), [lead, both].sort());
    assert.deepEqual(await told(60), [lead]);
    await house.policy({
      steps: [{ afterSeconds: 0, targets: ['admins'], channels: ['webpush'] }],
      repeats: { everySeconds: 60, times: 0 },
    });
    await house.move(patient, next);
    assert.deepEqual(await told(60), [nextLead]);
    await house.db.run('DELETE FROM users WHERE id = $1', [nextLead]);
    assert.deepEqual(await told(60), [admin]);
    await house.responses.resolve(fall, admin, { outcome: 'HELPED' });
    await house.db.run('DELETE FROM users WHERE id = $1', [admin]);
  });

  it('goes on at once from a step by a channel that nobody can have', async () => {
    const { patient, lead } = await createWard();
    await house.channel(lead);
    await house.policy({
      steps: [
        { afterSeconds: 0, targets: ['ward'], channels: ['sms', 'call'] },
        { afterSeconds: 600, targets: ['ward'], channels: ['webpush'] },
      ],
      repeats: { everySeconds: 60, times: 0 },
    });
    await house.fall(patient, 0.95);
    await house.settle();
    assert.deepEqual(endpointsOf(house.sent.splice(0)), [lead]);
    house.logged.splice(0);
  });

  it('gets no message that was queued when a caregiver left the ward', async () => {
    const { ward, patient, lead, both, assigned } = await createWard();
    await house.channel(lead);
    await house.channel(assigned);
    await house.policy(DEFAULT_POLICY);
    await house.fall(patient, 0.95);
    await house.ladder.check();
    await house.db.run('DELETE FROM ward_members WHERE ward_id = $1 AND caregiver_id = $2', [ward, lead]);
    await house.outbox.check();
    await house.outbox.settled();
    assert.deepEqual(endpointsOf(house.sent.splice(0)), [assigned]);
    assert.ok((await teamOf(patient)).all.includes(both));
  });
});
