/** A row on the screen; `gone` ones only keep their place. */
export interface Place {
  readonly key: string;
  readonly gone: boolean;
}

/**
 * What stands where, while somebody is about to press the row `held`: that row and all above it stay, gone or not, and
 * what is new or has moved comes below it, in order. With nobody there the order is the right one.
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
  // Below the last that is left there is nothing to keep in its place.
  const last = all.findLastIndex(({ gone }) => !gone);
  return all.slice(0, last + 1);
}

export const isSameOrder = (a: readonly Place[], b: readonly Place[]): boolean =>
  a.length === b.length &&
  a.every(({ key, gone }, index) => key === b[index]?.key && gone === b[index]?.gone);
