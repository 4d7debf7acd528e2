import type { EventLog, LiveEvent } from './events.ts';

/** Whoever reads a person's events. */
export interface EventReader {
  /** False when there is no room for it: it stays in the log until the reader catches up again. */
  deliver(event: LiveEvent): boolean;
  /** Awaited before an event from the log is delivered, so that a slow reader sets the pace. */
  ready?(): Promise<void> | undefined;
}

/**
 * `in order`: an event that is announced ahead of another one waits in the log until its turn comes.
 * `as announced`: it is delivered at once, and the gap is filled later.
 */
export type DeliveryOrder = 'in order' | 'as announced';

export interface EventCursorDeps {
  readonly events: Pick<EventLog, 'after'>;
  readonly recipientId: string;
  readonly reader: EventReader;
  readonly order: DeliveryOrder;
}

/**
 * How far one reader has come in a person's numbered events. Announcements may come late, out of order, twice or not at
 * all: the numbers show what is missing, the log has it, and nothing is delivered twice.
 */
export class EventCursor {
  readonly #deps: EventCursorDeps;
  /** Every event up to this number was delivered, or is not in the log any more. */
  #position = 0;
  /** The greatest number that is known to exist. */
  #newest = 0;
  /** Where an `as announced` reader began. An earlier event that is announced late was not delivered by this cursor. */
  #start = 0;
  /** Delivered, but not part of the unbroken row from the start to the position. */
  readonly #apart = new Set<number>();
  /** The first event that the reader had no room for, or that could not be read from the log. */
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

  /** How many events were delivered beyond a gap. */
  get beyondGap(): number {
    let count = 0;
    for (const id of this.#apart) if (id > this.#position) count += 1;
    return count;
  }

  get hasRefused(): boolean {
    return this.#refused !== Number.POSITIVE_INFINITY;
  }

  /** Events up to this number are not asked for. */
  start(position: number): void {
    if (this.#deps.order === 'as announced') this.#start = position;
    this.#started = true;
    this.#advance(position);
  }

  /** An event was announced. */
  receive(event: LiveEvent): void {
    this.offer(event.id, () => this.#deps.reader.deliver(event));
  }

  /** The same for a reader that has the event in another form. */
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

  /** There are events up to this number, also if the reader has not started yet. */
  expect(newest: number): void {
    this.#newest = Math.max(this.#newest, newest);
  }

  /** Delivers what the log holds after the position. All events up to `newest` are committed. */
  catchUp(newest = 0): Promise<void> {
    this.#newest = Math.max(this.#newest, newest);
    this.#catchingUp ??= this.#readLog().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  /** The caller knows that every event up to this number was offered; what was refused is not skipped. */
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
          // Numbers become visible in their order: what is not in the log before this one was deleted.
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
