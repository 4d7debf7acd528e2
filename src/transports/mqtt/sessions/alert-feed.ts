import type { Coordination } from '../../../coordination/coordination.ts';
import type { EventLog, LiveEvent } from '../../../live/events.ts';
import type { Log } from '../../../log.ts';
import { startPeriodic } from '../../../periodic.ts';
import { ALERT_EVENTS } from './alert-messages.ts';

export interface AlertFeed {
  /** Somebody listens to the caregiver's alerts here: from now on none is missed. */
  follow(caregiverId: string): Promise<void>;
  /** None of the caregiver's events up to this number is still to come; 0 while nobody follows them. */
  receivedUpTo(caregiverId: string): number;
  /** Resolves when the comparison under way, if any, is over. */
  close(): Promise<void>;
}

export interface AlertFeedParts {
  readonly events: Pick<EventLog, 'subscribe' | 'after' | 'lastId' | 'lastIds'>;
  readonly coordination: Pick<Coordination, 'subscribe'>;
  readonly isHere: (caregiverId: string) => boolean;
  readonly publish: (alert: LiveEvent) => void;
  readonly now: () => number;
  readonly log: Log;
}

/** How far a caregiver's events have been heard: all up to `whole`, and some beyond. */
interface Progress {
  /** The newest event when it began. One up to there that is announced late has not been told here. */
  start: number;
  whole: number;
  readonly beyond: Set<number>;
  /** Resolves when the log has said where to start. */
  readonly begun: Promise<void>;
}

/** A gap that lasts so long is no matter of order any more. */
const MAX_BEYOND = 100;
const COMPARE_MS = 30_000;

/** Alerts as they are announced, and those whose announcement was lost. */
export function createAlertFeed(parts: AlertFeedParts): AlertFeed {
  const { events, coordination, isHere, publish, now, log } = parts;
  const followed = new Map<string, Progress>();
  const lookUpFailed = (error: unknown): void =>
    log.warn({ err: error }, 'MQTT: missed alerts could not be looked up');

  const isForwarded = ({ start, whole, beyond }: Progress, number: number): boolean =>
    number > start && (number <= whole || beyond.has(number));

  function markReceived(progress: Progress, number: number): void {
    progress.beyond.add(number);
    complete(progress, progress.whole);
  }

  /** What is missing up to there is not in the log any more: nobody can be told. */
  function complete(progress: Progress, number: number): void {
    progress.whole = Math.max(progress.whole, number);
    for (const one of progress.beyond) if (one <= progress.whole) progress.beyond.delete(one);
    while (progress.beyond.delete(progress.whole + 1)) progress.whole += 1;
  }

  function forward(event: LiveEvent): void {
    if (ALERT_EVENTS.has(event.type)) publish(event);
  }

  events.subscribe((event) => {
    const progress = followed.get(event.recipientId);
    if (progress === undefined) return forward(event);
    // The log may have told it before its announcement did.
    if (isForwarded(progress, event.id)) return;
    forward(event);
    markReceived(progress, event.id);
    if (progress.beyond.size > MAX_BEYOND) {
      catchUp(event.recipientId, progress, event.id).catch(lookUpFailed);
    }
  });

  /** The newest number is known from before: all events up to it are in the log now, or never will be. */
  async function catchUp(caregiverId: string, progress: Progress, newest: number): Promise<void> {
    await progress.begun;
    for await (const event of events.after(caregiverId, progress.whole)) {
      if (!isForwarded(progress, event.id)) forward(event);
      complete(progress, event.id);
    }
    complete(progress, newest);
  }

  /** The safety net under all announcements, as on live sockets. Whoever has gone is followed anew on coming back. */
  async function compare(): Promise<void> {
    for (const caregiverId of followed.keys()) if (!isHere(caregiverId)) followed.delete(caregiverId);
    if (followed.size === 0) return;
    for (const [caregiverId, newest] of await events.lastIds([...followed.keys()])) {
      const progress = followed.get(caregiverId);
      if (progress !== undefined && newest > progress.whole) await catchUp(caregiverId, progress, newest);
    }
  }

  coordination.subscribe((event) => {
    if (event.type === 'resync') compare().catch(lookUpFailed);
  });
  const periodic = startPeriodic({ everyMs: COMPARE_MS, now, work: compare, failed: lookUpFailed });

  function begin(caregiverId: string): Progress {
    const asked = events.lastId(caregiverId).then(
      (newest) => {
        progress.start = newest;
        complete(progress, newest);
      },
      (error: unknown) => {
        if (followed.get(caregiverId) === progress) followed.delete(caregiverId);
        throw error;
      },
    );
    const progress: Progress = { start: 0, whole: 0, beyond: new Set(), begun: asked };
    followed.set(caregiverId, progress);
    return progress;
  }

  return {
    follow: (caregiverId) => (followed.get(caregiverId) ?? begin(caregiverId)).begun,
    receivedUpTo: (caregiverId) => followed.get(caregiverId)?.whole ?? 0,
    close: periodic.close,
  };
}
