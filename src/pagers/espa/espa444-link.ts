import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryResult } from '../../notify/channels/index.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { LinkBroken, type Page, type PagerLink } from '../page.ts';
import { ACK, callBlock, EOT, Espa444Reader, type Espa444Signal, NAK, SELECTION } from './espa444-frames.ts';
import type { Wire } from './wire.ts';

export interface Espa444Timings {
  readonly replyMs: number;
  readonly retryMs: number;
  /** How long answers to earlier selections may still come in. */
  readonly settleMs: number;
  readonly heartbeatMs: number;
}

const TIMINGS: Espa444Timings = {
  replyMs: 2 * SECOND_MS,
  retryMs: SECOND_MS,
  settleMs: 250,
  heartbeatMs: 30 * SECOND_MS,
};
const TRIES = 3;

type Reply = 'ack' | 'nak' | 'eot';

interface Waiting {
  settle(reply: Reply | undefined): void;
  fail(reason: LinkBroken): void;
}

const NO_REPLY = 'the paging system did not answer';

const failed = (error: string): DeliveryResult => ({ delivered: false, status: null, error });

/**
 * The control station of an ESPA 4.4.4 line. The line is half duplex: the connection calls one method at a time, and
 * each ends with a clear line.
 */
export class Espa444Link implements PagerLink {
  readonly #wire: Wire;
  readonly #timings: Espa444Timings;
  readonly #reader = new Espa444Reader();
  #isBusy = false;
  #waiting: Waiting | undefined;
  #broken: LinkBroken | undefined;

  private constructor(wire: Wire, timings: Espa444Timings) {
    this.#wire = wire;
    this.#timings = timings;
    wire.onData((chunk) => {
      for (const signal of this.#reader.read(chunk)) this.#receive(signal);
    });
    void wire.ended.then((reason) => {
      this.#broken = reason;
      this.#waiting?.fail(reason);
    });
  }

  /** Rejects if the paging system does not answer: a converter accepts connections while nothing is behind it. */
  static async open(wire: Wire, timings: Espa444Timings = TIMINGS): Promise<Espa444Link> {
    const link = new Espa444Link(wire, timings);
    await link.beat();
    return link;
  }

  get heartbeatMs(): number {
    return this.#timings.heartbeatMs;
  }

  send(page: Page): Promise<DeliveryResult> {
    const block = callBlock(page);
    return this.#withLine(async () => {
      if (!(await this.#select())) return failed('the paging system is busy (NAK)');
      for (let tries = 1; ; tries++) {
        const reply = await this.#ask(block);
        if (reply === 'ack') return { delivered: true, status: null, error: null };
        if (reply === 'eot') return failed('the paging system ended the transmission');
        // The block may have arrived: the outbox decides whether to send it again.
        if (reply === undefined) throw new LinkBroken(NO_REPLY);
        if (tries === TRIES) return failed('the paging system refused the message (NAK)');
        await delay(this.#timings.retryMs);
      }
    });
  }

  /** ESPA 4.4.4 cannot take a message back. */
  async stop(): Promise<void> {}

  async beat(): Promise<void> {
    await this.#withLine(() => this.#select());
  }

  async #withLine<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#wire.write(Buffer.of(EOT));
      this.#isBusy = false;
    }
  }

  /** False if the paging system answers, but does not want to receive now. */
  async #select(): Promise<boolean> {
    let isAlive = false;
    let isLate = false;
    for (let tries = 1; tries <= TRIES; tries++) {
      const reply = await this.#ask(SELECTION);
      if (reply === 'ack') {
        // Otherwise a late answer to an earlier selection would count as the answer to the block.
        if (isLate) await delay(this.#timings.settleMs);
        return true;
      }
      if (reply === undefined) isLate = true;
      else isAlive = true;
      if (reply !== undefined && tries < TRIES) await delay(this.#timings.retryMs);
    }
    if (!isAlive) throw new LinkBroken(NO_REPLY);
    return false;
  }

  /** Undefined if no answer comes in time. */
  #ask(bytes: Buffer): Promise<Reply | undefined> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting = undefined;
      };
      this.#waiting = {
        settle(reply) {
          done();
          resolve(reply);
        },
        fail(reason) {
          done();
          reject(reason);
        },
      };
      const timer = setTimeout(() => this.#waiting?.settle(undefined), this.#timings.replyMs);
      this.#wire.write(bytes);
    });
  }

  #receive(signal: Espa444Signal): void {
    if (this.#isBusy) {
      // Polls that cross a selection are void: the control station has the line.
      if (signal === 'ack' || signal === 'nak' || signal === 'eot') this.#waiting?.settle(signal);
      return;
    }
    // Messages are sent as soon as they come, so a poll never finds one waiting.
    if (signal === 'polled') this.#wire.write(Buffer.of(EOT));
    else if (signal === 'selected' || signal === 'block') this.#wire.write(Buffer.of(ACK));
    else if (signal === 'broken block') this.#wire.write(Buffer.of(NAK));
  }
}
