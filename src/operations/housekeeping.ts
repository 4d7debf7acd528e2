import { Unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { purgeAuditTrail } from '../storage/audit.ts';
import { purgeClaimLinks } from '../storage/claim-links.ts';
import type { Database } from '../storage/database.ts';
import { purgeEmailChanges } from '../storage/email-changes.ts';
import { purgeLiveEvents } from '../storage/live-events.ts';
import { purgeOutbox } from '../storage/outbox.ts';
import { eraseSomeReadings } from '../storage/readings/readings.ts';
import type { ReadingDays } from '../storage/schema/partitions.ts';
import { purgeSessions } from '../storage/sessions.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';

export interface Housekeeping {
  /** Drops days of readings beyond the retention; answers their names. */
  applyRetention(dryRun?: boolean): Promise<string[]>;
  /** Erases readings of deleted devices; resolves when all are erased. */
  eraseDeleted(): Promise<void>;
  /** Deletes sessions that have expired or were ended; answers how many. */
  purgeEndedSessions(): Promise<number>;
  /** Deletes messages that were sent or given up long ago, claim links that nobody can use, and changes of addresses that can no longer be undone; answers how many. */
  purgeSent(): Promise<number>;
  close(): Promise<void>;
}

export interface HousekeepingParts {
  readonly db: Database;
  readonly days: ReadingDays;
  readonly retentionDays: number;
  readonly auditRetentionDays: number;
  readonly now: () => number;
  readonly log: Log;
}

const INTERVAL_MS = 10 * MINUTE_MS;
/** A client that was away for longer reads the lists instead of resuming. */
const LIVE_EVENT_RETENTION_MS = 7 * DAY_MS;
/** As long as somebody may ask why a message did not come; the timeline keeps that it was sent. */
const OUTBOX_RETENTION_MS = 30 * DAY_MS;
/** Whoever opens an old link is told that it has expired; after that, that there is none. */
const CLAIM_LINK_RETENTION_MS = DAY_MS;
const ERASE_BATCH = 10_000;
/** Rows per statement, so that none holds its locks for long. */
const PURGE_BATCH = 5_000;

/** docs/contract.md, "Retention and maintenance": retention is applied by the service itself, whichever database it has. */
export function createHousekeeping(parts: HousekeepingParts): Housekeeping {
  const { db, days, retentionDays, auditRetentionDays, now, log } = parts;
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

  async function purgeInBatches(purge: (most: number) => Promise<number>): Promise<number> {
    let purged = 0;
    let batch: number;
    do {
      batch = await purge(PURGE_BATCH);
      purged += batch;
    } while (!closing && batch === PURGE_BATCH);
    return purged;
  }

  const purgeEndedSessions = () => purgeInBatches((most) => purgeSessions(db, new Date(now()), most));

  async function purgeSent(): Promise<number> {
    const sentBefore = new Date(now() - OUTBOX_RETENTION_MS);
    const expiredBefore = new Date(now() - CLAIM_LINK_RETENTION_MS);
    const messages = await purgeInBatches((most) => purgeOutbox(db, sentBefore, most));
    const links = await purgeInBatches((most) => purgeClaimLinks(db, expiredBefore, most));
    return messages + links + (await purgeInBatches((most) => purgeEmailChanges(db, new Date(now()), most)));
  }

  async function purgeOldAuditLines(): Promise<void> {
    const before = new Date(now() - auditRetentionDays * DAY_MS);
    const purged = await purgeInBatches((most) => purgeAuditTrail(db, before, most));
    if (purged > 0) log.info({ purged }, 'lines of the audit trail beyond the retention were deleted');
  }

  /** Days wait for a backup to end; the rest needs no table for itself. */
  function putOff(error: unknown): void {
    if (!(error instanceof Unavailable)) throw error;
    log.warn({ reason: error.message }, 'days of readings beyond the retention could not be dropped yet');
  }

  async function runAll(): Promise<void> {
    try {
      await days.prepare(new Date(now()));
      await applyRetention().catch(putOff);
      await eraseDeleted();
      await purgeLiveEvents(db, new Date(now() - LIVE_EVENT_RETENTION_MS));
      await purgeEndedSessions();
      await purgeSent();
      await purgeOldAuditLines();
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed, it will be tried again');
    }
  }

  const timer = setInterval(() => void runAll(), INTERVAL_MS).unref();
  void runAll();

  return {
    applyRetention,
    eraseDeleted,
    purgeEndedSessions,
    purgeSent,
    async close() {
      closing = true;
      clearInterval(timer);
      await erasing;
    },
  };
}
