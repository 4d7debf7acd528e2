import { chunksOf } from '../platform/batching/chunks.ts';
import type { Queryable } from '../platform/database/database.ts';
import { MINUTE_MS } from '../platform/time.ts';
import { type Trend, trendsOf } from '../readings/index.ts';

/** One hour in steps of five minutes. */
const STEPS = { steps: 12, stepMinutes: 5 };
/** Half a step: a board that is loaded more often shows the same trend. */
const FRESH_MS = (STEPS.stepMinutes / 2) * MINUTE_MS;
const BATCH_SIZE = 200;
const MAX_REMEMBERED = 20_000;

/** Trends of the requested devices, by device key. */
type HeartRateTrends = (deviceKeys: readonly number[]) => Promise<ReadonlyMap<number, Trend>>;

/**
 * Heart rates of the last hour. A trend takes a dozen index look-ups per wearable, so it is cached: any number of
 * boards cost as much as one.
 */
export function createHeartRateTrends(db: Queryable, now: () => number): HeartRateTrends {
  /** Oldest first. */
  const remembered = new Map<number, { readonly trend: Trend; readonly at: number }>();

  function remember(key: number, trend: Trend, at: number): void {
    remembered.delete(key);
    remembered.set(key, { trend, at });
    if (remembered.size <= MAX_REMEMBERED) return;
    const [oldest] = remembered.keys();
    if (oldest !== undefined) remembered.delete(oldest);
  }

  function recall(key: number): Trend | undefined {
    const known = remembered.get(key);
    const age = known === undefined ? FRESH_MS : now() - known.at;
    return age >= 0 && age < FRESH_MS ? known?.trend : undefined;
  }

  return async (deviceKeys) => {
    const trends = new Map<number, Trend>();
    const missing: number[] = [];
    for (const key of deviceKeys) {
      const trend = recall(key);
      if (trend === undefined) missing.push(key);
      else trends.set(key, trend);
    }
    for (const some of chunksOf(missing, BATCH_SIZE)) {
      const at = now();
      for (const [key, trend] of await trendsOf('heart_rate', db, some, { ...STEPS, to: new Date(at) })) {
        remember(key, trend, at);
        trends.set(key, trend);
      }
    }
    return trends;
  };
}
