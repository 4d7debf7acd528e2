import type { Organisation } from '../accounts/index.ts';
import type { EventLog } from '../live/index.ts';
import type { ClockDoubt } from '../notify/texts/content.ts';
import { type Periodic, startPeriodic } from '../platform/batching/periodic.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { DAY_MS, SECOND_MS } from '../platform/time.ts';
import { endStaffNotices, tellStaff } from './staff-notices.ts';
import { activeAdmins, isNoticeShown } from './store/staff-notices.ts';

interface ClockNoticeDeps {
  readonly db: Database;
  readonly clock: {
    /** Why the clock was in doubt when it was last checked. */
    readonly doubt: { readonly reason: ClockDoubt } | undefined;
    /** Checks it now. */
    trustedNow(): Promise<number | undefined>;
  };
  /** Called when another instance has died. */
  readonly onDeath: (work: () => Promise<void>) => void;
  readonly organisation: Pick<Organisation, 'readerOf'>;
  readonly events: EventLog;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = 5 * SECOND_MS;
/** A doubt that no admin settles stays on the boards this long. */
const SHOWN_MS = 365 * DAY_MS;
const SUBJECT = 'clock';

/**
 * docs/operations.md, "Clocks": tells the admins that a clock is in doubt, and what to do; their boards show it until the doubt is over. Instances of
 * one machine share its clock, so they share the notice: an instance whose doubt remains tells again.
 */
export function watchClockDoubt(deps: ClockNoticeDeps): Periodic {
  const { db, clock, onDeath, organisation, events, now, log } = deps;
  /** Undefined before the first look: an earlier run of the service may have told. */
  let isTold: boolean | undefined;
  // The dead instance may have been the one in doubt.
  onDeath(() => endStaffNotices(db, [SUBJECT]));

  async function tell(reason: ClockDoubt): Promise<void> {
    const at = new Date(now());
    await events.transaction(async (q) => {
      const notice = {
        recipients: await activeAdmins(q),
        subject: SUBJECT,
        content: { about: 'clock-doubt', reason, clock: at.toISOString() },
        shownUntil: new Date(at.getTime() + SHOWN_MS),
      } as const;
      return { result: undefined, events: await tellStaff(q, notice, organisation, at) };
    });
  }

  return startPeriodic({
    everyMs: CHECK_MS,
    now,
    async work() {
      if (clock.doubt === undefined) {
        if (isTold !== false) await endStaffNotices(db, [SUBJECT]);
        isTold = false;
        return;
      }
      const isShown = await isNoticeShown(db, SUBJECT, new Date(now()));
      // Another instance has just seen that the doubt is over; this one may not have looked since.
      if (!isShown) await clock.trustedNow();
      const { doubt } = clock;
      if (doubt === undefined) return;
      if (!isShown) await tell(doubt.reason);
      isTold = true;
    },
    failed: (error) => log.error({ err: error }, 'clock: telling the admins failed, retrying'),
  });
}
