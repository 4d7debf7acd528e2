import { Unavailable } from './errors.ts';

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** So many at once; the others wait in order of their coming, and when too many do, a further one is refused. */
export function createConcurrencyLimit({
  atOnce,
  maxWaiting,
  refusal,
}: {
  readonly atOnce: number;
  readonly maxWaiting: number;
  readonly refusal: string;
}): ConcurrencyLimit {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (queue.length >= maxWaiting) throw new Unavailable(refusal);
    if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
