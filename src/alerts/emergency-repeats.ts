import { startRounds } from '../periodic.ts';
import { type Emergency, emergenciesOf, type LiveAlert } from '../storage/alert-delivery.ts';
import type { Queryable } from '../storage/database.ts';

/** People with an open connection to this instance. */
export interface Audience {
  present(): readonly string[];
  /** Those with a connection that has not been reminded yet. */
  arrived(): readonly string[];
  /** To the connections that are new, or to all. */
  remind(caregiverId: string, alert: LiveAlert, to: 'new' | 'all'): void;
  /** Whoever has arrived has now been told all there was to tell. */
  welcomed(caregiverIds: readonly string[]): void;
}

export interface EscalationParts {
  readonly db: Queryable;
  readonly audience: Audience;
  readonly now: () => number;
  readonly log: { error(fields: object, message: string): void };
}

/** Decisions, "Who is alerted": emergencies are re-sent until someone acknowledges. */
const REPEAT_MS = 30_000;
const LOOK_MS = 1_000;
const ASK_MS = 5_000;

/** What is due lies in the database, so that neither a restart nor a new connection forgets an emergency. */
export function createEscalation({ db, audience, now, log }: EscalationParts) {
  let sentAt = new Map<string, number>();
  let askedAt = now();
  let nextDue = Number.POSITIVE_INFINITY;

  async function look(): Promise<void> {
    const arrived = audience.arrived();
    if (arrived.length > 0) {
      for (const { caregiverId, alert } of await emergenciesOf(db, arrived)) {
        audience.remind(caregiverId, alert, 'new');
        if (!sentAt.has(alert.id)) sentAt.set(alert.id, now());
      }
      audience.welcomed(arrived);
    }
    if (now() - askedAt < ASK_MS && now() < nextDue) return;
    askedAt = now();
    const present = audience.present();
    repeat(present.length === 0 ? [] : await emergenciesOf(db, present));
  }

  function repeat(emergencies: readonly Emergency[]): void {
    const kept = new Map<string, number>();
    for (const { caregiverId, raisedAt, alert } of emergencies) {
      const last = Math.max(sentAt.get(alert.id) ?? 0, raisedAt.getTime());
      const due = now() - last >= REPEAT_MS;
      if (due) audience.remind(caregiverId, alert, 'all');
      kept.set(alert.id, due ? now() : last);
    }
    // What is no longer an emergency is forgotten.
    sentAt = kept;
    nextDue = Math.min(...kept.values()) + REPEAT_MS;
  }

  return startRounds({
    everyMs: LOOK_MS,
    now,
    work: look,
    failed: (error) => log.error({ err: error }, 'emergencies could not be repeated, it will be tried again'),
  });
}
