import { createSemaphore, type SemaphoreDeps } from './semaphore.ts';

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs each task with a slot of the semaphore, and releases the slot afterwards. */
export function createConcurrencyLimit(deps: SemaphoreDeps): ConcurrencyLimit {
  const slots = createSemaphore(deps);
  return async (work) => {
    await slots.acquire();
    try {
      return await work();
    } finally {
      slots.release();
    }
  };
}
