/** Minutes since 1970 from the first number until before the second. */
export type Span = readonly [from: number, until: number];

/** In the order of time, none empty, none touching another. */
export type Spans = readonly Span[];

export function union(...all: readonly Spans[]): Spans {
  const merged: [number, number][] = [];
  for (const [from, until] of all.flat().sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], until);
    else if (from < until) merged.push([from, until]);
  }
  return merged;
}

export function intersection(a: Spans, b: Spans): Spans {
  const common: Span[] = [];
  let [i, j] = [0, 0];
  while (true) {
    const [one, other] = [a[i], b[j]];
    if (one === undefined || other === undefined) return common;
    const [from, until] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])];
    if (from < until) common.push([from, until]);
    if (one[1] < other[1]) i += 1;
    else j += 1;
  }
}

/** What is in `a` and not in `b`. */
export function difference(a: Spans, b: Spans): Spans {
  const gaps: Span[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const span of b) {
    gaps.push([from, span[0]]);
    from = span[1];
  }
  return intersection(a, [...gaps, [from, Number.POSITIVE_INFINITY]]);
}

export const minutesOf = (spans: Spans): number =>
  spans.reduce((sum, [from, until]) => sum + until - from, 0);

export const longestOf = (spans: Spans): number =>
  spans.reduce((longest, [from, until]) => Math.max(longest, until - from), 0);
