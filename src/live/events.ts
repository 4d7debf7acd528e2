import type { Queryable, TransactionOptions } from '../platform/database/database.ts';

/** docs/live-socket.md, "Resume after a disconnect": events that matter are numbered consecutively per recipient. */
export type EventType =
  | 'alert'
  | 'alert.updated'
  | 'alert.acknowledged'
  | 'response'
  | 'message'
  | 'device.status'
  | 'notice'
  | 'handover'
  | 'morning.question'
  | 'absence';

interface EventBase {
  readonly recipientId: string;
  readonly type: EventType;
  /** The record, shaped as in REST. */
  readonly data: object;
}

export interface NewEvent extends EventBase {
  /**
   * The user whom the event is about: patient, sender or owner. The event is deleted with that user, and its number
   * stays unused.
   */
  readonly aboutId: string;
}

export interface LiveEvent extends EventBase {
  readonly id: number;
  /** When it was stored, in milliseconds since 1970; known for events read from the log. */
  readonly at?: number;
}

/** An alert that was sent to one of its caregiver's connections. */
export interface SentAlert {
  readonly id: string;
  /** Null for an alert about a wearable. */
  readonly fallId: string | null;
}

/** Events on an admin's board: the falls, wearables and absences of all patients. Not numbered, not repeated. */
export interface Overview {
  readonly type: Extract<EventType, 'response' | 'device.status' | 'absence'>;
  readonly data: object;
}

/** A change, and the events that it causes. */
export interface Changed<T> {
  /** May still be on its way: the last statements of the change and the append are sent together. */
  readonly result: T | Promise<T>;
  readonly events: readonly NewEvent[];
}

export interface EventLog {
  /**
   * The only way into the log: the change and its events are committed together, or not at all, and then announced to
   * every instance. The cursors of the recipients are locked once and last (docs/architecture.md, "Lock order").
   */
  transaction<T>(work: (q: Queryable) => Promise<Changed<T>>, options?: TransactionOptions): Promise<T>;
  /** A user's events after a number, oldest first, read page by page on demand. */
  after(recipientId: string, id: number): AsyncIterable<LiveEvent>;
  /** The number of a user's newest event; 0 before the first. */
  lastId(recipientId: string): Promise<number>;
  /** The same for many users at once; users without events are missing. */
  lastIds(recipientIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Called shortly after a commit of any instance with the number of each recipient's newest event: a reader that is
   * behind it has missed an announcement and reads the log. Called without numbers when commits may have been missed
   * as well.
   */
  onCommitted(listener: (newest?: ReadonlyMap<string, number>) => void): void;
  /** Called for each announced event, which may be late, out of order or repeated: see EventCursor. */
  subscribe(listener: (event: LiveEvent) => void): void;
  /** Called once for each announced fall or wearable, however many recipients it has: see admin-overview.ts. */
  onOverview(listener: (overview: Overview) => void): void;
}
