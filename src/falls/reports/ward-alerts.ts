import type { Queryable } from '../../platform/database/database.ts';
import { instantsOf, type Period } from '../../platform/period.ts';
import { SHIFTS, timeGroups } from './groupings.ts';
import { alertsByShift } from './store.ts';

interface ShiftCounts {
  readonly alerts: number;
  readonly falseAlarms: number;
}

/** Of each shift of the day. */
export type WardAlerts = Record<(typeof SHIFTS)[number], ShiftCounts>;

const NONE = { alerts: 0, falseAlarms: 0 };
const NO_ALERTS: Readonly<WardAlerts> = { EARLY: NONE, LATE: NONE, NIGHT: NONE };

/** The alerts of a period by ward; null: of residents without one. */
export async function alertsByWard(
  q: Queryable,
  period: Period,
): Promise<(wardId: string | null) => Readonly<WardAlerts>> {
  const found = new Map<string | null, WardAlerts>();
  // No label is shown, so their language does not matter.
  for (const { wardId, shift, ...counts } of await alertsByShift(
    q,
    instantsOf(period),
    timeGroups('shift', period, 'en'),
  )) {
    const key = SHIFTS[shift] as (typeof SHIFTS)[number];
    found.set(wardId, { ...(found.get(wardId) ?? NO_ALERTS), [key]: counts });
  }
  return (wardId) => found.get(wardId) ?? NO_ALERTS;
}
