/* MQTT packets byte by byte, in ways that no library writes them. */

export const text = (value: string | readonly number[]): Buffer => {
  const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.from(value);
  return Buffer.concat([u16(bytes.length), bytes]);
};

export const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

export type Part = number | Buffer;

/** A fixed header and contents; numbers are single bytes. */
export function packet(firstByte: number, ...parts: readonly Part[]): Buffer {
  const contents = Buffer.concat(
    parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)),
  );
  const header = [firstByte];
  let rest = contents.length;
  do {
    header.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.concat([Buffer.from(header), contents]);
}

export interface ConnectDeps {
  readonly firstByte?: number;
  readonly name?: string | readonly number[];
  readonly level?: number;
  readonly flags?: number;
  readonly keepAlive?: number;
  readonly payload: readonly Buffer[];
}

export const connect = ({
  firstByte = 0x10,
  name = 'MQTT',
  level = 4,
  flags = 0xc2,
  keepAlive = 60,
  payload,
}: ConnectDeps): Buffer => packet(firstByte, text(name), level, flags, u16(keepAlive), ...payload);

export const subscribe = (id: number, ...filters: readonly (readonly [Buffer, number])[]): Buffer =>
  packet(0x82, u16(id), ...filters.flat());

export const unsubscribe = (id: number, ...filters: readonly Buffer[]): Buffer =>
  packet(0xa2, u16(id), ...filters);

export const PINGREQ = packet(0xc0);
export const PINGRESP = packet(0xd0);
export const DISCONNECT = packet(0xe0);
export const connack = (code: number, sessionPresent = 0): Buffer => packet(0x20, sessionPresent, code);
export const suback = (id: number, ...codes: readonly number[]): Buffer => packet(0x90, u16(id), ...codes);
export const unsuback = (id: number): Buffer => packet(0xb0, u16(id));
export const puback = (id: number): Buffer => packet(0x40, u16(id));
export const pubrec = (id: number): Buffer => packet(0x50, u16(id));
export const pubrel = (id: number): Buffer => packet(0x62, u16(id));
export const pubcomp = (id: number): Buffer => packet(0x70, u16(id));
