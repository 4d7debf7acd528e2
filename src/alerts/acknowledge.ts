import type { EventLog } from '../live/events.ts';
import { type AlertRow, acknowledgeAlert, alertsBeside, findAlert } from '../storage/alerts.ts';
import type { Database } from '../storage/database.ts';
import { markResponded } from '../storage/falls.ts';
import { type Outcome, setAlertOutcome, setFallOutcome } from '../storage/outcomes.ts';

export interface AcknowledgeParts {
  readonly db: Database;
  readonly events: EventLog;
  /** Told how many seconds after a fall it was first acknowledged. */
  readonly answered: (secondsAfterFall: number) => void;
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
  { db, events, answered }: AcknowledgeParts,
  alert: { readonly id: string; readonly fallId: string | null },
  by: string,
  at: Date,
  outcome?: Outcome | undefined,
): Promise<AlertRow | undefined> {
  const { acknowledged, told, seconds } = await db.transaction(async (q) => {
    // The fall before its alerts, as when it is raised: whoever locks in another order may wait in a circle.
    const seconds = alert.fallId === null ? undefined : await markResponded(q, alert.fallId, at);
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
    return { acknowledged: await findAlert(q, alert.id), told, seconds };
  });
  events.announce(told);
  if (seconds !== undefined) answered(seconds);
  return acknowledged;
}
