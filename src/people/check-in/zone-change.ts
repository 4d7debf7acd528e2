import type { Queryable } from '../../platform/database/database.ts';
import { nextWindow } from './rules.ts';
import { lockCheckIns, setWindows } from './store.ts';

/** Runs in the transaction that changes the organisation's time zone: the windows are at other instants then. */
export async function moveWindows(q: Queryable, zone: string, at: Date): Promise<void> {
  const all = await lockCheckIns(q);
  if (all.length === 0) return;
  await setWindows(
    q,
    all.map(({ patientId, ...times }) => ({ patientId, ...nextWindow(times, at, zone) })),
  );
}
