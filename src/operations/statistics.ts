import { countUsers } from '../accounts/index.ts';
import { countFalls, countFallsByDay, countOutcomes, countOutcomesByDay } from '../falls/index.ts';
import { ALERTING_LEVELS } from '../notify/levels.ts';
import type { PatientHealth } from '../overview/index.ts';
import { countAssignments } from '../people/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { DAY_MS } from '../platform/time.ts';
import type { Health } from './health.ts';

interface StatisticsDeps {
  readonly db: Queryable;
  readonly patients: PatientHealth;
  readonly health: Health;
  readonly now: () => number;
}

const DAYS_SHOWN = 30;

/** Computes the answer of `GET /admin/stats`. */
export function createStatistics({ db, patients, health, now }: StatisticsDeps) {
  return async () => {
    const today = new Date(Math.floor(now() / DAY_MS) * DAY_MS);
    const days = Array.from(
      { length: DAYS_SHOWN },
      (_, index) => new Date(today.getTime() - (DAYS_SHOWN - 1 - index) * DAY_MS),
    );
    const since = days[0] ?? today;
    const [
      totalUsers,
      activeDevices,
      fallsToday,
      highRiskPatients,
      caregiverAssignments,
      outcomes,
      fallsByDay,
      outcomesByDay,
      { status },
    ] = await Promise.all([
      countUsers(db, {}),
      patients.countActiveDevices(),
      countFalls(db, ALERTING_LEVELS, { from: today, to: new Date(today.getTime() + DAY_MS) }),
      patients.countHighRisk(),
      countAssignments(db),
      countOutcomes(db),
      countFallsByDay(db, ALERTING_LEVELS, since),
      countOutcomesByDay(db, since),
      health.check(),
    ]);
    return {
      totalUsers,
      activeDevices,
      fallsToday,
      highRiskPatients,
      caregiverAssignments,
      systemHealth: status,
      falseAlarms: outcomes.falseAlarms,
      confirmedFalls: outcomes.confirmedFalls,
      outcomesByDevice: outcomes.worstDevices,
      fallsByDay: days.map((at) => {
        const day = at.toISOString().slice(0, 10);
        const found = outcomesByDay.find((one) => one.day === day);
        return {
          day,
          falls: fallsByDay.find((one) => one.day === day)?.total ?? 0,
          falseAlarms: found?.falseAlarms ?? 0,
          confirmedFalls: found?.confirmedFalls ?? 0,
        };
      }),
    };
  };
}

export type Statistics = ReturnType<typeof createStatistics>;
