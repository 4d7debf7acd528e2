import type { Duplex } from 'node:stream';

/**
 * Follows the packets in a stream of bytes by their fixed headers alone ([MQTT-2.2]): a packet that announces more
 * than `largest` bytes is told of before any of them is kept.
 *
 *   |type|length (1–4 bytes, 7 bits each)|········ length bytes ········|type|length|···
 */
export class PacketMeter {
  largest: number;
  #toSkip = 0;
  #lengthBytes = 0;
  #length = 0;
  #inLength = false;

  constructor(largest: number) {
    this.largest = largest;
  }

  /** False when the chunk announces a packet that is too large, or a length that is none. */
  admits(chunk: Uint8Array): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.#toSkip > 0) {
        const skipped = Math.min(this.#toSkip, chunk.length - at);
        this.#toSkip -= skipped;
        at += skipped;
      } else if (!this.#inLength) {
        this.#inLength = true;
        this.#length = 0;
        this.#lengthBytes = 0;
        at += 1;
      } else if (!this.#takeLengthByte(chunk[at++] ?? 0)) {
        return false;
      }
    }
    return true;
  }

  #takeLengthByte(byte: number): boolean {
    this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes;
    this.#lengthBytes += 1;
    if (this.#length > this.largest) return false;
    if ((byte & 0x80) !== 0) return this.#lengthBytes < 4;
    this.#inLength = false;
    this.#toSkip = this.#length;
    return true;
  }
}

/**
 * Puts the meter, and a pause while `mayRead` says no, in front of whoever reads the connection. The broker reads
 * again whenever a packet of the connection has been dealt with, so a pause ends by itself; until then the bytes stay
 * with the operating system, and the sender waits.
 */
export function meterReads(connection: Duplex, meter: PacketMeter, mayRead: () => boolean): void {
  const read = connection.read.bind(connection);
  connection.read = (size) => {
    // Streams call this themselves, to be filled rather than read.
    if (size === 0) return read(0);
    if (!mayRead()) return null;
    const chunk: Buffer | null = read();
    if (chunk === null || meter.admits(chunk)) return chunk;
    connection.destroy(new Error('a packet is too large or its length malformed'));
    return null;
  };
}
