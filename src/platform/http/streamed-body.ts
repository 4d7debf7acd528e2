import { InvalidInput } from '../errors.ts';
import { MINUTE_MS } from '../time.ts';

/** The connection that the body comes from. */
interface Connection {
  pause(): void;
  resume(): void;
  close(): void;
}

/** A client that sends for longer is too slow, whatever it sends. */
const MOST_MS = 5 * MINUTE_MS;
/** The rest of a refused body is read and dropped, so that the client reads the reply; no more than this. */
const MOST_DISCARDED = 32 * 1024 * 1024;

/** A body that is taken while it arrives. The connection is paused while a piece waits, so no more than a read of the socket is held. */
export class StreamedBody {
  readonly #connection: Connection;
  readonly #deadline: NodeJS.Timeout;
  #pieces: Buffer[] = [];
  #isComplete = false;
  #isCutOff = false;
  #wake: (() => void) | undefined;
  #onDiscarded: (() => void) | undefined;
  #discarded = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#deadline = setTimeout(() => connection.close(), MOST_MS).unref();
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  add(piece: Buffer, isLast: boolean): void {
    if (isLast) this.#end();
    if (this.#onDiscarded !== undefined) return this.#drop(piece.length);
    if (piece.length > 0) this.#pieces.push(piece);
    if (!isLast) this.#connection.pause();
    this.#wake?.();
  }

  cutOff(): void {
    this.#isCutOff = true;
    this.#end();
    this.#wake?.();
    this.#drop(0);
  }

  /** The next piece; undefined at the end. Throws if the client has left, or was too slow. */
  async next(): Promise<Buffer | undefined> {
    while (true) {
      if (this.#isCutOff) throw new InvalidInput(undefined, 'The body was cut off', 'REQUEST_MALFORMED');
      const piece = this.#pieces.shift();
      if (piece !== undefined || this.#isComplete) return piece;
      const arrived = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#connection.resume();
      await arrived;
    }
  }

  /** Drops the rest. Calls back at its end, or when it is too long. */
  discard(done: () => void): void {
    this.#pieces = [];
    this.#onDiscarded = done;
    this.#connection.resume();
  }

  #drop(bytes: number): void {
    this.#discarded += bytes;
    if (!this.#isComplete && this.#discarded <= MOST_DISCARDED) return;
    this.#end();
    const done = this.#onDiscarded;
    this.#onDiscarded = () => {};
    done?.();
  }

  #end(): void {
    this.#isComplete = true;
    clearTimeout(this.#deadline);
  }
}
