// The few parts of ASN.1 that certificates and requests for them need, in DER (ITU-T X.690).

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
};

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits = length.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, ...parts);
/** `[0]`, `[3]`: a field of a sequence that may be missing. */
export const field = (number: number, ...parts: readonly Uint8Array[]): Buffer =>
  der(0xa0 | number, ...parts);
export const integer = (value: number | Uint8Array): Buffer =>
  der(0x02, typeof value === 'number' ? Buffer.from([value]) : value);
export const TRUE: Buffer = der(0x01, Buffer.from([0xff]));
export const bitString = (value: Uint8Array): Buffer => der(0x03, Buffer.from([0]), value);
export const octetString = (value: Uint8Array): Buffer => der(0x04, value);
export const utf8 = (value: string): Buffer => der(0x0c, Buffer.from(value));
export const dnsName = (value: string): Buffer => der(0x82, Buffer.from(value, 'ascii'));
/** IPv4. */
export const ipAddress = (value: string): Buffer => der(0x87, Buffer.from(value.split('.').map(Number)));
/** Two digits of the year: until 2050. */
export const utcTime = (at: Date): Buffer =>
  der(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));

/** `1.2.840.10045.4.3.2` */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inBase128)]));
}

function inBase128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80);
  return bytes;
}
