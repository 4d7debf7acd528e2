/** Number of entries that come before another one that should come first. */
export const outOfOrder = (places: readonly number[]): number =>
  places.filter((place, i) => i > 0 && place < Math.max(...places.slice(0, i))).length;

/** Number of entries that are there more often than once. */
export const repeated = (ids: readonly string[]): number => ids.length - new Set(ids).size;

/** The falls that an SMS is about: a single one names its resident, a grouped one begins with their number. */
export const fallsIn = (text: string): number => Number(/^(\d+) alerts: /.exec(text)?.[1] ?? 1);

/** How often each value is there. */
export function tally(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
