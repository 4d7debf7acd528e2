import { Unavailable } from '../errors.ts';

/** A semaphore with a FIFO queue. */
interface Semaphore {
  /** Resolves when a slot is free; the caller must release it. */
  acquire(): Promise<void>;
  release(): void;
  /** Rejects all waiting callers with this error. */
  refuseWaiting(error: Error): void;
}

export interface SemaphoreDeps {
  readonly count: number;
  /** The longest wait for a slot; unlimited if not given. */
  readonly maxWaitMs?: number;
  /** Bounds the memory of the queue. */
  readonly maxWaiting: number;
  readonly refusal: string;
}

const UNLIMITED = Number.POSITIVE_INFINITY;

interface Waiting {
  readonly until: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export function createSemaphore({
  count,
  maxWaitMs = UNLIMITED,
  maxWaiting,
  refusal,
}: SemaphoreDeps): Semaphore {
  /** In order of arrival, which is also the order of the deadlines. */
  const queue = new Set<Waiting>();
  let taken = 0;
  let deadline: NodeJS.Timeout | undefined;

  function watchDeadline(): void {
    const [first] = queue;
    if (first === undefined || deadline !== undefined || maxWaitMs === UNLIMITED) return;
    deadline = setTimeout(refuseLate, first.until - performance.now());
  }

  function stopWatching(): void {
    clearTimeout(deadline);
    deadline = undefined;
  }

  function refuseLate(): void {
    deadline = undefined;
    const now = performance.now();
    for (const one of queue) {
      if (one.until > now) break;
      queue.delete(one);
      one.reject(new Unavailable(refusal));
    }
    watchDeadline();
  }

  return {
    acquire() {
      if (taken < count) {
        taken += 1;
        return Promise.resolve();
      }
      if (queue.size >= maxWaiting) return Promise.reject(new Unavailable(refusal));
      return new Promise((resolve, reject) => {
        queue.add({ until: performance.now() + maxWaitMs, resolve, reject });
        watchDeadline();
      });
    },
    release() {
      const [next] = queue;
      if (next === undefined) {
        taken -= 1;
        return;
      }
      queue.delete(next);
      if (queue.size === 0) stopWatching();
      next.resolve();
    },
    refuseWaiting(error) {
      for (const { reject } of queue) reject(error);
      queue.clear();
      stopWatching();
    },
  };
}
