import { type Periodic, startPeriodic } from '../platform/batching/periodic.ts';
import type { Log } from '../platform/log.ts';
import { createSteadyClock, DAY_MS, SECOND_MS } from '../platform/time.ts';
import type { AdminNotices } from '../response/index.ts';
import type { Pager } from './pager.ts';

export interface OutageNoticeDeps {
  readonly pager: Pick<Pager, 'isHere' | 'isConnected'>;
  readonly adminNotices: Pick<AdminNotices, 'notify' | 'end'>;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = SECOND_MS;
/** A restart of the pager server is no news. */
const AWAY_MS = 10 * SECOND_MS;
/** A pager server that nobody repairs stays on the boards this long. */
const SHOWN_MS = 30 * DAY_MS;
const SUBJECT = 'pager-server';

/**
 * docs/pagers.md, "Outages": the instance that should have the connection notifies the admins
 * once, and their boards show the notice until the outage ends.
 */
export function watchPager({ pager, adminNotices, now, log }: OutageNoticeDeps): Periodic {
  const steadyNow = createSteadyClock(now);
  let awaySince: number | undefined;
  /** Undefined before the first look: an earlier run of this instance may have notified them. */
  let isNotified: boolean | undefined;

  return startPeriodic({
    everyMs: CHECK_MS,
    now,
    async work() {
      if (!pager.isHere()) {
        awaySince = undefined;
        isNotified = undefined;
        return;
      }
      if (pager.isConnected()) {
        awaySince = undefined;
        if (isNotified === false) return;
        await adminNotices.end(SUBJECT);
        isNotified = false;
        return;
      }
      awaySince ??= steadyNow();
      if (isNotified || steadyNow() - awaySince < AWAY_MS) return;
      await adminNotices.notify({
        subject: SUBJECT,
        content: { about: 'pager-offline' },
        shownMs: SHOWN_MS,
      });
      log.error({}, 'pager: server is away, pagers get no alerts');
      isNotified = true;
    },
    failed: (error) => log.error({ err: error }, 'pager: notifying the admins failed, retrying'),
  });
}
