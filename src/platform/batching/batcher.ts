import { Unavailable } from '../errors.ts';
import { restAfter } from './pacing.ts';

type Batcher<Item, Result> = (item: Item) => Promise<Result>;

interface BatcherDeps<Item, Result> {
  /** Processes a whole group or none of it; returns the results in the order of the items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items with the same key run one after the other, in order of arrival. */
  readonly keyOf: (item: Item) => string;
  readonly atOnce: number;
  readonly maxGroupSize: number;
  readonly maxWaiting: number;
  /** Of one key, so that a flood of its items is refused before it takes the room of the others. */
  readonly maxWaitingPerKey: number;
  readonly refusal: string;
  /** Whether the error would also fail each item of the group on its own. */
  readonly isShared: (error: unknown) => boolean;
  /** Called for each failed group whose items are now retried one by one. */
  readonly onSplit: (error: unknown, size: number) => void;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly key: string;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches items into groups. A single item runs at once; items that arrive while a group runs, or shortly after it,
 * form the next group.
 *
 *   arrivals  ─┬────┬┬┬──┬─┬┬┬┬──►
 *   groups     [ 1 ][ 3  ][  5  ]
 *
 * One bad item fails its whole group: each item is then retried alone, and only the bad one fails.
 */
export function createBatcher<Item, Result>({
  run,
  keyOf,
  atOnce,
  maxGroupSize,
  maxWaiting,
  maxWaitingPerKey,
  refusal,
  isShared,
  onSplit,
}: BatcherDeps<Item, Result>): Batcher<Item, Result> {
  let waiting: Waiting<Item, Result>[] = [];
  const waitingOf = new Map<string, number>();
  const busyKeys = new Set<string>();
  let running = 0;
  let restUntil = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || running >= atOnce) return;
    isScheduled = true;
    const restMs = restUntil - performance.now();
    // Runs at once, together with all other items of this turn of the event loop.
    if (restMs <= 0 || waiting.length >= maxGroupSize) setImmediate(begin);
    else setTimeout(begin, restMs);
  }

  function begin(): void {
    isScheduled = false;
    const group = takeGroup();
    // All waiting items wait for a running item with the same key; they start when it is done.
    if (group.length === 0) return;
    running += 1;
    restUntil = performance.now() + restAfter(group.length);
    const ended = () => {
      running -= 1;
      for (const { key } of group) busyKeys.delete(key);
      schedule();
    };
    finish(group)
      .catch((error: unknown) => rejectAll(group, error))
      .finally(ended);
    schedule();
  }

  function takeGroup(): Waiting<Item, Result>[] {
    const group: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    for (const one of waiting) {
      if (group.length < maxGroupSize && !busyKeys.has(one.key)) {
        busyKeys.add(one.key);
        countWaiting(one.key, -1);
        group.push(one);
      } else left.push(one);
    }
    waiting = left;
    return group;
  }

  function countWaiting(key: string, change: 1 | -1): void {
    const count = (waitingOf.get(key) ?? 0) + change;
    if (count === 0) waitingOf.delete(key);
    else waitingOf.set(key, count);
  }

  function rejectAll(group: readonly Waiting<Item, Result>[], error: unknown): void {
    for (const { reject } of group) reject(error);
  }

  async function finish(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item));
      for (const [i, { resolve }] of group.entries()) resolve(results[i] as Result);
    } catch (error) {
      if (group.length === 1 || isShared(error)) return rejectAll(group, error);
      onSplit(error, group.length);
      await Promise.all(group.map((one) => finish([one])));
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const key = keyOf(item);
      const isFull = waiting.length >= maxWaiting || (waitingOf.get(key) ?? 0) >= maxWaitingPerKey;
      if (isFull) return reject(new Unavailable(refusal));
      countWaiting(key, 1);
      waiting.push({ item, key, resolve, reject });
      schedule();
    });
}
