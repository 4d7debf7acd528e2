import { crc32, deflateSync } from 'node:zlib';

const u16 = (value: number, order: 'BE' | 'LE'): Buffer => {
  const bytes = Buffer.alloc(2);
  if (order === 'BE') bytes.writeUInt16BE(value);
  else bytes.writeUInt16LE(value);
  return bytes;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([u32(data.length), named, u32(crc32(named))]);
}

const header = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([8, 0, 0, 0, 0])])),
  ]);

/** Its header alone. */
export const png = header;

/** A grey picture that a browser draws. */
export const drawnPng = (width: number, height: number): Buffer =>
  Buffer.concat([
    header(width, height),
    chunk(
      'IDAT',
      deflateSync(Buffer.concat(Array(height).fill(Buffer.alloc(width + 1, 0xdd).fill(0, 0, 1)))),
    ),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** With a segment before the frame header. */
export const jpeg = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from('ffd8ffe000040000ffc0001108', 'hex'),
    u16(height, 'BE'),
    u16(width, 'BE'),
    Buffer.alloc(10),
  ]);

export function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0);
  bytes.write(`WEBP${kind}`, 8);
  if (kind === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  } else if (kind === 'VP8L') {
    bytes[20] = 0x2f;
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    bytes.write('9d012a', 23, 'hex');
    u16(width, 'LE').copy(bytes, 26);
    u16(height, 'LE').copy(bytes, 28);
  }
  return bytes;
}
