import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import type { Annotations } from '../../schema/primitives.ts';

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1 and AsyncAPI 3.0. */
type JsonSchema = Readonly<Record<string, unknown>>;

export interface Components {
  /** The schema as the document shows it; a named schema becomes a reference, and is added to `schemas`. */
  refer(schema: TSchema): JsonSchema;
  /** By name, in alphabetical order. */
  schemas(): Readonly<Record<string, JsonSchema>>;
}

export function createComponents(): Components {
  const named = new Map<string, JsonSchema>();
  /** Schemas contain each other: without this cache, the inner ones would be converted a hundred times. */
  const known = new Map<TSchema, JsonSchema>();

  function refer(schema: TSchema): JsonSchema {
    const reference = known.get(schema) ?? referAnew(schema);
    known.set(schema, reference);
    return reference;
  }

  function referAnew(schema: TSchema): JsonSchema {
    const { 'x-name': name, 'x-shown': shown } = schema as Annotations;
    if (shown !== undefined) return refer(shown);
    const published = publish(schema);
    if (name === undefined) return published;
    const namesake = named.get(name);
    if (namesake !== undefined && !isDeepStrictEqual(namesake, published))
      throw new Error(`two schemas are called ${name}`);
    named.set(name, published);
    return { $ref: `#/components/schemas/${name}` };
  }

  const publish = (schema: TSchema): JsonSchema =>
    withNullAmongTypes(Object.fromEntries(Object.entries(schema).flatMap(publishKeyword)));

  function publishKeyword([keyword, value]: [string, unknown]): [string, unknown][] {
    if (OUR_KEYWORDS.has(keyword)) return [];
    switch (keyword) {
      case 'properties':
        return [[keyword, mapValues(value as Record<string, TSchema>, refer)]];
      case 'anyOf':
        return [[keyword, (value as TSchema[]).map(refer)]];
      case 'items':
        return Array.isArray(value)
          ? [
              ['prefixItems', value.map(refer)],
              ['items', false],
            ]
          : [[keyword, refer(value as TSchema)]];
      // Redundant beside `items: false`, and not part of 2020-12.
      case 'additionalItems':
        return [];
      // A Type.Record: its only pattern matches every name.
      case 'patternProperties':
        return Object.values(value as Record<string, TSchema>).map((inner) => [
          'additionalProperties',
          refer(inner),
        ]);
      default:
        return [[keyword, value]];
    }
  }

  return {
    refer,
    schemas: () => Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

const OUR_KEYWORDS: ReadonlySet<string> = new Set<keyof Annotations>([
  'x-clean',
  'x-message',
  'x-null',
  'x-name',
]);

/**
 * Turns `{ anyOf: [{ type: 'string' }, { type: 'null' }] }` into `{ type: ['string', 'null'] }`, which is easier to
 * read.
 */
function withNullAmongTypes(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1].type !== 'null') return schema;
  const { type, enum: words, ...inner } = anyOf[0];
  if (typeof type !== 'string') return schema;
  return { type: [type, 'null'], ...(words && { enum: [...words, null] }), ...inner, ...rest };
}

const mapValues = <T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
