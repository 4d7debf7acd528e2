import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/*
 * Everything here relies on internals of Node's streams, which no version number guarantees.
 * test/mqtt/private-apis.test.ts fails when one of them changes.
 */

export interface IncomingBytes {
  /** Passes bytes to the reader of the stream; false when its buffer is full. */
  forward(bytes: Buffer): boolean;
  /** Bytes that were forwarded and not read yet. */
  unread(): number;
  /** Resumes after `receive` returned false: the stream cannot know by itself that it may read on. */
  readOn(): void;
  /** Ends the stream, after `receive` has kept the end back. */
  end(): void;
}

interface Receiver {
  /** Returns false to stop reading, and to keep the end back; null is the end. */
  receive(chunk: Buffer | null): boolean;
}

/**
 * Intercepts the data that arrives on a stream before the stream buffers it. Node's sockets give every chunk that they
 * read to `push`, null at the end, and stop reading when it returns false; `_read` makes them start again.
 */
export function interceptIncoming(stream: Duplex, receiver: Receiver): IncomingBytes {
  const incoming = new InterceptedStream(stream, receiver);
  const intercepted = stream as unknown as InterceptedReads;
  intercepted.incomingBytes = incoming;
  intercepted.push = pushIntercepted;
  return incoming;
}

interface InterceptedReads {
  incomingBytes?: InterceptedStream;
  push: (chunk: Buffer | null) => boolean;
}

/** One function for all streams: a closure for each connection would take more memory. */
function pushIntercepted(this: InterceptedReads, chunk: Buffer | null): boolean {
  return this.incomingBytes?.arrived(chunk) ?? false;
}

/** A class, because there is one per connection: closures would take four times the memory. */
class InterceptedStream implements IncomingBytes {
  readonly #stream: Duplex;
  readonly #receiver: Receiver;
  readonly #push: Duplex['push'];

  constructor(stream: Duplex, receiver: Receiver) {
    this.#stream = stream;
    this.#receiver = receiver;
    this.#push = stream.push;
  }

  arrived(chunk: Buffer | null): boolean {
    const mayGoOn = this.#receiver.receive(chunk);
    return chunk === null && mayGoOn ? this.forward(null) : mayGoOn;
  }

  forward(bytes: Buffer | null): boolean {
    return this.#push.call(this.#stream, bytes);
  }

  unread(): number {
    return this.#stream.readableLength;
  }

  readOn(): void {
    this.#stream._read(0);
  }

  end(): void {
    this.forward(null);
    // As Node does: a stream without unread bytes ends when it is read.
    this.#stream.read(0);
  }
}

/** Gives bytes to the stream's reader as if they had arrived, past an interception. */
export function pushToReader(stream: Duplex, bytes: Buffer): void {
  (Object.getPrototypeOf(stream) as Duplex).push.call(stream, bytes);
}

interface OutgoingBytes {
  /** A piece of what is written; returns false when the writer should wait for 'drain'. */
  written(piece: Buffer): boolean;
}

interface InterceptedWrites {
  outgoingBytes?: OutgoingBytes;
  write: (piece: Buffer | string) => boolean;
}

/**
 * Intercepts what is written to a stream: Aedes writes packets with `write`, piece by piece. Assigned by name, because V8
 * makes a dictionary of an object with many properties that gets another one by a key or Object.assign, of a kilobyte.
 */
export function interceptOutgoing(stream: Duplex, outgoing: OutgoingBytes): void {
  const intercepted = stream as unknown as InterceptedWrites;
  intercepted.outgoingBytes = outgoing;
  intercepted.write = writeIntercepted;
}

/** One function for all streams: a closure for each connection would take more memory. */
function writeIntercepted(this: InterceptedWrites, piece: Buffer | string): boolean {
  return this.outgoingBytes?.written(typeof piece === 'string' ? Buffer.from(piece) : piece) ?? true;
}

/** Writes to the stream itself, past an interception. */
export const writeThrough = (stream: Duplex, bytes: Buffer): boolean =>
  (Object.getPrototypeOf(stream) as { readonly write: (bytes: Buffer) => boolean }).write.call(stream, bytes);

/** The time that a client has to close its side. */
export const FLUSH_TIMEOUT_MS = 1_000;

/**
 * Sends the last bytes and closes the stream when the client has read them: closing a socket at once, with data of the
 * client unread, makes the system discard what was sent. Aedes destroys the stream meanwhile, which must wait.
 */
export function endAfterFlush(stream: Duplex, bytes: Buffer | undefined, isGoingAway: boolean): void {
  if (bytes !== undefined) writeThrough(stream, bytes);
  // A WebSocket sends what it has before it closes; destroyed, it closes with 1001.
  if (!(stream instanceof Socket)) return void (isGoingAway ? stream.destroy() : stream.end());
  const destroy = Object.getPrototypeOf(stream).destroy as Socket['destroy'];
  const timer = setTimeout(() => destroy.call(stream), FLUSH_TIMEOUT_MS).unref();
  stream.destroy = (error) => {
    const isBroken = (error as NodeJS.ErrnoException | undefined)?.code !== undefined;
    const isClosed = isBroken || (stream.readableEnded && stream.writableFinished);
    return isClosed ? destroy.call(stream, error) : stream;
  };
  stream.once('close', () => clearTimeout(timer));
  stream.end();
  // After Aedes has stopped reading.
  setImmediate(() => stream.resume());
}
