import type { Queryable } from '../../platform/database/database.ts';
import { nextWindow } from './rules.ts';
import { lockHeldCheckIns, setWindows } from './store.ts';

/**
 * A window that closes while the patient is away waits until the patient is back (docs/home.md, "Absence"), and gives
 * way to the next one when that opens.
 */
export async function passHeldWindows(q: Queryable, zone: string, at: Date): Promise<void> {
  const held = await lockHeldCheckIns(q, at);
  const open = held.flatMap(({ patientId, ...times }) => {
    const next = nextWindow(times, at, zone);
    return next.opensAt <= at ? [{ patientId, ...next }] : [];
  });
  if (open.length > 0) await setWindows(q, open);
}
