import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Answered, Link } from '../../loadtest/links/link.ts';
import { closedLoop, inTurn } from '../../loadtest/loops/closed-loop.ts';
import { openLoop } from '../../loadtest/loops/open-loop.ts';
import { evenArrivals } from '../../loadtest/rules/arrivals.ts';
import { pause } from '../helpers/quiet.ts';

/** Answers each reading after `takes` ms, but none before `stalledUntil`. */
function pretendLink(takes: number, stalledUntil = 0): Link & { readonly dues: number[] } {
  let answered: Answered = () => {};
  const dues: number[] = [];
  return {
    dues,
    onAnswered: (listener) => {
      answered = listener;
    },
    send(due) {
      dues.push(due);
      void pause(Math.max(takes, stalledUntil - performance.now())).then(() => answered(due, 200));
    },
    close: () => {},
  };
}

suite('send loops', () => {
  test('arrivals are evenly spaced, and none is left out', () => {
    const arrivals = evenArrivals(200, 3);
    assert.equal(arrivals.total, 600);
    assert.equal(arrivals.dueAt(0), 0);
    assert.equal(arrivals.dueAt(1), 5);
    assert.equal(arrivals.dueBy(-1), 0);
    assert.equal(arrivals.dueBy(0), 1);
    assert.equal(arrivals.dueBy(4.9), 1);
    assert.equal(arrivals.dueBy(5), 2);
    assert.equal(arrivals.dueBy(60_000), 600);
  });

  test('an open loop keeps sending while nothing is answered, and the stall shows in the latencies', async () => {
    const stall = 400;
    const link = pretendLink(1, performance.now() + stall);
    const driven = await openLoop({ links: [link], rate: 500, seconds: 0.8 });
    assert.equal(driven.stored, 400);
    assert.equal(driven.failed, 0);
    const gaps = link.dues.slice(1).map((due, i) => due - (link.dues[i] ?? 0));
    assert.ok(gaps.every((gap) => Math.abs(gap - 2) < 1e-6));
    // Half of the readings were due during the stall, and waited for its end.
    const { p50, p90, max } = driven.latencies.spread();
    assert.ok(max > 0.8 * stall, `the slowest took ${max} ms`);
    assert.ok(p90 > 0.5 * stall, `one in ten took ${p90} ms`);
    assert.ok(p50 < stall);
  });

  test('an open loop gives up when the answers fall far behind', async () => {
    const link = pretendLink(300);
    const driven = await openLoop({ links: [link], rate: 1000, seconds: 60, giveUpAfter: 0.1 });
    assert.ok(driven.overloaded);
    assert.ok(driven.sent < 10_000);
    assert.equal(driven.waiting, 0);
  });

  test('a closed loop keeps no more in flight than its window and ends with none in flight', async () => {
    const links = [pretendLink(5), pretendLink(5)];
    const driven = await closedLoop(links, 2, 0.2);
    assert.equal(driven.waiting, 0);
    assert.ok(driven.sent >= 8 && driven.sent <= 4 * 45, `${driven.sent} readings were sent`);
  });

  test('each link sends its number of readings, however fast the others are', async () => {
    const links = [pretendLink(1), pretendLink(20)];
    const driven = await inTurn(links, 3, 60);
    assert.equal(driven.stored, 6);
    assert.deepEqual(
      links.map(({ dues }) => dues.length),
      [3, 3],
    );
  });
});
