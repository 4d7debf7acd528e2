import type { components } from './api.ts';
import { apiUrl, type Session } from './rest.ts';
import { backoff } from './waiting.ts';

type Schemas = components['schemas'];

/** The frames the service sends, by type. */
export type ServerFrames = {
  [Name in keyof Schemas as Name extends `live.server.${infer Type}` ? Type : never]: Schemas[Name];
};
export type ServerFrame = ServerFrames[keyof ServerFrames];

type ClientFrames = {
  [Name in keyof Schemas as Name extends `live.client.${infer Type}` ? Type : never]: Schemas[Name];
};
/** A frame the client can send. */
export type ClientFrame = ClientFrames[keyof ClientFrames];

export type LiveState =
  /** Connecting for the first time. */
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  /** Data may be out of date since the last frame; the socket reconnects by itself. */
  | { readonly state: 'stale'; readonly since: number }
  /** The session has ended, or another socket has taken its place: the socket does not reconnect. */
  | { readonly state: 'ended'; readonly isReplaced?: true };

/** The part of WebSocket used here: a browser's own, or `ws` for Node 20. */
export interface WebSocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  /** Only in `ws`: closes without waiting for the other side. */
  terminate?(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}
export type WebSocketClass = new (url: string, protocols: string[]) => WebSocketLike;

export interface LiveOptions {
  /** The URL of the service, as for `createRest`; a page's own origin in a browser. */
  readonly url: string;
  /** `rest.session`. */
  readonly session: Session;
  /** Called in the order of the service: missed events come before new ones, and each comes once. */
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onState?: (state: LiveState) => void;
  /** Called with the close code when the connection is lost: 1013 after a change of the role. The socket reconnects by itself. */
  readonly onClosed?: (code: number) => void;
  /** Id of the last event handled in an earlier run; without it only new events are delivered. */
  readonly after?: number | undefined;
  /** Defaults to the platform's own. */
  readonly WebSocket?: WebSocketClass;
  readonly now?: () => number;
  /** How often the connection is tested. A screen that people rely on tests it more often than the default of 15 s. */
  readonly pingEveryMs?: number;
}

const PING_EVERY_MS = 15_000;
/** If no frame comes this long after a ping, the connection is dead, whatever TCP reports. */
const PONG_WITHIN_MS = 5_000;
/** So that a dead connection is known before the next ping. */
const PONG_SHARE = 0.8;
const OPEN_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 10_000;
const SESSION_ENDED = 4401;
/** Another socket with the same device token: only one of them may reconnect, or they would take turns. */
const REPLACED = 4409;
const OPEN = 1;

/** The live socket: stays open, detects a lost connection, and resumes after the last event. */
export class LiveSocket {
  readonly #options: LiveOptions;
  readonly #WebSocket: WebSocketClass;
  readonly #heartbeat: ReturnType<typeof setInterval>;
  readonly #asked = new Map<number, (reply: ServerFrame | undefined) => void>();
  #socket: WebSocketLike | undefined;
  #state: LiveState = { state: 'connecting' };
  #lastEventId: number | undefined;
  #lastSignAt: number | undefined;
  readonly #pongWithinMs: number;
  #refs = 0;
  #failures = 0;
  #isWelcome = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LiveOptions) {
    const given = options.WebSocket ?? (globalThis as { WebSocket?: WebSocketClass }).WebSocket;
    if (given === undefined) throw new Error('no WebSocket here: give the one of the package ws');
    this.#WebSocket = given;
    this.#options = options;
    this.#lastEventId = options.after;
    const { pingEveryMs = PING_EVERY_MS } = options;
    this.#pongWithinMs = Math.min(PONG_WITHIN_MS, PONG_SHARE * pingEveryMs);
    this.#heartbeat = setInterval(() => this.#ping(), pingEveryMs);
    this.#connect();
  }

  get state(): LiveState {
    return this.#state;
  }

  /** Pass this as `after` in the next run; undefined before the first welcome. */
  get lastEventId(): number | undefined {
    return this.#lastEventId;
  }

  /** When the last frame came, by `now`; undefined before the first. */
  get lastSignAt(): number | undefined {
    return this.#lastSignAt;
  }

  /** Returns false if there is no connection. */
  send(frame: ClientFrame): boolean {
    if (this.#socket?.readyState !== OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** Resolves with the frame that answers this one; undefined if none came: the service may have received it or not. */
  ask(frame: ClientFrame): Promise<ServerFrame | undefined> {
    this.#refs += 1;
    const ref = this.#refs;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(undefined), ANSWER_WITHIN_MS);
      const settle = (reply: ServerFrame | undefined) => {
        clearTimeout(timer);
        this.#asked.delete(ref);
        resolve(reply);
      };
      this.#asked.set(ref, settle);
      if (!this.send({ ...frame, ref })) settle(undefined);
    });
  }

  /** Reconnects at once: the network is back, or the user looks at the page again. */
  wake(): void {
    if (this.#state.state === 'ended') return;
    if (this.#socket !== undefined) return this.#ping();
    this.#failures = 0;
    this.#connect();
  }

  close(): void {
    this.#state = { state: 'ended' };
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    clearTimeout(this.#deadline);
    const last = this.#socket;
    this.#socket = undefined;
    last?.close();
    this.#forsake();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const token = this.#options.session.token();
    const after = this.#lastEventId === undefined ? '' : `?after=${this.#lastEventId}`;
    const url = `${apiUrl(this.#options.url).replace(/^http/, 'ws')}/live${after}`;
    const protocols = token === undefined ? [] : ['fall-monitor.v1', `bearer.${token}`];
    const opening = new this.#WebSocket(url, protocols);
    this.#socket = opening;
    this.#isWelcome = false;
    this.#expect(OPEN_WITHIN_MS);
    opening.addEventListener('message', ({ data }) => this.#receive(opening, String(data)));
    opening.addEventListener('close', ({ code }) => this.#lost(opening, code));
    // Always followed by `close`.
    opening.addEventListener('error', () => {});
  }

  #receive(from: WebSocketLike, text: string): void {
    if (from !== this.#socket) return;
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    this.#lastSignAt = this.#now();
    const frame = JSON.parse(text) as ServerFrame;
    const event = 'id' in frame ? frame.id : undefined;
    if (event !== undefined && event <= (this.#lastEventId ?? 0)) return;
    if (frame.type === 'welcome' || frame.type === 'station.welcome') {
      this.#isWelcome = true;
      this.#failures = 0;
      if (frame.type === 'welcome') this.#lastEventId ??= frame.data.lastEventId;
      this.#become({ state: 'live' });
    }
    this.#options.onFrame(frame);
    // Again, because a welcome may have set the clock.
    this.#lastSignAt = this.#now();
    // Set after the event is handled: receiving an event twice is better than losing it.
    if (event !== undefined) this.#lastEventId = event;
    if (typeof frame.ref === 'number') this.#asked.get(frame.ref)?.(frame);
  }

  #lost(which: WebSocketLike, code: number): void {
    if (which !== this.#socket) return;
    this.#socket = undefined;
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    this.#forsake();
    if (code === REPLACED) return this.#end({ state: 'ended', isReplaced: true });
    if (this.#state.state === 'live')
      this.#become({ state: 'stale', since: this.#lastSignAt ?? this.#now() });
    this.#options.onClosed?.(code);
    this.#failures += 1;
    this.#retry = setTimeout(() => this.#connect(), backoff(this.#failures));
    // A browser does not report why a socket could not be opened.
    if (code === SESSION_ENDED || !this.#isWelcome) void this.#endIfOver();
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  async #endIfOver(): Promise<void> {
    if (!(await this.#options.session.isOver()) || this.#state.state === 'ended') return;
    this.#end({ state: 'ended' });
  }

  #end(state: LiveState): void {
    this.close();
    this.#become(state);
  }

  #become(state: LiveState): void {
    this.#state = state;
    this.#options.onState?.(state);
  }

  /** Gives up a connection that no longer answers. */
  #forsake(): void {
    for (const settle of [...this.#asked.values()]) settle(undefined);
  }

  /** Requires a frame within this time. */
  #expect(ms: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => {
      const dead = this.#socket;
      if (dead === undefined) return;
      // Closing a dead connection takes time, and there is no need to wait for it.
      if (dead.terminate !== undefined) dead.terminate();
      else dead.close();
      this.#lost(dead, 0);
    }, ms);
  }

  #ping(): void {
    if (this.send({ type: 'ping' }) && this.#deadline === undefined) this.#expect(this.#pongWithinMs);
  }
}
