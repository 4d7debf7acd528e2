import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Aedes, type AedesPublishPacket, type Client, type PublishPacket } from 'aedes';

/*
 * Everything here relies on internals of Node's streams and Aedes, which no version number guarantees.
 * test/mqtt/private-apis.test.ts fails when one of them changes.
 */

export interface IncomingBytes {
  /** Passes bytes to the reader of the stream; false when its buffer is full. */
  forward(bytes: Buffer): boolean;
  /** Bytes that were forwarded and not read yet. */
  unread(): number;
  /** Resumes after `receive` returned false: the stream cannot know by itself that it may read on. */
  readOn(): void;
}

/**
 * Intercepts the data that arrives on a stream before the stream buffers it. Node's sockets give every chunk that they
 * read to `push`, null at the end, and stop reading when it returns false; `_read` makes them start again.
 */
export function interceptIncoming(stream: Duplex, receive: (chunk: Buffer | null) => boolean): IncomingBytes {
  const incoming = new InterceptedStream(stream);
  stream.push = (chunk: Buffer | null) => {
    const mayGoOn = receive(chunk);
    return chunk === null ? incoming.forward(null) : mayGoOn;
  };
  return incoming;
}

/** A class, because there is one per connection: closures would take four times the memory. */
class InterceptedStream implements IncomingBytes {
  readonly #stream: Duplex;
  readonly #push: Duplex['push'];

  constructor(stream: Duplex) {
    this.#stream = stream;
    this.#push = stream.push;
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
export const GOODBYE_MS = 1_000;

/**
 * Sends the last bytes and closes the stream when the client has read them: closing a socket at once, with data of the
 * client unread, makes the system discard what was sent. Aedes destroys the stream meanwhile, which must wait.
 */
export function sayGoodbye(stream: Duplex, bytes: Buffer | undefined, isGoingAway: boolean): void {
  if (bytes !== undefined) writeThrough(stream, bytes);
  // A WebSocket sends what it has before it closes; destroyed, it closes with 1001.
  if (!(stream instanceof Socket)) return void (isGoingAway ? stream.destroy() : stream.end());
  const destroy = Object.getPrototypeOf(stream).destroy as Socket['destroy'];
  const timer = setTimeout(() => destroy.call(stream), GOODBYE_MS).unref();
  stream.destroy = (error) => {
    const isBroken = (error as NodeJS.ErrnoException | undefined)?.code !== undefined;
    const isOver = isBroken || (stream.readableEnded && stream.writableFinished);
    return isOver ? destroy.call(stream, error) : stream;
  };
  stream.once('close', () => clearTimeout(timer));
  stream.end();
  // After Aedes has stopped reading.
  setImmediate(() => stream.resume());
}

/**
 * Releases state that Aedes holds for each client and does not need, about a third of its memory: a dozen listeners
 * for the end of the stream, although 'close' is enough, since the client is closed on 'end' and 'error' anyway; and a
 * list of unparsed bytes that is a whole stream. Call it at once, before anything is read.
 */
export function releaseUnusedState(client: Client): void {
  const inner = client as unknown as {
    _eos: () => void;
    readonly _parser: { _list: { readonly constructor: { readonly BufferList: new () => never } } };
  };
  inner._eos();
  inner._eos = nothing;
  client.conn.on('close', () => client.close());
  inner._parser._list = new inner._parser._list.constructor.BufferList();
}

const nothing = (): void => {};

/**
 * The only property of the CONNECT packet that Aedes' parser reads later; the same for MQTT 3.1, which differs in
 * CONNECT only.
 */
const PARSED_AS = Object.freeze({ protocolVersion: 4 });

/** The parser keeps the CONNECT packet, and with it the password and a whole read of the socket. */
export function forgetConnectPacket(client: Client): void {
  (client as unknown as { readonly _parser: { settings: object } })._parser.settings = PARSED_AS;
}

/** Aedes disconnects a client that is silent for too long, and does not see the packets that we take before it. */
export function refreshKeepAlive(client: Client): void {
  (client as unknown as { readonly _keepaliveTimer: NodeJS.Timeout | null })._keepaliveTimer?.refresh();
}

/** A client that has left, without all that Aedes keeps of one. */
export const closedClient = (): Client =>
  ({
    id: '',
    closed: true,
    connected: false,
    conn: { destroyed: true },
    close: nothing,
  }) as unknown as Client;

/** Closes the connection as a fault of the client: Aedes does so on this event, and publishes the client's will. */
export function failClient(client: Client, error: Error): void {
  client.emit('error', error);
}

/**
 * Attaches the owner of the device that a message is about, and the connection that sent it. Aedes copies few fields of a packet on its way to the
 * subscribers; the sender's id is one of them, and our own messages have no sender.
 */
export const withAudience = (packet: PublishPacket, audience: string, origin?: string): PublishPacket =>
  Object.assign(packet, { clientId: origin === undefined ? audience : audience + SEPARATOR + origin });

const SEPARATOR = '\n';

/** Undefined for a retained message, which does not keep it. */
export function audienceOf(packet: AedesPublishPacket): string | undefined {
  const { clientId } = packet as { clientId?: string };
  return clientId?.includes(SEPARATOR) ? clientId.slice(0, clientId.indexOf(SEPARATOR)) : clientId;
}

/** The connection whose message this is; known for messages of connections that do not want their own. */
export function originOf(packet: AedesPublishPacket): string | undefined {
  const { clientId } = packet as { clientId?: string };
  return clientId?.includes(SEPARATOR) ? clientId.slice(clientId.indexOf(SEPARATOR) + 1) : undefined;
}

/** Call it while Aedes authenticates the client: only then does Aedes read the id again before registering it. */
export function assignClientId(client: Client, id: string): void {
  client.id = id;
}

type Done = (error?: Error) => void;

/**
 * Topics for messages between the brokers of a cluster, sent at every connection: our instances use other channels,
 * and no client may subscribe to these.
 */
const BETWEEN_BROKERS = '$SYS/';

/**
 * Does not forward clients' messages: authorizePublish has processed them, and subscribers get the messages that the
 * service itself publishes. Aedes forwards a client's message by this method too, with the client as source.
 */
export class NonForwardingBroker extends Aedes {
  override publish(packet: PublishPacket, source: Client | null | Done, done?: Done): void {
    if (typeof source !== 'function') done?.();
    else if (packet.topic.startsWith(BETWEEN_BROKERS)) source();
    else super.publish(packet, source);
  }
}

/** Aedes' types omit this event. */
export function onBrokerError(broker: Aedes, listener: (error: Error) => void): void {
  broker.on('error' as 'closed', listener as () => void);
}
