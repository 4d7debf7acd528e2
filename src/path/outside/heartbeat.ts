import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import { messageOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Ask } from './ask.ts';

export interface HeartbeatDeps {
  readonly url: string;
  readonly everyMs: number;
  readonly ask: Ask;
  /** Whether this instance sends: one does at a time. */
  readonly isHere: () => boolean;
  /** Why alerts may not arrive, in one line without names of people; undefined while they do. */
  readonly complaint: () => Promise<string | undefined>;
  readonly now: () => number;
  readonly log: Log;
}

/** docs/operations.md, "Watched from outside". */
export class Heartbeat {
  readonly #deps: HeartbeatDeps;
  readonly #periodic: Periodic;
  #isReported = false;

  constructor(deps: HeartbeatDeps) {
    this.#deps = deps;
    this.#periodic = startPeriodic({
      everyMs: deps.everyMs,
      now: deps.now,
      work: () => this.#beat(),
      failed: (error) => deps.log.error({ err: error }, 'heartbeat: check failed, retrying'),
    });
  }

  /** At once, because this instance has begun to send. */
  beat(): void {
    this.#periodic.wake();
  }

  /** The last instance stops. */
  stopped(): Promise<void> {
    return this.#send('stopped');
  }

  close(): Promise<void> {
    return this.#periodic.close();
  }

  async #beat(): Promise<void> {
    const { isHere, complaint } = this.#deps;
    const found = await complaint().catch(messageOf);
    if (isHere()) await this.#send(found);
  }

  async #send(complaint: string | undefined): Promise<void> {
    const { url, ask, log } = this.#deps;
    const answer = await (complaint === undefined ? ask(url) : ask(failUrl(url), complaint));
    const failure =
      'error' in answer ? answer.error : answer.status < 300 ? undefined : `answered ${answer.status}`;
    // One line for each outage.
    if (failure !== undefined && !this.#isReported)
      log.warn({ reason: failure }, 'heartbeat: could not be sent, retrying');
    this.#isReported = failure !== undefined;
  }
}

/** As healthchecks.io has it; a query stays where it is. */
export function failUrl(url: string): string {
  const fail = new URL(url);
  fail.pathname = `${fail.pathname.replace(/\/+$/, '')}/fail`;
  return fail.href;
}
