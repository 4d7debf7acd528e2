import type { AppError } from '../../errors.ts';

/** An error closes the connection; a refusal is acknowledged, with its reason in MQTT 5. */
export type Settle = (error?: Error | null, refusal?: AppError) => void;

interface Pending {
  readonly callback: Settle;
  error: Error | null | undefined;
  refusal: AppError | undefined;
  done: boolean;
}

/** Sends PUBACKs in the order in which the messages arrived, whichever is settled first ([MQTT-4.6.0-2]). */
export class PubackOrder {
  readonly #waiting: Pending[] = [];

  /** The number of messages that are not acknowledged yet. */
  get length(): number {
    return this.#waiting.length;
  }

  reserve(callback: Settle): Settle {
    const pending: Pending = { callback, error: undefined, refusal: undefined, done: false };
    this.#waiting.push(pending);
    return (error, refusal) => {
      pending.error = error;
      pending.refusal = refusal;
      pending.done = true;
      while (this.#waiting[0]?.done) {
        const first = this.#waiting.shift();
        first?.callback(first.error, first.refusal);
      }
    };
  }
}
