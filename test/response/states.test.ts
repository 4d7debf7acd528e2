import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_POLICY, escalationDue } from '../../src/response/escalation/escalation.ts';
import { responseOf } from '../../src/response/shown-response.ts';
import {
  begin,
  type Changed,
  cancel,
  claim,
  correct,
  type Decision,
  decline,
  dueAt,
  endShift,
  endWindow,
  exhaust,
  expire,
  isRefused,
  offer,
  type Response,
  release,
  resolve,
  rise,
  takeStep,
} from '../../src/response/states.ts';
import { seeded } from '../helpers/seeded.ts';

const T0 = new Date('2026-03-01T10:00:00Z');
const after = (seconds: number): Date => new Date(T0.getTime() + seconds * 1000);
const ANN = { id: 'ann', name: 'Ann Lee', isAdmin: false };
const BOB = { id: 'bob', name: 'Bob Ray', isAdmin: false };
const ADA = { id: 'ada', name: 'Ada Min', isAdmin: true };
const PAT = { id: 'pat', name: 'Pat Old' };
const WINDOW_MS = 30_000;

const changed = (decision: Decision | undefined): Changed => {
  assert.ok(decision && !isRefused(decision), JSON.stringify(decision));
  return decision;
};
const outcomeOf = (decision: Decision | undefined): Response => changed(decision).response;
const refusal = (decision: Decision): string => {
  assert.ok(isRefused(decision), 'the command was not refused');
  return decision.refused;
};

const FIVE_TIMES = { ...DEFAULT_POLICY, repeats: { everySeconds: 180, times: 5 } };
const checking = begin('HIGH', FIVE_TIMES, WINDOW_MS, T0).response;
const open = outcomeOf(endWindow(checking, after(30)));
const claimed = outcomeOf(claim(open, ANN, {}, after(40)));
const resolved = outcomeOf(resolve(claimed, ANN, { outcome: 'HELPED' }, after(60)));

describe('a response', () => {
  it('is corrected for 15 minutes after its resolution, and amended later', () => {
    const change = (seconds: number, outcome: 'HELPED' | 'FALSE_ALARM' = 'FALSE_ALARM') =>
      changed(correct(resolved, BOB, { outcome }, after(60 + seconds)));
    const typesOf = ({ entries }: Changed) => entries.map(({ type }) => type);
    assert.deepEqual(typesOf(change(900)), ['corrected']);
    assert.deepEqual(typesOf(change(901)), ['amended']);
    assert.deepEqual(typesOf(change(901, 'HELPED')), [], 'nothing has changed');
    const { outcome, resolvedBy, resolvedAt } = change(901).response;
    assert.deepEqual([outcome, resolvedBy?.id, resolvedAt], ['FALSE_ALARM', 'ann', after(60)]);
    for (const before of [checking, open, claimed])
      assert.equal(refusal(correct(before, ANN, { outcome: 'HELPED' }, after(70))), 'conflict');
  });

  describe('starts', () => {
    it('in CHECKING until the OK window ends', () => {
      assert.equal(checking.state, 'CHECKING');
      assert.deepEqual(checking.okUntil, after(30));
      assert.deepEqual(checking.nextStepAt, after(30));
      assert.deepEqual(dueAt(checking), after(30));
      assert.equal(checking.escalation.step, 0);
    });

    it('in OPEN for CONFIRMED or without an OK window', () => {
      for (const { response } of [
        begin('CONFIRMED', DEFAULT_POLICY, WINDOW_MS, T0),
        begin('POTENTIAL', DEFAULT_POLICY, 0, T0),
      ]) {
        assert.equal(response.state, 'OPEN');
        assert.equal(response.okUntil, null);
        assert.deepEqual(dueAt(response), T0);
      }
    });

    it('escalating when the window ends', () => {
      assert.equal(open.state, 'OPEN');
      assert.equal(open.okUntil, null);
      assert.deepEqual(open.nextStepAt, after(30));
      assert.equal(endWindow(open, after(31)), undefined);
    });
  });

  describe('claim', () => {
    const cases: [string, Response, number | undefined, number][] = [
      ['ten minutes', open, undefined, 600],
      ['ten minutes, also from CHECKING', checking, undefined, 600],
      ['five minutes longer than the eta', open, 20, 25 * 60],
      ['five minutes longer than the eta, even if that is less than ten', open, 1, 6 * 60],
    ];
    for (const [name, from, etaMinutes, seconds] of cases) {
      it(`lasts ${name}`, () => {
        const { response, entries } = changed(
          claim(from, ANN, { etaMinutes, note: 'taking the car' }, after(10)),
        );
        assert.equal(response.state, 'CLAIMED');
        assert.deepEqual(response.claimedBy, { id: 'ann', name: 'Ann Lee' });
        assert.deepEqual(response.claimExpiresAt, after(10 + seconds));
        assert.equal(response.nextStepAt, null);
        assert.equal(response.okUntil, null);
        assert.equal(response.note, null, 'the claim’s note is in the timeline only');
        assert.deepEqual(entries[0]?.details, { etaMinutes: etaMinutes ?? null, note: 'taking the car' });
      });
    }

    it('is refused while another caregiver holds it, and names the holder', () => {
      const decision = claim(claimed, BOB, {}, after(41));
      assert.ok(isRefused(decision));
      assert.equal(decision.refused, 'conflict');
      assert.match(decision.message, /Ann Lee/);
      assert.deepEqual(decision.details, { claimedBy: 'Ann Lee' });
    });

    it('is extended when its holder claims again', () => {
      const again = outcomeOf(claim(claimed, ANN, { etaMinutes: 30 }, after(100)));
      assert.deepEqual(again.claimExpiresAt, after(100 + 35 * 60));
      assert.deepEqual(again.claimedAt, after(40));
    });

    it('succeeds when the previous claim is overdue but not yet expired', () => {
      const { response, entries } = changed(claim(claimed, BOB, {}, after(640)));
      assert.equal(response.claimedBy?.id, 'bob');
      assert.deepEqual(
        entries.map(({ type, by }) => [type, by?.id]),
        [
          ['expired', 'ann'],
          ['claimed', 'bob'],
        ],
      );
    });
  });

  describe('release', () => {
    it('requires a claimed response, and its holder or an admin', () => {
      assert.equal(refusal(release(claimed, BOB, after(50))), 'forbidden');
      assert.equal(refusal(release(open, ANN, after(50))), 'conflict');
      assert.equal(refusal(release(checking, ADA, after(50))), 'conflict');
      assert.equal(refusal(release(resolved, ANN, after(70))), 'conflict');
      assert.equal(outcomeOf(release(claimed, ADA, after(50))).state, 'OPEN');
    });

    it('resumes with the next step, at once when it is overdue', () => {
      const atOnce = outcomeOf(release(claimed, ANN, after(50)));
      assert.deepEqual(atOnce.nextStepAt, after(50), 'the first step was due at 30 s');
      const oneTaken = takeStep(open, after(30), {}).response;
      const later = outcomeOf(release(outcomeOf(claim(oneTaken, ANN, {}, after(40))), ANN, after(50)));
      assert.equal(later.escalation.step, 1);
      assert.deepEqual(later.nextStepAt, after(90), 'the second step is due 60 s after the window');
      assert.deepEqual([later.claimedBy, later.claimedAt, later.claimExpiresAt], [null, null, null]);
      assert.deepEqual(later.unclaimedSince, after(50));
      assert.equal(outcomeOf(claim(later, ANN, {}, after(60))).unclaimedSince, null);
    });
  });

  describe('expiry', () => {
    it('happens at the claim’s end, or earlier when the holder may no longer respond', () => {
      assert.equal(expire(claimed, after(639)), undefined);
      assert.equal(outcomeOf(expire(claimed, after(640))).state, 'OPEN');
      assert.equal(outcomeOf(expire(claimed, after(50), false)).state, 'OPEN');
      assert.deepEqual(expire(claimed, after(50), false)?.entries[0]?.details, { reason: 'left' });
      assert.equal(expire(claimed, after(640))?.entries[0]?.details, undefined);
      assert.equal(outcomeOf(expire({ ...claimed, claimedBy: null }, after(50))).state, 'OPEN');
      assert.equal(expire(open, after(999)), undefined);
    });

    it('starts the repeats of an exhausted escalation over', () => {
      let response = open;
      for (let due = escalationDue(response.policy, response.escalation); due?.what !== 'exhausted'; ) {
        assert.ok(due);
        response = takeStep(response, due.at, {}).response;
        due = escalationDue(response.policy, response.escalation);
      }
      const over = exhaust(response, after(1290)).response;
      assert.equal(over.nextStepAt, null);
      assert.equal(dueAt(over), null);
      const held = outcomeOf(claim(over, ANN, {}, after(2000)));
      const back = outcomeOf(expire(held, after(2600)));
      assert.equal(back.escalation.repeatsLeft, 5);
      assert.deepEqual(back.nextStepAt, after(2600));
    });
  });

  describe('hand-off', () => {
    const offered = outcomeOf(offer(claimed, ANN, BOB, after(50)));
    it('is an offer: the holder keeps the claim until the other caregiver claims', () => {
      assert.equal(offered.state, 'CLAIMED');
      assert.equal(offered.claimedBy?.id, 'ann');
      assert.equal(offered.offeredTo?.id, 'bob');
      const taken = outcomeOf(claim(offered, BOB, {}, after(60)));
      assert.deepEqual([taken.claimedBy?.id, taken.offeredTo], ['bob', null]);
    });
    it('is declined by the caregiver it was offered to, and the holder keeps the claim', () => {
      const { response, entries } = changed(decline(offered, BOB, after(60)));
      assert.deepEqual(
        [response.state, response.claimedBy?.id, response.offeredTo],
        ['CLAIMED', 'ann', null],
      );
      assert.deepEqual(
        entries.map(({ type, by }) => [type, by?.id]),
        [['declined', 'bob']],
      );
      for (const [before, who] of [
        [offered, ANN],
        [offered, ADA],
        [claimed, BOB],
        [open, BOB],
        [resolved, BOB],
      ] as const)
        assert.equal(refusal(decline(before, who, after(70))), 'conflict');
    });
    it('ends with a claim, a release or a new offer', () => {
      assert.equal(outcomeOf(claim(offered, ANN, {}, after(60))).offeredTo, null);
      assert.equal(outcomeOf(release(offered, ANN, after(60))).offeredTo, null);
      const cid = { id: 'cid', name: 'Cid Fox' };
      assert.equal(outcomeOf(offer(offered, ANN, cid, after(60))).offeredTo?.id, 'cid');
    });
    it('requires a claimed response, its holder or an admin, and an assigned caregiver who does not hold it', () => {
      assert.equal(refusal(offer(claimed, BOB, BOB, after(50))), 'forbidden');
      assert.equal(refusal(offer(open, ADA, BOB, after(50))), 'conflict');
      assert.equal(refusal(offer(resolved, ADA, BOB, after(70))), 'conflict');
      assert.equal(refusal(offer(claimed, ANN, undefined, after(50))), 'invalid');
      assert.equal(
        refusal(offer(open, ADA, undefined, after(50))),
        'invalid',
        'an invalid body is reported first',
      );
      assert.equal(refusal(offer(claimed, ADA, ANN, after(50))), 'invalid');
    });
  });

  it('can be resolved once, from every state', () => {
    for (const from of [checking, open, claimed]) {
      const response = outcomeOf(
        resolve(from, BOB, { outcome: 'NO_HELP_NEEDED', note: 'asleep' }, after(70)),
      );
      assert.equal(response.state, 'RESOLVED');
      assert.deepEqual(
        [response.outcome, response.resolvedBy?.id, response.note, response.nextStepAt, dueAt(response)],
        ['NO_HELP_NEEDED', 'bob', 'asleep', null, null],
      );
      assert.equal(refusal(resolve(response, BOB, { outcome: 'HELPED' }, after(71))), 'conflict');
    }
  });

  describe('OK', () => {
    it('ends the response in CHECKING and OPEN', () => {
      for (const from of [checking, open]) {
        const response = outcomeOf(cancel(from, 'HIGH', PAT, after(20)));
        assert.deepEqual([response.state, response.outcome], ['RESOLVED', 'CANCELLED_BY_PATIENT']);
        assert.deepEqual(response.resolvedBy, PAT);
      }
    });
    it('is refused for an emergency, during a claim and after the resolution', () => {
      assert.equal(refusal(cancel(open, 'CONFIRMED', PAT, after(31))), 'conflict');
      assert.equal(refusal(cancel(claimed, 'HIGH', PAT, after(50))), 'conflict');
      assert.equal(refusal(cancel(resolved, 'HIGH', PAT, after(70))), 'conflict');
    });
  });

  describe('a rise to CONFIRMED', () => {
    it('ends the window and restarts the escalation', () => {
      const twoTaken = takeStep(takeStep(open, after(30), {}).response, after(90), {}).response;
      for (const from of [checking, open, twoTaken]) {
        const { response } = rise(from, 'CONFIRMED', null, after(100));
        assert.deepEqual(
          [response.state, response.okUntil, response.escalation.step, response.nextStepAt],
          ['OPEN', null, 0, after(100)],
        );
      }
    });
    it('does not change a claimed or resolved response', () => {
      assert.equal(rise(claimed, 'CONFIRMED', null, after(50)).response, claimed);
      assert.equal(rise(resolved, 'CONFIRMED', null, after(70)).response, resolved);
    });
    it('differs from a rise to HIGH, which keeps the window', () => {
      assert.equal(rise(checking, 'HIGH', null, after(5)).response, checking);
    });
  });

  it('keeps the claim and records it when the holder’s shift ends', () => {
    assert.deepEqual(endShift(claimed, ANN, after(50))?.response, claimed);
    assert.equal(endShift(claimed, BOB, after(50)), undefined);
    assert.equal(endShift(open, ANN, after(50)), undefined);
  });

  it('shows exactly the fields of the contract', () => {
    assert.deepEqual(Object.keys(responseOf(checking)), [
      'state',
      'okUntil',
      'claimedBy',
      'claimedAt',
      'claimExpiresAt',
      'unclaimedSince',
      'etaMinutes',
      'offeredTo',
      'step',
      'nextStepAt',
      'helpPresses',
      'repeated',
      'outcome',
      'resolvedAt',
      'resolvedBy',
      'note',
    ]);
  });

  it('keeps its invariants on random walks through its states', () => {
    const random = seeded(20260301);
    const pick = <T>(among: readonly T[]): T => among[Math.floor(random() * among.length)] as T;
    const people = [ANN, BOB, ADA];

    for (let walk = 0; walk < 300; walk++) {
      let level = pick(['POTENTIAL', 'HIGH', 'CONFIRMED'] as const);
      let now = T0;
      let response = begin(level, FIVE_TIMES, WINDOW_MS, now).response;
      for (let i = 0; i < 60; i++) {
        now = new Date(now.getTime() + Math.floor(random() * 240_000));
        const before = response;
        const who = pick(people);
        const commands: Record<string, () => Decision | undefined> = {
          claim: () => claim(before, who, { etaMinutes: pick([undefined, 1, 20]) }, now),
          release: () => release(before, who, now),
          expire: () => expire(before, now, random() > 0.05),
          offer: () => offer(before, who, pick(people), now),
          decline: () => decline(before, who, now),
          cancel: () => cancel(before, level, PAT, now),
          endWindow: () => endWindow(before, now),
          step: () => {
            const due = before.state === 'OPEN' ? escalationDue(before.policy, before.escalation) : null;
            if (due === null || due.at > now) return undefined;
            return due.what === 'exhausted' ? exhaust(before, now) : takeStep(before, now, {});
          },
          rise: () => {
            level = 'CONFIRMED';
            return rise(before, level, null, now);
          },
          resolve: () => (random() < 0.1 ? resolve(before, who, { outcome: 'HELPED' }, now) : undefined),
        };
        const name = pick([...Object.keys(commands), 'step', 'step']);
        const decision = commands[name]?.();
        if (decision === undefined || isRefused(decision)) continue;
        response = decision.response;
        const what = `${name} at ${now.toISOString()}: ${JSON.stringify(response)}`;

        if (before.state === 'RESOLVED') assert.equal(response, before, `resolved is final: ${what}`);
        if (response.state === 'CLAIMED' || response.state === 'RESOLVED')
          assert.equal(response.nextStepAt, null, what);
        if (name !== 'rise')
          assert.ok(response.escalation.step >= before.escalation.step, `steps never decrease: ${what}`);
        assert.equal(response.okUntil !== null, response.state === 'CHECKING', what);
        assert.equal(response.claimExpiresAt !== null, response.state === 'CLAIMED', what);
        assert.equal(response.resolvedAt !== null, response.state === 'RESOLVED', what);
        if (response.state === 'CHECKING' || response.state === 'OPEN') {
          assert.equal(response.claimedBy, null, what);
          assert.ok(
            response.escalation.exhaustedAt !== null || dueAt(response) !== null,
            `an unclaimed response is due or exhausted: ${what}`,
          );
        }
        if (response.state !== 'CLAIMED') assert.equal(response.offeredTo, null, what);
        const holder = before.state === 'CLAIMED' ? before.claimedBy?.id : undefined;
        if (name === 'claim' && holder !== undefined && holder !== who.id) {
          const hasExpired = before.claimExpiresAt !== null && before.claimExpiresAt <= now;
          assert.ok(
            before.offeredTo?.id === who.id || hasExpired,
            `a claim never displaces another holder: ${what}`,
          );
        }
      }
    }
  });
});
