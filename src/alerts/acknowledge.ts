import { type AlertRow, acknowledgeAlert, findAlert } from '../storage/alerts.ts';
import type { Database } from '../storage/database.ts';
import { markResponded } from '../storage/falls.ts';

/** The first acknowledgement of any of its alerts answers for the fall. Again is harmless. */
export async function acknowledge(
  db: Database,
  alert: { readonly id: string; readonly fallId: string | null },
  by: string,
  at: Date,
): Promise<AlertRow | undefined> {
  return db.transaction(async (q) => {
    await acknowledgeAlert(q, alert.id, by, at);
    if (alert.fallId !== null) await markResponded(q, alert.fallId, at);
    return findAlert(q, alert.id);
  });
}
