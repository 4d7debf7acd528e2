import type { WebSocket } from 'uWebSockets.js';
import type { Principal } from '../../auth/sessions.ts';
import type { EventLog, LiveEvent } from '../../live/events.ts';
import { eventFrame, type Ref } from './frames.ts';

/** Decisions, Live socket: why the server closes a socket. */
export const CLOSE = {
  goingAway: 1001,
  tryAgainLater: 1013,
  badFrames: 4400,
  sessionEnded: 4401,
  tooSlow: 4408,
} as const;

/** A reader that lets more than this pile up is cut off; it resumes where it was. */
const MAX_BUFFERED = 256 * 1024;
/** While events are replayed, and for what may be skipped, the next one waits until there is less than this. */
const PACE_BUFFERED = 64 * 1024;

export interface LiveSocketParts {
  readonly events: EventLog;
  /** An alert went out. */
  readonly onDelivered: (alertId: string) => void;
  /** It was cut off for reading too slowly, or was not shown a reading for that. */
  readonly dropped: (what: 'live_socket' | 'live_reading') => void;
  readonly now: () => number;
}

/** What a connection carries. An object around the socket, because uWebSockets.js may copy it field by field. */
export interface SocketData {
  readonly socket: LiveSocket;
}

/** One open connection of a person, and how far it has read. */
export class LiveSocket {
  readonly principal: Principal;
  readonly ip: string;
  readonly requestId: string;
  /** Readings between acceptance and answer. */
  inFlight = 0;
  badFrames = 0;
  /** Whether it has been told of emergencies since it opened. */
  caughtUp = false;
  /** Patients whose readings it wants. */
  watching: Set<string> | undefined;
  /** Acknowledgements under way, by alert: the event that tells of it answers with this `ref`. */
  acknowledging: Map<string, Ref | undefined> | undefined;
  controlWindow = 0;
  controlFrames = 0;
  readonly #parts: LiveSocketParts;
  readonly #after: number | undefined;
  #ws: WebSocket<SocketData> | undefined;
  /** The number of the newest event that was sent. */
  #cursor = 0;
  /** The number of the newest event that was heard of. */
  #known = 0;
  #started = false;
  #replaying = false;
  #resume: (() => void) | undefined;
  #waitingSince = 0;

  constructor(
    parts: LiveSocketParts,
    principal: Principal,
    caller: { readonly ip: string; readonly requestId: string },
    after: number | undefined,
  ) {
    this.#parts = parts;
    this.principal = principal;
    this.ip = caller.ip;
    this.requestId = caller.requestId;
    this.#after = after;
  }

  get userId(): string {
    return this.principal.userId;
  }

  get isOpen(): boolean {
    return this.#ws !== undefined;
  }

  /** Whether it has its welcome, and with it a place in the log. */
  get isStarted(): boolean {
    return this.#started;
  }

  attach(ws: WebSocket<SocketData>): void {
    this.#ws = ws;
  }

  /** From here on the connection must not be touched. */
  detach(): void {
    this.#ws = undefined;
    this.#goOn();
  }

  /** Sends a frame, and cuts the reader off who lets too many pile up; false when nothing can be sent any more. */
  send(frame: Buffer): boolean {
    const ws = this.#ws;
    if (ws === undefined) return false;
    ws.send(frame, false);
    if (ws.getBufferedAmount() <= MAX_BUFFERED) return true;
    this.cutOff('Too much is waiting to be read; resume with ?after=');
    return false;
  }

  cutOff(reason: string): void {
    this.#parts.dropped('live_socket');
    this.end(CLOSE.tooSlow, reason);
  }

  /** For what loses nothing by being left out. */
  sendIfQuick(frame: Buffer): void {
    if (this.#buffered() < PACE_BUFFERED) this.send(frame);
    else this.#parts.dropped('live_reading');
  }

  /**
   * The closing frame comes after what is buffered. Should the client not read even that, uWebSockets.js closes the
   * connection for good some 20 s later (measured).
   */
  end(code: number, reason: string): void {
    this.#ws?.end(code, reason);
  }

  /** Takes its place in the log: behind what the client says it has seen, or at the end. */
  start(lastId: number): void {
    this.#cursor = Math.min(this.#after ?? lastId, lastId);
    this.#started = true;
    this.catchUpTo(lastId);
  }

  /** An event was announced. It may come out of order or twice: the numbers tell, and the log fills gaps. */
  onEvent(event: LiveEvent): void {
    if (event.id > this.#known) this.#known = event.id;
    if (!this.#started || this.#replaying || event.id <= this.#cursor) return;
    if (event.id === this.#cursor + 1) this.#deliver(event);
    else this.catchUpTo(event.id);
  }

  /** There are events up to this number: those that were not sent come from the log. */
  catchUpTo(lastId: number): void {
    if (lastId > this.#known) this.#known = lastId;
    if (!this.#started || this.#replaying || this.#known <= this.#cursor) return;
    this.#replaying = true;
    this.#replay()
      // Whoever compares the numbers next begins again where this has ended.
      .catch(() => {})
      .finally(() => {
        this.#replaying = false;
      });
  }

  async #replay(): Promise<void> {
    while (this.isOpen && this.#known > this.#cursor) {
      const from = this.#cursor;
      const known = this.#known;
      for await (const event of this.#parts.events.after(this.userId, from)) {
        if (this.#buffered() >= PACE_BUFFERED) await this.#room();
        if (!this.#deliver(event)) return;
      }
      // What was announced was committed: if it is not there, it was too old to be kept, or deleted with its person.
      if (this.#cursor === from) this.#cursor = known;
    }
  }

  #deliver(event: LiveEvent): boolean {
    const { id, type, data } = event as LiveEvent & { data: { id?: string; alertId?: string } };
    const answered = type === 'alert.acknowledged' && this.acknowledging?.has(data.alertId ?? '');
    const ref = answered ? this.acknowledging?.get(data.alertId ?? '') : undefined;
    if (!this.send(eventFrame(event, ref))) return false;
    if (answered) this.acknowledging?.delete(data.alertId ?? '');
    this.#cursor = id;
    if ((type === 'alert' || type === 'alert.updated') && data.id !== undefined) {
      this.#parts.onDelivered(data.id);
    }
    return true;
  }

  #buffered(): number {
    return this.#ws?.getBufferedAmount() ?? 0;
  }

  #room(): Promise<void> {
    this.#waitingSince = this.#parts.now();
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  /** The client has read something. */
  drained(): void {
    this.#waitingSince = this.#parts.now();
    if (this.#buffered() < PACE_BUFFERED) this.#goOn();
  }

  #goOn(): void {
    this.#resume?.();
    this.#resume = undefined;
  }

  /** How long a replay has been waiting for its reader. */
  waitingFor(now: number): number {
    return this.#resume === undefined ? 0 : now - this.#waitingSince;
  }
}
