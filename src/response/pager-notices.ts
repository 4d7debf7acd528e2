import type { Organisation } from '../accounts/index.ts';
import type { EventLog } from '../live/index.ts';
import { type Periodic, startPeriodic } from '../platform/batching/periodic.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { createSteadyClock, DAY_MS, SECOND_MS } from '../platform/time.ts';
import { endStaffNotices, tellStaff } from './staff-notices.ts';
import { activeAdmins, isNoticeShown } from './store/staff-notices.ts';

interface PagerNoticeDeps {
  readonly db: Database;
  readonly pager: {
    /** Whether this instance should have the connection. */
    isHere(): boolean;
    isConnected(): boolean;
  };
  readonly organisation: Pick<Organisation, 'readerOf'>;
  readonly events: EventLog;
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
 * docs/pagers.md, "Outages": the admins hear of it once, from the instance that should have the
 * connection, and their boards show it until it is over.
 */
export function watchPager({ db, pager, organisation, events, now, log }: PagerNoticeDeps): Periodic {
  const steadyNow = createSteadyClock(now);
  let awaySince: number | undefined;
  /** Undefined before the first look: an earlier run of this instance may have told. */
  let isTold: boolean | undefined;

  async function tellAdmins(): Promise<void> {
    const at = new Date(now());
    await events.transaction(async (q) => {
      if (await isNoticeShown(q, SUBJECT, at)) return { result: undefined, events: [] };
      const notice = {
        recipients: await activeAdmins(q),
        subject: SUBJECT,
        content: { about: 'pager-offline' },
        shownUntil: new Date(at.getTime() + SHOWN_MS),
      } as const;
      return { result: undefined, events: await tellStaff(q, notice, organisation, at) };
    });
    log.error({}, 'pager: server is away, pagers get no alerts');
  }

  return startPeriodic({
    everyMs: CHECK_MS,
    now,
    async work() {
      if (!pager.isHere()) {
        awaySince = undefined;
        isTold = undefined;
        return;
      }
      if (pager.isConnected()) {
        awaySince = undefined;
        if (isTold === false) return;
        await endStaffNotices(db, [SUBJECT]);
        isTold = false;
        return;
      }
      awaySince ??= steadyNow();
      if (isTold || steadyNow() - awaySince < AWAY_MS) return;
      await tellAdmins();
      isTold = true;
    },
    failed: (error) => log.error({ err: error }, 'pager: telling the admins failed, retrying'),
  });
}
