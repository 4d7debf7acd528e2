export type Lookup<Row> = (key: string) => Promise<Row | undefined>;

const BATCHES_AT_ONCE = 2;
/** Whatever follows a look-up is done for a whole batch at once, while nobody else is served. */
const MAX_BATCH = 20;
/** A query costs as much as many of its rows: in a rush batches must not stay small. A full one needs no rest. */
const REST_MS_EACH = 5;
const MAX_REST_MS = 20;

interface Request<Row> {
  readonly found: Promise<Row | undefined>;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * What comes alone is looked up at once; what comes while others are looked up, or have just been, is the next batch, so
 * that thousands who come together cost a few queries. An answer is never older than the question: none joins a batch that has begun.
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
