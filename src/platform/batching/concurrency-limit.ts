import { createSemaphore, type SemaphoreDeps } from './semaphore.ts';

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Work that takes a place and leaves it. */
export function createConcurrencyLimit(deps: SemaphoreDeps): ConcurrencyLimit {
  const places = createSemaphore(deps);
  return async (work) => {
    await places.take();
    try {
      return await work();
    } finally {
      places.leave();
    }
  };
}
