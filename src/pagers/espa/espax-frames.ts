import { LinkBroken } from '../page.ts';

// ESPA-X: a header of 10 bytes, then XML. `EX`, the length with the header (32 bits, big-endian), 4 bytes of flags.

const MAGIC = Buffer.from('EX', 'latin1');
const LENGTH_AT = 2;
const HEADER_BYTES = 10;
/** Messages have at most some thousand characters. */
export const MAX_FRAME_BYTES = 64 * 1024;

export function frame(xml: string): Buffer {
  const body = Buffer.from(xml, 'utf8');
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt32BE(HEADER_BYTES + body.length, LENGTH_AT);
  return Buffer.concat([header, body]);
}

/** Splits the bytes of a connection into messages; chunks may have any size. Throws LinkBroken at what is no frame. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  read(chunk: Buffer): readonly string[] {
    let rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: string[] = [];
    for (;;) {
      const length = lengthOf(rest);
      if (length === undefined || rest.length < length) break;
      messages.push(rest.toString('utf8', HEADER_BYTES, length));
      rest = rest.subarray(length);
    }
    this.#rest = rest;
    return messages;
  }
}

/** Undefined while the header is incomplete. */
function lengthOf(bytes: Buffer): number | undefined {
  const start = bytes.subarray(0, MAGIC.length);
  if (!start.equals(MAGIC.subarray(0, start.length)))
    throw new LinkBroken('the pager server does not speak ESPA-X');
  if (bytes.length < HEADER_BYTES) return undefined;
  const length = bytes.readUInt32BE(LENGTH_AT);
  if (length < HEADER_BYTES || length > MAX_FRAME_BYTES)
    throw new LinkBroken(`the pager server announced a message of ${length} bytes`);
  return length;
}
