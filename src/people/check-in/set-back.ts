import type { Queryable } from '../../platform/database/database.ts';
import { nextWindow } from './rules.ts';
import { dropSignsAfter, lockCheckIns, setWindows } from './store.ts';

/**
 * The clock was set back: a window that is later than the next one was chosen in the future, and so was a sign of life.
 * Until then nobody would notice a missed check-in. A window that has closed meanwhile stays, to be decided.
 */
export async function bringWindowsBack(q: Queryable, zone: string, at: Date): Promise<void> {
  const all = await lockCheckIns(q);
  await dropSignsAfter(q, at);
  const earlier = all.flatMap(({ patientId, ...row }) => {
    const next = nextWindow(row, at, zone);
    return next.opensAt < row.opensAt ? [{ patientId, ...next }] : [];
  });
  if (earlier.length > 0) await setWindows(q, earlier);
}
