import type { ClockDoubt } from '../../notify/texts/content.ts';
import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import type { Log } from '../../platform/log.ts';
import { DAY_MS, SECOND_MS } from '../../platform/time.ts';
import type { AdminNotices } from './admin-notices.ts';

interface ClockNoticeDeps {
  readonly clock: {
    /** Why the clock was in doubt when it was last checked. */
    readonly doubt: { readonly reason: ClockDoubt } | undefined;
    /** Checks it now. */
    trustedNow(): Promise<number | undefined>;
  };
  /** Called when another instance has died. */
  readonly onDeath: (work: () => Promise<void>) => void;
  readonly adminNotices: AdminNotices;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = 5 * SECOND_MS;
/** A doubt that no admin settles stays on the boards this long. */
const SHOWN_MS = 365 * DAY_MS;
const SUBJECT = 'clock';

/**
 * docs/operations.md, "Clocks": notifies the admins of a clock in doubt, and of what to do; their boards show it until the doubt is over. Instances of
 * one machine share its clock, so they share the notice: an instance whose doubt remains notifies again.
 */
export function watchClockDoubt(deps: ClockNoticeDeps): Periodic {
  const { clock, onDeath, adminNotices, now, log } = deps;
  /** Undefined before the first look: an earlier run of the service may have notified them. */
  let isNotified: boolean | undefined;
  // The dead instance may have been the one in doubt.
  onDeath(() => adminNotices.end(SUBJECT));

  return startPeriodic({
    everyMs: CHECK_MS,
    now,
    async work() {
      if (clock.doubt === undefined) {
        if (isNotified !== false) await adminNotices.end(SUBJECT);
        isNotified = false;
        return;
      }
      const isShown = await adminNotices.isShown(SUBJECT);
      // Another instance has just seen that the doubt is over; this one may not have looked since.
      if (!isShown) await clock.trustedNow();
      const { doubt } = clock;
      if (doubt === undefined) return;
      const content = {
        about: 'clock-doubt',
        reason: doubt.reason,
        clock: new Date(now()).toISOString(),
      } as const;
      if (!isShown) await adminNotices.notify({ subject: SUBJECT, content, shownMs: SHOWN_MS });
      isNotified = true;
    },
    failed: (error) => log.error({ err: error }, 'clock: notifying the admins failed, retrying'),
  });
}
