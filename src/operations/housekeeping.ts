import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { purgeLiveEvents } from '../storage/live-events.ts';
import { eraseSomeReadings } from '../storage/readings/readings.ts';
import type { ReadingDays } from '../storage/schema/partitions.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';

export interface Housekeeping {
  /** Drops days of readings beyond the retention; answers their names. */
  applyRetention(dryRun?: boolean): Promise<string[]>;
  /** Erases readings of deleted devices; resolves when all are erased. */
  eraseDeleted(): Promise<void>;
  close(): Promise<void>;
}

export interface HousekeepingParts {
  readonly db: Database;
  readonly days: ReadingDays;
  readonly retentionDays: number;
  readonly now: () => number;
  readonly log: Log;
}

const INTERVAL_MS = 10 * MINUTE_MS;
/** A client that was away for longer reads the lists instead of resuming. */
const LIVE_EVENT_RETENTION_MS = 7 * DAY_MS;
const ERASE_BATCH = 10_000;

/** Contract, section 8: retention is applied by the service itself, whichever database it has. */
export function createHousekeeping({ db, days, retentionDays, now, log }: HousekeepingParts): Housekeeping {
  let closing = false;
  let erasing = Promise.resolve();

  async function applyRetention(dryRun = false): Promise<string[]> {
    const dropped = await days.drop(new Date(now() - retentionDays * DAY_MS), dryRun);
    if (dropped.length > 0 && !dryRun)
      log.info({ dropped }, 'days of readings beyond the retention were dropped');
    return dropped;
  }

  async function erase(): Promise<void> {
    while (!closing && (await eraseSomeReadings(db, ERASE_BATCH)) === ERASE_BATCH);
  }

  /** One sweep after the other, so that each call gets one that began after it. */
  function eraseDeleted(): Promise<void> {
    const sweep = erasing.then(erase);
    erasing = sweep.catch(() => {});
    return sweep;
  }

  async function runAll(): Promise<void> {
    try {
      await days.prepare(new Date(now()));
      await applyRetention();
      await eraseDeleted();
      await purgeLiveEvents(db, new Date(now() - LIVE_EVENT_RETENTION_MS));
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed, it will be tried again');
    }
  }

  const timer = setInterval(() => void runAll(), INTERVAL_MS).unref();
  void runAll();

  return {
    applyRetention,
    eraseDeleted,
    async close() {
      closing = true;
      clearInterval(timer);
      await erasing;
    },
  };
}
