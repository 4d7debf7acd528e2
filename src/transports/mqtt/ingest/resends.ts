import type { Published } from './packet-reader.ts';
import type { Settled } from './publish-outcome.ts';

type Deliver = (message: Published, settled: Settled) => void;

interface Delivery {
  readonly message: Published;
  readonly deliver: Deliver;
  readonly settled: Settled;
}

/** What clients have on the wire at once (mosquitto's default): so many can be resent, and what comes after them is new. */
const MAX_RESENT = 20;

/**
 * docs/contract.md, "Idempotency": some clients resend without DUP what was not acknowledged before the connection
 * broke. They do so first and in order, so the first messages of a connection are delivered one after the other, each as
 * if it had DUP, until one is new. A device whose readings are all alike, to the letter, must not be taken as repeating
 * itself for ever.
 * Those that do have DUP come first too, and are looked up whatever they follow: in the same way, or what is new would
 * overtake them.
 */
export class ResendCheck {
  /** From then on messages are to be delivered without this. */
  isOver = false;
  #checking = false;
  #repeated = 0;
  readonly #queue: Delivery[] = [];

  deliver(message: Published, deliver: Deliver, settled: Settled): void {
    if (!this.#checking) return this.#check({ message, deliver, settled });
    // What waits must not hold the bytes, which are a whole read of the socket.
    const own = { ...message, payload: Buffer.from(message.payload) };
    this.#queue.push({ message: own, deliver, settled });
  }

  #check({ message, deliver, settled }: Delivery): void {
    this.#checking = true;
    deliver({ ...message, dup: true }, (outcome, isNew) => {
      this.#checking = false;
      settled(outcome);
      // The connection is about to be closed, and what was not acknowledged comes again.
      if (outcome !== 'taken') return this.#drop();
      if (!message.dup) this.#repeated += 1;
      if ((isNew === true && !message.dup) || this.#repeated >= MAX_RESENT) return this.#release();
      const next = this.#queue.shift();
      if (next !== undefined) this.#check(next);
    });
  }

  #release(): void {
    this.isOver = true;
    for (const { message, deliver, settled } of this.#queue.splice(0)) deliver(message, settled);
  }

  #drop(): void {
    for (const { settled } of this.#queue.splice(0)) settled('unavailable');
  }
}
