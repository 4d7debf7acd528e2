import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { insertWebhook } from '../../src/notify/webhooks/store.ts';
import { AppError } from '../../src/platform/errors.ts';
import { hashOfSecretToken } from '../../src/platform/secret-token.ts';
import { insertClaimLinks } from '../../src/response/claim-links/store.ts';
import { timelineOf } from '../../src/response/store/response-log.ts';
import { createCare, createHarness, type Harness, OK_WINDOW_SECONDS } from './harness.ts';

describe('the commands of a response', () => {
  let harness: Harness;
  let patient: string;
  let ann: string;
  let bob: string;
  let admin: string;
  before(async () => {
    harness = await createHarness();
    admin = await harness.person('ADMIN', 'Ada');
  });
  after(() => harness.close());
  beforeEach(async () => {
    ({ patient, caregiver: ann } = await createCare(harness));
    bob = await harness.person('CAREGIVER', 'Bob');
    await harness.assign(bob, patient);
    harness.received.length = 0;
  });

  const status = (expected: number) => (error: unknown) =>
    error instanceof AppError && error.status === expected;
  const open = async (): Promise<string> => {
    const fall = await harness.fall(patient);
    harness.pass(OK_WINDOW_SECONDS);
    await harness.escalator.check();
    harness.received.length = 0;
    return fall;
  };
  const alertOf = (fallId: string, caregiverId: string) =>
    harness.db.run(
      `INSERT INTO alerts (fall_id, caregiver_id, patient_id, type, severity, message, created_at, updated_at)
       VALUES ($1, $2, $3, 'FALL_DETECTED', 'HIGH', 'x', now(), now())`,
      [fallId, caregiverId, patient],
    );
  const framesOf = (type: string) =>
    harness.received.filter((event) => event.type === type).map(({ recipientId }) => recipientId);

  it('a claim notifies all caregivers and the patient, and acknowledges the caller’s alert', async () => {
    const fall = await open();
    await alertOf(fall, ann);
    await alertOf(fall, bob);
    await harness.responses.claim(fall, ann, { etaMinutes: 5, note: 'on my way' });
    const response = await harness.response(fall);
    assert.equal(response.state, 'CLAIMED');
    assert.equal(response.claimedBy?.id, ann);
    assert.equal(response.nextStepAt, null);
    assert.deepEqual(framesOf('response').sort(), [ann, bob, patient].sort());
    const frame = harness.received.find(({ type }) => type === 'response');
    assert.deepEqual(Object.keys(frame?.data ?? {}), [
      'fallId',
      'patientId',
      'patientName',
      'patientRoom',
      'isTest',
      'level',
      'timestamp',
      'response',
      'verification',
    ]);
    assert.deepEqual(framesOf('alert.acknowledged').sort(), [ann, bob].sort());
    const alerts = await harness.db.rows<{ by: string | null }>(
      'SELECT acknowledged_by AS by FROM alerts WHERE fall_id = $1 AND acknowledged_at IS NOT NULL',
      [fall],
    );
    assert.deepEqual(alerts, [{ by: ann }], 'the alerts of other caregivers stay unacknowledged');
    const row = await harness.db.row<{ at: Date | null }>(
      'SELECT responded_at AS at FROM fall_events WHERE id = $1',
      [fall],
    );
    assert.deepEqual(row?.at, new Date(harness.now()));
  });

  it('refuses a claim of a fall that another caregiver has claimed, and names the holder', async () => {
    const fall = await open();
    await harness.responses.claim(fall, ann, {});
    await assert.rejects(harness.responses.claim(fall, bob, {}), (error) => {
      assert.ok(error instanceof AppError && error.status === 409);
      assert.match(error.message, /Ann No/);
      assert.match(error.details?.claimedBy ?? '', /^Ann No/);
      return true;
    });
  });

  it('allows only assigned caregivers and admins to claim, release, hand off or resolve', async () => {
    const fall = await open();
    const stranger = await harness.person('CAREGIVER');
    for (const who of [stranger, patient]) {
      await assert.rejects(harness.responses.claim(fall, who, {}), status(403));
      await assert.rejects(harness.responses.release(fall, who), status(403));
      await assert.rejects(harness.responses.handOff(fall, who, bob), status(403));
      await assert.rejects(harness.responses.resolve(fall, who, { outcome: 'HELPED' }), status(403));
    }
    await assert.rejects(harness.responses.cancel(fall, ann), status(403));
    await harness.responses.claim(fall, admin, {});
    await assert.rejects(harness.responses.release(fall, bob), status(403));
  });

  it('answers 409 for a fall without a response, and 404 for an unknown fall', async () => {
    const [row] = await harness.db.rows<{ id: string }>(
      `INSERT INTO fall_events (user_id, confidence, status, created_at) VALUES ($1, 0.4, 'SUSPICIOUS', now())
       RETURNING id`,
      [patient],
    );
    await assert.rejects(harness.responses.claim(row?.id ?? '', ann, {}), status(409));
    await assert.rejects(harness.responses.claim(patient, ann, {}), status(404));
  });

  it('a hand-off offers the claim by frame and message; the other caregiver accepts it by claiming', async () => {
    const fall = await open();
    await harness.channel(bob);
    await assert.rejects(harness.responses.handOff(fall, ann, bob), status(409));
    await harness.responses.claim(fall, ann, {});
    await harness.settle();
    harness.sent.length = 0;
    const stranger = await harness.person('CAREGIVER');
    await assert.rejects(harness.responses.handOff(fall, ann, stranger), status(400));
    await harness.responses.handOff(fall, ann, bob);
    const offered = await harness.response(fall);
    assert.deepEqual([offered.claimedBy?.id, offered.offeredTo?.id], [ann, bob]);
    await harness.settle();
    assert.equal(harness.sent.length, 1);
    assert.match(harness.sent[0]?.message.title ?? '', /Ann/);
    await harness.responses.declineHandOff(fall, bob);
    await harness.settle();
    assert.deepEqual(
      harness.sent.slice(1).map(({ message }) => /Bob.*can't take over/.test(message.title)),
      [true],
      'the holder is notified',
    );
    assert.equal((await harness.response(fall)).offeredTo, null);
    await harness.responses.handOff(fall, ann, bob);
    await harness.responses.claim(fall, bob, {});
    const taken = await harness.response(fall);
    assert.deepEqual([taken.claimedBy?.id, taken.offeredTo], [bob, null]);
    const timeline = (await timelineOf(harness.db, fall)).filter(({ type }) => type !== 'told');
    assert.deepEqual(
      timeline.map(({ type }) => type),
      ['detected', 'claimed', 'offered', 'declined', 'offered', 'claimed'],
    );
    assert.equal((timeline[2] as unknown as { person: { id: string } }).person.id, bob);
  });

  it('a resolution is final, sets the detector feedback and leaves no step due', async () => {
    const fall = await open();
    await harness.responses.resolve(fall, bob, { outcome: 'FALSE_ALARM', note: 'a dropped \ud800 bag' });
    const response = await harness.response(fall);
    assert.equal(response.state, 'RESOLVED');
    assert.equal(response.resolvedBy?.id, bob);
    assert.equal(response.note, 'a dropped \ufffd bag', 'a lone surrogate is replaced');
    const row = await harness.db.row<{ outcome: string; due: Date | null }>(
      'SELECT f.outcome, r.due_at AS due FROM fall_events f JOIN responses r ON r.fall_id = f.id WHERE f.id = $1',
      [fall],
    );
    assert.deepEqual(row, { outcome: 'FALSE_ALARM', due: null });
    await assert.rejects(harness.responses.resolve(fall, bob, { outcome: 'HELPED' }), status(409));
    await assert.rejects(harness.responses.claim(fall, bob, {}), status(409));
  });

  it('the patient’s OK ends an unclaimed response, but never an emergency', async () => {
    const fall = await harness.fall(patient);
    await harness.responses.cancel(fall, patient);
    const response = await harness.response(fall);
    assert.deepEqual([response.outcome, response.resolvedBy?.id], ['CANCELLED_BY_PATIENT', patient]);
    assert.deepEqual(framesOf('response').sort(), [ann, bob, patient].sort());
    const emergency = await harness.fall(patient, 0.95);
    assert.equal((await harness.response(emergency)).state, 'OPEN');
    await assert.rejects(harness.responses.cancel(emergency, patient), status(409));
  });

  it('an acknowledgement claims an unclaimed fall and changes no existing claim', async () => {
    const fall = await open();
    const acknowledgeBy = (who: string) =>
      harness.db.transaction(async (q) => {
        const { events, written } = await harness.responses.claimByAcknowledging(q, fall, who);
        await written;
        return events;
      });
    assert.equal((await acknowledgeBy(ann)).length, 3);
    assert.equal((await harness.response(fall)).claimedBy?.id, ann);
    assert.deepEqual(await acknowledgeBy(bob), []);
    assert.deepEqual(await acknowledgeBy(ann), [], 'a second acknowledgement does not extend the claim');
    assert.equal((await harness.response(fall)).claimedBy?.id, ann);
  });

  it('sends the fall and each change to event feeds at once', async () => {
    await insertWebhook(
      harness.db,
      {
        id: randomUUID(),
        url: 'https://feed.test/x',
        events: ['fall.raised', 'fall.updated', 'response.changed'],
        format: null,
        secret: 'whsec_x',
      },
      new Date(harness.now()),
    );
    harness.sent.length = 0;
    const fall = await harness.fall(patient);
    await harness.rise(fall);
    await harness.responses.claim(fall, ann, {});
    await harness.outbox.check();
    await harness.outbox.settled();
    const feed = harness.sent.filter(({ target }) => target.kind === 'webhook').map(({ message }) => message);
    assert.deepEqual(feed.map(({ type }) => type).sort(), [
      'fall.raised',
      'fall.updated',
      'response.changed',
      'response.changed',
    ]);
    const raised = feed.find(({ type }) => type === 'fall.raised');
    assert.match(JSON.stringify(raised?.response), /"state":"CHECKING"/);
    assert.equal(raised?.link, `http://vigil.test/falls/${fall}`);
    await harness.db.run('DELETE FROM webhooks');
  });

  it('a claim link claims once for its caregiver, and a refusal does not use it up', async () => {
    const fall = await open();
    const at = (minutes: number) => new Date(harness.now() + minutes * 60_000);
    await insertClaimLinks(
      harness.db,
      ['one', 'two', 'old'].map((token) => ({ hash: hashOfSecretToken(token), fallId: fall, personId: bob })),
      at(30),
    );
    await harness.db.run('UPDATE claim_links SET expires_at = $2 WHERE hash = $1', [
      hashOfSecretToken('old'),
      at(0),
    ]);
    await assert.rejects(harness.responses.claimByLink('old'), status(410));
    await assert.rejects(harness.responses.claimByLink('none'), status(410));
    await harness.responses.claim(fall, ann, {});
    await assert.rejects(harness.responses.claimByLink('one'), status(409));
    await harness.responses.release(fall, ann);
    await harness.responses.claimByLink('one');
    assert.equal((await harness.response(fall)).claimedBy?.id, bob);
    await assert.rejects(harness.responses.claimByLink('one'), status(410));
    await harness.db.run('DELETE FROM assignments WHERE caregiver_id = $1', [bob]);
    await assert.rejects(harness.responses.claimByLink('two'), status(403));
  });

  describe('concurrent commands', () => {
    const race = (...both: (() => Promise<unknown>)[]) => Promise.allSettled(both.map((one) => one()));
    const won = (results: readonly PromiseSettledResult<unknown>[]) =>
      results.filter(({ status }) => status === 'fulfilled').length;

    it('let one of two claims win', async () => {
      for (let i = 0; i < 5; i++) {
        const fall = await open();
        const results = await race(
          () => harness.responses.claim(fall, ann, {}),
          () => harness.responses.claim(fall, bob, {}),
        );
        assert.equal(won(results), 1);
        const holder = (await harness.response(fall)).claimedBy?.id;
        assert.equal(holder, results[0]?.status === 'fulfilled' ? ann : bob);
        assert.equal((await harness.log(fall)).filter((type) => type === 'claimed').length, 1);
      }
    });

    it('of a new claim and an expiry keep the claim and record the expiry once', async () => {
      for (let i = 0; i < 5; i++) {
        const fall = await open();
        await harness.responses.claim(fall, ann, {});
        harness.pass(600);
        await race(
          () => harness.responses.claim(fall, bob, {}),
          () => harness.escalator.check(),
        );
        const response = await harness.response(fall);
        assert.deepEqual([response.state, response.claimedBy?.id], ['CLAIMED', bob]);
        assert.equal((await harness.log(fall)).filter((type) => type === 'expired').length, 1);
      }
    });

    it('of a resolution and an escalation step leave the fall resolved and no message pending', async () => {
      for (let i = 0; i < 5; i++) {
        const fall = await harness.fall(patient);
        harness.pass(OK_WINDOW_SECONDS);
        await race(
          () => harness.responses.resolve(fall, ann, { outcome: 'HELPED' }),
          () => harness.escalator.check(),
        );
        assert.equal((await harness.response(fall)).state, 'RESOLVED');
        const pending = await harness.db.rows(
          `SELECT id FROM outbox WHERE fall_id = $1 AND state = 'PENDING'`,
          [fall],
        );
        assert.deepEqual(pending, []);
      }
    });

    it('of OK and a rise to CONFIRMED end either cancelled or open, never both', async () => {
      for (let i = 0; i < 5; i++) {
        const fall = await harness.fall(patient);
        const [ok] = await race(
          () => harness.responses.cancel(fall, patient),
          () => harness.rise(fall),
        );
        const { state, outcome } = await harness.response(fall);
        if (ok?.status === 'fulfilled')
          assert.deepEqual([state, outcome], ['RESOLVED', 'CANCELLED_BY_PATIENT']);
        else assert.deepEqual([state, outcome], ['OPEN', null]);
      }
    });

    it('of an account deletion and a change of its claim do not deadlock', async () => {
      for (let i = 0; i < 5; i++) {
        const fall = await open();
        const cid = await harness.person('CAREGIVER', 'Cid');
        await harness.assign(cid, patient);
        await harness.responses.claim(fall, cid, {});
        const [deleted] = await race(
          () => harness.db.run('DELETE FROM users WHERE id = $1', [cid]),
          () => harness.responses.release(fall, admin),
          () => harness.escalator.check(),
        );
        assert.equal(deleted?.status, 'fulfilled');
        await harness.escalator.check();
        assert.equal((await harness.response(fall)).state, 'OPEN');
      }
    });
  });

  describe('a change of the care team during a response', () => {
    for (const [how, leave] of [
      ['the holder’s account is deleted', 'DELETE FROM users WHERE id = $1'],
      ['the holder is deactivated', `UPDATE users SET status = 'inactive' WHERE id = $1`],
      ['the holder’s assignment ends', 'DELETE FROM assignments WHERE caregiver_id = $1'],
    ] as const) {
      it(`ends the claim at once and notifies the other caregivers when ${how}`, async () => {
        const fall = await open();
        await harness.responses.claim(fall, ann, {});
        harness.received.length = 0;
        await harness.db.run(leave, [ann]);
        await harness.escalator.check();
        const response = await harness.response(fall);
        assert.deepEqual([response.state, response.claimedBy], ['OPEN', null]);
        assert.ok(framesOf('response').includes(bob));
        assert.ok((await harness.log(fall)).includes('expired'));
      });
    }

    it('withdraws an offer to a caregiver who is no longer assigned and keeps the claim', async () => {
      const fall = await open();
      await harness.responses.claim(fall, ann, {});
      await harness.responses.handOff(fall, ann, bob);
      await harness.db.run('DELETE FROM assignments WHERE caregiver_id = $1', [bob]);
      await harness.escalator.check();
      const response = await harness.response(fall);
      assert.deepEqual([response.claimedBy?.id, response.offeredTo], [ann, null]);
    });

    it('deletes everything about the response when the patient is deleted', async () => {
      const fall = await open();
      await harness.responses.claim(fall, ann, {});
      await harness.db.run('DELETE FROM users WHERE id = $1', [patient]);
      for (const table of ['responses', 'response_log', 'outbox', 'claim_links']) {
        assert.deepEqual(
          await harness.db.rows(`SELECT 1 FROM ${table} WHERE fall_id = $1`, [fall]),
          [],
          table,
        );
      }
    });
  });
});
