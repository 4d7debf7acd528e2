import type { NotifiedFalls } from '../notify/vocabulary.ts';
import { startPeriodic } from '../platform/batching/periodic.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { SECOND_MS } from '../platform/time.ts';
import { recordPhoneOutcome, settleOverdueCalls } from './store/hooks.ts';
import type { PhoneKind } from './store/uses.ts';

export interface CallWatchDeps {
  readonly db: Database;
  readonly notifiedFalls: NotifiedFalls;
  readonly metrics: {
    readonly notify: {
      deliveryTried(kind: PhoneKind, delivered: boolean, attempt: number, ageMs: number): void;
    };
  };
  readonly now: () => number;
  readonly log: Log;
}

const POLL_MS = 5 * SECOND_MS;
/** Longer than a phone rings: by then the gateway has fetched the text, or reported why not. */
const OVERDUE_MS = 90 * SECOND_MS;

/** Ends calls of which the gateway never reports: every try must be in the timeline. */
export const watchCalls = ({
  db,
  notifiedFalls,
  metrics,
  now,
  log,
}: CallWatchDeps): { close(): Promise<void> } =>
  startPeriodic({
    everyMs: POLL_MS,
    now,
    async work() {
      const at = new Date(now());
      const overdue = await db.transaction(async (q) => {
        const calls = await settleOverdueCalls(q, new Date(at.getTime() - OVERDUE_MS), at);
        for (const call of calls)
          await recordPhoneOutcome(q, notifiedFalls, call, 'the gateway reported nothing', at);
        return calls;
      });
      for (const { kind, attempt } of overdue) metrics.notify.deliveryTried(kind, false, attempt, OVERDUE_MS);
    },
    failed: (error) => log.error({ err: error }, 'calls: ending overdue calls failed'),
  });
