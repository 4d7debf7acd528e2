import { HOUR_MS, MINUTE_MS } from '../../platform/time.ts';

/** docs/response.md, "Floods": limits per person; POST /falls and POST /help count together. */
export const REPORTS_PER_MINUTE = 30;

export const REPORTS_PER_HOUR = 100;

/** During a flood, caregivers and admins are notified once in this interval. */
const FLOOD_ALERT_MS = HOUR_MS;

/** A person's reports that got a response of their own, in the current minute and hour. */
export interface ReportCounts {
  readonly minuteFrom: Date;
  readonly minuteCount: number;
  readonly hourFrom: Date;
  readonly hourCount: number;
  /** When caregivers and admins were last notified of a flood. */
  readonly notifiedAt: Date | null;
}

export interface CountedReport {
  readonly counts: ReportCounts;
  /** The report is beyond the limits: it is only recorded. */
  readonly isFlood: boolean;
  /** Caregivers and admins must be notified of the flood. */
  readonly isNews: boolean;
}

/**
 * Counts a report. Reports beyond the limits do not count: once the minute is over, the next report of a person whose
 * app misbehaves gets a response again.
 */
export function countReport(before: ReportCounts, now: Date): CountedReport {
  const minute = windowAt(before.minuteFrom, before.minuteCount, MINUTE_MS, now);
  const hour = windowAt(before.hourFrom, before.hourCount, HOUR_MS, now);
  const isFlood = minute.count >= REPORTS_PER_MINUTE || hour.count >= REPORTS_PER_HOUR;
  const isNews = isFlood && !isWithin(before.notifiedAt, FLOOD_ALERT_MS, now);
  const more = isFlood ? 0 : 1;
  return {
    counts: {
      minuteFrom: minute.from,
      minuteCount: minute.count + more,
      hourFrom: hour.from,
      hourCount: hour.count + more,
      notifiedAt: isNews ? now : before.notifiedAt,
    },
    isFlood,
    isNews,
  };
}

/** A window begins with its first report. A start in the future was written before the clock was set back. */
const windowAt = (from: Date, count: number, lengthMs: number, now: Date) =>
  isWithin(from, lengthMs, now) ? { from, count } : { from: now, count: 0 };

const isWithin = (from: Date | null, lengthMs: number, now: Date): boolean =>
  from !== null && from <= now && now.getTime() - from.getTime() < lengthMs;

/** docs/response.md, "Floods". */
export const FLOOD_ALERT = { type: 'REPORT_FLOOD', severity: 'HIGH' } as const;
