import type { Log } from '../log.ts';
import { startPeriodic } from '../periodic.ts';
import { type Emergency, emergenciesOf, type LiveAlert } from '../storage/alert-delivery.ts';
import type { Queryable } from '../storage/database.ts';

/** People with an open connection to this instance. */
export interface ConnectedCaregivers {
  connected(): readonly string[];
  /** Those with a connection that has not been sent the open emergencies yet. */
  newlyConnected(): readonly string[];
  /** To the connections that are new, or to all. */
  resend(caregiverId: string, alert: LiveAlert, to: 'new' | 'all'): void;
  /** Their new connections have been sent all open emergencies. */
  markCaughtUp(caregiverIds: readonly string[]): void;
}

export interface EmergencyRepeatParts {
  readonly db: Queryable;
  readonly caregivers: ConnectedCaregivers;
  readonly now: () => number;
  readonly log: Log;
}

/** Decisions, "Who is alerted": emergencies are re-sent until someone acknowledges. */
const REPEAT_MS = 30_000;
const POLL_MS = 1_000;
const QUERY_MS = 5_000;

/** Open emergencies are read from the database, so that neither a restart nor a new connection loses one. */
export function createEmergencyRepeats({ db, caregivers, now, log }: EmergencyRepeatParts) {
  let sentAt = new Map<string, number>();
  let queriedAt = now();
  let nextDue = Number.POSITIVE_INFINITY;

  async function check(): Promise<void> {
    const arrived = caregivers.newlyConnected();
    if (arrived.length > 0) {
      for (const { caregiverId, alert } of await emergenciesOf(db, arrived)) {
        caregivers.resend(caregiverId, alert, 'new');
        if (!sentAt.has(alert.id)) sentAt.set(alert.id, now());
      }
      caregivers.markCaughtUp(arrived);
    }
    if (now() - queriedAt < QUERY_MS && now() < nextDue) return;
    queriedAt = now();
    const present = caregivers.connected();
    repeat(present.length === 0 ? [] : await emergenciesOf(db, present));
  }

  function repeat(emergencies: readonly Emergency[]): void {
    const stillOpen = new Map<string, number>();
    for (const { caregiverId, raisedAt, alert } of emergencies) {
      const last = Math.max(sentAt.get(alert.id) ?? 0, raisedAt.getTime());
      const due = now() - last >= REPEAT_MS;
      if (due) caregivers.resend(caregiverId, alert, 'all');
      stillOpen.set(alert.id, due ? now() : last);
    }
    sentAt = stillOpen;
    nextDue = Math.min(...stillOpen.values()) + REPEAT_MS;
  }

  return startPeriodic({
    everyMs: POLL_MS,
    now,
    work: check,
    failed: (error) => log.error({ err: error }, 'emergencies could not be repeated, it will be tried again'),
  });
}
