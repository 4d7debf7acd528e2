import type { components } from './api.ts';
import { apiUrl, type Session } from './rest.ts';
import { backoff } from './waiting.ts';

type Schemas = components['schemas'];

/** What the service sends, by its type. */
export type ServerFrames = {
  [Name in keyof Schemas as Name extends `live.server.${infer Type}` ? Type : never]: Schemas[Name];
};
export type ServerFrame = ServerFrames[keyof ServerFrames];

type ClientFrames = {
  [Name in keyof Schemas as Name extends `live.client.${infer Type}` ? Type : never]: Schemas[Name];
};
/** What may be sent to it. */
export type ClientFrame = ClientFrames[keyof ClientFrames];

export type LiveState =
  /** For the first time. */
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  /** What was heard may be out of date; comes back by itself. */
  | { readonly state: 'stale'; readonly since: number }
  /** The session is over: does not come back. */
  | { readonly state: 'ended' };

/** As browsers have it, and `ws` for Node 20. */
export interface WebSocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  /** Of `ws`: without the other side, which is gone. */
  terminate?(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}
export type WebSocketClass = new (url: string, protocols: string[]) => WebSocketLike;

export interface LiveOptions {
  /** Of the service, as for `createRest`; a page's own origin in a browser. */
  readonly url: string;
  /** `rest.session`. */
  readonly session: Session;
  /** In the order of the service: events that were missed come before new ones, and none comes twice. */
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onState?: (state: LiveState) => void;
  /** The last event that was dealt with, of an earlier run; without it only what happens from now on is heard. */
  readonly after?: number | undefined;
  /** The platform's own unless given. */
  readonly WebSocket?: WebSocketClass;
  readonly now?: () => number;
}

const PING_EVERY_MS = 15_000;
/** Without any frame for so long after a ping the connection is dead, whatever TCP believes. */
const PONG_WITHIN_MS = 5_000;
const OPEN_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 10_000;
const SESSION_ENDED = 4401;
const OPEN = 1;

/** The live socket: stays open, notices when it is not, and resumes where it was. */
export class LiveSocket {
  readonly #options: LiveOptions;
  readonly #WebSocket: WebSocketClass;
  readonly #heartbeat: ReturnType<typeof setInterval>;
  readonly #asked = new Map<number, (answer: ServerFrame | undefined) => void>();
  #socket: WebSocketLike | undefined;
  #state: LiveState = { state: 'connecting' };
  #lastEventId: number | undefined;
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
    this.#heartbeat = setInterval(() => this.#ping(), PING_EVERY_MS);
    this.#connect();
  }

  get state(): LiveState {
    return this.#state;
  }

  /** What to give as `after` another time; undefined before the first welcome. */
  get lastEventId(): number | undefined {
    return this.#lastEventId;
  }

  /** False when there is no connection to send it on. */
  send(frame: ClientFrame): boolean {
    if (this.#socket?.readyState !== OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** The frame that answers this one; undefined when none came, and nobody knows whether it was heard. */
  ask(frame: ClientFrame): Promise<ServerFrame | undefined> {
    this.#refs += 1;
    const ref = this.#refs;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(undefined), ANSWER_WITHIN_MS);
      const settle = (answer: ServerFrame | undefined) => {
        clearTimeout(timer);
        this.#asked.delete(ref);
        resolve(answer);
      };
      this.#asked.set(ref, settle);
      if (!this.send({ ...frame, ref })) settle(undefined);
    });
  }

  /** At once, whatever was planned: the network is back, or somebody looks at the page again. */
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
    const frame = JSON.parse(text) as ServerFrame;
    const event = 'id' in frame ? frame.id : undefined;
    if (event !== undefined && event <= (this.#lastEventId ?? 0)) return;
    if (frame.type === 'welcome') {
      this.#isWelcome = true;
      this.#failures = 0;
      this.#lastEventId ??= frame.data.lastEventId;
      this.#become({ state: 'live' });
    }
    this.#options.onFrame(frame);
    // After it was dealt with: what is told again is no loss.
    if (event !== undefined) this.#lastEventId = event;
    if (typeof frame.ref === 'number') this.#asked.get(frame.ref)?.(frame);
  }

  #lost(which: WebSocketLike, code: number): void {
    if (which !== this.#socket) return;
    this.#socket = undefined;
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    this.#forsake();
    if (this.#state.state === 'live')
      this.#become({ state: 'stale', since: (this.#options.now ?? Date.now)() });
    this.#failures += 1;
    this.#retry = setTimeout(() => this.#connect(), backoff(this.#failures));
    // A browser does not say why a socket could not be opened.
    if (code === SESSION_ENDED || !this.#isWelcome) void this.#endIfOver();
  }

  async #endIfOver(): Promise<void> {
    if (!(await this.#options.session.isOver()) || this.#state.state === 'ended') return;
    this.close();
    this.#options.onState?.(this.#state);
  }

  #become(state: LiveState): void {
    this.#state = state;
    this.#options.onState?.(state);
  }

  /** Nobody answers any more. */
  #forsake(): void {
    for (const settle of [...this.#asked.values()]) settle(undefined);
  }

  /** A frame must come within so long. */
  #expect(ms: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => {
      const dead = this.#socket;
      if (dead === undefined) return;
      // Closing a dead connection takes its time; nobody waits for it.
      if (dead.terminate !== undefined) dead.terminate();
      else dead.close();
      this.#lost(dead, 0);
    }, ms);
  }

  #ping(): void {
    if (this.send({ type: 'ping' }) && this.#deadline === undefined) this.#expect(PONG_WITHIN_MS);
  }
}
