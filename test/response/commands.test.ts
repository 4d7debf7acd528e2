import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { insertWebhook } from '../../src/notify/store/webhooks.ts';
import { AppError } from '../../src/platform/errors.ts';
import { hashOfSecretToken } from '../../src/platform/secret-token.ts';
import { insertClaimLinks } from '../../src/response/store/claim-links.ts';
import { timelineOf } from '../../src/response/store/response-log.ts';
import { createCare, createHouse, type House, OK_WINDOW_SECONDS } from './house.ts';

describe('the commands of a response', () => {
  let house: House;
  let patient: string;
  let ann: string;
  let bob: string;
  let admin: string;
  before(async () => {
    house = await createHouse();
    admin = await house.person('ADMIN', 'Ada');
  });
  after(() => house.close());
  beforeEach(async () => {
    ({ patient, caregiver: ann } = await createCare(house));
    bob = await house.person('CAREGIVER', 'Bob');
    await house.assign(bob, patient);
    house.heard.length = 0;
  });

  const status = (expected: number) => (error: unknown) =>
    error instanceof AppError && error.status === expected;
  const open = async (): Promise<string> => {
    const fall = await house.fall(patient);
    house.pass(OK_WINDOW_SECONDS);
    await house.ladder.check();
    house.heard.length = 0;
    return fall;
  };
  const alertOf = (fallId: string, caregiverId: string) =>
    house.db.run(
      `INSERT INTO alerts (fall_id, caregiver_id, patient_id, type, severity, message, created_at, updated_at)
       VALUES ($1, $2, $3, 'FALL_DETECTED', 'HIGH', 'x', now(), now())`,
      [fallId, caregiverId, patient],
    );
  const framesOf = (type: string) =>
    house.heard.filter((event) => event.type === type).map(({ recipientId }) => recipientId);

  it('a claim notifies all caregivers and the patient, and acknowledges the caller’s alert', async () => {
    const fall = await open();
    await alertOf(fall, ann);
    await alertOf(fall, bob);
    await house.responses.claim(fall, ann, { etaMinutes: 5, note: 'on my way' });
    const response = await house.response(fall);
    assert.equal(response.state, 'CLAIMED');
    assert.equal(response.claimedBy?.id, ann);
    assert.equal(response.nextStepAt, null);
    assert.deepEqual(framesOf('response').sort(), [ann, bob, patient].sort());
    const frame = house.heard.find(({ type }) => type === 'response');
    assert.deepEqual(Object.keys(frame?.data ?? {}), [
      'fallId',
      'patientId',
      'patientName',
      'patientRoom',
      'level',
      'isTest',
      'timestamp',
      'response',
    ]);
    assert.deepEqual(framesOf('alert.acknowledged').sort(), [ann, bob].sort());
    const alerts = await house.db.rows<{ by: string | null }>(
      'SELECT acknowledged_by AS by FROM alerts WHERE fall_id = $1 AND acknowledged_at IS NOT NULL',
      [fall],
    );
    assert.deepEqual(alerts, [{ by: ann }], 'the alerts of other caregivers stay unacknowledged');
    const row = await house.db.row<{ at: Date | null }>(
      'SELECT responded_at AS at FROM fall_events WHERE id = $1',
      [fall],
    );
    assert.deepEqual(row?.at, new Date(house.now()));
  });

  it('refuses a claim of a fall that another caregiver has claimed, and names the holder', async () => {
    const fall = await open();
    await house.responses.claim(fall, ann, {});
    await assert.rejects(house.responses.claim(fall, bob, {}), (error) => {
      assert.ok(error instanceof AppError && error.status === 409);
      assert.match(error.message, /Ann No/);
      assert.match(error.details?.claimedBy ?? '', /^Ann No/);
      return true;
    });
  });

  it('allows only assigned caregivers and admins to claim, release, hand off or resolve', async () => {
    const fall = await open();
    const stranger = await house.person('CAREGIVER');
    for (const who of [stranger, patient]) {
      await assert.rejects(house.responses.claim(fall, who, {}), status(403));
      await assert.rejects(house.responses.release(fall, who), status(403));
      await assert.rejects(house.responses.handOff(fall, who, bob), status(403));
      await assert.rejects(house.responses.resolve(fall, who, { outcome: 'HELPED' }), status(403));
    }
    await assert.rejects(house.responses.cancel(fall, ann), status(403));
    await house.responses.claim(fall, admin, {});
    await assert.rejects(house.responses.release(fall, bob), status(403));
  });

  it('answers 409 for a fall without a response, and 404 for an unknown fall', async () => {
    const [row] = await house.db.rows<{ id: string }>(
      `INSERT INTO fall_events (user_id, confidence, status, created_at) VALUES ($1, 0.4, 'SUSPICIOUS', now())
       RETURNING id`,
      [patient],
    );
    await assert.rejects(house.responses.claim(row?.id ?? '', ann, {}), status(409));
    await assert.rejects(house.responses.claim(patient, ann, {}), status(404));
  });

  it('a hand-off offers the claim by frame and message; the other caregiver accepts it by claiming', async () => {
    const fall = await open();
    await house.channel(bob);
    await assert.rejects(house.responses.handOff(fall, ann, bob), status(409));
    await house.responses.claim(fall, ann, {});
    await house.settle();
    house.sent.length = 0;
    const stranger = await house.person('CAREGIVER');
    await assert.rejects(house.responses.handOff(fall, ann, stranger), status(400));
    await house.responses.handOff(fall, ann, bob);
    const offered = await house.response(fall);
    assert.deepEqual([offered.claimedBy?.id, offered.offeredTo?.id], [ann, bob]);
    await house.settle();
    assert.equal(house.sent.length, 1);
    assert.match(house.sent[0]?.message.title ?? '', /Ann/);
    await house.responses.declineHandOff(fall, bob);
    await house.settle();
    assert.deepEqual(
      house.sent.slice(1).map(({ message }) => /Bob.*can't take over/.test(message.title)),
      [true],
      'the holder is notified',
    );
    assert.equal((await house.response(fall)).offeredTo, null);
    await house.responses.handOff(fall, ann, bob);
    await house.responses.claim(fall, bob, {});
    const taken = await house.response(fall);
    assert.deepEqual([taken.claimedBy?.id, taken.offeredTo], [bob, null]);
    const timeline = (await timelineOf(house.db, fall)).filter(({ type }) => type !== 'told');
    assert.deepEqual(
      timeline.map(({ type }) => type),
      ['detected', 'claimed', 'offered', 'declined', 'offered', 'claimed'],
    );
    assert.equal((timeline[2] as unknown as { person: { id: string } }).person.id, bob);
  });

  it('a resolution is final, sets the detector feedback and leaves no step due', async () => {
    const fall = await open();
    await house.responses.resolve(fall, bob, { outcome: 'FALSE_ALARM', note: 'a dropped \ud800 bag' });
    const response = await house.response(fall);
    assert.equal(response.state, 'RESOLVED');
    assert.equal(response.resolvedBy?.id, bob);
    assert.equal(response.note, 'a dropped \ufffd bag', 'a lone surrogate is replaced');
    const row = await house.db.row<{ outcome: string; due: Date | null }>(
      'SELECT f.outcome, r.due_at AS due FROM fall_events f JOIN responses r ON r.fall_id = f.id WHERE f.id = $1',
      [fall],
    );
    assert.deepEqual(row, { outcome: 'FALSE_ALARM', due: null });
    await assert.rejects(house.responses.resolve(fall, bob, { outcome: 'HELPED' }), status(409));
    await assert.rejects(house.responses.claim(fall, bob, {}), status(409));
  });

  it('the patient’s OK ends an unclaimed response, but never an emergency', async () => {
    const fall = await house.fall(patient);
    await house.responses.cancel(fall, patient);
    const response = await house.response(fall);
    assert.deepEqual([response.outcome, response.resolvedBy?.id], ['CANCELLED_BY_PATIENT', patient]);
    assert.deepEqual(framesOf('response').sort(), [ann, bob, patient].sort());
    const emergency = await house.fall(patient, 0.95);
    assert.equal((await house.response(emergency)).state, 'OPEN');
    await assert.rejects(house.responses.cancel(emergency, patient), status(409));
  });

  it('an acknowledgement claims an unclaimed fall and changes no existing claim', async () => {
    const fall = await open();
    const acknowledgeBy = (who: string) =>
      house.db.transaction(async (q) => {
        const { events, written } = await house.responses.claimByAcknowledging(q, fall, who);
        await written;
        return events;
      });
    assert.equal((await acknowledgeBy(ann)).length, 3);
    assert.equal((await house.response(fall)).claimedBy?.id, ann);
    assert.deepEqual(await acknowledgeBy(bob), []);
    assert.deepEqual(await acknowledgeBy(ann), [], 'a second acknowledgement does not extend the claim');
    assert.equal((await house.response(fall)).claimedBy?.id, ann);
  });

  it('sends the fall and each change to event feeds at once', async () => {
    await insertWebhook(
      house.db,
      {
        id: randomUUID(),
        url: 'https://feed.test/x',
        events: ['fall.raised', 'fall.updated', 'response.changed'],
        format: null,
        secret: 'whsec_x',
      },
      new Date(house.now()),
    );
    house.sent.length = 0;
    const fall = await house.fall(patient);
    await house.rise(fall);
    await house.responses.claim(fall, ann, {});
    await house.outbox.check();
    await house.outbox.settled();
    const feed = house.sent.filter(({ target }) => target.kind === 'webhook').map(({ message }) => message);
    assert.deepEqual(feed.map(({ type }) => type).sort(), [
      'fall.raised',
      'fall.updated',
      'response.changed',
      'response.changed',
    ]);
    const raised = feed.find(({ type }) => type === 'fall.raised');
    assert.match(JSON.stringify(raised?.response), /"state":"CHECKING"/);
    assert.equal(raised?.link, `http://vigil.test/falls/${fall}`);
    await house.db.run('DELETE FROM webhooks');
  });

  it('a claim link claims once for its caregiver, and a refusal does not use it up', async () => {
    const fall = await open();
    const at = (minutes: number) => new Date(house.now() + minutes * 60_000);
    await insertClaimLinks(
      house.db,
      ['one', 'two', 'old'].map((token) => ({ hash: hashOfSecretToken(token), fallId: fall, personId: bob })),
      at(30),
    );
    await house.db.run('UPDATE claim_links SET expires_at = $2 WHERE hash = $1', [
      hashOfSecretToken('old'),
      at(0),
    ]);
    await assert.rejects(house.responses.claimByLink('old'), status(410));
    await assert.rejects(house.responses.claimByLink('none'), status(410));
    await house.responses.claim(fall, ann, {});
    await assert.rejects(house.responses.claimByLink('one'), status(409));
    await house.responses.release(fall, ann);
    await house.responses.claimByLink('one');
    assert.equal((await house.response(fall)).claimedBy?.id, bob);
    await assert.rejects(house.responses.claimByLink('one'), status(410));
    await house.db.run('DELETE FROM assignments WHERE caregiver_id = $1', [bob]);
    await assert.rejects(house.responses.claimByLink('two'), status(403));
  });

  describe('concurrent commands', () => {
    const race = (...both: (() => Promise<unknown>)[]) => Promise.allSettled(both.map((one) => one()));
    const won = (results: readonly PromiseSettledResult<unknown>[]) =>
      results.filter(({ status }) => status === 'fulfilled').length;

    it('let one of two claims win', async () => {
      for (let i = 0; i < 5; i++) {
        const fall = await open();
        const results = await race(
          () => house.responses.claim(fall, ann, {}),
          () => house.responses.claim(fall, bob, {}),
        );
        assert.equal(won(results), 1);
        const holder = (await house.response(fall)).claimedBy?.id;
        assert.equal(holder, results[0]?.status === 'fulfilled' ? ann : bob);
        assert.equal((await house.log(fall)).filter((type) => type === 'claimed').length, 1);
      }
    });

    it('of a new claim and an expiry keep the claim and record the expiry once', async () => {
      for (let i = 0; i < 5; i++) {
        const fall = await open();
        await house.responses.claim(fall, ann, {});
        house.pass(600);
        await race(
          () => house.responses.claim(fall, bob, {}),
          () => house.ladder.check(),
        );
        const response = await house.response(fall);
        assert.deepEqual([response.state, response.claimedBy?.id], ['CLAIMED', bob]);
        assert.equal((await house.log(fall)).filter((type) => type === 'expired').length, 1);
      }
    });

    it('of a resolution and an escalation step leave the fall resolved and no message pending', async () => {
      for (let i = 0; i < 5; i++) {
        const fall = await house.fall(patient);
        house.pass(OK_WINDOW_SECONDS);
        await race(
          () => house.responses.resolve(fall, ann, { outcome: 'HELPED' }),
          () => house.ladder.check(),
        );
        assert.equal((await house.response(fall)).state, 'RESOLVED');
        const pending = await house.db.rows(
          `SELECT id FROM outbox WHERE fall_id = $1 AND state = 'PENDING'`,
          [fall],
        );
        assert.deepEqual(pending, []);
      }
    });

    it('of OK and a rise to CONFIRMED end either cancelled or open, never both', async () => {
      for (let i = 0; i < 5; i++) {
        const fall = await house.fall(patient);
        const [ok] = await race(
          () => house.responses.cancel(fall, patient),
          () => house.rise(fall),
        );
        const { state, outcome } = await house.response(fall);
        if (ok?.status === 'fulfilled')
          assert.deepEqual([state, outcome], ['RESOLVED', 'CANCELLED_BY_PATIENT']);
        else assert.deepEqual([state, outcome], ['OPEN', null]);
      }
    });

    it('of an account deletion and a change of its claim do not deadlock', async () => {
      for (let i = 0; i < 5; i++) {
        const fall = await open();
        const cid = await house.person('CAREGIVER', 'Cid');
        await house.assign(cid, patient);
        await house.responses.claim(fall, cid, {});
        const [deleted] = await race(
          () => house.db.run('DELETE FROM users WHERE id = $1', [cid]),
          () => house.responses.release(fall, admin),
          () => house.ladder.check(),
        );
        assert.equal(deleted?.status, 'fulfilled');
        await house.ladder.check();
        assert.equal((await house.response(fall)).state, 'OPEN');
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
        await house.responses.claim(fall, ann, {});
        house.heard.length = 0;
        await house.db.run(leave, [ann]);
        await house.ladder.check();
        const response = await house.response(fall);
        assert.deepEqual([response.state, response.claimedBy], ['OPEN', null]);
        assert.ok(framesOf('response').includes(bob));
        assert.ok((await house.log(fall)).includes('expired'));
      });
    }

    it('withdraws an offer to a caregiver who is no longer assigned and keeps the claim', async () => {
      const fall = await open();
      await house.responses.claim(fall, ann, {});
      await house.responses.handOff(fall, ann, bob);
      await house.db.run('DELETE FROM assignments WHERE caregiver_id = $1', [bob]);
      await house.ladder.check();
      const response = await house.response(fall);
      assert.deepEqual([response.claimedBy?.id, response.offeredTo], [ann, null]);
    });

    it('deletes everything about the response when the patient is deleted', async () => {
      const fall = await open();
      await house.responses.claim(fall, ann, {});
      await house.db.run('DELETE FROM users WHERE id = $1', [patient]);
      for (const table of ['responses', 'response_log', 'outbox', 'claim_links']) {
        assert.deepEqual(await house.db.rows(`SELECT 1 FROM ${table} WHERE fall_id = $1`, [fall]), [], table);
      }
    });
  });
});
