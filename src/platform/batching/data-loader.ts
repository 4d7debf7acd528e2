type Lookup<Row> = (key: string) => Promise<Row | undefined>;

const BATCHES_AT_ONCE = 2;
/** The callers of a batch all continue in the same tick, which blocks the event loop; this bounds the block. */
const MAX_BATCH = 20;
/**
 * A query costs as much as many of its rows, so batches must not stay small under load. A full batch skips the pause.
 */
const REST_MS_EACH = 5;
const MAX_REST_MS = 20;

interface Request<Row> {
  readonly found: Promise<Row | undefined>;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches look-ups into one query. A single look-up runs at once; look-ups that arrive during a query, or shortly
 * after it, form the next batch. Thousands of simultaneous look-ups therefore cost a few queries. A result is never
 * older than its request: no look-up joins a batch that has started.
 */
export function createDataLoader<Row>(
  find: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): Lookup<Row> {
  const waiting = new Map<string, Request<Row>>();
  let running = 0;
  let restUntil = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.size === 0 || running >= BATCHES_AT_ONCE) return;
    isScheduled = true;
    const restMs = restUntil - performance.now();
    if (restMs <= 0) setImmediate(begin);
    else setTimeout(begin, restMs);
  }

  function begin(): void {
    isScheduled = false;
    const batch = takeBatch();
    const restMs = batch.length === MAX_BATCH ? 0 : Math.min(MAX_REST_MS, batch.length * REST_MS_EACH);
    restUntil = performance.now() + restMs;
    void lookUp(batch);
    schedule();
  }

  function takeBatch(): [string, Request<Row>][] {
    const batch: [string, Request<Row>][] = [];
    for (const one of waiting) {
      if (batch.length === MAX_BATCH) break;
      batch.push(one);
      waiting.delete(one[0]);
    }
    return batch;
  }

  async function lookUp(batch: readonly [string, Request<Row>][]): Promise<void> {
    running += 1;
    try {
      const found = await find(batch.map(([key]) => key));
      for (const [key, { resolve }] of batch) resolve(found.get(key));
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    } finally {
      running -= 1;
      schedule();
    }
  }

  return (key) => {
    const request = waiting.get(key) ?? newRequest<Row>();
    waiting.set(key, request);
    schedule();
    return request.found;
  };
}

function newRequest<Row>(): Request<Row> {
  let resolve: Request<Row>['resolve'] = () => {};
  let reject: Request<Row>['reject'] = () => {};
  const found = new Promise<Row | undefined>((...settle) => {
    [resolve, reject] = settle;
  });
  return { found, resolve, reject };
}
