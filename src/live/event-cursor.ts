import type { EventLog, LiveEvent } from './events.ts';

/** A consumer of one user's events. */
export interface EventReader {
  /** False when the reader's buffer is full: the event stays in the log until the reader catches up. */
  deliver(event: LiveEvent): boolean;
  /** Awaited before an event from the log is delivered, so that a slow reader sets the pace. */
  ready?(): Promise<void> | undefined;
}

/**
 * `in order`: an event that is announced before an earlier one waits in the log until its turn.
 * `as announced`: it is delivered at once, and the gap is filled later.
 */
export type DeliveryOrder = 'in order' | 'as announced';

interface EventCursorDeps {
  readonly events: Pick<EventLog, 'after'>;
  readonly recipientId: string;
  readonly reader: EventReader;
  readonly order: DeliveryOrder;
}

/**
 * One reader's position in a user's numbered events. Announcements may arrive late, out of order, twice or not at
 * all: gaps in the numbers show which events are missing, the cursor reads those from the log, and it delivers no
 * event twice.
 */
export class EventCursor {
  readonly #deps: EventCursorDeps;
  /** Every event up to this number was delivered or deleted from the log. */
  #position = 0;
  /** The highest number known to exist. */
  #newest = 0;
  /** Where an `as announced` reader started. This cursor has not delivered earlier events that are announced late. */
  #start = 0;
  /** Delivered events outside the contiguous range from the start to the position. */
  readonly #apart = new Set<number>();
  /** The first event that the reader refused, or that could not be read from the log. */
  #refused = Number.POSITIVE_INFINITY;
  #started = false;
  #catchingUp: Promise<void> | undefined;

  constructor(deps: EventCursorDeps) {
    this.#deps = deps;
  }

  get position(): number {
    return this.#position;
  }

  get isStarted(): boolean {
    return this.#started;
  }

  /** Whether there are events after the position. */
  get isBehind(): boolean {
    return this.#started && this.#newest > this.#position;
  }

  /** Its place while there are events after it: the same place for long means that they wait. */
  get waitsAt(): string | undefined {
    return this.isBehind ? `${this.#deps.recipientId} ${this.#position}` : undefined;
  }

  /** Number of events delivered beyond a gap. */
  get beyondGap(): number {
    let count = 0;
    for (const id of this.#apart) if (id > this.#position) count += 1;
    return count;
  }

  get hasRefused(): boolean {
    return this.#refused !== Number.POSITIVE_INFINITY;
  }

  /** Skips events up to this number. */
  start(position: number): void {
    if (this.#deps.order === 'as announced') this.#start = position;
    this.#started = true;
    this.#advance(position);
  }

  /** Handles an announced event. */
  receive(event: LiveEvent): void {
    this.offer(event.id, () => this.#deps.reader.deliver(event));
  }

  /** The same, for a reader that has the event in another form. */
  offer(id: number, deliver: () => boolean): void {
    this.#newest = Math.max(this.#newest, id);
    if (this.#isDelivered(id) || !this.#mayDeliver(id)) return;
    if (!deliver()) {
      this.#refused = Math.min(this.#refused, id);
      return;
    }
    this.#apart.add(id);
    this.#advance(this.#position);
  }

  /** Events up to this number exist, even if the reader has not started yet. */
  expect(newest: number): void {
    this.#newest = Math.max(this.#newest, newest);
  }

  /** Delivers the events that the log holds after the position. All events up to `newest` are committed. */
  catchUp(newest = 0): Promise<void> {
    this.#newest = Math.max(this.#newest, newest);
    this.#catchingUp ??= this.#readLog().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  /** The caller guarantees that every event up to this number was offered; refused events are not skipped. */
  skipTo(id: number): void {
    if (this.#catchingUp === undefined) this.#advance(Math.min(id, this.#refused - 1));
  }

  async #readLog(): Promise<void> {
    const { events, recipientId, reader } = this.#deps;
    try {
      do {
        const newest = this.#newest;
        this.#refused = Number.POSITIVE_INFINITY;
        for await (const event of events.after(recipientId, this.#position)) {
          await reader.ready?.();
          if (!this.#isDelivered(event.id) && !reader.deliver(event)) {
            this.#refused = event.id;
            return;
          }
          // Numbers become visible in order: an earlier number that is missing from the log was deleted.
          this.#advance(event.id);
        }
        if (this.#refused <= newest) this.#refused = Number.POSITIVE_INFINITY;
        this.#advance(newest);
      } while (this.isBehind);
    } catch (error) {
      this.#refused = this.#position + 1;
      throw error;
    }
  }

  #isDelivered(id: number): boolean {
    return (id > this.#start && id <= this.#position) || this.#apart.has(id);
  }

  #mayDeliver(id: number): boolean {
    if (this.#deps.order === 'as announced') return true;
    return this.#started && this.#catchingUp === undefined && id === this.#position + 1;
  }

  #advance(position: number): void {
    this.#position = Math.max(this.#position, position);
    while (this.#apart.has(this.#position + 1)) this.#position += 1;
    for (const id of this.#apart) if (id > this.#start && id <= this.#position) this.#apart.delete(id);
  }
}
