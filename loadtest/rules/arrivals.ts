/** Schedule of an open loop in milliseconds from the start: evenly spaced, independent of responses. */
export interface Arrivals {
  readonly total: number;
  dueAt(number: number): number;
  /** Number of readings due by then. */
  dueBy(elapsedMs: number): number;
}

export function evenArrivals(perSecond: number, seconds: number): Arrivals {
  const total = Math.round(perSecond * seconds);
  return {
    total,
    dueAt: (number) => (number * 1000) / perSecond,
    dueBy: (elapsedMs) => Math.max(0, Math.min(total, Math.floor((elapsedMs * perSecond) / 1000) + 1)),
  };
}
