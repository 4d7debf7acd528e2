import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { SECOND_MS, secondsSince } from '../../platform/time.ts';
import type { ResponseMetrics } from '../metrics.ts';
import { countUnresolved } from '../store/responses.ts';

interface OpenResponsesWatchDeps {
  readonly db: Queryable;
  readonly metrics: Pick<ResponseMetrics, 'readOpen'>;
  readonly now: () => number;
  readonly log: Log;
}

const POLL_MS = 5 * SECOND_MS;

/**
 * Counts the open responses in the background, because the metrics must be available while the database is not. The
 * age of the oldest unclaimed fall keeps growing between polls.
 */
export function watchOpenResponses({ db, metrics, now, log }: OpenResponsesWatchDeps): {
  close(): Promise<void>;
} {
  let open: Awaited<ReturnType<typeof countUnresolved>> = { unresolved: 0, unansweredSince: null };
  metrics.readOpen({
    unresolved: () => open.unresolved,
    unansweredSeconds: () => secondsSince(open.unansweredSince, now()),
  });
  return startPeriodic({
    everyMs: POLL_MS,
    now,
    async work() {
      open = await countUnresolved(db);
    },
    failed: (error) => log.error({ err: error }, 'metrics: counting open responses failed'),
  });
}
