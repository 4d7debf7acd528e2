import type { Queryable } from '../platform/database/database.ts';
import type { Day } from '../platform/zone.ts';
import { coverageOf } from './coverage.ts';
import { residentsOf } from './store.ts';

export interface WardCoverage {
  connectedMinutes: number;
  blindMinutes: number;
}

/** More than any organisation has residents. */
const MOST_RESIDENTS = 10_000;

/** The waking minutes of a day with and without readings, by ward; null: residents without one. */
export async function coverageByWard(
  q: Queryable,
  { day, zone, now }: { readonly day: Day; readonly zone: string; readonly now: number },
): Promise<ReadonlyMap<string | null, Readonly<WardCoverage>>> {
  const all = { wardId: null, patientId: null, keptSince: new Date(0) };
  const residents = await residentsOf(q, all, MOST_RESIDENTS);
  const found = new Map<string | null, WardCoverage>();
  const period = { from: day, to: day, zone };
  for (const { wardId, totals } of await coverageOf(q, residents, { period, by: 'day', now })) {
    const ward = found.get(wardId) ?? { connectedMinutes: 0, blindMinutes: 0 };
    ward.connectedMinutes += totals.connectedMinutes;
    ward.blindMinutes += totals.blindMinutes;
    found.set(wardId, ward);
  }
  return found;
}
