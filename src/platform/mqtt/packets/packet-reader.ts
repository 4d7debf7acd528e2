import type { Duplex } from 'node:stream';
import { MAX_UNREAD_BYTES } from '../limits.ts';
import { type IncomingBytes, interceptIncoming } from '../stream-internals.ts';
import { isVersion5 } from '../v5/connect-packet.ts';
import { offerReading, receive, receiveConnect } from '../v5/inbound.ts';
import { checkHeader as checkVersion5Header } from '../v5/packet-types.ts';
import { ClosedFor, REASON, UnreadableConnect } from '../v5/reasons.ts';
import { unreadableConnack } from '../v5/reply-packets.ts';
import type { Version5Deps } from '../v5/state5.ts';
import type { Version5 } from '../v5/version5.ts';
import { checkContents, checkHeader, PACKET, ProtocolViolation, typeOf } from './packet-check.ts';
import type { TakeReading } from './published.ts';
import { forAedes } from './subscribe-packets.ts';

const PUBLISH = 0x30;
const TYPE_BITS = 0xf0;
const DUP_BIT = 0x08;
const QOS_BITS = 0x06;
const QOS_1 = 0x02;
const MAX_LENGTH_BYTES = 4;
/** CONNACK without a session; the return code follows. */
const CONNACK = [0x20, 0x02, 0x00];

/** Resolves when the connection may send CONNECT. */
type MyTurn = () => Promise<void>;

/**
 * Reads a connection's data packet by packet. Nearly all packets of wearables are readings with QoS 0 or 1, which need
 * no broker: they are offered to `take` before Aedes sees them. All other packets are checked, and passed on whole. A
 * packet that announces more than `maxBytes` closes the connection before any of its bytes is buffered.
 *
 *   |type|length (1–4 bytes, 7 bits each)|········ length bytes ········|type|length|···     [MQTT-2.2]
 *   PUBLISH: |0011 dup qos qos retain|length|topic's length (2)|topic|message id (2), not with QoS 0|payload|
 */
export class PacketReader {
  maxBytes: number;
  /** When the last packet arrived, by the clock of `performance`, and how long the client may be silent. */
  heardAt = 0;
  maxSilenceMs = 0;
  /** Set once CONNECT has announced MQTT 5. */
  v5: Version5 | undefined;
  readonly #take: TakeReading;
  readonly #version5: Version5Deps | undefined;
  /** The buffer of an incomplete packet, in its full size, and the number of bytes received. */
  #partial: Buffer | undefined;
  #partialBytes = 0;
  #connected = false;
  #disconnected = false;
  #stream: Duplex | undefined;
  #incoming: IncomingBytes | undefined;
  #mayRead: () => boolean = () => true;
  /** Chunks that arrived while reading was paused; undefined if none. */
  #waiting: Buffer[] | undefined;
  #waitingBytes = 0;
  /** Reading may call `resume`: later chunks must not be read before the current one is done. */
  #reading = false;
  #refused = false;
  #awaitsDrain = false;
  #turn: 'none' | 'waiting' | 'had' = 'had';
  #myTurn: MyTurn | undefined;
  /** The client has ended the stream before its turn. */
  #hasEnded = false;

  /** Without `version5`, clients of MQTT 5 are refused. */
  constructor(maxBytes: number, take: TakeReading, version5?: Version5Deps) {
    this.maxBytes = maxBytes;
    this.#take = take;
    this.#version5 = version5;
  }

  /**
   * Reads incoming data before the stream buffers it for the broker. While `mayRead` returns false, the data stays
   * with the operating system, and the sender waits; a sender that cannot be paused is closed when too much is unread.
   * The first data, which is CONNECT, waits for `myTurn`.
   */
  attach(stream: Duplex, mayRead: () => boolean, myTurn?: MyTurn): void {
    this.#stream = stream;
    this.#mayRead = mayRead;
    this.#myTurn = myTurn;
    if (myTurn !== undefined) this.#turn = 'none';
    this.#incoming = interceptIncoming(stream, this);
  }

  /** Data has arrived, but the connection's turn has not come. */
  get awaitsTurn(): boolean {
    return this.#turn === 'waiting';
  }

  async #takeTurn(): Promise<void> {
    this.#turn = 'waiting';
    await this.#myTurn?.();
    this.#turn = 'had';
    this.#myTurn = undefined;
    if (this.#stream?.destroyed === true) this.#waiting = undefined;
    this.resume();
    if (this.#waiting !== undefined) this.#awaitDrain();
    if (this.#hasEnded) this.#incoming?.end();
  }

  #awaitDrain(): void {
    if (!this.#awaitsDrain) this.#stream?.on('drain', () => this.resume());
    this.#awaitsDrain = true;
  }

  /** Call it when `mayRead` may have become true again. */
  resume(): void {
    const waiting = this.#waiting;
    if (this.#reading || waiting === undefined || this.#turn !== 'had') return;
    for (let chunk = waiting[0]; chunk !== undefined && this.#mayRead(); chunk = waiting[0]) {
      waiting.shift();
      this.#waitingBytes -= chunk.length;
      this.#forward(chunk);
    }
    if (waiting.length > 0) return;
    this.#waiting = undefined;
    this.#incoming?.readOn();
  }

  /** For `interceptIncoming`. */
  receive(chunk: Buffer | null): boolean {
    if (chunk === null) {
      if (this.awaitsTurn) {
        this.#hasEnded = true;
        return false;
      }
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      for (const one of waiting) this.#forward(one);
      return true;
    }
    if (this.#turn === 'none') void this.#takeTurn();
    const mayReadNow = this.#waiting === undefined && this.#turn === 'had' && this.#mayRead();
    const mayGoOn = mayReadNow ? this.#forward(chunk) : this.#wait(chunk);
    return this.#waitingBytes + (this.#incoming?.unread() ?? 0) > MAX_UNREAD_BYTES
      ? this.#refuse(new Error('the sender ignores the receive limit'))
      : mayGoOn;
  }

  #forward(chunk: Buffer): boolean {
    const incoming = this.#incoming;
    if (this.#refused || incoming === undefined) return this.v5 !== undefined;
    this.#reading = true;
    // Readings must not overtake data that the broker has not read yet.
    const rest = this.read(chunk, incoming.unread() === 0);
    this.#reading = false;
    if (rest instanceof Error) return this.#refuse(rest);
    return rest === null ? true : incoming.forward(rest);
  }

  #wait(chunk: Buffer): boolean {
    if (this.#turn === 'had') this.#awaitDrain();
    this.#waiting ??= [];
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    return false;
  }

  #refuse(error: Error): boolean {
    this.#refused = true;
    const stream = this.#stream;
    if (this.v5 !== undefined) {
      const reason = error instanceof ClosedFor ? error.reason : REASON.quota;
      this.v5.reject(reason, error.message);
      // The rest of the client's data is read and ignored, so that it receives the reason.
      return true;
    }
    if (error instanceof UnreadableConnect) {
      stream?.end(unreadableConnack(error.reason), () => stream.destroy(error));
      return false;
    }
    const code = error instanceof ProtocolViolation ? error.connackCode : undefined;
    if (code === undefined) stream?.destroy(error);
    else stream?.end(Buffer.from([...CONNACK, code]), () => stream.destroy(error));
    return false;
  }

  /** Returns the bytes for the broker, or the error that closes the connection. */
  read(chunk: Buffer, mayTake = true): Buffer | null | Error {
    const bytes = this.#complete(chunk);
    if (bytes === undefined) return null;
    this.heardAt = Math.round(performance.now());
    const from = mayTake ? this.#takeReadings(bytes) : 0;
    return from < bytes.length ? this.#pass(bytes, from) : null;
  }

  /** Buffers the beginning of a packet of `size` bytes. */
  #keep(beginning: Buffer, size: number): void {
    this.#partial = Buffer.allocUnsafe(size);
    this.#partialBytes = beginning.copy(this.#partial);
  }

  #complete(chunk: Buffer): Buffer | undefined {
    const partial = this.#partial;
    if (partial === undefined) return chunk;
    const copied = chunk.copy(partial, this.#partialBytes);
    this.#partialBytes += copied;
    if (this.#partialBytes < partial.length) return undefined;
    this.#partial = undefined;
    return copied === chunk.length ? partial : Buffer.concat([partial, chunk.subarray(copied)]);
  }

  /** Takes the readings at the start of the bytes: a reading behind another packet must not overtake it. */
  #takeReadings(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length) {
      const flags = bytes[at] ?? 0;
      if ((flags & TYPE_BITS) !== PUBLISH || (flags & QOS_BITS) > QOS_1) return at;
      // [MQTT-3.3.1-2]
      if ((flags & (DUP_BIT | QOS_BITS)) === DUP_BIT) return at;
      const extent = extentAt(bytes, at);
      if (extent === undefined || extent.end - extent.start > this.maxBytes) return at;
      const { start, end } = extent;
      if (end > bytes.length) {
        if (!this.#connected) return at;
        this.#keep(bytes.subarray(at), end - at);
        return bytes.length;
      }
      const isTaken =
        this.v5 === undefined
          ? this.#offer(bytes, flags, start, end)
          : offerReading(this.v5, this.#take, bytes, flags, start, end);
      if (!isTaken) return at;
      at = end;
    }
    return at;
  }

  #offer(bytes: Buffer, flags: number, start: number, end: number): boolean {
    if (end - start < 2) return false;
    const qos = (flags & QOS_BITS) === QOS_1 ? 1 : 0;
    const topicEnd = start + 2 + bytes.readUInt16BE(start);
    const payloadAt = topicEnd + 2 * qos;
    if (payloadAt > end) return false;
    const messageId = qos === 1 ? bytes.readUInt16BE(topicEnd) : 0;
    // [MQTT-2.3.1-1]
    if (qos === 1 && messageId === 0) return false;
    const message = { payload: bytes.subarray(payloadAt, end), qos, dup: (flags & DUP_BIT) !== 0 } as const;
    return this.#take(bytes.subarray(start + 2, topicEnd), message, messageId);
  }

  /** Checks the bytes for the broker, and holds back an incomplete packet. */
  #pass(bytes: Buffer, from: number): Buffer | null | Error {
    const passed: Buffer[] = [];
    let passedUpTo = from;
    let at = from;
    // [MQTT-3.14.4-2]: data after DISCONNECT is ignored.
    while (at < bytes.length && !this.#disconnected) {
      const extent = extentAt(bytes, at);
      if (extent === undefined) {
        if (bytes.length - at > MAX_LENGTH_BYTES)
          return new ClosedFor(REASON.malformed, "a packet's length is malformed");
        this.#keep(bytes.subarray(at), bytes.length - at + 1);
        break;
      }
      const { start, end } = extent;
      if (end - start > this.maxBytes) return new ClosedFor(REASON.tooLarge, 'a packet is too large');
      const firstByte = bytes[at] ?? 0;
      const violation =
        this.v5 === undefined
          ? checkHeader(firstByte, end - start, this.#connected)
          : checkVersion5Header(firstByte, end - start);
      if (violation !== undefined) return violation;
      if (end > bytes.length) {
        this.#keep(bytes.subarray(at), end - at);
        break;
      }
      const translated = this.#translate(firstByte, bytes.subarray(start, end));
      if (translated instanceof Error) return translated;
      if (translated !== undefined) {
        passed.push(bytes.subarray(passedUpTo, at), translated);
        passedUpTo = end;
      }
      at = end;
    }
    if (passed.length === 0) return at > from ? bytes.subarray(from, at) : null;
    return Buffer.concat([...passed, bytes.subarray(passedUpTo, at)]);
  }

  /** The packet for Aedes; undefined if it stays as it is. */
  #translate(firstByte: number, contents: Buffer): Buffer | Error | undefined {
    const type = typeOf(firstByte);
    const translated =
      this.v5 !== undefined || (type === PACKET.connect && isVersion5(contents))
        ? this.#fromVersion5(firstByte, contents)
        : fromVersion4(firstByte, contents);
    if (translated instanceof Error) return translated;
    this.#connected = true;
    this.#disconnected = type === PACKET.disconnect;
    return translated;
  }

  #fromVersion5(firstByte: number, contents: Buffer): Buffer | Error | undefined {
    const stream = this.#stream;
    if (this.#version5 === undefined || stream === undefined) return fromVersion4(firstByte, contents);
    try {
      if (this.v5 !== undefined) return receive(this.v5, firstByte, contents);
      const { v5, bytes } = receiveConnect(stream, this.#version5, contents);
      this.v5 = v5;
      return bytes;
    } catch (error) {
      if (!(error instanceof ClosedFor)) throw error;
      return this.v5 === undefined ? new UnreadableConnect(error.reason, error.message) : error;
    }
  }
}

function fromVersion4(firstByte: number, contents: Buffer): Buffer | ProtocolViolation | undefined {
  const wrong = checkContents(firstByte, contents);
  if (wrong !== undefined) return wrong;
  const rewritten = forAedes(typeOf(firstByte), contents);
  return rewritten && Buffer.concat([fixedHeader(firstByte, rewritten.length), rewritten]);
}

function fixedHeader(firstByte: number, length: number): Buffer {
  const bytes = [firstByte];
  for (let rest = length; bytes.length === 1 || rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 0x80 : 0));
  }
  return Buffer.from(bytes);
}

/**
 * Where a packet's contents start and end; undefined while the length is incomplete, or if its four bytes do not end
 * it.
 */
function extentAt(bytes: Buffer, at: number): { readonly start: number; readonly end: number } | undefined {
  let length = 0;
  for (let i = 0; i < MAX_LENGTH_BYTES; i++) {
    const byte = bytes[at + 1 + i];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** i;
    if ((byte & 0x80) === 0) {
      const start = at + 2 + i;
      return { start, end: start + length };
    }
  }
  return undefined;
}
