import type { DeliveryResult } from '../notify/channels/index.ts';
import { startPeriodic } from '../platform/batching/periodic.ts';
import type { Log } from '../platform/log.ts';
import { createSteadyClock, SECOND_MS } from '../platform/time.ts';
import { type Address, openWire, type Wire } from './espa/wire.ts';
import { LinkBroken, type Page, type PagerLink } from './page.ts';

interface PagerConnectionDeps {
  readonly address: Address;
  /** Rejects with LinkBroken if the paging system does not answer, or refuses. */
  readonly openLink: (wire: Wire) => Promise<PagerLink>;
  /** Called when a session with the paging system has begun. */
  readonly onOpen: () => void;
  readonly now: () => number;
  readonly log: Log;
}

interface Job {
  run(link: PagerLink): Promise<void>;
  fail(reason: LinkBroken): void;
}

interface Session {
  readonly wire: Wire;
  readonly link: PagerLink;
}

const CHECK_MS = 500;
const RECONNECT_MS = 5 * SECOND_MS;
const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
/** Beyond this limit the paging system is too slow: attempts fail at once and the escalation continues. */
const MAX_WAITING = 200;

const AWAY = 'the pager server is not connected';

const failed = (error: string): DeliveryResult => ({ delivered: false, status: null, error });

/**
 * The one connection to the paging system: opened again every 5 s while it is broken, with a heartbeat while it is
 * idle. Requests go one by one, in the order in which they come.
 */
export class PagerConnection {
  readonly #deps: PagerConnectionDeps;
  readonly #steadyNow: () => number;
  readonly #jobs: Job[] = [];
  readonly #periodic: { wake(): void; close(): Promise<void> };
  /** Undefined while another instance has the connection. */
  #wanted: AbortController | undefined;
  #session: Session | undefined;
  #isWorking = false;
  #triedAt = Number.NEGATIVE_INFINITY;
  #usedAt = 0;
  #lastFailure: string | undefined;

  constructor(deps: PagerConnectionDeps) {
    this.#deps = deps;
    this.#steadyNow = createSteadyClock(deps.now);
    this.#periodic = startPeriodic({
      everyMs: CHECK_MS,
      now: deps.now,
      work: () => this.#check(),
      failed: (error) => deps.log.error({ err: error }, 'pager: check of the connection failed'),
    });
  }

  isConnected(): boolean {
    return this.#session !== undefined;
  }

  /** Connects, and keeps the connection until `release`. */
  hold(): void {
    this.#wanted ??= new AbortController();
    this.#periodic.wake();
  }

  release(): void {
    this.#wanted?.abort();
    this.#wanted = undefined;
    this.#triedAt = Number.NEGATIVE_INFINITY;
  }

  /** Never rejects. An aborted message that still waits is not sent. */
  send(page: Page, signal?: AbortSignal): Promise<DeliveryResult> {
    return new Promise((resolve) => {
      const fail = (reason: LinkBroken) => resolve(failed(reason.message));
      const run = async (link: PagerLink) => {
        if (signal?.aborted) return resolve(failed('was cancelled'));
        resolve(await link.send(page));
      };
      this.#enqueue({ run, fail });
    });
  }

  /** Resolves to false if the paging system could not be reached. */
  stop(ref: string): Promise<boolean> {
    return new Promise((resolve) => {
      const run = async (link: PagerLink) => {
        await link.stop(ref);
        resolve(true);
      };
      this.#enqueue({ run, fail: () => resolve(false) });
    });
  }

  async close(): Promise<void> {
    this.release();
    await this.#periodic.close();
  }

  #enqueue(job: Job): void {
    if (this.#session === undefined) return job.fail(new LinkBroken(AWAY));
    if (this.#jobs.length >= MAX_WAITING)
      return job.fail(new LinkBroken('too many messages wait for the pager server'));
    this.#jobs.push(job);
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (;;) {
      const job = this.#jobs.shift();
      if (job === undefined) break;
      const session = this.#session;
      if (session === undefined) job.fail(new LinkBroken(AWAY));
      else await this.#run(session, job);
    }
    this.#isWorking = false;
  }

  async #run({ wire, link }: Session, job: Job): Promise<void> {
    try {
      await job.run(link);
      this.#usedAt = this.#steadyNow();
    } catch (error) {
      const reason = brokenBy(error);
      job.fail(reason);
      wire.close(reason.message);
      this.#lost(wire, reason);
    }
  }

  async #check(): Promise<void> {
    const wanted = this.#wanted;
    if (wanted === undefined) return;
    const at = this.#steadyNow();
    const session = this.#session;
    if (session === undefined) {
      if (at - this.#triedAt >= RECONNECT_MS) await this.#open(wanted.signal, at);
      return;
    }
    if (this.#isWorking || at - this.#usedAt < session.link.heartbeatMs) return;
    await new Promise<void>((resolve) => {
      const run = async (link: PagerLink) => {
        await link.beat();
        resolve();
      };
      this.#enqueue({ run, fail: () => resolve() });
    });
  }

  async #open(signal: AbortSignal, at: number): Promise<void> {
    const { address, openLink, onOpen, log } = this.#deps;
    this.#triedAt = at;
    let wire: Wire | undefined;
    try {
      wire = await openWire(address, { timeoutMs: CONNECT_TIMEOUT_MS, signal });
      const opened = wire;
      const link = await openLink(opened);
      this.#session = { wire: opened, link };
      this.#usedAt = this.#steadyNow();
      void opened.ended.then((reason) => this.#lost(opened, reason));
      this.#lastFailure = undefined;
      log.info({}, 'pager: connected');
      onOpen();
    } catch (error) {
      const { message } = brokenBy(error);
      wire?.close(message);
      // Every five seconds for as long as it lasts would fill the log.
      if (message !== this.#lastFailure && !signal.aborted)
        log.warn({ reason: message }, 'pager: connection failed, retrying every 5 s');
      this.#lastFailure = message;
    }
  }

  #lost(wire: Wire, reason: LinkBroken): void {
    if (this.#session?.wire !== wire) return;
    this.#session = undefined;
    if (this.#wanted !== undefined) {
      this.#triedAt = this.#steadyNow();
      this.#deps.log.warn({ reason: reason.message }, 'pager: connection lost, retrying every 5 s');
    }
    for (const job of this.#jobs.splice(0)) job.fail(reason);
  }
}

/** Anything else than LinkBroken is a mistake of ours, and ends the connection all the same. */
const brokenBy = (error: unknown): LinkBroken =>
  error instanceof LinkBroken ? error : new LinkBroken('the connection failed');
