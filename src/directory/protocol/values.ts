import { decodeJson } from '../../platform/schema/json.ts';
import { refused } from './protocol.ts';

type Fields = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** RFC 7643, section 2.1: names of attributes are case-insensitive. `name` is in lower case. */
export function fieldOf(value: unknown, name: string): unknown {
  if (!isRecord(value)) return undefined;
  const key = Object.keys(value).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : value[key];
}

const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

/** A body, whatever its media type, with or without a byte order mark; throws 400 invalidSyntax. */
export function readObject(bytes: Buffer): Fields {
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const text = isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
  const value = text.length === 0 ? undefined : decodeJson(text);
  if (!isRecord(value)) throw refused('invalidSyntax', 'The body must be a JSON object');
  return value;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;

/** One line without spaces around it; undefined if empty or null. Throws 400 invalidValue. */
export function lineOf(name: string, value: unknown, max: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw refused('invalidValue', `${name} must be a string`);
  const line = value.trim();
  if (line.length > max || CONTROL.test(line))
    throw refused('invalidValue', `${name} must be one line of at most ${max} characters`);
  return line === '' ? undefined : line;
}

/** Entra ID sends booleans as strings: "True", "False". */
export function booleanOf(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word !== 'true' && word !== 'false') throw refused('invalidValue', `${name} must be true or false`);
  return word === 'true';
}
