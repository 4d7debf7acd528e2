import type { Duplex } from 'node:stream';
import { MAX_UNREAD_BYTES } from '../limits.ts';
import { interceptIncoming } from '../private-apis.ts';

/** What of a PUBLISH makes it a reading. */
export interface Published {
  readonly payload: Buffer | string;
  readonly qos: 0 | 1 | 2;
  readonly dup: boolean;
}

/** False when the message is not for it. */
export type TakeReading = (topic: Buffer, message: Published, messageId: number) => boolean;

const PUBLISH = 0x30;
const TYPE_BITS = 0xf0;
const DUP_BIT = 0x08;
const QOS_BITS = 0x06;
const QOS_1 = 0x02;
const MAX_LENGTH_BYTES = 4;
/** A longer PUBLISH that is not there whole goes to the broker: to gather it would copy its beginning time and again. */
const MAX_GATHERED = 16 * 1024;

/**
 * Follows what a connection sends packet by packet. Readings with QoS 0 or 1 are nearly all that wearables send, and
 * need nothing of a broker: they are offered to `take` before Aedes sees them. A packet that announces more than
 * `largest` bytes ends the connection before any of them is kept.
 *
 *   |type|length (1–4 bytes, 7 bits each)|········ length bytes ········|type|length|···     [MQTT-2.2]
 *   PUBLISH: |0011 dup qos qos retain|length|topic's length (2)|topic|message id (2), not with QoS 0|payload|
 */
export class PacketReader {
  maxBytes: number;
  /** To be called when `mayRead` may have become true again. */
  resume: () => void = () => {};
  readonly #take: TakeReading;
  /** The beginning of a packet that is not there whole. */
  #partial: Buffer | undefined;
  /** Bytes to come of a packet whose beginning the broker has. */
  #bytesDueToBroker = 0;

  constructor(maxBytes: number, take: TakeReading) {
    this.maxBytes = maxBytes;
    this.#take = take;
  }

  /**
   * Reads what arrives before the stream buffers it for the broker. While `mayRead` answers false, it stays with the
   * operating system, and the sender waits; a sender that cannot be paused is closed when too much is unread.
   */
  attach(stream: Duplex, mayRead: () => boolean): void {
    const waiting: Buffer[] = [];
    let waitingBytes = 0;
    /** Reading may call `resume`: later chunks must not be read before the present one is through. */
    let reading = false;

    const refuse = (error: Error): boolean => {
      stream.destroy(error);
      return false;
    };

    const forward = (chunk: Buffer): boolean => {
      reading = true;
      // What the broker has not read yet must not be overtaken.
      const rest = this.read(chunk, incoming.unread() === 0);
      reading = false;
      if (rest instanceof Error) return refuse(rest);
      return rest === null ? true : incoming.forward(rest);
    };

    const incoming = interceptIncoming(stream, (chunk) => {
      if (chunk === null) {
        for (const one of waiting.splice(0)) forward(one);
        return true;
      }
      const mayGoOn = waiting.length === 0 && mayRead() ? forward(chunk) : buffer(chunk);
      return waitingBytes + incoming.unread() > MAX_UNREAD_BYTES
        ? refuse(new Error('the sender is too far ahead'))
        : mayGoOn;
    });

    function buffer(chunk: Buffer): boolean {
      waiting.push(chunk);
      waitingBytes += chunk.length;
      return false;
    }

    this.resume = () => {
      if (reading || waiting.length === 0) return;
      for (let chunk = waiting[0]; chunk !== undefined && mayRead(); chunk = waiting[0]) {
        waiting.shift();
        waitingBytes -= chunk.length;
        forward(chunk);
      }
      if (waiting.length === 0) incoming.readOn();
    };
    stream.on('drain', () => this.resume());
  }

  /** The bytes that are for the broker, or why the connection cannot go on. */
  read(chunk: Buffer, mayTake = true): Buffer | null | Error {
    let bytes = chunk;
    if (this.#partial !== undefined) {
      bytes = Buffer.concat([this.#partial, chunk]);
      this.#partial = undefined;
    }
    const from = this.#bytesDueToBroker > 0 || !mayTake ? 0 : this.#takeReadings(bytes);
    return from < bytes.length ? this.#pass(bytes, from) : null;
  }

  /** Takes the readings with which the bytes begin: what comes behind something else must not overtake it. */
  #takeReadings(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length) {
      const flags = bytes[at] ?? 0;
      if ((flags & TYPE_BITS) !== PUBLISH || (flags & QOS_BITS) > QOS_1) return at;
      const extent = extentAt(bytes, at);
      if (extent === undefined || extent.end - extent.start > this.maxBytes) return at;
      const { start, end } = extent;
      if (end > bytes.length) {
        if (end - at > MAX_GATHERED) return at;
        this.#partial = Buffer.from(bytes.subarray(at));
        return bytes.length;
      }
      if (!this.#offer(bytes, flags, start, end)) return at;
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

  /** Follows the packets that go to the broker; only a length that is not there whole is kept back. */
  #pass(bytes: Buffer, from: number): Buffer | null | Error {
    let at = Math.min(from + this.#bytesDueToBroker, bytes.length);
    this.#bytesDueToBroker -= at - from;
    while (at < bytes.length) {
      const extent = extentAt(bytes, at);
      if (extent === undefined) {
        if (bytes.length - at > MAX_LENGTH_BYTES) return new Error("a packet's length is malformed");
        this.#partial = Buffer.from(bytes.subarray(at));
        break;
      }
      if (extent.end - extent.start > this.maxBytes) return new Error('a packet is too large');
      this.#bytesDueToBroker = Math.max(0, extent.end - bytes.length);
      at = Math.min(extent.end, bytes.length);
    }
    return at > from ? bytes.subarray(from, at) : null;
  }
}

/** Where a packet's contents begin and end; undefined where the bytes, or all four of its length, do not tell. */
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
