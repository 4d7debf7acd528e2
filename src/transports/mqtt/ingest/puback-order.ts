export type Release = (error?: Error | null) => void;

interface Turn {
  readonly callback: Release;
  error: Error | null | undefined;
  done: boolean;
}

/**
 * Answers leave in the order in which their messages came, however quickly each was dealt with: a server must send
 * its PUBACKs in that order ([MQTT-4.6.0-2]).
 */
export class Turns {
  readonly #waiting: Turn[] = [];

  /** How many have come and not left. */
  get length(): number {
    return this.#waiting.length;
  }

  take(callback: Release): Release {
    const turn: Turn = { callback, error: undefined, done: false };
    this.#waiting.push(turn);
    return (error) => {
      turn.error = error;
      turn.done = true;
      while (this.#waiting[0]?.done) {
        const first = this.#waiting.shift();
        first?.callback(first.error);
      }
    };
  }
}
