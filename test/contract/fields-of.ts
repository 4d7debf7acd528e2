import type { Json } from '../helpers/app.ts';

/** The names of all properties of a schema, also of the schemas that it refers to. */
export function fieldsOf(schema: Json, document: Json, seen = new Set<string>()): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, properties = {} } = schema;
  if ($ref !== undefined && seen.has($ref)) return [];
  if ($ref !== undefined) seen.add($ref);
  const referred = $ref === undefined ? undefined : document.components.schemas[$ref.split('/').at(-1)];
  return [
    ...Object.keys(properties),
    ...fieldsOf(referred ?? null, document, seen),
    ...Object.values(schema).flatMap((inner) => fieldsOf(inner, document, seen)),
  ];
}
