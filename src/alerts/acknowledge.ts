import type { EventLog } from '../live/events.ts';
import { type AlertRow, acknowledgeAlert, alertsBeside, findAlert } from '../storage/alerts.ts';
import type { Database } from '../storage/database.ts';
import { markResponded } from '../storage/falls.ts';
import { type Outcome, setAlertOutcome, setFallOutcome } from '../storage/outcomes.ts';

export interface AcknowledgeParts {
  readonly db: Database;
  readonly events: EventLog;
}

/** What `alert.acknowledged` tells; `acknowledgedBy` is null when the occurrence is over by itself. */
export const acknowledgement = (
  alert: { readonly id: string; readonly fallId: string | null },
  by: string | null,
  at: Date,
) => ({ alertId: alert.id, fallId: alert.fallId, acknowledgedBy: by, timestamp: at });

/**
 * The first acknowledgement of any of its alerts answers for the fall, and every caregiver who was alerted hears who
 * took it on. Again is harmless, and tells nobody; it may add what was found.
 */
export async function acknowledge(
  { db, events }: AcknowledgeParts,
  alert: { readonly id: string; readonly fallId: string | null },
  by: string,
  at: Date,
  outcome?: Outcome | undefined,
): Promise<AlertRow | undefined> {
  const { acknowledged, told } = await db.transaction(async (q) => {
    // The fall before its alerts, as when it is raised: whoever locks in another order may wait in a circle.
    if (alert.fallId !== null) await markResponded(q, alert.fallId, at);
    if (outcome && alert.fallId !== null) await setFallOutcome(q, alert.fallId, outcome);
    const isFirst = (await acknowledgeAlert(q, alert.id, by, at)) === 1;
    if (outcome) await setAlertOutcome(q, alert.id, outcome);
    const told = isFirst
      ? await events.append(
          q,
          (await alertsBeside(q, alert.id)).map(({ id, caregiverId }) => ({
            recipientId: caregiverId,
            type: 'alert.acknowledged' as const,
            data: acknowledgement({ id, fallId: alert.fallId }, by, at),
          })),
        )
      : [];
    return { acknowledged: await findAlert(q, alert.id), told };
  });
  events.announce(told);
  return acknowledged;
}
