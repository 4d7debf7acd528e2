import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Judged } from './judge.ts';
import type { Share } from './judge-thread.ts';

/** Judges all files, on all processors. A stream's result does not depend on their number. */
export async function judgeAll(
  paths: readonly string[],
  phases: number,
  people = Number.POSITIVE_INFINITY,
): Promise<Judged[]> {
  const threads = availableParallelism();
  const pool = new Piscina<Share, Judged[]>({
    filename: fileURLToPath(new URL('judge-thread.ts', import.meta.url)),
    minThreads: threads,
    maxThreads: threads,
  });
  try {
    const shares = Array.from({ length: threads }, (_, thread) =>
      pool.run({ paths, phases, thread, threads, people }),
    );
    return (await Promise.all(shares)).flat();
  } finally {
    await pool.destroy();
  }
}
