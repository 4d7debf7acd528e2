/** A row on the screen; a `gone` row only keeps its space. */
export interface Place {
  readonly key: string;
  readonly gone: boolean;
}

/**
 * The order of rows while the user is about to press the row `held`. That row and all rows above it stay, gone or not; new
 * and moved rows come below it, sorted. Without `held` all rows are sorted.
 */
export function steadyOrder(
  shown: readonly Place[],
  wanted: readonly string[],
  held: string | undefined,
): readonly Place[] {
  const at = held === undefined ? -1 : shown.findIndex(({ key }) => key === held);
  const isWanted = new Set(wanted);
  const above = shown.slice(0, at + 1).map(({ key }) => ({ key, gone: !isWanted.has(key) }));
  const isAbove = new Set(above.map(({ key }) => key));
  const below = wanted.filter((key) => !isAbove.has(key)).map((key) => ({ key, gone: false }));
  const all = [...above, ...below];
  // Gone rows at the end are dropped: no row below them could move.
  const last = all.findLastIndex(({ gone }) => !gone);
  return all.slice(0, last + 1);
}

export const isSameOrder = (a: readonly Place[], b: readonly Place[]): boolean =>
  a.length === b.length &&
  a.every(({ key, gone }, index) => key === b[index]?.key && gone === b[index]?.gone);
