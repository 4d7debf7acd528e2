import Type, { type TSchema } from 'typebox';

/**
 * Our own keywords, beside JSON Schema's:
 *   x-clean  how a value typed by a person is tidied before it is checked
 *   x-says   the message a client gets when the value does not fit
 *   x-null   `null` means the same as a missing field (docs/contract.md, "Requests")
 */
export type Annotations = {
  'x-clean'?: 'trim' | 'email';
  'x-says'?: string;
  'x-null'?: 'absent';
};

/** PostgreSQL text cannot hold NUL, so no string that reaches it may. */
const WITHOUT_NUL = '^[^\\u0000]*$';

export const id = () => Type.String({ format: 'uuid', 'x-says': 'must be a UUID' });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** For values outside a checked body: a path segment, a topic level. */
export const isUuid = (text: string): boolean => UUID.test(text);

export const timestamp = () => Type.String({ format: 'date-time' });

/** Free text, kept as it was written. */
export const text = (max: number, min = 0) =>
  Type.String({
    minLength: min,
    maxLength: max,
    pattern: WITHOUT_NUL,
    'x-says': `must be text of ${min > 0 ? `${min} to` : 'at most'} ${max} characters, without NUL`,
  });

/** A line that a person typed: a name, a phone number. */
export const line = (max: number) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: WITHOUT_NUL,
    'x-clean': 'trim',
    'x-says': `must be text of 1 to ${max} characters, without NUL`,
  });

export const email = () =>
  Type.String({
    maxLength: 254,
    pattern:
      "^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$",
    'x-clean': 'email',
    'x-says': 'must be a valid e-mail address',
  });

/** Not checked as an address: a malformed one must get the same answer as an unknown one. */
export const emailToFind = () =>
  Type.String({
    minLength: 1,
    maxLength: 254,
    pattern: WITHOUT_NUL,
    'x-clean': 'email',
    'x-says': 'must be an e-mail address',
  });

/** PostgreSQL refuses the year 0. */
export const date = () =>
  Type.String({ format: 'date', pattern: '^(?!0000)', 'x-says': 'must be a date such as 1948-03-17' });

/** RFC 3339 without leap seconds, which JavaScript does not know, and without RFC 9557's name of a zone behind it. */
export const time = (example: string) =>
  Type.String({
    format: 'date-time',
    pattern: '^(?!0000)[^T]*T\\d\\d:\\d\\d:[0-5][^\\[]*$',
    'x-says': `must be a time such as ${example}`,
  });

export const number = (min: number, max: number) =>
  Type.Number({ minimum: min, maximum: max, 'x-says': `must be a number from ${min} to ${max}` });

export const integer = (min: number, max: number) =>
  Type.Integer({
    minimum: min,
    maximum: max,
    'x-says': `must be a whole number from ${min} to ${max}`,
  });

export const boolean = () => Type.Boolean({ 'x-says': 'must be true or false' });

export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number]>({
    type: 'string',
    enum: [...words],
    'x-says': `must be one of ${words.join(', ')}`,
  });

/** In answers: `null` where there is no value, never a missing key. */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** In bodies: may be missing; `null` means the same. */
export const optional = <S extends TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()], { ...annotationsOf(schema), 'x-null': 'absent' }));

/** In PUT bodies: may be missing; `null` clears the field. */
export const clearable = <S extends TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()], annotationsOf(schema)));

export function annotationsOf(schema: TSchema): Annotations {
  const { 'x-clean': clean, 'x-says': says, 'x-null': absent } = schema as Annotations;
  return {
    ...(clean && { 'x-clean': clean }),
    ...(says && { 'x-says': says }),
    ...(absent && { 'x-null': absent }),
  };
}
