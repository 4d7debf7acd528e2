import { startPeriodic } from '../platform/batching/periodic.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { SECOND_MS } from '../platform/time.ts';

interface OutboxBacklog {
  readonly pending: number;
  readonly oldest: Date | null;
}

interface OpenResponses {
  readonly unresolved: number;
  readonly unansweredSince: Date | null;
}

interface ResponseGauges {
  /** Seconds; 0 if the outbox is empty. */
  outboxAge(): number;
  pending(): number;
  unresolved(): number;
  /** Seconds since the oldest unclaimed fall started to escalate; 0 if there is none. */
  unansweredAge(): number;
  close(): Promise<void>;
}

const ASK_MS = 5 * SECOND_MS;

/**
 * Polls the open responses in the background, because the metrics must be available while the database is not. Ages
 * keep growing between polls.
 */
export function watchOpenResponses({
  db,
  outboxBacklog,
  countUnresolved,
  now,
  log,
}: {
  readonly db: Queryable;
  readonly outboxBacklog: (q: Queryable) => Promise<OutboxBacklog>;
  readonly countUnresolved: (q: Queryable) => Promise<OpenResponses>;
  readonly now: () => number;
  readonly log: Log;
}): ResponseGauges {
  let backlog: OutboxBacklog = { pending: 0, oldest: null };
  let open: OpenResponses = { unresolved: 0, unansweredSince: null };
  const periodic = startPeriodic({
    everyMs: ASK_MS,
    now,
    async work() {
      backlog = await outboxBacklog(db);
      open = await countUnresolved(db);
    },
    failed: (error) => log.error({ err: error }, 'metrics: counting open responses failed'),
  });
  const ageOf = (since: Date | null): number =>
    since === null ? 0 : Math.max(0, now() - since.getTime()) / SECOND_MS;
  return {
    outboxAge: () => ageOf(backlog.oldest),
    pending: () => backlog.pending,
    unresolved: () => open.unresolved,
    unansweredAge: () => ageOf(open.unansweredSince),
    close: () => periodic.close(),
  };
}
