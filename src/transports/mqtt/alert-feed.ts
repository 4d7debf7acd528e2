import type { Coordination } from '../../coordination/coordination.ts';
import type { EventLog, LiveEvent } from '../../live/events.ts';
import { ALERT_EVENTS } from './alerts.ts';

export interface AlertFeed {
  /** Somebody listens to the caregiver's alerts here: from now on none is missed. */
  follow(caregiverId: string): Promise<void>;
}

export interface AlertFeedParts {
  readonly events: Pick<EventLog, 'subscribe' | 'after' | 'lastId'>;
  readonly coordination: Pick<Coordination, 'subscribe'>;
  readonly isHere: (caregiverId: string) => boolean;
  readonly publish: (alert: LiveEvent) => void;
  readonly log: { warn(fields: object, message: string): void };
}

/** How far a caregiver's events have been heard: all up to `whole`, and some beyond. */
interface Progress {
  whole: number;
  readonly beyond: Set<number>;
}

/** A gap that lasts so long is no matter of order any more. */
const MOST_BEYOND = 100;

/** Alerts as they are announced, and those that were announced while instances could not hear each other. */
export function createAlertFeed({ events, coordination, isHere, publish, log }: AlertFeedParts): AlertFeed {
  const followed = new Map<string, Progress>();

  function note(progress: Progress, number: number): void {
    if (number > progress.whole) progress.beyond.add(number);
    while (progress.beyond.delete(progress.whole + 1)) progress.whole += 1;
  }

  /** What is missing up to there is not in the log any more: too old to be told. */
  function close(progress: Progress, number: number): void {
    if (number > progress.whole) progress.whole = number;
    for (const one of progress.beyond) if (one <= progress.whole) progress.beyond.delete(one);
  }

  function tell(event: LiveEvent): void {
    if (ALERT_EVENTS.has(event.type)) publish(event);
  }

  events.subscribe((event) => {
    tell(event);
    const progress = followed.get(event.recipientId);
    if (progress === undefined) return;
    note(progress, event.id);
    if (progress.beyond.size > MOST_BEYOND) catchUpOrWarn(event.recipientId, progress);
  });

  async function catchUp(caregiverId: string, progress: Progress): Promise<void> {
    for await (const event of events.after(caregiverId, progress.whole)) {
      if (event.id > progress.whole && !progress.beyond.has(event.id)) tell(event);
      close(progress, event.id);
    }
  }

  function catchUpOrWarn(caregiverId: string, progress: Progress): void {
    catchUp(caregiverId, progress).catch((error: unknown) =>
      log.warn({ err: error }, 'MQTT: missed alerts could not be looked up'),
    );
  }

  coordination.subscribe((news) => {
    if (news.type !== 'resync') return;
    for (const [caregiverId, progress] of followed) {
      if (isHere(caregiverId)) catchUpOrWarn(caregiverId, progress);
      else followed.delete(caregiverId);
    }
  });

  return {
    async follow(caregiverId) {
      if (followed.has(caregiverId)) return;
      const progress: Progress = { whole: 0, beyond: new Set() };
      followed.set(caregiverId, progress);
      try {
        close(progress, await events.lastId(caregiverId));
      } catch (error) {
        followed.delete(caregiverId);
        throw error;
      }
    },
  };
}
