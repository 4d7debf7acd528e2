import { createHash } from 'node:crypto';

/** Other formats are refused, SVG above all: it may contain scripts. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

export const MOST_PICTURE_BYTES = 1024 * 1024;
/** A small file can unpack to gigabytes in the browser. */
export const MOST_PIXELS_A_SIDE = 4096;
/** The plan has the shape of its picture: a strip would be pages high. */
const LONGEST_SHAPE = 4;

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Picture extends Size {
  readonly content: Buffer;
  readonly mediaType: (typeof PICTURE_TYPES)[number];
  readonly tag: string;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The picture in a text, or what is wrong with it. */
export function pictureIn(base64: string): Picture | string {
  const content = BASE64.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
  const kind = KINDS.find(({ isOne }) => isOne(content));
  const size = kind?.sizeOf(content);
  if (kind === undefined || size === undefined) return 'must be a PNG, JPEG or WebP picture in base64';
  if (content.length > MOST_PICTURE_BYTES) return 'must be a picture of at most 1 MiB';
  const { width, height } = size;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MOST_PIXELS_A_SIDE)
    return `must be a picture of at most ${MOST_PIXELS_A_SIDE} × ${MOST_PIXELS_A_SIDE} pixels`;
  if (Math.max(width, height) > LONGEST_SHAPE * Math.min(width, height))
    return `must be a picture at most ${LONGEST_SHAPE} times as long as wide`;
  const tag = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { content, mediaType: kind.mediaType, width, height, tag };
}

interface Kind {
  readonly mediaType: Picture['mediaType'];
  readonly isOne: (bytes: Buffer) => boolean;
  /** Undefined if the header is cut off or broken. */
  readonly sizeOf: (bytes: Buffer) => Size | undefined;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const hasWord = (bytes: Buffer, at: number, word: string): boolean =>
  bytes.toString('latin1', at, at + word.length) === word;

const KINDS: readonly Kind[] = [
  {
    mediaType: 'image/png',
    isOne: (bytes) => bytes.subarray(0, PNG.length).equals(PNG),
    sizeOf: (bytes) =>
      bytes.length >= 24 && hasWord(bytes, 12, 'IHDR')
        ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
        : undefined,
  },
  {
    mediaType: 'image/jpeg',
    isOne: (bytes) => hasWord(bytes, 0, '\xff\xd8\xff'),
    sizeOf: jpegSize,
  },
  {
    mediaType: 'image/webp',
    isOne: (bytes) => hasWord(bytes, 0, 'RIFF') && hasWord(bytes, 8, 'WEBP'),
    sizeOf: webpSize,
  },
];

/** Frame headers of JPEG (ITU T.81, table B.1): C0 to CF without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // A fill byte before the marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** RFC 9649: lossy, lossless, or extended. */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined;
  if (hasWord(bytes, 12, 'VP8X'))
    return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (hasWord(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  if (hasWord(bytes, 12, 'VP8 ') && hasWord(bytes, 23, '\x9d\x01\x2a'))
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  return undefined;
}
