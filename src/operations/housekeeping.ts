import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { purgeLiveEvents } from '../storage/live-events.ts';
import { eraseSomeReadings } from '../storage/readings/readings.ts';
import type { ReadingDays } from '../storage/schema/partitions.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';

export interface Housekeeping {
  /** Drops days of readings that are older than the retention; answers their names. */
  applyRetention(dryRun?: boolean): Promise<string[]>;
  /** Erases readings of deleted devices; what takes long goes on in the background. */
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

const ROUND_MS = 10 * MINUTE_MS;
/** Whoever was away for longer looks at the lists instead of resuming. */
const LIVE_EVENTS_KEPT_MS = 7 * DAY_MS;
const ERASE_AT_ONCE = 10_000;

/** The service keeps its 90 days itself, whatever the database could do: contract, section 8. */
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
    while (!closing && (await eraseSomeReadings(db, ERASE_AT_ONCE)) === ERASE_AT_ONCE);
  }

  /** One after the other: whoever asks is served by a sweep that began after the asking. */
  function eraseDeleted(): Promise<void> {
    const sweep = erasing.then(erase);
    erasing = sweep.catch(() => {});
    return sweep;
  }

  async function round(): Promise<void> {
    try {
      await days.prepare(new Date(now()));
      await applyRetention();
      await eraseDeleted();
      await purgeLiveEvents(db, new Date(now() - LIVE_EVENTS_KEPT_MS));
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed, it will be tried again');
    }
  }

  const timer = setInterval(() => void round(), ROUND_MS).unref();
  void round();

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
