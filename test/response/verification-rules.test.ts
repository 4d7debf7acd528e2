import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_POLICY } from '../../src/response/escalation/escalation.ts';
import {
  begin,
  claim,
  dueAt,
  endWindow,
  followClock,
  isRefused,
  release,
  rise,
} from '../../src/response/states.ts';
import { endMovedOn, suspectedAgain, verified, witnessed } from '../../src/response/verification/changes.ts';
import { pendingFrom } from '../../src/response/verification/verification.ts';

const START = Date.UTC(2026, 10, 18, 3, 12);
const at = (seconds: number): Date => new Date(START + 1000 * seconds);
const IMPACT = at(-2);
const ann = { id: 'ann', name: 'Ann', isAdmin: false };

const begun = (okWindowS = 30, level: 'HIGH' | 'CONFIRMED' = 'HIGH') =>
  begin(level, DEFAULT_POLICY, okWindowS * 1000, at(0), { verification: pendingFrom(IMPACT, at(0)) })
    .response;
const judged = (verdict: 'stands' | 'moved_on', response = begun(), seconds = 9) => {
  const changed = verified(response, verdict, at(seconds));
  assert.ok(changed !== undefined);
  return changed.response;
};
const windowOver = (response = begun(), seconds = 30) => {
  const changed = endWindow(response, at(seconds));
  assert.ok(changed !== undefined);
  return changed.response;
};
const claimed = (response = begun(), seconds = 5) => {
  const decision = claim(response, ann, {}, at(seconds));
  assert.ok(!isRefused(decision));
  return decision.response;
};

describe('the rules of verification', () => {
  it('judge about 10 s after the impact, and an impact of long ago when its backlog can be there', () => {
    assert.deepEqual(dueAt(begun()), at(8.5));
    assert.deepEqual(pendingFrom(at(-3600), at(0)).dueAt, at(6));
  });

  it('end the OK window in time, and begin the escalation with the verdict if that comes later', () => {
    const open = windowOver(begun(5), 5);
    assert.deepEqual([open.state, open.nextStepAt, dueAt(open)], ['OPEN', null, at(8.5)]);
    const stands = judged('stands', open);
    assert.deepEqual([stands.nextStepAt, stands.escalation.startsAt], [at(9), at(9)]);
    const withoutWindow = begun(0);
    assert.deepEqual([withoutWindow.state, withoutWindow.nextStepAt], ['OPEN', null]);
    assert.deepEqual(windowOver(judged('stands')).nextStepAt, at(30));
  });

  it('let a fall that moved on neither ring nor wait for ever', () => {
    const quiet = windowOver(judged('moved_on'));
    assert.deepEqual([quiet.state, quiet.nextStepAt, dueAt(quiet)], ['OPEN', null, at(609)]);
    assert.equal(endMovedOn(quiet, at(608)), undefined);
    const over = endMovedOn(quiet, at(609))?.response;
    assert.deepEqual([over?.state, over?.outcome, over?.resolvedBy], ['RESOLVED', 'MOVED_ON', null]);
    assert.equal(over && dueAt(over), null);
  });

  it('judge every impact of a fall, each when what follows it is stored', () => {
    const further = (response: ReturnType<typeof begun>, impact: number) =>
      suspectedAgain(response, at(impact), at(impact + 1));
    const two = further(begun(), 4);
    assert.ok(two !== undefined && further(two, 4.5) === undefined, 'the same impact');
    const noticedLate = suspectedAgain(begun(), at(0), at(7));
    assert.deepEqual(noticedLate?.verification?.dueAt, at(8.5), 'it does not keep the first one waiting');
    assert.deepEqual([two.verification?.impactAt, two.verification?.dueAt], [IMPACT, at(8.5)]);
    const second = judged('moved_on', two);
    assert.deepEqual(
      [second.verification?.status, second.verification?.impactAt, second.verification?.dueAt],
      ['pending', at(4), at(14.5)],
    );
    assert.equal(judged('moved_on', second, 15).verification?.status, 'moved_on');
    assert.equal(judged('stands', second, 15).verification?.status, 'stands');
    assert.equal(judged('moved_on', two, 15).verification?.status, 'moved_on', 'both were due');
    const setBack = judged('moved_on', followClock(two, at(0), at(-3600)), -3590);
    assert.deepEqual(setBack.verification?.dueAt, at(-3590 + 10.5), 'the clock was set back');
  });

  it('wait for the rest of a backlog with each of its impacts', () => {
    const late = begin('HIGH', DEFAULT_POLICY, 0, at(0), {
      verification: pendingFrom(at(-3600), at(0)),
    }).response;
    const further = suspectedAgain(late, at(-3560), at(5));
    assert.deepEqual([late.verification?.dueAt, further?.verification?.dueAt], [at(6), at(11)]);
  });

  it('begin again with another impact, not with the same one', () => {
    const quiet = judged('moved_on');
    assert.equal(suspectedAgain(quiet, at(-1.5), at(10)), undefined);
    assert.equal(suspectedAgain(quiet, at(40), at(41))?.verification?.status, 'pending');
    assert.equal(suspectedAgain(judged('stands'), at(40), at(41)), undefined, 'phones ring on');
  });

  it('judge a claimed fall, keep the claim, and stay quiet after its release', () => {
    assert.deepEqual(dueAt(claimed()), at(8.5));
    const quiet = judged('moved_on', claimed());
    assert.deepEqual([quiet.state, dueAt(quiet)], ['CLAIMED', at(605)]);
    assert.equal(endMovedOn(quiet, at(2000)), undefined);
    const released = release(quiet, ann, at(20));
    assert.ok(!isRefused(released));
    assert.deepEqual([released.response.state, released.response.nextStepAt], ['OPEN', null]);
  });

  it('end with an emergency, which escalates at once, and with another sensor', () => {
    const quiet = windowOver(judged('moved_on'));
    const emergency = rise(quiet, 'CONFIRMED', null, at(60)).response;
    assert.deepEqual([emergency.verification, emergency.nextStepAt], [null, at(60)]);
    assert.equal(rise(quiet, 'HIGH', null, at(60)).response, quiet);
    assert.deepEqual(witnessed(quiet, at(60))?.response.nextStepAt, at(60));
  });

  it('follow a clock that was set back', () => {
    const earlier = followClock(begun(), at(0), at(-3600));
    assert.deepEqual(dueAt(earlier), at(-3600 + 8.5));
  });
});
