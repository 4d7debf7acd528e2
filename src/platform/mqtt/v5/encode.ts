/* Packets and properties of MQTT 5, as the broker sends them. */

export const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

export function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; bytes.length === 0 || rest > 0; rest = Math.floor(rest / 128))
    bytes.push((rest % 128) + (rest >= 128 ? 0x80 : 0));
  return Buffer.from(bytes);
}

/** A fixed header and contents. */
export function packetOf(firstByte: number, ...contents: readonly Buffer[]): Buffer {
  const length = contents.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([firstByte]), varint(length), ...contents]);
}

/** Collects the properties of a packet. */
export class PropertyList {
  readonly #parts: Buffer[] = [];

  byte(id: number, value: number): this {
    this.#parts.push(Buffer.from([id, value]));
    return this;
  }

  u16(id: number, value: number): this {
    this.#parts.push(Buffer.from([id]), u16(value));
    return this;
  }

  u32(id: number, value: number): this {
    const bytes = Buffer.alloc(5);
    bytes[0] = id;
    bytes.writeUInt32BE(value, 1);
    this.#parts.push(bytes);
    return this;
  }

  varint(id: number, value: number): this {
    this.#parts.push(Buffer.from([id]), varint(value));
    return this;
  }

  data(id: number, value: Buffer): this {
    this.#parts.push(Buffer.from([id]), u16(value.length), value);
    return this;
  }

  text(id: number, value: string): this {
    return this.data(id, Buffer.from(value));
  }

  pair(id: number, name: string, value: string): this {
    const [key, text] = [Buffer.from(name), Buffer.from(value)];
    this.#parts.push(Buffer.from([id]), u16(key.length), key, u16(text.length), text);
    return this;
  }

  /** With their length in front. */
  toBuffer(): Buffer {
    const length = this.#parts.reduce((sum, part) => sum + part.length, 0);
    return Buffer.concat([varint(length), ...this.#parts]);
  }
}

/** No properties. */
export const NONE = Buffer.from([0]);

const MAX_REASON_BYTES = 200;

/** Cut to a length that always fits, between two characters. */
export function reasonString(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_REASON_BYTES) return text;
  let end = MAX_REASON_BYTES;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
