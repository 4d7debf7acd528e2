import type { DeliveryResult } from '../../notify/channels/index.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { LinkBroken, type Page, type PageEvent, type PagerLink } from '../page.ts';
import { FrameReader, frame } from './espax-frames.ts';
import {
  codeOf,
  type EspaxMessage,
  eventOf,
  readMessage,
  requestXml,
  startFields,
  stopFields,
} from './espax-messages.ts';
import type { Wire } from './wire.ts';

export interface EspaxDeps {
  readonly wire: Wire;
  readonly user: string;
  readonly password: string;
  readonly onEvent: (event: PageEvent) => void;
  readonly now: () => number;
  readonly timings?: EspaxTimings;
}

export interface EspaxTimings {
  readonly replyMs: number;
  readonly heartbeatMs: number;
}

/** A server that no longer answers is noticed within 10 s. */
const TIMINGS: EspaxTimings = { replyMs: 4 * SECOND_MS, heartbeatMs: 5 * SECOND_MS };
const MIN_HEARTBEAT_MS = SECOND_MS;
/** Process numbers of the server that are remembered. */
const MAX_TANS = 1_000;

const OK = 200;
const NOT_LOGGED_IN = 407;
/** The server has the process already: the answer to an earlier try was lost. */
const DUPLICATE = 450;
const FINAL: ReadonlySet<number> = new Set([400, 401, 403, 404]);

interface Pending {
  readonly invokeId: number;
  readonly response: string;
  settle(reply: EspaxMessage): void;
  fail(reason: LinkBroken): void;
}

/** A session with an ESPA-X server. */
export class EspaxLink implements PagerLink {
  readonly #deps: EspaxDeps;
  readonly #timings: EspaxTimings;
  readonly #reader = new FrameReader();
  readonly #refs = new Map<string, string>();
  #invokeId = 0;
  #sessionId: string | undefined;
  #pending: Pending | undefined;
  #broken: LinkBroken | undefined;
  #heartbeatMs: number;

  private constructor(deps: EspaxDeps) {
    this.#deps = deps;
    this.#timings = deps.timings ?? TIMINGS;
    this.#heartbeatMs = this.#timings.heartbeatMs;
    deps.wire.onData((chunk) => {
      for (const xml of this.#reader.read(chunk)) this.#receive(readMessage(xml));
    });
    void deps.wire.ended.then((reason) => {
      this.#broken = reason;
      this.#pending?.fail(reason);
    });
  }

  /** Logs in; rejects with LinkBroken if the server refuses. */
  static async open(deps: EspaxDeps): Promise<EspaxLink> {
    const link = new EspaxLink(deps);
    await link.#logIn();
    return link;
  }

  get heartbeatMs(): number {
    return this.#heartbeatMs;
  }

  async send(page: Page): Promise<DeliveryResult> {
    const reply = await this.#request('P-START', startFields(page));
    this.#remember(reply, page.ref);
    const code = codeOf(reply);
    if (code === OK || code === DUPLICATE) return { delivered: true, status: code, error: null };
    const failed = { delivered: false, status: statusOf(code), error: `answered ${code}` };
    return FINAL.has(code) ? { ...failed, final: true } : failed;
  }

  /** A process that has ended, or that the server does not know, needs no end. */
  async stop(ref: string): Promise<void> {
    await this.#request('P-STOP', stopFields(ref));
  }

  async beat(): Promise<void> {
    await this.#request('HEARTBEAT', {});
  }

  async #logIn(): Promise<void> {
    const { user, password } = this.#deps;
    const reply = await this.#request('LOGIN', {
      'LI-CLIENT': 'Vigil',
      'LI-CLIENTSW': 'Vigil',
      'LI-USER': user,
      'LI-PASSWORD': password,
    });
    const code = codeOf(reply);
    if (code !== OK || reply.sessionId === undefined)
      throw new LinkBroken(`the pager server refused the login (${code})`);
    this.#sessionId = reply.sessionId;
    this.#heartbeatMs = heartbeatOf(reply, this.#timings.heartbeatMs);
  }

  async #request(name: string, fields: Readonly<Record<string, string>>): Promise<EspaxMessage> {
    const reply = await this.#ask(name, fields);
    if (codeOf(reply) === NOT_LOGGED_IN && this.#sessionId !== undefined)
      throw new LinkBroken('the pager server has ended the session');
    return reply;
  }

  #ask(name: string, fields: Readonly<Record<string, string>>): Promise<EspaxMessage> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    const { wire, now } = this.#deps;
    this.#invokeId += 1;
    const invokeId = this.#invokeId;
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        this.#pending = undefined;
      };
      const timer = setTimeout(() => {
        this.#pending?.fail(new LinkBroken('the pager server did not answer'));
      }, this.#timings.replyMs);
      this.#pending = {
        invokeId,
        response: `RSP.${name}`,
        settle(reply) {
          done();
          resolve(reply);
        },
        fail(reason) {
          done();
          reject(reason);
        },
      };
      const request = { name: `REQ.${name}`, invokeId, sessionId: this.#sessionId, fields, at: now() };
      wire.write(frame(requestXml(request)));
    });
  }

  #receive(message: EspaxMessage): void {
    if (message.name.startsWith('RSP.')) {
      const pending = this.#pending;
      if (pending === undefined || message.name !== pending.response) return;
      if (message.invokeId === undefined || Number(message.invokeId) === pending.invokeId)
        pending.settle(message);
      return;
    }
    if (message.name === 'CMD.SHUTDOWN') throw new LinkBroken('the pager server is shutting down');
    this.#remember(message, message.fields.get('CP-PR-REF'));
    const event = eventOf(message, (tan) => this.#refs.get(tan));
    if (event !== undefined) this.#deps.onEvent(event);
  }

  /** Later events of the process may have the server's number only. */
  #remember({ fields }: EspaxMessage, ref: string | undefined): void {
    const tan = fields.get('SP-PR-TAN');
    if (tan === undefined || ref === undefined || this.#refs.has(tan)) return;
    const [oldest] = this.#refs.keys();
    if (this.#refs.size >= MAX_TANS && oldest !== undefined) this.#refs.delete(oldest);
    this.#refs.set(tan, ref);
  }
}

/** Codes of ESPA-X beyond those of HTTP are not shown as a status. */
const statusOf = (code: number): number | null => (code >= 100 && code <= 599 ? code : null);

/** Half the interval in seconds that the server names at the login, under whatever name, and never more than ours. */
function heartbeatOf({ fields }: EspaxMessage, most: number): number {
  const named = [...fields].find(([name, value]) => /HB|HEARTBEAT/.test(name) && /^\d+$/.test(value));
  if (named === undefined || Number(named[1]) === 0) return most;
  return Math.min(most, Math.max(MIN_HEARTBEAT_MS, (Number(named[1]) * SECOND_MS) / 2));
}
