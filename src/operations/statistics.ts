import type { PatientHealth } from '../devices/patient-health.ts';
import { ALERTING_LEVELS } from '../domain/fall-level.ts';
import type { Health } from '../health.ts';
import { countAssignments } from '../storage/assignments.ts';
import type { Queryable } from '../storage/database.ts';
import { countOutcomes } from '../storage/fall-outcomes.ts';
import { countFalls } from '../storage/falls.ts';
import { countUsers } from '../storage/user-lists.ts';
import { DAY_MS } from '../time.ts';

export interface StatisticsParts {
  readonly db: Queryable;
  readonly patients: PatientHealth;
  readonly health: Health;
  readonly now: () => number;
}

/** Contract, section 2, System statistics. */
export function createStatistics({ db, patients, health, now }: StatisticsParts) {
  return async () => {
    const today = new Date(Math.floor(now() / DAY_MS) * DAY_MS);
    const [
      totalUsers,
      activeDevices,
      fallsToday,
      highRiskPatients,
      caregiverAssignments,
      outcomes,
      { status },
    ] = await Promise.all([
      countUsers(db, {}),
      patients.countActiveDevices(),
      countFalls(db, ALERTING_LEVELS, { from: today, to: new Date(today.getTime() + DAY_MS) }),
      patients.countHighRisk(),
      countAssignments(db),
      countOutcomes(db),
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
    };
  };
}

export type Statistics = ReturnType<typeof createStatistics>;
