import Type, { type TObjectOptions, type TProperties, type TSchema } from 'typebox';

/**
 * Vigil's own keywords, in addition to JSON Schema's:
 *   x-clean    how user input is normalised before it is checked
 *   x-message  the error message when the value is invalid
 *   x-null     `null` means the same as a missing field (docs/contract.md, "Requests")
 *   x-name     the schema's name in the documents; they refer to it by this name wherever it is used
 *   x-shown    the schema in the documents: as strict as the rules outside the schema, which give better errors
 *   x-unit     the unit of a number; also in the documents
 */
export type Annotations = {
  'x-clean'?: 'trim' | 'email' | 'lines';
  'x-message'?: string;
  'x-null'?: 'absent';
  'x-name'?: string;
  'x-shown'?: TSchema;
  'x-unit'?: Unit;
};

/** `number` is an ordinal, such as a page number; `fraction` ranges from 0 to 1. */
export type Unit =
  | 'm/s²'
  | '°/s'
  | 'g'
  | 'Hz'
  | 'hPa'
  | 'bpm'
  | '%'
  | 'dBm'
  | 'ms'
  | 's'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'bytes'
  | 'points'
  | 'log-odds'
  | 'fraction'
  | 'count'
  | 'number';

const WITHOUT_WORD: ReadonlySet<Unit> = new Set(['fraction', 'count', 'number']);

const quantity = (unit: Unit, description: string, example: number) => ({
  description: WITHOUT_WORD.has(unit) ? description : `${description}, in ${unit}`,
  examples: [example],
  'x-unit': unit,
});

/** An object with a name in the documents; an object that spreads its properties is a different one. */
export const record = <Properties extends TProperties>(
  name: string,
  description: string,
  properties: Properties,
  options: TObjectOptions = {},
) => Type.Object(properties, { 'x-name': name, description, ...options });

/** docs/contract.md, "Requests": any non-empty subset of the fields. */
export const change = <Properties extends TProperties>(
  name: string,
  description: string,
  properties: Properties,
) => record(name, description, properties, { minProperties: 1 });

/** PostgreSQL text cannot hold NUL, so no string that reaches it may contain one. */
const WITHOUT_NUL = '^[^\\u0000]*$';
const NOT_BLANK_WITHOUT_NUL = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$';

/** Bidirectional controls (Unicode, UAX 9): they can make one text look like another. */
const DIRECTIONS = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
/** C0 except tab and line feed, DEL, C1, the line and the paragraph separator, bidirectional controls. */
const CONTROLS = `\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029${DIRECTIONS}`;
/**
 * For a regular expression's character class: characters that break or disguise a line of a mail, a push message or a
 * log.
 */
export const NOT_IN_A_LINE = `\\u0009\\u000a${CONTROLS}`;
/** Invisible characters that \\s does not include: a text of these alone shows nothing. */
const INVISIBLE = '\\s\\u00ad\\u200b-\\u200d\\u2060\\ufeff';
const LINE = `^[^${NOT_IN_A_LINE}]*[^${INVISIBLE}${NOT_IN_A_LINE}][^${NOT_IN_A_LINE}]*$`;
const LINES = `^[^${CONTROLS}]*$`;
const SOME_LINES = `^(?=[\\s\\S]*[^${INVISIBLE}])[^${CONTROLS}]*$`;

const SOME_ID = '3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4';
const SOME_TIME = '2026-03-01T08:30:00.000Z';

export const id = (description: string) =>
  Type.String({ format: 'uuid', description, examples: [SOME_ID], 'x-message': 'must be a UUID' });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** For values outside a checked body: a path segment, a topic level. */
export const isUuid = (text: string): boolean => UUID.test(text);

export const timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: [SOME_TIME] });

/** Text in replies; for input use `text` or `line`. */
export const string = (description: string, example: string) =>
  Type.String({ description, examples: [example] });

/** Text that other rules check, or that a machine generated; kept unchanged. */
export const anyText = (max: number, description: string, example: string, min = 0) =>
  Type.String({
    minLength: min,
    maxLength: max,
    pattern: WITHOUT_NUL,
    description,
    examples: [example],
    'x-message': `must be text of ${min > 0 ? `${min} to` : 'at most'} ${max} characters, without NUL`,
  });

/** Multi-line user input: a note. CR LF becomes LF. */
export const text = (max: number, description: string, example: string) =>
  Type.String({
    maxLength: max,
    pattern: LINES,
    description,
    examples: [example],
    'x-clean': 'lines',
    'x-message': `must be text of at most ${max} characters, without control characters`,
  });

/** As `text`, with at least one visible character: a message. */
export const someText = (max: number, description: string, example: string) =>
  Type.String({
    maxLength: max,
    pattern: SOME_LINES,
    description,
    examples: [example],
    'x-clean': 'lines',
    'x-message': `must be text of 1 to ${max} characters, not all blank, without control characters`,
  });

/** Single-line user input: a name, a phone number. Mails, push messages and logs repeat it. */
export const line = (max: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: LINE,
    description,
    examples: [example],
    'x-clean': 'trim',
    'x-message': `must be one line of 1 to ${max} characters, without control characters`,
  });

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

export const email = (description = 'E-mail address; stored in lower case') =>
  Type.String({
    maxLength: 254,
    pattern: `^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`,
    description,
    examples: ['rosa.klein@example.org'],
    'x-clean': 'email',
    'x-message': 'must be a valid e-mail address',
  });

/** Not checked as an address: a malformed one must get the same reply as an unknown one. */
export const emailToFind = () =>
  Type.String({
    minLength: 1,
    maxLength: 254,
    pattern: NOT_BLANK_WITHOUT_NUL,
    description: 'E-mail address of the account, in upper or lower case',
    examples: ['rosa.klein@example.org'],
    'x-clean': 'email',
    'x-message': 'must be an e-mail address',
  });

/** PostgreSQL refuses the year 0. */
export const date = (description: string, example = '1948-03-17') =>
  Type.String({
    format: 'date',
    pattern: '^(?!0000)',
    description,
    examples: [example],
    'x-message': 'must be a date such as 1948-03-17',
  });

export const shownDate = (description: string) =>
  Type.String({ format: 'date', description, examples: ['1948-03-17'] });

/** RFC 3339 without leap seconds, which JavaScript does not support, and without the time zone suffix of RFC 9557. */
const SANE_TIME = 'T\\d\\d:\\d\\d:[0-5][^\\[]*';

export const time = (description: string, example: string) =>
  Type.String({
    format: 'date-time',
    pattern: `^(?!0000)[^T]*${SANE_TIME}$`,
    description,
    examples: [example],
    'x-message': `must be a time such as ${example}`,
  });

export const dateOrTime = (description: string, message: string) =>
  Type.Unsafe<string>({
    type: 'string',
    anyOf: [{ format: 'date' }, { format: 'date-time' }],
    pattern: `^(?!0000)[^T]*(?:${SANE_TIME})?$`,
    description,
    examples: ['2026-01-31'],
    'x-message': message,
  });

export const number = (min: number, max: number, unit: Unit, description: string, example: number) =>
  Type.Number({
    minimum: min,
    maximum: max,
    ...quantity(unit, description, example),
    'x-message': `must be a number from ${min} to ${max}`,
  });

export const integer = (min: number, max: number, unit: Unit, description: string, example: number) =>
  Type.Integer({
    minimum: min,
    maximum: max,
    ...quantity(unit, description, example),
    'x-message': `must be a whole number from ${min} to ${max}`,
  });

/** An unbounded number in replies. */
export const measured = (unit: Unit, description: string, example: number) =>
  Type.Number(quantity(unit, description, example));

/** A count in replies. */
export const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, ...quantity('count', description, example) });

export const boolean = (description: string, example = true) =>
  Type.Boolean({ description, examples: [example], 'x-message': 'must be true or false' });

export const oneOf = <const Words extends readonly string[]>(words: Words, description: string) =>
  Type.Unsafe<Words[number]>({
    type: 'string',
    enum: [...words],
    description,
    'x-message': `must be one of ${words.join(', ')}`,
  });

/**
 * An enum with its own name in the documents; the example is the first word unless another fits better with the other
 * examples.
 */
export const vocabulary = <const Words extends readonly string[]>(
  name: string,
  description: string,
  words: Words,
  example: NoInfer<Words>[number] | undefined = words[0],
) => Type.Unsafe<Words[number]>({ ...oneOf(words, description), examples: [example], 'x-name': name });

/** `null` if there is no value, never a missing key. */
export const nullable = <S extends TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], { ...annotationsOf(schema), ...described(schema, description) });

/** In bodies: may be missing; `null` means the same. */
export const optional = <S extends TSchema>(schema: S, description?: string) =>
  Type.Optional(
    Type.Union([schema, Type.Null()], {
      ...annotationsOf(schema),
      ...described(schema, description),
      'x-null': 'absent',
    }),
  );

/** In PUT bodies: may be missing; `null` clears the field. */
export const clearable = <S extends TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()], { ...annotationsOf(schema), ...described(schema) }));

/** The given description, or the one of the schema. */
function described(schema: TSchema, own?: string): { readonly description: string } {
  const { description = '' } = ((schema as Annotations)['x-shown'] ?? schema) as { description?: string };
  return { description: own ?? description };
}

/** The annotations that the check of a field uses. */
export function annotationsOf(schema: TSchema): Pick<Annotations, 'x-clean' | 'x-message' | 'x-null'> {
  const { 'x-clean': clean, 'x-message': message, 'x-null': absent } = schema as Annotations;
  return {
    ...(clean && { 'x-clean': clean }),
    ...(message && { 'x-message': message }),
    ...(absent && { 'x-null': absent }),
  };
}
