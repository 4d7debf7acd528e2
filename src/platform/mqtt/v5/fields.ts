import { checkText, type Place, type PropertyReader } from './properties.ts';
import { malformed } from './reasons.ts';

/** Reads the fields of a packet in sequence, never beyond its end. Throws ClosedFor. */
export class Fields {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isEmpty(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(what: string): number {
    return this.#number(1, what);
  }

  u16(what: string): number {
    return this.#number(2, what);
  }

  /** A two-byte length and that many bytes; a slice. */
  binary(what: string): Buffer {
    const length = this.u16(what);
    const start = this.at;
    this.at += length;
    if (this.at > this.#bytes.length) throw malformed(what);
    return this.#bytes.subarray(start, this.at);
  }

  text(what: string): string {
    const bytes = this.binary(what);
    checkText(bytes);
    return bytes.toString('utf8');
  }

  rest(): Buffer {
    return this.#bytes.subarray(this.at);
  }

  properties(reader: PropertyReader, place: Place): void {
    this.at = reader.read(place, this.#bytes, this.at, this.#bytes.length);
  }

  /** Every byte of the packet was read. */
  finish(): void {
    if (!this.isEmpty) throw malformed('bytes after the last field');
  }

  #number(size: number, what: string): number {
    const at = this.at;
    this.at += size;
    if (this.at > this.#bytes.length) throw malformed(what);
    return this.#bytes.readUIntBE(at, size);
  }
}
