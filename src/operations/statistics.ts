import { countUsers, type Organisation } from '../accounts/index.ts';
import { countFallsByDay } from '../falls/index.ts';
import type { PatientHealth } from '../overview/index.ts';
import { countAssignments } from '../people/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ALERTING_LEVELS } from '../platform/fall-levels.ts';
import { addDays, dayOf, endOfDay, startOfDay } from '../platform/zone.ts';
import type { Health } from './health.ts';
import { countOutcomes, countOutcomesByDay } from './outcomes.ts';

export interface StatisticsDeps {
  readonly db: Queryable;
  readonly facts: PatientHealth;
  readonly health: Health;
  readonly organisation: Pick<Organisation, 'current'>;
  readonly now: () => number;
}

const DAYS_SHOWN = 30;

/** Computes the reply of `GET /admin/stats`. */
export function createStatistics({ db, facts, health, organisation, now }: StatisticsDeps) {
  return async () => {
    const { timeZone } = organisation.current();
    const today = dayOf(new Date(now()), timeZone);
    const days = Array.from({ length: DAYS_SHOWN }, (_, index) => addDays(today, index - DAYS_SHOWN + 1));
    const starts = days.map((day) => startOfDay(day, timeZone));
    const end = endOfDay(today, timeZone);
    const [
      totalUsers,
      activeDevices,
      highRiskPatients,
      caregiverAssignments,
      outcomes,
      fallsByDay,
      outcomesByDay,
      { status },
    ] = await Promise.all([
      countUsers(db, {}),
      facts.countActiveDevices(),
      facts.countHighRisk(),
      countAssignments(db),
      countOutcomes(db),
      countFallsByDay(db, ALERTING_LEVELS, starts, end),
      countOutcomesByDay(db, starts, end),
      health.check(),
    ]);
    return {
      totalUsers,
      activeDevices,
      fallsToday: fallsByDay.at(-1) ?? 0,
      highRiskPatients,
      caregiverAssignments,
      systemHealth: status,
      falseAlarms: outcomes.falseAlarms,
      confirmedFalls: outcomes.confirmedFalls,
      outcomesByDevice: outcomes.worstDevices,
      fallsByDay: days.map((day, index) => ({
        day,
        falls: fallsByDay[index] ?? 0,
        falseAlarms: outcomesByDay[index]?.falseAlarms ?? 0,
        confirmedFalls: outcomesByDay[index]?.confirmedFalls ?? 0,
      })),
    };
  };
}
