import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { SECOND_MS, secondsSince } from '../../platform/time.ts';
import type { NotifyMetrics } from '../metrics.ts';
import { outboxBacklog } from './backlog-store.ts';

interface OutboxWatchDeps {
  readonly db: Queryable;
  readonly metrics: Pick<NotifyMetrics, 'readOutbox'>;
  readonly now: () => number;
  readonly log: Log;
}

const POLL_MS = 5 * SECOND_MS;

/**
 * Counts the unsent messages in the background, because the metrics must be available while the database is not. The
 * age of the oldest message keeps growing between polls.
 */
export function watchOutbox({ db, metrics, now, log }: OutboxWatchDeps): { close(): Promise<void> } {
  let backlog: Awaited<ReturnType<typeof outboxBacklog>> = { pending: 0, oldest: null };
  metrics.readOutbox({
    ageSeconds: () => secondsSince(backlog.oldest, now()),
    pending: () => backlog.pending,
  });
  return startPeriodic({
    everyMs: POLL_MS,
    now,
    async work() {
      backlog = await outboxBacklog(db);
    },
    failed: (error) => log.error({ err: error }, 'metrics: counting unsent messages failed'),
  });
}
