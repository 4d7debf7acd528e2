import type { Static, TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Details, InvalidInput } from '../errors.ts';
import { type Annotations, annotationsOf } from './primitives.ts';

export interface Checker<T> {
  /** The known fields of `input`, normalised and checked; throws InvalidInput naming every bad field at once. */
  parse(input: unknown): T;
}

interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly message: string;
  readonly clean: Annotations['x-clean'];
  readonly dropsNull: boolean;
  readonly fits: (value: unknown) => boolean;
  /** For an invalid object or list of objects: the errors by their path inside it. */
  readonly wrongInside: ((value: unknown) => Details) | undefined;
}

/** Rules between fields, which a schema cannot express: receives the valid fields, returns the errors. */
export type Rules<T> = (fields: Partial<T>) => Details;

export function bodyChecker<S extends TObject>(schema: S, rules?: Rules<Static<S>>): Checker<Static<S>> {
  const fits = fitting(schema);
  const properties = propertiesOf(schema);
  return {
    parse(input) {
      if (!isRecord(input))
        throw new InvalidInput(undefined, 'The body must be a JSON object', 'BODY_MALFORMED');
      const candidate = pick(input, properties);
      const bad = fits(candidate) ? undefined : fieldErrors(candidate, properties);
      if (bad === undefined && rules === undefined) return candidate as Static<S>;
      const badFields = new Set(Object.keys(bad ?? {}).map(fieldOf));
      const good = Object.entries(candidate).filter(([name]) => !badFields.has(name));
      const broken = Object.entries(rules?.(Object.fromEntries(good) as Partial<Static<S>>) ?? {});
      // The rules do not receive fields that are invalid on their own.
      const details = {
        ...Object.fromEntries(broken.filter(([place]) => !badFields.has(fieldOf(place)))),
        ...bad,
      };
      if (Object.keys(details).length > 0) throw new InvalidInput(details);
      return candidate as Static<S>;
    },
  };
}

/** Query parameters are text: numbers and booleans are parsed before the schema checks them. */
export function queryChecker<S extends TObject>(schema: S): Checker<Static<S>> {
  const body = bodyChecker(schema);
  const typeOf = new Map(Object.entries(schema.properties).map(([name, s]) => [name, textReader(s)]));
  return {
    parse(input) {
      const read = Object.entries(input as Record<string, string>).flatMap(([name, value]) => {
        const reader = typeOf.get(name);
        return reader === undefined ? [] : [[name, reader(value)]];
      });
      return body.parse(Object.fromEntries(read));
    },
  };
}

/** Every bad field of a body that has failed its check, for callers with their own compiled check. */
export function fieldErrorsOf(schema: TObject): (body: object) => Details {
  const properties = propertiesOf(schema);
  return (body) => fieldErrors(body as Record<string, unknown>, properties);
}

function propertiesOf(schema: TObject): readonly Property[] {
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => {
    const annotations = annotationsOf(property);
    return {
      name,
      required: required.has(name),
      message: annotations['x-message'] ?? 'is not valid',
      clean: annotations['x-clean'],
      dropsNull: annotations['x-null'] === 'absent',
      fits: fitting(property),
      wrongInside: insideOf(property),
    };
  });
}

function insideOf(schema: TSchema): Property['wrongInside'] {
  const [inner] = [schema, ...alternatives(schema)].filter((s) => isObject(s) || isListOfObjects(s));
  if (inner === undefined) return undefined;
  if (isObject(inner)) {
    const properties = propertiesOf(inner);
    return (value) => (isRecord(value) ? fieldErrors(value, properties) : {});
  }
  const { items, maxItems } = inner as ListOfObjects;
  const properties = propertiesOf(items);
  return (value) => {
    if (!Array.isArray(value) || value.length > maxItems) return {};
    return Object.assign(
      {},
      ...value.map((entry: unknown, i) =>
        isRecord(entry) ? placedIn(String(i), fieldErrors(entry, properties)) : { [i]: 'must be an object' },
      ),
    );
  };
}

const fieldOf = (place: string): string => place.split('.', 1)[0] ?? place;

/** `afterSeconds` in the second of `steps` becomes `steps.1.afterSeconds`. */
const placedIn = (name: string, details: Details): Details =>
  Object.fromEntries(Object.entries(details).map(([place, message]) => [`${name}.${place}`, message]));

/** Compiled on first use: compiling the schemas of all routes would take a quarter of the service's start. */
function fitting(schema: TSchema): (value: unknown) => boolean {
  let compiled: { Check(value: unknown): boolean } | undefined;
  return (value) => {
    compiled ??= Compile(schema);
    return compiled.Check(value);
  };
}

function pick(input: Record<string, unknown>, properties: readonly Property[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const property of properties) {
    const value = Object.hasOwn(input, property.name) ? input[property.name] : undefined;
    if (value === undefined || (value === null && property.dropsNull)) continue;
    picked[property.name] = normalise(value, property.clean);
  }
  return picked;
}

function normalise(value: unknown, clean: Annotations['x-clean']): unknown {
  if (typeof value !== 'string' || clean === undefined) return value;
  if (clean === 'lines') return value.replaceAll('\r\n', '\n');
  return clean === 'email' ? value.trim().toLowerCase() : value.trim();
}

function fieldErrors(candidate: Record<string, unknown>, properties: readonly Property[]): Details {
  const details: Record<string, string> = {};
  for (const { name, required, message, fits, wrongInside } of properties) {
    const value = candidate[name];
    if (value === undefined || (value === null && required && !fits(null))) {
      if (required) details[name] = 'is required';
    } else if (!fits(value)) {
      const inside = placedIn(name, wrongInside?.(value) ?? {});
      Object.assign(details, Object.keys(inside).length > 0 ? inside : { [name]: message });
    }
  }
  return details;
}

function textReader(schema: TSchema): (value: string) => unknown {
  const types = [schema, ...alternatives(schema)].map((s) => (s as { type?: string }).type);
  if (types.includes('integer') || types.includes('number')) {
    return (value) => (/^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value);
  }
  if (types.includes('boolean')) return (value) => ({ true: true, false: false })[value] ?? value;
  return (value) => value;
}

const alternatives = (schema: TSchema): TSchema[] => (schema as { anyOf?: TSchema[] }).anyOf ?? [];

type ListOfObjects = { readonly items: TObject; readonly maxItems: number };

const isObject = (schema: TSchema): schema is TObject => Object.hasOwn(schema, 'properties');

/** Requires a bound: otherwise a long list of invalid entries would get as many errors. */
const isListOfObjects = (schema: TSchema): boolean => {
  const { items, maxItems } = schema as Partial<ListOfObjects>;
  return items !== undefined && isObject(items) && maxItems !== undefined;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
