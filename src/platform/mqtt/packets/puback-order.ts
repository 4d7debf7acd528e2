export interface Unacknowledged {
  readonly isSettled: boolean;
  /** Acknowledges the message, or closes the connection. */
  finish(): void;
}

/** Sends PUBACKs in the order in which the messages arrived, whichever is settled first ([MQTT-4.6.0-2]). */
export class PubackOrder {
  readonly #waiting: Unacknowledged[] = [];
  /** Readings whose PUBACK is about to be written. */
  readonly unsent: number[] = [];

  /** The number of messages that are not acknowledged yet. */
  get length(): number {
    return this.#waiting.length;
  }

  add(message: Unacknowledged): void {
    this.#waiting.push(message);
  }

  /** Call it when a message is settled. */
  finishSettled(): void {
    while (this.#waiting[0]?.isSettled) this.#waiting.shift()?.finish();
  }
}
