type Json = unknown;
type Fields = Readonly<Record<string, Json>>;

const isObject = (value: Json): value is Fields => typeof value === 'object' && value !== null;

const at = (document: Json, path: readonly string[]): Json =>
  path.reduce<Json>((value, key) => (isObject(value) ? value[key] : undefined), document);

/** Replaces references by what they name; a schema within itself ends with its title. */
function inlined(value: Json, document: Json, within: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => inlined(item, document, within));
  if (!isObject(value)) return value;
  const { $ref, ...beside } = value;
  if (typeof $ref !== 'string')
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, inlined(field, document, within)]),
    );
  const path = $ref.slice('#/'.length).split('/');
  const titled = path.includes('schemas') ? { title: path.at(-1) } : {};
  const named = within.includes($ref) ? {} : inlined(at(document, path), document, [...within, $ref]);
  return { ...titled, ...(isObject(named) ? named : {}), ...beside };
}

/**
 * Swagger UI's own resolver builds a tree of the whole document for each part that it resolves: five CPU-seconds before the first
 * operation is on the screen, and as many for each that is opened. This document only has references within itself.
 */
export const localReferences = () => ({
  fn: {
    resolveSubtree: (document: Json, path: readonly string[]) => ({
      spec: inlined(at(document, path), document, []),
      errors: [],
    }),
  },
});
