/** A time in milliseconds since 1970. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** Puts each stretch into the first lane in which it covers no other; they come in the order of their start. */
export function lanesOf<Item extends Stretch>(stretches: readonly Item[]): readonly (readonly Item[])[] {
  const lanes: Item[][] = [];
  for (const stretch of stretches) {
    const free = lanes.find((lane) => (lane.at(-1)?.until ?? 0) <= stretch.from);
    if (free === undefined) lanes.push([stretch]);
    else free.push(stretch);
  }
  return lanes;
}
