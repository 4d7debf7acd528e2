/** Milliseconds in buckets that grow by 2 %: any number of answers in constant memory. */
export interface Latency {
  add(ms: number): void;
  /** The value below which this share of all answers lies; 0 before the first. */
  quantile(share: number): number;
  largest(): number;
}

const GROWTH = Math.log(1.02);
const LEAST_MS = 0.05;

export function createLatency(): Latency {
  const counts = new Map<number, number>();
  let total = 0;
  let largest = 0;
  return {
    add(ms) {
      const bucket = Math.round(Math.log(Math.max(LEAST_MS, ms) / LEAST_MS) / GROWTH);
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
      total += 1;
      largest = Math.max(largest, ms);
    },
    quantile(share) {
      let seen = 0;
      for (const bucket of [...counts.keys()].sort((a, b) => a - b)) {
        seen += counts.get(bucket) ?? 0;
        if (seen >= share * total) return Math.min(largest, LEAST_MS * Math.exp(bucket * GROWTH));
      }
      return 0;
    },
    largest: () => largest,
  };
}

/** The exact quantile of an ascending list: the value that this share does not exceed; 0 for an empty list. */
export const quantileOf = (ascending: readonly number[], share: number): number =>
  ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? 0;
