/**
 * Thrown for a message that no Vigil instance sends: other clients of Redis may publish anything. Its content is not
 * logged.
 */
export class MalformedMessage extends Error {}

export type Check = (value: unknown) => boolean;
/** One check per field; the compiler requires all of them. */
export type Shape<Fields> = { readonly [Name in keyof Required<Fields>]: Check };

/** For ids, MAC addresses, MQTT client ids and event names; all are shorter. */
const MAX_ID_LENGTH = 256;
const MAX_MESSAGE_LENGTH = 1024 * 1024;

export const isId: Check = (value) =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_ID_LENGTH;
export const isNumber: Check = (value) => Number.isSafeInteger(value);
export const isBoolean: Check = (value) => typeof value === 'boolean';
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/**
 * A JSON object whose fields pass their checks; throws MalformedMessage otherwise. Unknown fields are accepted: a
 * newer version may send them.
 */
export function readMessage<Message>(text: string, shape: Shape<Message>): Message {
  if (text.length > MAX_MESSAGE_LENGTH) throw new MalformedMessage('too long');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedMessage('not JSON');
  }
  if (!isObject(value)) throw new MalformedMessage('not an object');
  for (const [name, check] of Object.entries<Check>(shape)) {
    if (!check(value[name])) throw new MalformedMessage(`unexpected "${name}"`);
  }
  return value as Message;
}
