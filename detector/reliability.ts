import { type Case, groupBy } from './metrics.ts';

export interface Bin {
  readonly from: number;
  readonly to: number;
  /** Mean confidence, and the share of falls, of the streams with this confidence. */
  readonly stated: number;
  readonly observed: number;
  readonly streams: number;
}

const EDGES = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1] as const;

/**
 * Confidence against the share of falls among the streams that a network saw. Falls have the weight `prior` and activities the rest; within each, every data
 * set counts alike.
 */
export function reliabilityOf(all: readonly Case[], prior: number): Bin[] {
  const cases = all.filter(({ seen }) => seen);
  const weights = new Map<string, number>();
  for (const fall of [true, false]) {
    const sets = groupBy(
      cases.filter((one) => one.fall === fall),
      ({ set }) => set,
    );
    for (const [set, own] of sets)
      weights.set(`${set} ${fall}`, (fall ? prior : 1 - prior) / sets.size / own.length);
  }
  const weightOf = ({ set, fall }: Case): number => weights.get(`${set} ${fall}`) ?? 0;
  return EDGES.slice(0, -1).flatMap((from, i) => {
    const to = EDGES[i + 1] ?? 1;
    // The seams of the levels: 0.50 is SUSPICIOUS, 0.90 is CONFIRMED.
    const own = cases.filter(({ confidence }) =>
      from === 0.9
        ? confidence >= 0.9
        : (confidence > from || from === 0) && confidence <= to && confidence !== 0.9,
    );
    if (own.length === 0) return [];
    const total = own.reduce((sum, one) => sum + weightOf(one), 0);
    const weighted = (value: (one: Case) => number) =>
      own.reduce((sum, one) => sum + value(one) * weightOf(one), 0) / total;
    return [
      {
        from,
        to,
        stated: weighted(({ confidence }) => confidence),
        observed: weighted(({ fall }) => (fall ? 1 : 0)),
        streams: own.length,
      },
    ];
  });
}
