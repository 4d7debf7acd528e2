import type { Queryable } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/time.ts';
import { alertThreshold, HALF_LIFE_MS, LOWEST_OFFSET, offsetAt } from './sensitivity.ts';
import { findDetectorState } from './store.ts';
import { sensitivityInWords } from './words.ts';

/** What the detector has learned about a patient, as `GET /patients/:id/detector` shows it. */
export function createDetectorView({ db, now }: { readonly db: Queryable; readonly now: () => number }) {
  return async (patientId: string) => {
    const state = await findDetectorState(db, patientId);
    const offset = state === undefined ? 0 : offsetAt(state, now());
    const { falseAlarms = 0, realFalls = 0, since = null, updatedAt = null, resetAt = null } = state ?? {};
    return {
      offset,
      lowestOffset: LOWEST_OFFSET,
      halfLifeDays: HALF_LIFE_MS / DAY_MS,
      alertThreshold: alertThreshold(offset),
      falseAlarms,
      realFalls,
      since,
      updatedAt,
      resetAt,
      ...sensitivityInWords({ offset, falseAlarms }),
    };
  };
}

export type DetectorView = ReturnType<typeof createDetectorView>;
