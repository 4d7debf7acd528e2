import type { Queryable } from '../platform/database/database.ts';

/** docs/live-socket.md, "Resume after a disconnect": events that matter have a number, one more each for its recipient. */
export type EventType =
  | 'alert'
  | 'alert.updated'
  | 'alert.acknowledged'
  | 'response'
  | 'message'
  | 'device.status';

interface EventBase {
  readonly recipientId: string;
  readonly type: EventType;
  /** The record, shaped as in REST. */
  readonly data: object;
}

export interface NewEvent extends EventBase {
  /** Whom it is about: the patient, the sender, the owner. It is deleted with them, and its number stays unused. */
  readonly aboutId: string;
}

export interface LiveEvent extends EventBase {
  readonly id: number;
}

/** What an admin's board follows: the falls and wearables of everybody. It has no number, and is not repeated. */
export interface Overview {
  readonly type: Extract<EventType, 'response' | 'device.status'>;
  readonly data: object;
}

export interface EventLog {
  /** In the transaction of its cause: an event is committed together with its cause, or not at all. */
  append(q: Queryable, events: readonly NewEvent[]): Promise<readonly LiveEvent[]>;
  /** After the commit: announces them here and to every other instance. */
  broadcast(events: readonly LiveEvent[]): void;
  /** Events of a person after a number, oldest first, read page by page as they are asked for. */
  after(recipientId: string, id: number): AsyncIterable<LiveEvent>;
  /** The number of a person's newest event; 0 before the first. */
  lastId(recipientId: string): Promise<number>;
  /** The same for many people at once; those without any event are missing. */
  lastIds(recipientIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Called a moment after a commit with the number of the newest event of some people, from whichever instance: whoever has not
   * got so far has missed an announcement, and reads the log. Without numbers where commits may have been missed as well.
   */
  onCommitted(listener: (newest?: ReadonlyMap<string, number>) => void): void;
  /** Called for each announced event, possibly late, out of order or twice: see EventCursor. */
  subscribe(listener: (event: LiveEvent) => void): void;
  /** Called for each announced fall or wearable once, whoever it was announced to: see admin-overview.ts. */
  onOverview(listener: (overview: Overview) => void): void;
}
