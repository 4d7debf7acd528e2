import type { AuditLine } from '../accounts/vocabulary.ts';
import { startPeriodic } from '../platform/batching/periodic.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError, Unavailable } from '../platform/errors.ts';
import type { AuditTrail } from '../platform/http/audit.ts';
import type { Log } from '../platform/log.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/time.ts';
import type { Settlement } from './settle.ts';
import * as store from './store.ts';
import type { TakeTurn } from './turns.ts';

interface WatchDeps {
  readonly db: Database;
  readonly settlement: Settlement;
  readonly takeTurn: TakeTurn;
  readonly audit: Pick<AuditTrail, 'recordAuditLine'>;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = SECOND_MS;
const BATCH_SIZE = 50;
/** What cannot be settled must not hide the others. */
const RETRY_MS = 10 * MINUTE_MS;
/** The reply to a change of a group waits for as many of its members. */
const SETTLED_AT_ONCE = 100;
/** Other changes take turns with them; the rest follows without the caller, which gives up after about 30 s. */
const SETTLED_WITHIN_MS = 10 * SECOND_MS;

/** Settles accounts whose groups have changed: at once, and what is left, or due later, every second. */
export function watchAccounts({ db, settlement, takeTurn, audit, now, log }: WatchDeps) {
  const recordOwn = (line: AuditLine) => void audit.recordAuditLine(line);

  async function settleOne(userId: string, record: (line: AuditLine) => void): Promise<void> {
    try {
      await takeTurn(record, (q, after) => settlement.settle(q, userId, after));
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      await store.postpone(db, userId, new Date(now() + RETRY_MS));
      if (!(error instanceof AppError)) {
        log.error({ err: error, userId }, 'directory: account could not be settled, retrying in 10 min');
        return;
      }
      record({
        level: 'warning',
        action: 'account.changed',
        outcome: 'refused',
        message: `An account could not follow the groups of the directory: ${error.message}`,
        subjectId: userId,
      });
    }
  }

  async function check(): Promise<void> {
    for (;;) {
      const due = await store.unsettledUsers(db, new Date(now()), BATCH_SIZE);
      for (const userId of due) await settleOne(userId, recordOwn);
      if (due.length < BATCH_SIZE) return;
    }
  }

  const periodic = startPeriodic({
    everyMs: CHECK_MS,
    now,
    work: check,
    failed: (error) => log.error({ err: error }, 'directory: settling accounts failed, retrying'),
  });

  return {
    async settleSome(userIds: readonly string[], record: (line: AuditLine) => void): Promise<void> {
      // The change itself is stored: its caller hears of it, whatever becomes of the rest.
      try {
        const start = performance.now();
        for (const userId of userIds.slice(0, SETTLED_AT_ONCE)) {
          if (performance.now() - start > SETTLED_WITHIN_MS) return;
          await settleOne(userId, record);
        }
      } catch (error) {
        log.warn({ err: error }, 'directory: settling accounts failed, retrying');
      }
    },
    /** The settings may map other groups than before. */
    settleAll: () => store.markAllUnsettled(db, new Date(now())),
    close: () => periodic.close(),
  };
}
