import { type Periodic, startPeriodic } from '../platform/batching/periodic.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { SECOND_MS } from '../platform/time.ts';
import type { CoveredDay, Taken } from '../readings/vocabulary.ts';
import { addCovered } from './store.ts';

export interface WriterDeps {
  readonly db: Database;
  readonly coveredMinutes: Taken<CoveredDay>;
  readonly now: () => number;
  readonly log: Log;
}

export interface CoverageWriter {
  /** Writes what this instance has noted. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/** A wearable has one new minute a minute, so that writing often costs no more; a crash loses as much at most. */
const WRITE_MS = 10 * SECOND_MS;
const BATCH_SIZE = 2_000;

export function createCoverageWriter({ db, coveredMinutes, now, log }: WriterDeps): CoverageWriter {
  async function write(): Promise<void> {
    const taken = coveredMinutes.take();
    for (let from = 0; from < taken.length; from += BATCH_SIZE) {
      try {
        await db.transaction((q) => addCovered(q, taken.slice(from, from + BATCH_SIZE)));
      } catch (error) {
        coveredMinutes.add(taken.slice(from));
        throw error;
      }
    }
  }

  const periodic: Periodic = startPeriodic({
    everyMs: WRITE_MS,
    now,
    work: write,
    failed: (error) => log.error({ err: error }, 'coverage: writing failed, retrying'),
  });

  return {
    write,
    async close() {
      await periodic.close();
      await write().catch((error: unknown) => log.warn({ err: error }, 'coverage: writing failed'));
    },
  };
}
