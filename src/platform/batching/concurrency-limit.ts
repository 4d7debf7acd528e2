import { createPlaces, type PlaceParts } from './semaphore.ts';

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Work that takes a place and leaves it. */
export function createConcurrencyLimit(parts: PlaceParts): ConcurrencyLimit {
  const places = createPlaces(parts);
  return async (work) => {
    await places.take();
    try {
      return await work();
    } finally {
      places.leave();
    }
  };
}
