import type { Organisation } from '../../accounts/index.ts';
import type { EventLog, NewEvent } from '../../live/index.ts';
import { leadsOf } from '../../people/index.ts';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { DAY_MS, SECOND_MS } from '../../platform/time.ts';
import type { ResponseMetrics } from '../metrics.ts';
import { endStaffNotices, notifyStaff } from '../notices/staff-notices.ts';
import { activeAdmins } from '../notices/store.ts';
import { countGaps, type GapRow, lockGapNews, markGap, rosteredWards, staleRosters } from './duty-store.ts';
import { gapSubject, lastDutyDay, lockAndKeepDuty } from './keep-duty.ts';

interface RosterWatchDeps {
  readonly db: Database;
  readonly events: EventLog;
  readonly organisation: Pick<Organisation, 'current' | 'holdTimeZone' | 'onChange' | 'readerOf'>;
  readonly metrics?: Pick<ResponseMetrics, 'readRosterGaps'>;
  readonly now: () => number;
  /** How often the clock was set back. */
  readonly setBacks: () => number;
  readonly log: Log;
}

const CHECK_MS = 5 * SECOND_MS;
const BATCH_SIZE = 50;
/** docs/home.md, "Rosters": leads and admins are notified of a gap this long before it. */
const WARN_MS = DAY_MS;

/**
 * Keeps the stored duty a week ahead and in the right zone, and notifies leads and admins of slots without a caregiver. Every
 * instance checks; the lock of a row lets one of them act.
 */
export function watchRosters({ db, events, organisation, metrics, now, setBacks, log }: RosterWatchDeps) {
  let gaps = 0;
  /** Undefined at first: the clock may have been set back before the start. */
  let restoredFor: number | undefined;

  /** While the clock was ahead, the service ended slots that are still to come. */
  async function followClock(): Promise<void> {
    const steps = setBacks();
    if (steps === restoredFor) return;
    await db.transaction(async (q) => {
      const zone = await organisation.holdTimeZone(q);
      await lockAndKeepDuty(q, await rosteredWards(q), zone, new Date(now()));
    });
    restoredFor = steps;
  }

  async function refresh(): Promise<void> {
    const { timeZone } = organisation.current();
    const at = new Date(now());
    for (const wardId of await staleRosters(db, lastDutyDay(at, timeZone), timeZone, BATCH_SIZE))
      await db.transaction(async (q) =>
        lockAndKeepDuty(q, [wardId], await organisation.holdTimeZone(q), new Date(now())),
      );
  }

  function notifyOfGaps(): Promise<number> {
    return events.transaction(async (q) => {
      const at = new Date(now());
      const slots = await lockGapNews(q, at, new Date(at.getTime() + WARN_MS), BATCH_SIZE);
      const news: NewEvent[] = [];
      for (const slot of slots) news.push(...(await notifyOfGap(q, slot, at)));
      return { result: slots.length, events: news };
    });
  }

  async function notifyOfGap(q: Queryable, slot: GapRow, at: Date): Promise<readonly NewEvent[]> {
    const subject = gapSubject(slot.wardId, slot);
    if (!slot.isGap) {
      await markGap(q, slot, null, null);
      await endStaffNotices(q, [subject]);
      return [];
    }
    const hasBegun = slot.start <= at;
    await markGap(q, slot, slot.warnedAt ?? at, hasBegun ? at : null);
    return notifyStaff(
      q,
      {
        recipients: [...(await leadsOf(q, [slot.wardId])), ...(await activeAdmins(q))],
        subject,
        wardId: slot.wardId,
        content: {
          about: 'roster-gap',
          wardName: slot.wardName,
          shiftName: slot.name,
          start: slot.start.toISOString(),
          hasBegun,
        },
        shownUntil: slot.end,
      },
      organisation,
      at,
    );
  }

  async function check(): Promise<void> {
    await followClock();
    await refresh();
    while ((await notifyOfGaps()) === BATCH_SIZE);
    const at = new Date(now());
    gaps = await countGaps(db, at, new Date(at.getTime() + WARN_MS));
  }

  // The duty follows the zone in the same transaction: at no moment does escalation read the hours of the old one.
  organisation.onChange(async (q, after, before) => {
    if (after.timeZone === before.timeZone) return;
    await lockAndKeepDuty(q, await rosteredWards(q), after.timeZone, new Date(now()));
  });

  metrics?.readRosterGaps(() => gaps);
  const periodic = startPeriodic({
    everyMs: CHECK_MS,
    now,
    work: check,
    failed: (error) => log.error({ err: error }, 'rosters: check failed, retrying'),
  });
  return { check, wake: periodic.wake, close: () => periodic.close() };
}
