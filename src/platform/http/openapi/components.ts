import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import type { Annotations } from '../../schema/primitives.ts';

/** JSON Schema 2020-12, as OpenAPI 3.1 and AsyncAPI 3.0 have it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Components {
  /** The schema as it stands in a document; a named one is a reference, and among `schemas` from then on. */
  refer(schema: TSchema): JsonSchema;
  /** By name, in the order of the alphabet. */
  schemas(): Readonly<Record<string, JsonSchema>>;
}

export function createComponents(): Components {
  const named = new Map<string, JsonSchema>();
  /** Schemas are made of one another: without this, the inner ones would be published a hundred times. */
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
      // Beside `items: false` it says nothing, and 2020-12 does not know it.
      case 'additionalItems':
        return [];
      // A Type.Record: the one pattern there is takes every name.
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
  'x-says',
  'x-null',
  'x-name',
]);

/** `{ anyOf: [{ type: 'string' }, { type: 'null' }] }` is `{ type: ['string', 'null'] }`, which reads better. */
function withNullAmongTypes(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1].type !== 'null') return schema;
  const { type, enum: words, ...inner } = anyOf[0];
  if (typeof type !== 'string') return schema;
  return { type: [type, 'null'], ...(words && { enum: [...words, null] }), ...inner, ...rest };
}

const mapValues = <T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
