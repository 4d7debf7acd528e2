import { ownClockTolerance, type ScheduleState } from './send-schedule.ts';

/** A device's schedule in Redis; times by Redis' clock. Null where Redis knows nothing. */
export type StoredSchedule = readonly [
  due: string | null,
  urgent: string | null,
  before: string | null,
  connection: string | null,
  connected: string | null,
  extra: string | null,
  uptime: string | null,
  skipped: string | null,
];

interface Scheduled {
  readonly schedule: ScheduleState;
  /** In milliseconds since 1970, like `lastAcceptedAt`; 0 without one. */
  readonly lastStoredAt: number;
  readonly lastAcceptedAt: number;
}

interface Clocks {
  readonly intervalMs: number;
  /** Of `due` and `urgentAt`. */
  readonly steadyNow: () => number;
  /** Of all other times. */
  readonly now: () => number;
}

/** The arguments of GIVE_LEASE from the third on. */
export function exportSchedule(
  { schedule, lastStoredAt, lastAcceptedAt }: Scheduled,
  { steadyNow, now }: Clocks,
): readonly (string | number)[] {
  const { due, urgentAt, uptime, skipped, extra, connectionId = '', connectedAt } = schedule;
  const ageOf = (time: number): number | '' => (time === 0 ? '' : now() - time);
  return [
    due === 0 ? '' : steadyNow() - due,
    urgentAt === Number.NEGATIVE_INFINITY ? '' : steadyNow() - urgentAt,
    ageOf(lastAcceptedAt),
    ageOf(lastStoredAt),
    connectionId,
    ageOf(connectedAt),
    extra,
    skipped,
    Number.isNaN(uptime) ? '' : uptime,
  ];
}

/** A schedule that Redis does not know goes on as this instance knows it. Redis' clock may have been set back. */
export function importSchedule(
  { schedule }: Pick<Scheduled, 'schedule'>,
  [due, urgent, before, connection, connected, extra, uptime, skipped]: StoredSchedule,
  redisNow: number,
  { intervalMs, steadyNow, now }: Clocks,
): void {
  if (due === null) return;
  const ageOf = (time: string | null): number | undefined => {
    const at = Number(time);
    return at === 0 || at > redisNow ? undefined : redisNow - at;
  };
  const timeOf = (time: string | null): number => {
    const age = ageOf(time);
    return age === undefined ? 0 : now() - age;
  };
  const dueInMs = Number(due) - redisNow;
  const isDue = Number(due) !== 0 && dueInMs <= intervalMs + ownClockTolerance(intervalMs);
  schedule.due = isDue ? steadyNow() + dueInMs : 0;
  const urgentAge = ageOf(urgent);
  schedule.urgentAt = urgentAge === undefined ? Number.NEGATIVE_INFINITY : steadyNow() - urgentAge;
  schedule.storedElsewhereAt = timeOf(before);
  schedule.connectionId = connection || undefined;
  schedule.connectedAt = timeOf(connected);
  schedule.extra = Number(extra);
  schedule.skipped = Number(skipped);
  schedule.uptime = uptime === null ? Number.NaN : Number(uptime);
}
