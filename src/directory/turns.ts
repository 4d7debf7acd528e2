import type { AuditLine } from '../accounts/vocabulary.ts';
import { createConcurrencyLimit } from '../platform/batching/concurrency-limit.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { repeated } from '../platform/database/repeated.ts';
import { AppError } from '../platform/errors.ts';
import type { Broadcast } from './accounts.ts';

/** What follows the commit of a change. */
export interface After {
  announce(broadcast: Broadcast): void;
  record(line: AuditLine): void;
}

/** Runs a change of the directory in a transaction. */
export type TakeTurn = <T>(
  record: (line: AuditLine) => void,
  work: (q: Queryable, after: After) => Promise<T>,
) => Promise<T>;

interface TurnDeps {
  readonly db: Database;
  /** Locks the admins until the transaction ends (docs/architecture.md, "Lock order"): changes come one after the other. */
  readonly lockAdmins: (q: Queryable) => Promise<unknown>;
}

const MAX_WAITING = 500;
/** Clients give up after about 30 s. */
const MAX_WAIT_MS = 20_000;

/**
 * One change at a time, on all instances: two directories that write at once read what the other has written. A burst
 * of changes takes one connection of an instance: logins and readings have the others.
 */
export function createTurns({ db, lockAdmins }: TurnDeps): TakeTurn {
  const limited = createConcurrencyLimit({
    count: 1,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    refusal: 'Too many changes of the directory are waiting',
  });
  return (record, work) =>
    limited(async () => {
      const { result, broadcasts, lines } = await repeated(async () => {
        const broadcasts: Broadcast[] = [];
        const lines: AuditLine[] = [];
        const after: After = { announce: (one) => broadcasts.push(one), record: (line) => lines.push(line) };
        const result = await db.transaction(async (q) => {
          await lockAdmins(q);
          return work(q, after);
        });
        return { result, broadcasts, lines };
      });
      for (const line of lines) record(line);
      for (const broadcast of broadcasts) await broadcast();
      return result;
    });
}

/** Admins learn that the directory wanted to take the last of them; its own log may be read by nobody. */
export const recordingRefusals =
  (takeTurn: TakeTurn): TakeTurn =>
  (record, work) =>
    takeTurn(record, work).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'LAST_ADMIN')
        record({
          level: 'warning',
          action: 'account.changed',
          outcome: 'refused',
          message: `Refused a change of the directory: ${error.message}`,
        });
      throw error;
    });
