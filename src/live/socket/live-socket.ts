import type { WebSocket } from 'uWebSockets.js';
import type { Principal } from '../../platform/http/principal.ts';
import { EventCursor, type EventReader } from '../event-cursor.ts';
import type { EventLog, LiveEvent } from '../events.ts';
import { eventFrame, type Ref } from './frames.ts';
import { isRecent, REPEAT_MS } from './repeats.ts';

/** docs/live-socket.md, "Limits and close codes": why the server closes a socket. */
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

export interface LiveSocketDeps {
  readonly events: EventLog;
  /** An alert went out. */
  readonly onDelivered: (alertId: string) => void;
  /** It was cut off, or a live reading was left out, because its client reads too slowly. */
  readonly dropped: (what: 'live_socket' | 'live_reading') => void;
  readonly now: () => number;
}

/** What a connection carries. An object around the socket, because uWebSockets.js may copy it field by field. */
export interface SocketData {
  readonly socket: LiveSocket;
}

/** One open connection of a person, and how far it has read. */
export class LiveSocket implements EventReader {
  readonly principal: Principal;
  readonly ip: string;
  readonly requestId: string;
  /** Readings between acceptance and answer. */
  inFlight = 0;
  badFrames = 0;
  /** When its session ends, as far as is known: it may have been renewed since. */
  sessionEndsAt: number;
  /** The end that the client was told of. */
  toldEnd: number | undefined;
  /** Patients whose readings it wants. */
  watching: Set<string> | undefined;
  /** Acknowledgements under way, by alert: their event goes out with this `ref` as the answer. */
  acknowledging: Map<string, Ref | undefined> | undefined;
  controlWindow = 0;
  controlFrames = 0;
  readonly #deps: LiveSocketDeps;
  readonly #after: number | undefined;
  #ws: WebSocket<SocketData> | undefined;
  readonly #cursor: EventCursor;
  /** When each emergency of the last REPEAT_MS was sent, and their count, in that order. */
  #emergencies: Map<string, number> | undefined;
  #resume: (() => void) | undefined;
  #waitingSince = 0;

  constructor(
    deps: LiveSocketDeps,
    principal: Principal,
    caller: { readonly ip: string; readonly requestId: string },
    after: number | undefined,
  ) {
    this.#deps = deps;
    this.principal = principal;
    this.sessionEndsAt = principal.expiresAt;
    this.ip = caller.ip;
    this.requestId = caller.requestId;
    this.#after = after;
    const { events } = deps;
    this.#cursor = new EventCursor({ events, recipientId: this.userId, reader: this, order: 'in order' });
  }

  get userId(): string {
    return this.principal.userId;
  }

  get isOpen(): boolean {
    return this.#ws !== undefined;
  }

  /** Whether it has its welcome, and with it a place in the log. */
  get isStarted(): boolean {
    return this.#cursor.isStarted;
  }

  /** Whether no event is on its way to it from the log. */
  get isUpToDate(): boolean {
    return this.#cursor.isStarted && !this.#cursor.isBehind;
  }

  attach(ws: WebSocket<SocketData>): void {
    this.#ws = ws;
  }

  /** From here on the connection must not be touched. */
  detach(): void {
    this.#ws = undefined;
    this.#continue();
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
    this.#deps.dropped('live_socket');
    this.end(CLOSE.tooSlow, reason);
  }

  /** For frames that may be left out. */
  sendIfQuick(frame: Buffer): void {
    if (this.#buffered() < PACE_BUFFERED) this.send(frame);
    else this.#deps.dropped('live_reading');
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
    this.#cursor.start(Math.min(this.#after ?? lastId, lastId));
    this.catchUpTo(lastId);
  }

  /** An event was announced. */
  onEvent(event: LiveEvent): void {
    this.#cursor.receive(event);
    this.catchUpTo(event.id);
  }

  /** There are events up to this number: those that were not sent come from the log. */
  catchUpTo(lastId: number): void {
    this.#cursor.expect(lastId);
    if (!this.isOpen || !this.#cursor.isBehind) return;
    // After a failure the next event or comparison begins again where this has ended.
    this.#cursor.catchUp().catch(() => {});
  }

  deliver(event: LiveEvent): boolean {
    const { type, data } = event as LiveEvent & {
      data: { id?: string; alertId?: string; severity?: string };
    };
    const answered = type === 'alert.acknowledged' && this.acknowledging?.has(data.alertId ?? '');
    const ref = answered ? this.acknowledging?.get(data.alertId ?? '') : undefined;
    if (!this.send(eventFrame(event, ref))) return false;
    if (answered) this.acknowledging?.delete(data.alertId ?? '');
    if ((type === 'alert' || type === 'alert.updated') && data.id !== undefined) {
      this.#deps.onDelivered(data.id);
      if (data.severity === 'CONFIRMED') this.#recordEmergency(data.id);
    }
    return true;
  }

  /** Repeats an emergency, or how many there are, unless it was sent in the last REPEAT_MS; answers when it is due. */
  sendReminder(frame: Buffer, alertId?: string): number {
    const now = this.#deps.now();
    const sentAt = this.#emergencies?.get(alertId ?? 'count');
    if (sentAt !== undefined && isRecent(sentAt, now, REPEAT_MS)) return sentAt + REPEAT_MS;
    if (this.send(frame)) {
      this.#recordEmergency(alertId ?? 'count');
      if (alertId !== undefined) this.#deps.onDelivered(alertId);
    }
    return now + REPEAT_MS;
  }

  #recordEmergency(key: string): void {
    const now = this.#deps.now();
    this.#emergencies ??= new Map();
    this.#emergencies.delete(key);
    this.#emergencies.set(key, now);
    for (const [old, sentAt] of this.#emergencies) {
      if (isRecent(sentAt, now, REPEAT_MS)) break;
      this.#emergencies.delete(old);
    }
  }

  ready(): Promise<void> | undefined {
    return this.#buffered() < PACE_BUFFERED ? undefined : this.#room();
  }

  #buffered(): number {
    return this.#ws?.getBufferedAmount() ?? 0;
  }

  #room(): Promise<void> {
    this.#waitingSince = this.#deps.now();
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  /** The client has read something. */
  drained(): void {
    this.#waitingSince = this.#deps.now();
    if (this.#buffered() < PACE_BUFFERED) this.#continue();
  }

  #continue(): void {
    this.#resume?.();
    this.#resume = undefined;
  }

  /** How long a replay has been waiting for its reader. */
  waitingFor(now: number): number {
    return this.#resume === undefined ? 0 : now - this.#waitingSince;
  }
}
