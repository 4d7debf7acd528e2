import type { WebSocket } from 'uWebSockets.js';
import type { Principal } from '../../platform/http/principal.ts';
import { isRecent } from '../../platform/time.ts';
import { EventCursor, type EventReader } from '../event-cursor.ts';
import type { EventLog, LiveEvent, SentAlert } from '../events.ts';
import type { LiveMetrics } from '../metrics.ts';
import { eventFrame, type Ref } from './frames.ts';
import { CLOSE, MAX_BUFFERED } from './limits.ts';
import { REPEAT_MS } from './repeats.ts';
import type { StationSocket } from './station-sockets.ts';

/** From this many buffered bytes on, a replay pauses, and frames that may be skipped are skipped. */
const PACE_BUFFERED = 64 * 1024;

export interface LiveSocketDeps {
  readonly events: EventLog;
  /** Called when an alert was sent. */
  readonly onDelivered: (alert: SentAlert) => void;
  readonly metrics: Pick<LiveMetrics, 'dropped'>;
  readonly now: () => number;
}

/** User data of a connection. Wraps the socket in an object, because uWebSockets.js may copy the data field by field. */
export type SocketData = { readonly socket: LiveSocket } | { readonly station: StationSocket };

/** One open connection of a user, and its position in the event log. */
export class LiveSocket implements EventReader {
  readonly principal: Principal;
  readonly ip: string;
  readonly requestId: string;
  /** Readings accepted without a reply yet. */
  inFlight = 0;
  badFrames = 0;
  /** The last known end of the session; it may have been renewed since. */
  sessionEndsAt: number;
  /** The session end last announced to the client. */
  warnedOfEnd: number | undefined;
  /** Patients whose readings the client subscribes to. */
  watching: Set<string> | undefined;
  /** Acknowledgements in progress, by alert id: their event is sent with this `ref` as the reply. */
  acknowledging: Map<string, Ref | undefined> | undefined;
  controlWindow = 0;
  controlFrames = 0;
  readonly #deps: LiveSocketDeps;
  readonly #after: number | undefined;
  #ws: WebSocket<SocketData> | undefined;
  readonly #cursor: EventCursor;
  /** When each emergency of the last REPEAT_MS, and their count, was sent, oldest first. */
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

  /** Whether the welcome was sent, and with it the position in the log set. */
  get isStarted(): boolean {
    return this.#cursor.isStarted;
  }

  /** Whether it has started and no event from the log is pending. */
  get isUpToDate(): boolean {
    return this.#cursor.isStarted && !this.#cursor.isBehind;
  }

  /** The event that waits for the service, not for a client that reads slowly. */
  get waitsAt(): string | undefined {
    return this.#resume === undefined ? this.#cursor.waitsAt : undefined;
  }

  attach(ws: WebSocket<SocketData>): void {
    this.#ws = ws;
  }

  /** The connection must not be used after this. */
  detach(): void {
    this.#ws = undefined;
    this.#continue();
  }

  /** Sends a frame, and disconnects a client with too many buffered bytes; false when the socket can send no more. */
  send(frame: Buffer): boolean {
    const ws = this.#ws;
    if (ws === undefined) return false;
    ws.send(frame, false);
    if (ws.getBufferedAmount() <= MAX_BUFFERED) return true;
    this.cutOff();
    return false;
  }

  cutOff(): void {
    this.#deps.metrics.dropped('live_socket');
    this.end(CLOSE.tooSlow, 'The client reads too slowly; resume with ?after=');
  }

  /** Sends a frame that may be skipped. */
  sendIfQuick(frame: Buffer): void {
    if (this.#buffered() < PACE_BUFFERED) this.send(frame);
    else this.#deps.metrics.dropped('live_reading');
  }

  /**
   * The closing frame follows the buffered frames. If the client does not read even that, uWebSockets.js drops the
   * connection about 20 s later (measured).
   */
  end(code: number, reason: string): void {
    this.#ws?.end(code, reason);
  }

  /** Sets the position in the log: after the last event that the client has seen, or at the end. */
  start(lastId: number): void {
    this.#cursor.start(Math.min(this.#after ?? lastId, lastId));
    this.catchUpTo(lastId);
  }

  onEvent(event: LiveEvent): void {
    this.#cursor.receive(event);
    this.catchUpTo(event.id);
  }

  /** Events up to this number exist: reads the ones not sent yet from the log. */
  catchUpTo(lastId: number): void {
    this.#cursor.expect(lastId);
    if (!this.isOpen || !this.#cursor.isBehind) return;
    // After a failure, the next event or comparison continues from here.
    this.#cursor.catchUp().catch(() => {});
  }

  deliver(event: LiveEvent): boolean {
    const { type, data } = event as LiveEvent & {
      data: { id?: string; fallId?: string | null; alertId?: string; severity?: string };
    };
    const isReply = type === 'alert.acknowledged' && this.acknowledging?.has(data.alertId ?? '');
    const ref = isReply ? this.acknowledging?.get(data.alertId ?? '') : undefined;
    if (!this.send(eventFrame(event, ref))) return false;
    if (isReply) this.acknowledging?.delete(data.alertId ?? '');
    if ((type === 'alert' || type === 'alert.updated') && data.id !== undefined) {
      this.#deps.onDelivered({ id: data.id, fallId: data.fallId ?? null });
      if (data.severity === 'CONFIRMED') this.#recordEmergency(data.id);
    }
    return true;
  }

  /** Repeats an emergency, or their count, unless it was sent in the last REPEAT_MS; returns when it is due. */
  sendReminder(frame: Buffer, alert?: SentAlert): number {
    const now = this.#deps.now();
    const sentAt = this.#emergencies?.get(alert?.id ?? 'count');
    if (sentAt !== undefined && isRecent(sentAt, now, REPEAT_MS)) return sentAt + REPEAT_MS;
    if (this.send(frame)) {
      this.#recordEmergency(alert?.id ?? 'count');
      if (alert !== undefined) this.#deps.onDelivered(alert);
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

  /** Called when the client has read some of the buffered bytes. */
  drained(): void {
    this.#waitingSince = this.#deps.now();
    if (this.#buffered() < PACE_BUFFERED) this.#continue();
  }

  #continue(): void {
    this.#resume?.();
    this.#resume = undefined;
  }

  /** How long a replay has been waiting for the client. */
  waitingFor(now: number): number {
    return this.#resume === undefined ? 0 : now - this.#waitingSince;
  }
}
