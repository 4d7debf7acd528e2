import { countAuditLinesBefore, purgeAuditTrail } from '../accounts/store/audit.ts';
import { purgeEmailChanges } from '../accounts/store/email-changes.ts';
import { purgeSessions } from '../accounts/store/sessions.ts';
import { countPurgeableFalls, purgeFalls } from '../falls/store/falls.ts';
import { purgeLiveEvents } from '../live/store.ts';
import { purgeOutbox } from '../notify/store/outbox.ts';
import { countMessagesBefore, purgeMessages } from '../people/store/messages.ts';
import { type Database, type Queryable, unlessDeadlocked } from '../platform/database/database.ts';
import type { ReadingDays } from '../platform/database/schema/partitions.ts';
import { DAY_MS } from '../platform/time.ts';
import { eraseReadingsOf, keysToErase } from '../readings/store/erasures.ts';
import { countPurgeableAlerts, purgeAlerts } from '../response/store/alerts.ts';
import { purgeClaimLinks } from '../response/store/claim-links.ts';
import { countPurgeableResponseLog, purgeResponseLog } from '../response/store/response-log.ts';

/** The tasks of housekeeping, in the order in which they run: docs/operations.md, "Housekeeping". */
export const HOUSEKEEPING_TASKS = [
  'prepare_days',
  'drop_days',
  'erase_readings',
  'purge_events',
  'purge_sessions',
  'purge_outbox',
  'purge_claim_links',
  'purge_email_changes',
  'purge_audit',
  'purge_falls',
  'purge_alerts',
  'purge_messages',
  'purge_response_log',
] as const;
export type HousekeepingTask = (typeof HOUSEKEEPING_TASKS)[number];

/** What one batch has done. */
export interface Progress {
  readonly rows: number;
  /** There is nothing left to do, or another instance is doing it. */
  readonly isDone: boolean;
  readonly isOthersTurn?: boolean;
  /** Names of days that were dropped. */
  readonly droppedDays?: readonly string[];
}

/** Does one bounded part of a task; each run of the task has its own. */
export type Batch = () => Promise<Progress>;

export type Tasks = Readonly<Partial<Record<HousekeepingTask, () => Batch>>>;

/** Days that each kind of record is kept; undefined keeps it for good. */
export interface Retention {
  readonly readings: number;
  readonly audit: number;
  readonly falls?: number | undefined;
  readonly alerts?: number | undefined;
  readonly messages?: number | undefined;
  readonly responseLog?: number | undefined;
}

export interface TaskDeps {
  readonly db: Database;
  readonly days: ReadingDays;
  readonly retention: Retention;
  readonly onErasureFailed: (deviceKey: number, error: unknown) => void;
  readonly now: () => number;
}

/** A client that was away for longer reads the lists instead of resuming. */
const LIVE_EVENT_RETENTION_MS = 7 * DAY_MS;
/** As long as somebody may ask why a message did not come; the timeline keeps that it was sent. */
const OUTBOX_RETENTION_MS = 30 * DAY_MS;
/** Whoever opens an old link is told that it has expired; after that, that there is none. */
const CLAIM_LINK_RETENTION_MS = DAY_MS;
const ERASE_BATCH = 10_000;
const KEYS_AT_ONCE = 100;
/** Rows per statement, so that none holds its locks for long. */
const PURGE_BATCH = 5_000;
/** Each takes its alerts, timeline and messages with it. */
const FALLS_BATCH = 500;

type Purge = (q: Queryable, before: Date, most: number) => Promise<number>;

/** Every task of housekeeping, each in bounded batches: docs/operations.md, "Housekeeping". */
export function createTasks(deps: TaskDeps): Tasks {
  const { db, days, retention, now } = deps;

  const purging =
    (purge: Purge, ageMs: number, most = PURGE_BATCH) =>
    (): Batch =>
    async () => {
      const rows = await purge(db, new Date(now() - ageMs), most);
      return { rows, isDone: rows < most };
    };

  /** None where the records are kept for good. */
  const retaining = (
    name: HousekeepingTask,
    keptDays: number | undefined,
    purge: Purge,
    most = PURGE_BATCH,
  ): Tasks => (keptDays === undefined ? {} : { [name]: purging(purge, keptDays * DAY_MS, most) });

  const preparing = (): Batch => async () => {
    await days.prepare(new Date(now()));
    return { rows: 0, isDone: true };
  };

  const dropping = (): Batch => async () => {
    const droppedDays = await days.drop(new Date(now() - retention.readings * DAY_MS));
    return { rows: droppedDays.length, isDone: true, droppedDays };
  };

  const purgeFallsInTransaction: Purge = (_, before, most) =>
    unlessDeadlocked(() => db.transaction((q) => purgeFalls(q, before, most)));

  /** One device after the other; one that fails must not keep the others waiting. */
  function erasing(): Batch {
    let after = 0;
    let keys: number[] = [];
    let failure: unknown;
    return async () => {
      if (keys.length === 0)
        keys = (await keysToErase(db, after, KEYS_AT_ONCE)).map(({ deviceKey }) => deviceKey);
      const [key] = keys;
      if (key === undefined) {
        if (failure !== undefined) throw failure;
        return { rows: 0, isDone: true };
      }
      try {
        const { rows, isAll, isOurTurn } = await eraseReadingsOf(db, key, ERASE_BATCH);
        if (!isOurTurn) return { rows: 0, isDone: true, isOthersTurn: true };
        if (isAll) advance();
        return { rows, isDone: false };
      } catch (error) {
        deps.onErasureFailed(key, error);
        failure = error;
        advance();
        return { rows: 0, isDone: false };
      }
      function advance(): void {
        after = keys.shift() ?? after;
      }
    };
  }

  return {
    prepare_days: preparing,
    drop_days: dropping,
    erase_readings: erasing,
    purge_events: purging(purgeLiveEvents, LIVE_EVENT_RETENTION_MS),
    purge_sessions: purging(purgeSessions, 0),
    purge_outbox: purging(purgeOutbox, OUTBOX_RETENTION_MS),
    purge_claim_links: purging(purgeClaimLinks, CLAIM_LINK_RETENTION_MS),
    purge_email_changes: purging(purgeEmailChanges, 0),
    purge_audit: purging(purgeAuditTrail, retention.audit * DAY_MS),
    ...retaining('purge_falls', retention.falls, purgeFallsInTransaction, FALLS_BATCH),
    ...retaining('purge_alerts', retention.alerts, purgeAlerts),
    ...retaining('purge_messages', retention.messages, purgeMessages),
    ...retaining('purge_response_log', retention.responseLog, purgeResponseLog),
  };
}

/** What `apply_retention` deletes besides days of readings: the name in its result, the task, and what it would delete. */
export const RETAINED = [
  ['deletedAuditLines', 'purge_audit', 'audit', countAuditLinesBefore],
  ['deletedFalls', 'purge_falls', 'falls', countPurgeableFalls],
  ['deletedAlerts', 'purge_alerts', 'alerts', countPurgeableAlerts],
  ['deletedMessages', 'purge_messages', 'messages', countMessagesBefore],
  ['deletedResponseLogEntries', 'purge_response_log', 'responseLog', countPurgeableResponseLog],
] as const satisfies readonly (readonly [
  string,
  HousekeepingTask,
  keyof Retention,
  (q: Queryable, before: Date) => Promise<number>,
])[];
