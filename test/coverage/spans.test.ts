import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  difference,
  intersection,
  longestOf,
  minutesOf,
  type Spans,
  union,
} from '../../src/coverage/spans.ts';

/** Every set of minutes below 6, as spans. */
const ALL: readonly Spans[] = Array.from({ length: 64 }, (_, bits) =>
  spansOf((minute) => bits & (1 << minute)),
);

function spansOf(has: (minute: number) => unknown): Spans {
  const spans: [number, number][] = [];
  for (let minute = 0; minute < 6; minute++) {
    if (!has(minute)) continue;
    const last = spans.at(-1);
    if (last?.[1] === minute) last[1] += 1;
    else spans.push([minute, minute + 1]);
  }
  return spans;
}

const contains = (spans: Spans, minute: number): boolean =>
  spans.some(([from, until]) => from <= minute && minute < until);

describe('spans of minutes', () => {
  it('are joined, cut and subtracted as the sets of their minutes', () => {
    for (const a of ALL)
      for (const b of ALL) {
        assert.deepEqual(
          union(a, b),
          spansOf((m) => contains(a, m) || contains(b, m)),
        );
        assert.deepEqual(
          intersection(a, b),
          spansOf((m) => contains(a, m) && contains(b, m)),
        );
        assert.deepEqual(
          difference(a, b),
          spansOf((m) => contains(a, m) && !contains(b, m)),
        );
      }
  });

  it('are joined in any order, also where they overlap', () => {
    assert.deepEqual(
      union(
        [[5, 9]],
        [
          [1, 2],
          [2, 6],
        ],
        [],
      ),
      [[1, 9]],
    );
  });

  it('have a length and a longest one', () => {
    assert.deepEqual(
      [
        minutesOf([
          [1, 3],
          [5, 10],
        ]),
        longestOf([
          [1, 3],
          [5, 10],
        ]),
      ],
      [7, 5],
    );
    assert.deepEqual([minutesOf([]), longestOf([])], [0, 0]);
  });
});
