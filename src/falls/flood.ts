import { HOUR_MS, MINUTE_MS } from '../platform/time.ts';

/** docs/response.md, "Floods": of one person, POST /falls and POST /help counted together. */
export const REPORTS_PER_MINUTE = 30;

export const REPORTS_PER_HOUR = 100;

/** While a flood goes on, caregivers and admins are told of it once in this time. */
export const FLOOD_ALERT_MS = HOUR_MS;

/** One person's reports that had a response of their own, in the present minute and hour. */
export interface ReportCounts {
  readonly minuteFrom: Date;
  readonly minuteCount: number;
  readonly hourFrom: Date;
  readonly hourCount: number;
  /** When caregivers and admins were last told of a flood. */
  readonly toldAt: Date | null;
}

export interface CountedReport {
  readonly counts: ReportCounts;
  /** Beyond the limits: it is recorded, and nothing else. */
  readonly isFlood: boolean;
  /** It is to be told that there is a flood. */
  readonly isNews: boolean;
}

/**
 * Counts a report. Those beyond the limits do not count themselves: once the minute is over, the next report of somebody
 * whose app went astray has its response again.
 */
export function countReport(before: ReportCounts, now: Date): CountedReport {
  const minute = windowAt(before.minuteFrom, before.minuteCount, MINUTE_MS, now);
  const hour = windowAt(before.hourFrom, before.hourCount, HOUR_MS, now);
  const isFlood = minute.count >= REPORTS_PER_MINUTE || hour.count >= REPORTS_PER_HOUR;
  const isNews = isFlood && !isWithin(before.toldAt, FLOOD_ALERT_MS, now);
  const more = isFlood ? 0 : 1;
  return {
    counts: {
      minuteFrom: minute.from,
      minuteCount: minute.count + more,
      hourFrom: hour.from,
      hourCount: hour.count + more,
      toldAt: isNews ? now : before.toldAt,
    },
    isFlood,
    isNews,
  };
}

/** The window that begins with its first report; one from the future was written before the clock was set back. */
const windowAt = (from: Date, count: number, lengthMs: number, now: Date) =>
  isWithin(from, lengthMs, now) ? { from, count } : { from: now, count: 0 };

const isWithin = (from: Date | null, lengthMs: number, now: Date): boolean =>
  from !== null && from <= now && now.getTime() - from.getTime() < lengthMs;

/** docs/response.md, "Floods". */
export const FLOOD_ALERT = { type: 'REPORT_FLOOD', severity: 'HIGH' } as const;
