import type { Log } from '../log.ts';
import { startPeriodic } from '../periodic.ts';
import { type Emergency, emergenciesOf, type LiveAlert } from '../storage/alert-delivery.ts';
import type { Queryable } from '../storage/database.ts';
import { createSteadyClock } from '../time.ts';

/** People with an open connection to this instance. */
export interface ConnectedCaregivers {
  connected(): readonly string[];
  /** Those with a connection that has not been reminded yet. */
  newlyConnected(): readonly string[];
  /** To the connections that are new, or to all. */
  resend(caregiverId: string, alert: LiveAlert, to: 'new' | 'all'): void;
  /** Whoever has arrived has now been told all there was to tell. */
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

/** What is due lies in the database, so that neither a restart nor a new connection forgets an emergency. */
export function createEmergencyRepeats({ db, caregivers, now, log }: EmergencyRepeatParts) {
  /** A clock that is set back must not postpone an emergency. */
  const steadyNow = createSteadyClock(now);
  let sentAt = new Map<string, number>();
  let queriedAt = steadyNow();
  let nextDue = Number.POSITIVE_INFINITY;

  async function check(): Promise<void> {
    const arrived = caregivers.newlyConnected();
    if (arrived.length > 0) {
      for (const { caregiverId, alert } of await emergenciesOf(db, arrived)) {
        caregivers.resend(caregiverId, alert, 'new');
        if (!sentAt.has(alert.id)) sentAt.set(alert.id, steadyNow());
      }
      caregivers.markCaughtUp(arrived);
    }
    if (steadyNow() - queriedAt < QUERY_MS && steadyNow() < nextDue) return;
    queriedAt = steadyNow();
    const present = caregivers.connected();
    repeat(present.length === 0 ? [] : await emergenciesOf(db, present));
  }

  function repeat(emergencies: readonly Emergency[]): void {
    const kept = new Map<string, number>();
    const lead = steadyNow() - now();
    for (const { caregiverId, raisedAt, alert } of emergencies) {
      const raised = raisedAt.getTime() > now() ? 0 : raisedAt.getTime() + lead;
      const last = Math.max(sentAt.get(alert.id) ?? 0, raised);
      const due = steadyNow() - last >= REPEAT_MS;
      if (due) caregivers.resend(caregiverId, alert, 'all');
      kept.set(alert.id, due ? steadyNow() : last);
    }
    // What is no longer an emergency is forgotten.
    sentAt = kept;
    nextDue = Math.min(...kept.values()) + REPEAT_MS;
  }

  return startPeriodic({
    everyMs: POLL_MS,
    now,
    work: check,
    failed: (error) => log.error({ err: error }, 'emergencies could not be repeated, it will be tried again'),
  });
}
